"""The index of positions stays whole, whoever writes it, and mends what an earlier version has left."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from collection.shelves import tinsley_games
from crownhead import Position
from crownhead.library.importing import add_games
from crownhead.store import GameStore
from crownhead.store.library.library_store import LibraryStore


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[tuple[LibraryStore, LibraryStore]]:
    """Two programs that use the same file, with six games."""
    one, other = GameStore(tmp_path), GameStore(tmp_path)
    add_games(one.library, one.library.make_target("A few"), tinsley_games()[:6])
    yield one.library, other.library
    one.close()
    other.close()


def runs_in(folder: Path) -> list[tuple[int, int]]:
    with closing(sqlite3.connect(folder / "games.sqlite3")) as connection:
        return connection.execute("SELECT first, last FROM runs ORDER BY first").fetchall()


def test_two_programs_that_index_at_once_leave_one_run(
    programs: tuple[LibraryStore, LibraryStore], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, theirs = programs
    gathered = ours.positions._gathered

    def slowly(first: int, last: int) -> object:
        """Between our reading and our writing, the other program imports more, and indexes all."""
        found = gathered(first, last)
        add_games(theirs, theirs.make_target("More"), tinsley_games()[6:9])
        assert theirs.positions.make_run(least=1)
        return found

    monkeypatch.setattr(ours.positions, "_gathered", slowly)
    assert ours.positions.make_run(least=1)
    assert runs_in(tmp_path) == [(1, 9)]
    assert list(ours.positions.find(Position.start()).games) == list(range(1, 10))


def test_runs_that_overlap_find_no_game_twice_and_are_mended(
    programs: tuple[LibraryStore, LibraryStore], tmp_path: Path
) -> None:
    ours, _ = programs
    assert ours.positions.make_run(least=1)
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as connection:
        connection.execute("INSERT INTO runs (first, last, games) VALUES (3, 8, 6), ('x', 9, 1)")
        connection.execute("INSERT INTO positions SELECT 2, key, leaf FROM positions")
        connection.commit()
    assert list(ours.positions.find(Position.start()).games) == list(range(1, 7))
    add_games(ours, ours.make_target("More"), tinsley_games()[6:9])
    assert ours.positions.make_run(least=1)
    assert runs_in(tmp_path) == [(1, 6), (7, 9)]
    assert list(ours.positions.find(Position.start()).games) == list(range(1, 10))
