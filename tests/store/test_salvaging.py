"""A damaged file loses only what cannot be read: the rest is copied into a new file."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from subprocess import PIPE

import pytest

import programs
from collection.shelves import add
from crownhead.library.tinsley import tinsley_pdn
from crownhead.messages import Message
from crownhead.store import GameStore, StoredGame, StoredMove, StoredReview, Summary
from crownhead.store.database import FILE_NAME

PAGE = 4096
VERSION = range(60, 64)
BOARD = "bbbbbbbbbbbb........wwwwwwwwwwww"
REMADE = {"runs", "positions", "sqlite_sequence"}
Rows = dict[str, Counter[tuple[object, ...]]]


def game(name: str, moves: int = 40) -> StoredGame:
    return StoredGame(
        black="person",
        white=name,
        rules="english",
        start="B:W21,22,23:B1,2,3",
        clock={"kind": "game", "seconds": 60.0, "increment": 1.0},
        moves=tuple(StoredMove((1 + ply % 28, 5 + ply % 28), 59.5, 60.0) for ply in range(moves)),
        ply=moves,
        summary=Summary(BOARD, "white"),
    )


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with rows in each table, and free pages."""
    folder = tmp_path_factory.mktemp("sound")
    store = GameStore(folder)
    games = [store.add(game(f"level:{number % 9 + 1}")) for number in range(60)]
    for number in range(0, 60, 2):
        seated = replace(games[number], owners={"black": "ada"}, invitations={"white": "0f3a"})
        games[number] = store.save(seated, unchanged_moves=40)
    for one in games[::2]:
        store.reviews.save(StoredReview(one.id, "line", {"nodes": 7}, ["found"] * 900, 1000.5))
    store.store_setting("preferences", {"theme": "wood"})
    add(store.library, "Marion Tinsley", tinsley_pdn().getvalue()[:60_000])
    for one in games[20:40]:
        store.delete(one.id)
    store.close()
    return folder / FILE_NAME


def rows_of(path: Path) -> Rows:
    """All rows by table, without derived tables."""
    with closing(sqlite3.connect(path)) as connection:
        connection.text_factory = bytes
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {
            name: Counter(connection.execute(f"SELECT * FROM {name}"))
            for name in (row[0].decode() for row in names.fetchall())
            if name not in REMADE
        }


def tree_of(path: Path, name: str) -> int:
    """The offset of the first page of a table or an index."""
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,))
        return (int(found.fetchone()[0]) - 1) * PAGE


def reopened(folder: Path, content: bytes) -> Message | None:
    """Open a store on a file with this content and close it; return what it reports."""
    (folder / FILE_NAME).write_bytes(content)
    store = GameStore(folder)
    store.close()
    aside = list(folder.glob("games-damaged-*.sqlite3"))
    assert all(path.read_bytes() == content for path in aside)
    return store.notice


def lost_rows(sound: Path, folder: Path) -> int:
    """How many rows are missing; a row with a flipped bit counts as present."""
    before, after = rows_of(sound), rows_of(folder / FILE_NAME)
    return sum(max(0, rows.total() - after[table].total()) for table, rows in before.items())


@pytest.mark.parametrize("flips", [30, pytest.param(400, marks=pytest.mark.long)])
def test_a_flipped_bit_loses_a_row_or_two(sound: Path, tmp_path: Path, flips: int) -> None:
    content = sound.read_bytes()
    rng = Random(flips)
    repaired = 0
    for number in range(flips):
        folder = tmp_path / str(number)
        folder.mkdir()
        offset, bit = rng.randrange(len(content)), rng.randrange(8)
        damaged = bytearray(content)
        damaged[offset] ^= 1 << bit
        if offset in VERSION:
            continue  # a larger version means a newer Crownhead's file
        repaired += reopened(folder, bytes(damaged)) is not None
        assert lost_rows(sound, folder) <= 2, (offset, bit)  # a library game has two
        shutil.rmtree(folder)
    assert repaired


@pytest.mark.parametrize("first", [0, 16, 32, 64])
def test_the_first_bytes_are_known(sound: Path, tmp_path: Path, first: int) -> None:
    damaged = bytearray(sound.read_bytes())
    last = {0: 16, 16: 32, 32: 60, 64: 100}[first]  # between them is the version
    damaged[first:last] = b"\xa5" * (last - first)
    reopened(tmp_path, bytes(damaged))
    assert rows_of(tmp_path / FILE_NAME) == rows_of(sound)


@pytest.mark.parametrize(
    "name", ["games_by_time", "sqlite_autoindex_games_1", "library_by_digest", "library_by_game"]
)
def test_an_index_that_is_gone_loses_nothing(sound: Path, tmp_path: Path, name: str) -> None:
    damaged = bytearray(sound.read_bytes())
    root = tree_of(sound, name)
    damaged[root : root + PAGE] = b"\x5a" * PAGE
    assert reopened(tmp_path, bytes(damaged)) is not None
    assert rows_of(tmp_path / FILE_NAME) == rows_of(sound)


def test_a_tree_without_its_root_loses_nothing_of_a_table_with_numbers(
    sound: Path, tmp_path: Path
) -> None:
    damaged = bytearray(sound.read_bytes())
    for name in ("games", "records"):
        root = tree_of(sound, name)
        assert damaged[root] == 5, "it has leaves"
        damaged[root : root + PAGE] = bytes(PAGE)
    reopened(tmp_path, bytes(damaged))
    assert rows_of(tmp_path / FILE_NAME) == rows_of(sound)


