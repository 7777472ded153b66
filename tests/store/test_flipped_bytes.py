"""A real file with flipped bytes at many offsets: the store works, or refuses with a sentence."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import programs
from crownhead.errors import DamagedError, StoreError
from crownhead.store import GameStore, StoredGame, StoredMove, StoredReview, Summary
from crownhead.store.database import FILE_NAME
from refused import refused

FILES = 120
BOARD = "bbbbbbbbbbbb........wwwwwwwwwwww"
STORED = StoredGame(
    black="person",
    white="level:4",
    rules="english",
    start="B:W21,22,23:B1,2,3",
    clock={"kind": "game", "seconds": 60.0, "increment": 1.0},
    moves=tuple(StoredMove((square, square + 4), 59.5, 60.0) for square in range(1, 20)),
    ply=19,
    summary=Summary(BOARD, "white"),
)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a file with some games, seats, reviews and settings."""
    folder = tmp_path_factory.mktemp("sound")
    store = GameStore(folder)
    for _ in range(5):
        game = store.add(replace(STORED, owners={"black": "ada"}, invitations={"white": "0f3a"}))
        store.reviews.save(StoredReview(game.id, "line", {"nodes": 7}, ["found"] * 20, 1000.5))
    store.store_setting("preferences", {"theme": "wood"})
    store.close()
    return (folder / FILE_NAME).read_bytes()


def flipped(sound: bytes, rng: Random) -> bytes:
    """A file in which one byte or several have changed, mostly in used parts."""
    content = bytearray(sound)
    used = [offset for offset, byte in enumerate(content) if byte]
    for _ in range(rng.choice((1, 1, 8))):
        offset = rng.choice((rng.randrange(100), rng.choice(used), rng.choice(used)))
        content[offset] ^= rng.choice((1 << rng.randrange(8), rng.randrange(1, 256)))
    return bytes(content)


def use(store: GameStore) -> Iterator[str]:
    """Use every part of a store; yield what became of each listed game."""
    games = store.page(50)
    store.opponents()
    store.setting("preferences")
    for game in games:
        store.seats_of([game.id])
        store.reviews.load(game.id)
        try:
            store.load(game.id)
            yield "sound"
        except DamagedError:
            yield "damaged"
    for game in games:
        store.delete(game.id)
    assert store.page(50) == []
    assert store.load(store.add(STORED).id).moves == STORED.moves


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
            became.append(error.code)
            continue
        try:
            aside = [path.read_bytes() for path in folder.glob("games-damaged-*.sqlite3")]
            before = [path.read_bytes() for path in folder.glob("games-before-*.sqlite3")]
            assert len(aside) + len(before) == bool(store.notice), seed
            assert aside in ([], [content]), seed
            became.append("set aside" if aside else "repaired" if before else "opened")
            became += list(use(store))
        except Exception as error:
            raise AssertionError(f"seed {seed}: {error!r}") from error
        finally:
            store.close()
            shutil.rmtree(folder)
    usual = {"opened", "set aside", "sound", "damaged"}
    assert usual <= set(became)
    # One number in the file has become larger.
    assert set(became) - usual - {"repaired"} <= {"store.newer-file"}


def test_a_name_that_has_flipped_loses_nothing_that_is_not_kept(tmp_path: Path) -> None:
    store = GameStore(tmp_path)
    games = [store.add(STORED) for _ in range(3)]
    store.close()
    path = tmp_path / FILE_NAME
    content, name = path.read_bytes(), games[1].id.encode()
    offsets = [offset for offset in range(len(content)) if content.startswith(name, offset)]
    assert len(offsets) > len(STORED.moves), "in its row, in indices, and with each of its moves"
    became: set[bool] = set()
    for offset in offsets:
        damaged = bytearray(content)
        damaged[offset + 3] = 0xFF
        path.write_bytes(damaged)
        again = GameStore(tmp_path)
        for one in (games[0], games[2]):
            assert again.load(one.id) == one, offset
        kept = list(tmp_path.glob("games-before-repair-*.sqlite3"))
        assert len(kept) == bool(again.notice), offset
        became.add(again.notice is None)
        if again.notice:  # one of its moves has another name
            assert name in kept[0].read_bytes(), offset
            with refused(DamagedError, "store.game-damaged", why="store.move-missing"):
                again.load(games[1].id)
            kept[0].unlink()
        else:
            found = again.load(games[1].id)  # its last move's row may have another id
            assert found == games[1] or len(found.moves) < found.ply, offset
        listed = again.page(20)
        assert len(listed) == 3, offset
        for shown in listed:
            again.delete(shown.id)
        assert again.page(20) == [], offset
        again.close()
    assert became == {True, False}


