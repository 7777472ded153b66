"""Migration from the version before the library, from a file that it wrote."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from crownhead.rules import Rules
from crownhead.service import Service
from crownhead.store import GameStore
from crownhead.store.database import FILE_NAME, SCHEMA_VERSION
from crownhead.store.migrations import schema_of
from store.test_migration import expressions, shape

VERSION_6 = (Path(__file__).parent / "version_6.sql").read_text(encoding="utf-8")
KEPT = ("games", "moves", "reviews", "analyses", "settings")


def old_file(folder: Path) -> Path:
    """The file that `make_old_file.py` printed with version 6: games, a review, an analysis, settings."""
    path = folder / FILE_NAME
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(VERSION_6)
        assert connection.execute("PRAGMA user_version").fetchone() == (6,)
    return path


def content(path: Path) -> dict[str, list[Any]]:
    """A file's content, as far as version 6 had it."""
    with closing(sqlite3.connect(":memory:")) as old, closing(sqlite3.connect(path)) as connection:
        old.executescript(schema_of(6))
        found: dict[str, list[Any]] = {}
        for name in KEPT:
            rows = old.execute(f"PRAGMA table_xinfo({name})").fetchall()
            columns = ", ".join(f'"{row[1]}"' for row in rows)
            found[name] = sorted(map(repr, connection.execute(f"SELECT {columns} FROM {name}")))
        return found


def test_everything_comes_through_and_the_schema_is_that_of_a_new_file(tmp_path: Path) -> None:
    path = old_file(tmp_path)
    before = content(path)
    assert [len(before[name]) for name in KEPT] == [4, 20, 1, 1, 1]
    store = GameStore(tmp_path)
    assert store.notice is None
    assert store.setting("preferences") == {"theme": "wood", "last": None}
    assert [one.name for one in store.library.collections()] == ["Played here"]
    store.close()
    assert content(path) == before
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    GameStore(tmp_path / "new").close()
    new = tmp_path / "new" / FILE_NAME
    assert shape(path) == shape(new)
    assert expressions(path) == expressions(new)


def test_old_games_that_are_over_come_into_the_library(tmp_path: Path) -> None:
    old_file(tmp_path)
    service = Service(tmp_path)
    try:
        found = service.library.search({"sort": "length"})
        assert [(hit["game"]["moves"], hit["game"]["rules"]) for hit in found["hits"]] == [
            (6, None),
            (3, str(Rules.parse("casual"))),
            (1, None),
        ]
        assert found["hits"][2]["game"]["white"] == "Hatchling"
        over = service.game(str(found["hits"][0]["game"]["game"]))
        assert over.view()["outcome"] is not None
        assert service.reviews.view(over)["state"] == "done"
        (kept,), _more = service.analyses.page(10)
        assert "first" in str(service.analyses.get(kept["id"]).view())  # its remark on a move
    finally:
        service.close()
