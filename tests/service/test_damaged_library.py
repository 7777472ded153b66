"""A damaged cell in the library: one value is unknown, and everything else is found as before."""

from __future__ import annotations

import io
import json
import sqlite3
from collections.abc import Callable

import pytest

from cases import each
from crownhead.library.importing import import_games
from crownhead.service import Service
from crownhead.service.library.library_service import Library

NO_TEXT = "CAST(X'6c657665ec3a34' AS TEXT)"
DAMAGE = ["'x'", "X'00ff'", NO_TEXT, "9e999", "-9e999", "-1", "9223372036854775807", "1.5"]
GAMES = """
[Event "Ohio"] [Black "Ada"] [White "Ben"] [Date "1950.01.02"] [Result "1-0"] 1. 11-15 22-18 1-0
[Event "Ohio"] [Black "Cid"] [White "Dan"] [Date "1960.01.02"] [Result "0-1"] 1. 11-15 23-19 0-1
[Event "Iowa"] [Black "Eve"] [White "Fay"] [Result "1/2-1/2"] 1. 9-13 1/2-1/2
"""
LOOKS: list[Callable[[Library], object]] = [
    lambda library: library.view(),
    lambda library: library.search({"collections": "Mine"}),
    lambda library: library.search({"sort": "length"}),
    lambda library: library.statistics({}),
    lambda library: library.explore("start"),
    lambda library: library.game(1),
]


@pytest.fixture
def library(service: Service) -> Library:
    made = service.library
    import_games(made._store, "Mine", io.BytesIO(GAMES.encode()), "games.pdn")
    made.delete([3], {})
    return made


def damage(library: Library, table: str, column: str, value: str) -> None:
    """Damage the first import, game or deletion, or the games' collection."""
    number = 2 if table == "collections" else 1
    with sqlite3.connect(
        library._store._database.path
    ) as connection:  # this connection checks nothing
        connection.execute(f"UPDATE {table} SET {column} = {value} WHERE id = {number}")
    connection.close()


@pytest.mark.parametrize(
    ("table", "columns"),
    [
        ("collections", "version created"),
        ("imports", "collection started finished state added duplicates faulty faults made"),
        ("deletions", "made what"),
        ("library", "black white event plies day date ballot result noted faulty"),
        ("records", "moves tags pdn faults"),
    ],
)
def test_nothing_else_suffers(library: Library, table: str, columns: str) -> None:
    for column in columns.split():
        for value in [*DAMAGE, "'[[\"x\", {}, 1.5, 7]]'"]:
            damage(library, table, column, value)
            for number, look in enumerate(LOOKS):
                try:
                    json.dumps(look(library), allow_nan=False)
                except Exception as error:
                    raise AssertionError(f"{number}: {table}.{column} = {value}") from error
            assert library.search({})["count"] == 2


def test_a_damaged_import_is_shown_and_can_be_undone(library: Library) -> None:
    for column in ("started", "state", "added", "duplicates"):
        damage(library, "imports", column, "'x'")
    [shown] = library.view()["imports"]
    assert (shown["source"], shown["state"], shown["started"]) == ("games.pdn", "interrupted", None)
    assert (shown["added"], shown["games"], shown["present"]) == (0, 0, 2)
    assert library.undo_import(1)["games"] == 2


def test_numbers_that_are_damaged_are_left_out_of_counts(library: Library) -> None:
    for column in ("plies", "day", "noted"):
        damage(library, "library", column, "9e999")
    found = library.statistics({})
    assert (found["tally"]["games"], found["moves"], found["longest"]) == (2, 1, 1)
    assert (found["first_year"], found["last_year"], found["noted"]) == (1960, 1960, 0)


@each("value", DAMAGE)
def test_a_damaged_version_does_not_hide_what_changes(library: Library, value: str) -> None:
    damage(library, "collections", "version", value)
    assert library.explore("start")["tally"]["games"] == 2
    deleted = library.delete([2], {})
    assert library.explore("start")["tally"]["games"] == 1
    assert library.search({})["count"] == 1
    library.restore(deleted["id"])
    assert library.explore("start")["tally"]["games"] == 2
