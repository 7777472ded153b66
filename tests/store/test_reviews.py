"""Stored reviews: one per game, deleted with it, and none where the row is damaged."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from crownhead.errors import NotFoundError
from crownhead.store import GameStore, StoredGame, StoredMove, StoredReview
from crownhead.store.database import FILE_NAME, SCHEMA_VERSION
from crownhead.store.migrations import schema_of
from refused import refused
from store.writing import execute

GAME = StoredGame(
    black="person",
    white="level:4",
    rules="english",
    start="B:W21,22,23:B1,2,3",
    clock={"kind": "none"},
    moves=(StoredMove((1, 5)), StoredMove((21, 17))),
    ply=2,
)
FINDINGS = {"start": 0.5, "moves": [{"ply": 1, "mark": "??"}, {"ply": 2, "mark": ""}]}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GameStore]:
    made = GameStore(tmp_path)
    yield made
    made.close()


def review(game: StoredGame, **named: Any) -> StoredReview:
    usual: dict[str, Any] = {"line": "a", "settings": {"nodes": 7}, "findings": FINDINGS}
    return StoredReview(game.id, created=1000.25, **(usual | named))


def count(store: GameStore) -> int:
    return int(store._database.rows("SELECT count(*) FROM reviews")[0][0])


def test_a_review_comes_back_as_it_was(store: GameStore, tmp_path: Path) -> None:
    game, other = store.add(GAME), store.add(GAME)
    assert store.reviews.load(game.id) is None
    store.reviews.save(review(game))
    assert store.reviews.load(other.id) is None
    again = GameStore(tmp_path)
    assert again.reviews.load(game.id) == review(game)
    again.close()


def test_a_later_review_takes_the_place_of_an_earlier_one(store: GameStore) -> None:
    game = store.add(GAME)
    store.reviews.save(review(game))
    store.reviews.save(review(game, line="b"))
    assert store.reviews.load(game.id) == review(game, line="b")
    assert count(store) == 1


def test_a_review_can_be_forgotten_and_the_game_stays(store: GameStore) -> None:
    game = store.add(GAME)
    store.reviews.save(review(game))
    assert store.reviews.delete(game.id)
    assert not store.reviews.delete(game.id)
    assert store.reviews.load(game.id) is None
    assert store.load(game.id) == game


def test_a_game_takes_its_review_with_it_and_one_that_is_gone_gets_none(store: GameStore) -> None:
    game = store.add(GAME)
    store.reviews.save(review(game))
    store.delete(game.id)
    assert count(store) == 0
    with refused(NotFoundError, "games.missing"):
        store.reviews.save(review(game))
    assert count(store) == 0


def test_changing_a_game_leaves_its_review(store: GameStore) -> None:
    game = store.add(GAME)
    store.reviews.save(review(game))
    store.save(game, unchanged_moves=2)
    assert store.reviews.load(game.id) == review(game)


@pytest.mark.parametrize("column", ["line", "settings", "findings", "created"])
@pytest.mark.parametrize("value", ["X'7bff'", "CAST(X'7bff' AS TEXT)", "7", "'{'", "''"])
def test_a_damaged_row_is_as_if_there_were_none(
    store: GameStore, tmp_path: Path, column: str, value: str
) -> None:
    game = store.add(GAME)
    store.reviews.save(review(game))
    execute(store, f"UPDATE reviews SET {column} = {value}")
    again = GameStore(tmp_path)
    assert again.notice is None
    found = again.reviews.load(game.id)
    assert found is None or found != review(game)
    again.reviews.save(review(game))
    assert again.reviews.load(game.id) == review(game)
    again.close()


# ---- a file of version 4


@pytest.fixture
def old_file(tmp_path: Path) -> tuple[Path, StoredGame]:
    """A file as version 4 left it."""
    store = GameStore(tmp_path / "new")
    game = store.add(replace(GAME, owners={"black": "ada"}))
    store.close()
    path = tmp_path / "old" / FILE_NAME
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(schema_of(4))
        connection.execute("ATTACH ? AS new", (str(tmp_path / "new" / FILE_NAME),))
        for table in ("games", "moves", "seats"):
            rows = connection.execute(f"PRAGMA main.table_info({table})").fetchall()
            columns = ", ".join(f'"{row[1]}"' for row in rows)
            connection.execute(
                f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM new.{table}"
            )
        connection.execute("PRAGMA user_version = 4")
    return path, game


def test_a_file_of_version_4_gets_a_table_of_reviews(old_file: tuple[Path, StoredGame]) -> None:
    path, game = old_file
    store = GameStore(path.parent)
    assert store.notice is None
    assert store.load(game.id) == game
    assert store.reviews.load(game.id) is None
    store.reviews.save(review(game))
    store.delete(game.id)
    assert count(store) == 0
    store.close()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)


def test_a_file_of_version_4_in_disorder_is_put_in_order(
    old_file: tuple[Path, StoredGame],
) -> None:
    path, game = old_file
    with closing(sqlite3.connect(path)) as connection:
        (root,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'games_by_time'"
        ).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = bytearray(path.read_bytes())
    name = content.index(game.id.encode(), (root - 1) * size)
    content[name] ^= 1  # the index and the table have different ids
    path.write_bytes(content)
    store = GameStore(path.parent)
    assert store.notice is None
    assert store.load(game.id) == game
    store.close()


def test_a_file_without_the_table_of_reviews_gets_one(tmp_path: Path) -> None:
    GameStore(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
        connection.execute("DROP TABLE reviews")
    store = GameStore(tmp_path)
    assert store.notice is not None
    assert store.reviews.load("nobody") is None
    store.close()
