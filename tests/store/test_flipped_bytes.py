"""A real file in which bytes have flipped, at many places: a store that works, or a sentence."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from crownhead.errors import DamagedError, StoreError
from crownhead.store import GameRecord, GameStore, MoveRecord, ReviewRecord, Summary
from crownhead.store.database import FILE_NAME

FILES = 120
BOARD = "bbbbbbbbbbbb........wwwwwwwwwwww"
RECORD = GameRecord(
    black="person",
    white="level:4",
    rules="english",
    start="B:W21,22,23:B1,2,3",
    clock={"kind": "game", "seconds": 60.0, "increment": 1.0},
    moves=tuple(MoveRecord((square, square + 4), 59.5, 60.0) for square in range(1, 20)),
    ply=19,
    summary=Summary(BOARD, "white"),
)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The content of a file with some games, seats, reviews and settings."""
    folder = tmp_path_factory.mktemp("sound")
    store = GameStore(folder)
    for _ in range(5):
        game = store.add(RECORD)
        store.take_seat(game.id, "black", "ada")
        store.reviews.save(ReviewRecord(game.id, "line", {"nodes": 7}, ["found"] * 20, 1000.5))
    store.store_setting("preferences", {"theme": "wood"})
    store.close()
    return (folder / FILE_NAME).read_bytes()


def flipped(sound: bytes, rng: Random) -> bytes:
    """A file in which one byte is another, or several are; most often where something stands."""
    content = bytearray(sound)
    used = [place for place, byte in enumerate(content) if byte]
    for _ in range(rng.choice((1, 1, 8))):
        place = rng.choice((rng.randrange(100), rng.choice(used), rng.choice(used)))
        content[place] ^= rng.choice((1 << rng.randrange(8), rng.randrange(1, 256)))
    return bytes(content)


def use(store: GameStore) -> Iterator[str]:
    """Do everything with a store; yields what became of each game of the list."""
    games = store.page(50)
    store.opponents()
    store.setting("preferences")
    for game in games:
        store.seats(game.id)
        store.reviews.load(game.id)
        try:
            store.load(game.id)
            yield "sound"
        except DamagedError:
            yield "damaged"
    for game in games:
        store.delete(game.id)
    assert store.page(50) == []
    assert store.load(store.add(RECORD).id).moves == RECORD.moves


def test_flipped_bytes_end_in_a_store_that_works_or_in_a_sentence(
    sound: bytes, tmp_path: Path
) -> None:
    became: list[str] = []
    for seed in range(FILES):
        folder = tmp_path / str(seed)
        folder.mkdir()
        content = flipped(sound, Random(seed))
        (folder / FILE_NAME).write_bytes(content)
        try:
            store = GameStore(folder)
        except StoreError as error:
            became.append(str(error))
            continue
        try:
            aside = [path.read_bytes() for path in folder.glob("games-damaged-*.sqlite3")]
            assert aside == ([content] if store.notice else []), seed
            became.append("set aside" if aside else "opened")
            became += list(use(store))
        except Exception as error:
            raise AssertionError(f"seed {seed}: {error!r}") from error
        finally:
            store.close()
            shutil.rmtree(folder)
    usual = {"opened", "set aside", "sound", "damaged"}
    assert usual <= set(became)
    for sentence in set(became) - usual:  # one number in the file has become larger
        assert "was written by a newer Crownhead" in sentence


def test_a_game_whose_name_has_flipped_gets_another_and_can_be_deleted(tmp_path: Path) -> None:
    store = GameStore(tmp_path)
    games = [store.add(RECORD) for _ in range(3)]
    store.close()
    path = tmp_path / FILE_NAME
    content, name = path.read_bytes(), games[1].id.encode()
    places = [place for place in range(len(content)) if content.startswith(name, place)]
    assert len(places) > len(RECORD.moves), "in its row, in indices, and with each of its moves"
    for place in places[:: len(places) // 8]:
        damaged = bytearray(content)
        damaged[place + 3] = 0xFF
        path.write_bytes(damaged)
        again = GameStore(tmp_path)
        assert again.notice is None, place
        for one in (games[0], games[2]):
            assert again.load(one.id) == one, place
        listed = again.page(20)
        assert len(listed) == 3, place
        for shown in listed:
            again.delete(shown.id)
        assert again.page(20) == [], place
        again.close()


def test_a_column_that_is_missing_sets_the_file_aside(tmp_path: Path) -> None:
    GameStore(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
        connection.execute("ALTER TABLE games RENAME COLUMN pace TO qace")
    store = GameStore(tmp_path)
    assert store.notice is not None
    assert "a part of games is missing" in store.notice
    store.close()
