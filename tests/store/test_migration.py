"""Migration from version 1, as earlier programs wrote it."""

from __future__ import annotations

import json
import sqlite3
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import programs
from crownhead.errors import StoreError
from crownhead.store import GameStore, MatchGame, StoredGame, StoredMove, Summary, database
from crownhead.store.database import FILE_NAME, SCHEMA_VERSION
from crownhead.store.migrations import schema_of, step_from
from refused import refused

SCHEMA_1 = schema_of(1)
CLOCK = {"kind": "game", "seconds": 60.0, "increment": 1.0}
MOVES = (StoredMove((11, 15), 59.5, 60.0), StoredMove((22, 18), 59.5, 58.25))
RESIGNED = {"winner": "white", "reason": "resignation"}
BOARD = "bbbbbbbbbb.b.....wb.w.ww.wwwwwww"
# The ids of the games, oldest first, and what is special about each.
GAMES: dict[str, dict[str, Any]] = {
    "begun": {"moves": ()},
    "resigned": {"ending": RESIGNED},
    "undone": {"ending": RESIGNED, "ply": 1},
    "drawn": {"ending": {"winner": None, "reason": "agreement"}, "white": "person"},
    "going": {"draw_offer": "black", "paused": True},
}


def stored(name: str) -> StoredGame:
    """A game as version 1 stored it."""
    special: dict[str, Any] = {"moves": MOVES, "ply": 2, "white": "level:3"} | GAMES[name]
    if not special["moves"]:
        special["ply"] = 0
    moment = 1000.5 + 10 * list(GAMES).index(name)
    return StoredGame(
        black="person",
        rules="english regicide=on",
        start="B:W21:B1",
        clock=CLOCK,
        black_left=59.5,
        white_left=58.25,
        pace=2.0,
        id=name,
        version=5,
        created=moment - 5,
        updated=moment,
        **special,
    )


def write_game(connection: sqlite3.Connection, game: StoredGame) -> None:
    connection.execute(
        "INSERT INTO games (id, version, created, updated, rules, start, clock, opening_plies, "
        "black, white, black_left, white_left, ply, pace, paused, draw_offer, ending) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            game.id,
            game.version,
            game.created,
            game.updated,
            game.rules,
            game.start,
            json.dumps(game.clock),
            game.opening_plies,
            game.black,
            game.white,
            game.black_left,
            game.white_left,
            game.ply,
            game.pace,
            int(game.paused),
            game.draw_offer,
            json.dumps(game.ending) if game.ending else None,
        ),
    )
    for ply, move in enumerate(game.moves, start=1):
        connection.execute(
            "INSERT INTO moves (game, ply, path, black_left, white_left) VALUES (?, ?, ?, ?, ?)",
            (game.id, ply, " ".join(map(str, move.path)), move.black_left, move.white_left),
        )


@pytest.fixture
def old_file(tmp_path: Path) -> Path:
    """A file of version 1 with games, moves and settings."""
    path = tmp_path / FILE_NAME
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(SCHEMA_1)
        for name in GAMES:
            write_game(connection, stored(name))
        connection.execute("INSERT INTO settings VALUES ('preferences', '{\"theme\": \"wood\"}')")
        connection.execute("PRAGMA user_version = 1")
        connection.commit()
    return path


def content(path: Path) -> tuple[int, list[str]]:
    """The version of a file, and everything in it as SQL."""
    with closing(sqlite3.connect(path)) as connection:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        return version, list(connection.iterdump())


def statements(script: str) -> list[str]:
    found = [""]
    for line in script.splitlines(keepends=True):
        found[-1] += line
        if sqlite3.complete_statement(found[-1]):
            found.append("")
    return [one for one in found if one.strip()]


STEP = statements(step_from(1))