def test_a_damaged_list_of_free_pages_brings_nothing_back(sound: Path, tmp_path: Path) -> None:
    damaged = bytearray(sound.read_bytes())
    first = int.from_bytes(damaged[32:36], "big")
    assert first, "some pages are free"
    damaged[(first - 1) * PAGE : (first - 1) * PAGE + 8] = b"\xff" * 8
    reopened(tmp_path, bytes(damaged))
    assert rows_of(tmp_path / FILE_NAME) == rows_of(sound)


def test_a_file_that_was_cut_keeps_what_is_left(sound: Path, tmp_path: Path) -> None:
    content = sound.read_bytes()
    reopened(tmp_path, content[: len(content) // 2 + 1000])
    kept = rows_of(tmp_path / FILE_NAME)
    assert kept["games"].total() > 10
    assert kept["moves"].total() > 100


def test_games_whose_row_or_collection_is_lost_are_still_in_the_library(
    sound: Path, tmp_path: Path
) -> None:
    damaged = bytearray(sound.read_bytes())
    root = tree_of(sound, "collections")
    damaged[root : root + PAGE] = b"\x5a" * PAGE
    leaf = int.from_bytes(damaged[tree_of(sound, "library") + 8 :][:4], "big")  # its last page
    damaged[(leaf - 1) * PAGE : leaf * PAGE] = b"\x5a" * PAGE
    reopened(tmp_path, bytes(damaged))
    before, after = rows_of(sound), rows_of(tmp_path / FILE_NAME)
    assert after["records"] == before["records"]
    store = GameStore(tmp_path)
    try:
        shown = {one.id: one.games for one in store.library.collections()}
        assert sum(shown.values()) == before["library"].total()
        for number, *_ in before["records"]:
            assert isinstance(number, int)
            store.library.load(number)
    finally:
        store.close()


def test_a_damaged_file_is_not_replaced_while_another_program_uses_it(
    sound: Path, tmp_path: Path
) -> None:
    shutil.copyfile(sound, tmp_path / FILE_NAME)
    store = GameStore(tmp_path)
    program = f"""
from pathlib import Path
from crownhead.errors import StoreError
from crownhead.store import GameStore
folder = Path({str(tmp_path)!r})
with (folder / {FILE_NAME!r}).open("r+b") as file:
    file.seek({tree_of(sound, "library_by_digest")})
    file.write(bytes({PAGE}))
try:
    GameStore(folder)
except StoreError as error:
    assert error.code == "store.damaged-in-use", error
else:
    raise AssertionError("it was replaced")
"""
    try:
        programs.run([sys.executable, "-c", program], check=True, timeout=60)
        store.store_setting("last", "words")
    finally:
        store.close()
    again = GameStore(tmp_path)
    assert (again.setting("last"), again.notice is None) == ("words", False)
    again.close()


def test_a_library_is_kept_where_nobody_has_played(tmp_path: Path) -> None:
    store = GameStore(tmp_path)
    add(store.library, "Marion Tinsley", tinsley_pdn().getvalue()[:5_000])
    store.close()
    sound = tmp_path / "sound"
    shutil.copyfile(tmp_path / FILE_NAME, sound)
    reopened(tmp_path, b"\x5a" * 16 + sound.read_bytes()[16:])
    assert rows_of(tmp_path / FILE_NAME) == rows_of(sound)


def test_what_was_only_in_the_log_is_kept(sound: Path, tmp_path: Path) -> None:
    shutil.copyfile(sound, tmp_path / FILE_NAME)
    program = f"""
import os, signal
from pathlib import Path
from crownhead.store import GameStore
store = GameStore(Path({str(tmp_path)!r}))
store.store_setting("last", "words")
os.kill(os.getpid(), signal.SIGKILL)
"""
    done = programs.run([sys.executable, "-c", program], timeout=60)
    assert done.returncode < 0
    assert (tmp_path / f"{FILE_NAME}-wal").stat().st_size
    damaged = bytearray((tmp_path / FILE_NAME).read_bytes())
    damaged[:16] = b"\x5a" * 16
    root = tree_of(sound, "games_by_time")
    damaged[root : root + PAGE] = b"\x5a" * PAGE
    (tmp_path / FILE_NAME).write_bytes(damaged)
    store = GameStore(tmp_path)
    assert (store.setting("last"), len(store.page(100))) == ("words", 40)
    assert store.notice is not None
    store.close()


@pytest.mark.parametrize("seed", range(6))
def test_however_much_is_damaged_there_is_a_store(sound: Path, tmp_path: Path, seed: int) -> None:
    rng = Random(seed)
    damaged = bytearray(sound.read_bytes())
    for _ in range(300):
        offset = rng.randrange(64, len(damaged))
        damaged[offset] = rng.randrange(256)
    assert reopened(tmp_path, bytes(damaged)) is not None
    assert rows_of(tmp_path / FILE_NAME)["games"].total() > 20


def test_programs_that_start_together_repair_a_file_once(sound: Path, tmp_path: Path) -> None:
    damaged = bytearray(sound.read_bytes())
    damaged[:16] = b"\x5a" * 16
    (tmp_path / FILE_NAME).write_bytes(damaged)
    program = f"""
from pathlib import Path
from crownhead.store import GameStore
print("ready", flush=True)
input()
store = GameStore(Path({str(tmp_path)!r}))
print(len(store.page(100)))
store.close()
"""
    several = [
        programs.start([sys.executable, "-c", program], stdin=PIPE, stdout=PIPE, text=True)
        for _ in range(3)
    ]
    for one in several:
        assert one.stdout is not None
        assert one.stdout.readline() == "ready\n"
    for one in several:
        assert one.stdin is not None
        one.stdin.write("go\n")
        one.stdin.flush()
    assert [one.communicate(timeout=60)[0] for one in several] == ["40\n"] * 3
    assert len(list(tmp_path.glob("games-damaged-*"))) == 1
