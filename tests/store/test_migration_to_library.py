"""A file of the version before the library, and what becomes of it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from crownhead.service import Service
from crownhead.store import GameRecord, GameStore
from crownhead.store.database import FILE_NAME, SCHEMA_VERSION
from store.test_migration import expressions, shape

SCHEMA_6 = (Path(__file__).parent / "schema_6.sql").read_text(encoding="utf-8")
PDN = '[Result "*"]\n1. 11-15 *\n'


def old_file(folder: Path) -> Path:
    """A file of version 6: two games, of which one is over, a review, an analysis and settings."""
    path = folder / FILE_NAME
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(SCHEMA_6)
        for name, reason in (("over", "resignation"), ("going", None)):
            connection.execute(
                "INSERT INTO games (id, version, created, updated, black, white, rules, start, "
                "opening_plies, clock, ply, pace, paused, ending, move_count, board, turn, winner, "
                "reason) VALUES (?, 3, 1000.0, 1001.0, 'person', 'level:3', 'english', "
                "'B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12', 0, "
                "'{\"kind\": \"none\"}', 1, 1.0, 0, ?, 1, ?, 'white', ?, ?)",
                (
                    name,
                    '{"winner": "white", "reason": "resignation"}' if reason else None,
                    "bbbbbbbbbb.b..b.....wwwwwwwwwwww",
                    "white" if reason else None,
                    reason,
                ),
            )
            connection.execute("INSERT INTO moves VALUES (?, 1, '11 15', NULL, NULL, 0)", (name,))
        connection.execute("INSERT INTO reviews VALUES ('over', 'line', '{}', '[]', 1002.0)")
        connection.execute(
            "INSERT INTO analyses VALUES ('mine', 1, 1.0, 2.0, 'Mine', 'over', ?, ?, 1)",
            (PDN, "b" * 12 + "." * 8 + "w" * 12),
        )
        connection.execute("INSERT INTO settings VALUES ('preferences', '{\"theme\": \"wood\"}')")
        connection.execute("PRAGMA user_version = 6")
        connection.commit()
    return path


def test_everything_comes_through_and_the_schema_is_that_of_a_new_file(tmp_path: Path) -> None:
    path = old_file(tmp_path)
    store = GameStore(tmp_path)
    assert store.notice is None
    loaded: GameRecord = store.load("over")
    assert (loaded.version, loaded.moves[0].path) == (3, (11, 15))
    assert store.analyses.load("mine").pdn == PDN
    review = store.reviews.load("over")
    assert review is not None
    assert review.line == "line"
    assert store.setting("preferences") == {"theme": "wood"}
    assert [one.name for one in store.library.collections()] == ["Played here"]
    store.close()
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
        found = service.library.search({})
        assert [hit["game"]["game"] for hit in found["hits"]] == ["over"]
        assert found["hits"][0]["game"]["white"] == "Porch Player"
    finally:
        service.close()
