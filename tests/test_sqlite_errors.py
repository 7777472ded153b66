"""What SQLite's errors mean: the same by result code and, for Python 3.10, by text."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from crownhead.sqlite_errors import is_busy, is_of_disk, is_of_schema


def error_of(file: str, statement: str) -> sqlite3.Error:
    """The error of a statement, while another connection may hold the file."""
    with pytest.raises(sqlite3.Error) as raised:  # noqa: SIM117
        with closing(sqlite3.connect(file, uri=True, timeout=0)) as connection:
            connection.execute(statement)
    return raised.value


@pytest.mark.parametrize(
    ("place", "statement", "meaning"),
    [
        ("{held}", "SELECT * FROM known", is_busy),
        ("{missing}/file", "SELECT 1", is_of_disk),
        ("file:{free}?mode=ro", "DELETE FROM known", is_of_disk),
        ("{free}", "SELECT * FROM other", is_of_schema),
        ("{free}", "SELECT other FROM known", is_of_schema),
        ("{free}", "INSERT INTO known (other) VALUES (1)", is_of_schema),
        ("{free}", "CREATE INDEX other ON known (other)", is_of_schema),
        ("{damaged}", "SELECT 1 FROM sqlite_master", None),
        ("{free}", "INSERT INTO known VALUES (NULL)", None),
    ],
)
def test_what_an_error_means(tmp_path: Path, place: str, statement: str, meaning: object) -> None:
    files = {name: tmp_path / name for name in ("held", "free", "damaged", "missing")}
    for name in ("held", "free"):
        with closing(sqlite3.connect(files[name])) as connection:
            connection.execute("CREATE TABLE known (number NOT NULL)")
    files["damaged"].write_bytes(b"damaged " * 100)
    with closing(sqlite3.connect(files["held"], isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        error = error_of(place.format(**files), statement)
    for one in (error, type(error)(*error.args)):  # the copy has no result code
        found = [known for known in (is_busy, is_of_disk, is_of_schema) if known(one)]
        assert found == ([meaning] if meaning else []), repr(one)