def three_with_a_move_twice(folder: Path) -> list[StoredGame]:
    """Three games; in the second, the sixth move's row says that it is the fifth."""
    store = GameStore(folder)
    games = [store.add(STORED) for _ in range(3)]
    store.close()
    path = folder / FILE_NAME
    content, name = bytearray(path.read_bytes()), games[1].id.encode()
    sixth = content.index(name + b"\x06")  # the move's number follows the game's id
    content[sixth + len(name)] = 5
    path.write_bytes(content)
    return games


def test_a_move_whose_number_has_flipped_takes_no_other_game_away(tmp_path: Path) -> None:
    games = three_with_a_move_twice(tmp_path)
    again = GameStore(tmp_path)
    assert again.notice is not None
    assert again.notice.key == "store.repaired"
    assert [again.load(one.id) for one in (games[0], games[2])] == [games[0], games[2]]
    with refused(DamagedError, "store.game-damaged"):
        again.load(games[1].id)
    again.close()


def test_a_repaired_file_can_be_used_by_two_programs(tmp_path: Path) -> None:
    three_with_a_move_twice(tmp_path)
    repaired = GameStore(tmp_path)
    assert repaired.notice is not None
    other = f"""
from crownhead.store import GameStore
store = GameStore({str(tmp_path)!r})
assert store.notice is None
store.close()
"""
    programs.run([sys.executable, "-c", other], check=True, timeout=60)
    assert (tmp_path / f"{FILE_NAME}-wal").exists(), "the other took itself for the last"
    assert len(repaired.page(9)) == 3
    repaired.close()


def test_an_index_that_cannot_be_read_is_made_again(tmp_path: Path) -> None:
    store = GameStore(tmp_path)
    games = [store.add(STORED) for _ in range(3)]
    store.close()
    path = tmp_path / FILE_NAME
    sound = path.read_bytes()
    with closing(sqlite3.connect(path)) as connection:
        (root,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_games_1'"
        ).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    unreadable = 0
    for offset in range(root * size - 60, root * size):
        for bit in range(8):
            damaged = bytearray(sound)
            damaged[offset] ^= 1 << bit
            path.write_bytes(damaged)
            if not _only_its_index_is_unreadable(path):
                continue
            unreadable += 1
            again = GameStore(tmp_path)
            assert (again.notice, again.load(games[1].id)) == (None, games[1]), (offset, bit)
            again.close()
    assert unreadable
    assert {file.name for file in tmp_path.iterdir()} <= {
        f"{FILE_NAME}{suffix}" for suffix in ("", "-wal", "-shm")
    }


def _only_its_index_is_unreadable(path: Path) -> bool:
    with closing(sqlite3.connect(path)) as connection:
        connection.text_factory = bytes
        try:
            said = connection.execute("PRAGMA integrity_check").fetchall()
        except sqlite3.DatabaseError:
            return False
        if not all(b" index " in line for (line,) in said):
            return False
        try:
            connection.execute(
                "SELECT rowid, id FROM games INDEXED BY sqlite_autoindex_games_1"
            ).fetchall()
        except sqlite3.DatabaseError:
            return True
    return False


def test_a_column_of_another_name_is_read_all_the_same(tmp_path: Path) -> None:
    store = GameStore(tmp_path)
    game = store.add(STORED)
    store.close()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
        connection.execute("ALTER TABLE games RENAME COLUMN pace TO qace")
    again = GameStore(tmp_path)
    assert again.notice is not None
    assert again.load(game.id) == game
    again.close()


def test_a_move_is_given_back_to_the_game_whose_name_differs_in_one_bit(tmp_path: Path) -> None:
    store = GameStore(tmp_path)
    games = [store.add(STORED) for _ in range(3)]
    store.close()
    path = tmp_path / FILE_NAME
    content, name = bytearray(path.read_bytes()), games[1].id.encode()
    content[content.index(name + b"\x06")] ^= 0x80  # in the key of its sixth move
    path.write_bytes(content)
    again = GameStore(tmp_path)
    assert again.notice is None
    assert [again.load(one.id) for one in games] == games
    again.close()