def test_games_moves_and_settings_come_through(old_file: Path) -> None:
    store = GameStore(old_file.parent)
    assert store.notice is None
    for name in GAMES:
        assert store.load(name) == stored(name)
    assert store.setting("preferences") == {"theme": "wood"}
    store.close()
    with closing(sqlite3.connect(old_file)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def test_an_old_game_is_listed_as_well_as_can_be_said(old_file: Path) -> None:
    store = GameStore(old_file.parent)
    newest_first = list(GAMES)[::-1]
    page = store.page(20)
    assert [one.id for one in page] == store.unsummarized(20) == newest_first
    assert [one.error for one in page] == [None] * len(page)
    assert [one.board for one in page] == [None] * len(page)
    assert [one.move_count for one in page] == [2, 2, 2, 2, 0]
    assert {one.id: (one.winner, one.reason) for one in page if one.reason} == {
        "resigned": ("white", "resignation"),
        "drawn": (None, "agreement"),
    }
    assert [one.id for one in store.page(20, state="going")] == ["going", "undone", "begun"]
    assert [one.id for one in store.page(20, state="over")] == ["drawn", "resigned"]
    assert [one.id for one in store.page(20, state="lost")] == ["resigned"]
    assert store.match_score("resigned") == [MatchGame("person", "level:3", "white", "resignation")]
    store.close()


def test_an_old_game_is_summarized_and_played_on(old_file: Path) -> None:
    store = GameStore(old_file.parent)
    store.summarize("going", 5, Summary(BOARD, "black"))
    assert store.page(1)[0].board == BOARD
    going = store.load("going")
    store.save(replace(going, owners={"black": "ada"}), unchanged_moves=2)
    assert store.load("going").owners == {"black": "ada"}
    store.delete("going")
    assert store.seats_of(["going"]) == {}
    assert "going" not in store.unsummarized(20)
    store.close()


def shape(path: Path) -> dict[str, Any]:
    """The tables with their columns and the indices with theirs, in any order."""
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
        shapes: dict[str, Any] = {}
        for kind, name, sql in found:
            if kind == "table":
                rows = connection.execute(f"PRAGMA table_xinfo({name})").fetchall()
                keys = connection.execute(f"PRAGMA foreign_key_list({name})").fetchall()
                shapes[name] = ({row[1:] for row in rows}, keys)
            else:
                shapes[name] = sql
        return shapes


def expressions(path: Path) -> set[str]:
    """How columns are computed and checked, ignoring white space."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT sql FROM sqlite_master WHERE type = 'table'").fetchall()
    found: set[str] = set()
    for (sql,) in rows:
        bare = "\n".join(line.partition("--")[0] for line in sql.splitlines())
        text = " ".join(bare.split())
        for word in ("ALWAYS AS", "CHECK"):
            found |= {part[: _closing(part)] for part in text.split(word)[1:]}
    return found


def _closing(text: str) -> int:
    """The index at which the first bracket of a text closes."""
    depth = 0
    for index, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter == ")" and depth == 0:
            return index
    raise AssertionError(text)


def test_an_old_file_gets_the_schema_of_a_new_one(old_file: Path, tmp_path: Path) -> None:
    GameStore(old_file.parent).close()
    GameStore(tmp_path / "new").close()
    new_file = tmp_path / "new" / FILE_NAME
    assert shape(old_file) == shape(new_file)
    assert expressions(old_file) == expressions(new_file)
    assert len(expressions(new_file)) == 4


@pytest.mark.parametrize("done", range(len(STEP) + 1))
def test_a_step_that_fails_anywhere_leaves_version_1(
    old_file: Path, monkeypatch: pytest.MonkeyPatch, done: int
) -> None:
    before = content(old_file)
    with monkeypatch.context() as patched:
        broken = "".join(STEP[:done]) + "SELECT power_cut();\n"
        patched.setattr(database, "step_from", {1: broken}.__getitem__)
        with refused(StoreError, "store.not-opened"):
            GameStore(old_file.parent)
    assert content(old_file) == before
    assert before[0] == 1
    store = GameStore(old_file.parent)
    assert store.load("going") == stored("going")
    store.close()


def test_a_program_that_dies_before_the_end_leaves_version_1(old_file: Path) -> None:
    before = content(old_file)
    program = f"""
import os, signal
from pathlib import Path
from crownhead.store import GameStore, database
whole = database._run_script
def run(connection, script):
    whole(connection, script)
    connection.execute("PRAGMA user_version = 2")
    print("nearly done", flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
database._run_script = run
GameStore(Path({str(old_file.parent)!r}))
"""
    done = programs.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.returncode < 0, done.stdout) == (True, "nearly done\n"), done.stderr
    assert content(old_file) == before
    store = GameStore(old_file.parent)
    assert [one.id for one in store.page(20)] == list(GAMES)[::-1]
    store.close()


@pytest.mark.parametrize(
    "ending",
    ["'{'", "X'7b7d'", "CAST(X'7bff' AS TEXT)", "'[]'", '\'{"reason": {"a": 1}}\'', "'7'", "''"],
)
def test_a_damaged_game_does_not_keep_a_file_old(old_file: Path, ending: str) -> None:
    with closing(sqlite3.connect(old_file)) as connection, connection:
        connection.execute(f"UPDATE games SET ending = {ending} WHERE id = 'resigned'")
    store = GameStore(old_file.parent)
    assert store.notice is None
    listed = {one.id: one for one in store.page(20)}
    assert set(listed) == set(GAMES)
    assert listed["resigned"].reason is None
    assert store.load("going") == stored("going")
    store.close()


def test_two_programs_may_open_an_old_file_one_after_the_other(old_file: Path) -> None:
    first = GameStore(old_file.parent)
    second = GameStore(old_file.parent)
    first.summarize("going", 5, Summary(BOARD, "black"))
    assert second.page(1)[0].board == BOARD
    first.close()
    second.close()


def test_a_file_without_the_table_of_seats_keeps_its_games(old_file: Path) -> None:
    GameStore(old_file.parent).close()
    with closing(sqlite3.connect(old_file)) as connection:
        connection.execute("DROP TABLE seats")
    store = GameStore(old_file.parent)
    assert store.notice is not None
    assert store.notice.key == "store.repaired"
    for name in GAMES:
        assert store.load(name) == stored(name)  # its columns have another order
    store.close()


def test_an_old_file_that_is_damaged_is_repaired_and_brought_up_to_date(old_file: Path) -> None:
    content = bytearray(old_file.read_bytes())
    with closing(sqlite3.connect(old_file)) as connection:
        name = "sqlite_autoindex_games_1"
        found = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,))
        root = (found.fetchone()[0] - 1) * 4096
    content[root : root + 4096] = bytes(4096)
    old_file.write_bytes(content)
    store = GameStore(old_file.parent)
    assert store.notice is not None
    assert store.notice.key == "store.repaired"
    for name in GAMES:
        assert store.load(name) == stored(name)
    store.close()


@pytest.mark.parametrize("seed", range(20))
def test_a_flipped_bit_in_the_first_page_costs_no_game(old_file: Path, seed: int) -> None:
    damaged = bytearray(old_file.read_bytes())
    random = Random(seed)
    damaged[random.randrange(4096)] ^= 1 << random.randrange(8)
    old_file.write_bytes(damaged)
    store = GameStore(old_file.parent)
    assert {one.id for one in store.page(100)} == set(GAMES)
    store.close()


def test_a_damaged_file_cannot_make_us_run_its_own_sql(old_file: Path) -> None:
    other = old_file.with_name("other")
    with closing(sqlite3.connect(old_file, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        for sql in (f"ATTACH '{other}' AS o", f"CREATE TABLE games (x); ATTACH '{other}' AS o"):
            connection.execute(
                "INSERT INTO sqlite_master VALUES ('table', 'games', 'games', 0, ?)",
                (f"{sql}; CREATE TABLE o.t (x)",),
            )
    store = GameStore(old_file.parent)
    assert store.notice is not None  # the file was repaired
    assert {one.id for one in store.page(100)} == set(GAMES)
    store.close()
    assert not other.exists()
