"""Locks of live programs: files of dead programs are removed, those of live ones stay."""

from __future__ import annotations

import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import pytest

import programs
from crownhead.errors import StoreError
from crownhead.store import GameStore
from crownhead.store.library.living import Sign, is_alive

KILLED_AT_THE_END = """
import os, signal, sys
from pathlib import Path
from crownhead.store import GameStore
from crownhead.store.library.living import Sign

store = GameStore(Path(sys.argv[1]))
begun = store.library.imports.begin("Mine", "mine.pdn")
Sign.take_back = lambda self: os.kill(os.getpid(), signal.SIGKILL)
store.library.imports.end(begun, "done", 0, "[]")
"""


def signs(folder: Path) -> list[str]:
    return [path.name for path in folder.glob("*.alive")]


def test_the_sign_of_an_import_that_is_over_goes_with_the_next_start(tmp_path: Path) -> None:
    program = [sys.executable, "-c", KILLED_AT_THE_END, str(tmp_path)]
    done = programs.run(program, timeout=60)
    assert done.returncode == -signal.SIGKILL
    assert signs(tmp_path) == ["import-1.alive"]
    living = Sign(tmp_path, "import-2")
    try:
        GameStore(tmp_path).close()
        assert signs(tmp_path) == ["import-2.alive"]
        assert is_alive(tmp_path, "import-2")
    finally:
        living.take_back()
    assert signs(tmp_path) == []


def test_an_import_that_cannot_begin_leaves_no_sign(tmp_path: Path) -> None:
    store = GameStore(tmp_path)
    with closing(sqlite3.connect(store.path)) as connection, connection:
        connection.execute(  # it is checked only after all writes
            "CREATE TABLE strict (id REFERENCES games (id) DEFERRABLE INITIALLY DEFERRED)"
        )
        connection.execute(
            "CREATE TRIGGER full AFTER INSERT ON imports BEGIN INSERT INTO strict VALUES ('x'); END"
        )
    with pytest.raises(StoreError):
        store.library.imports.begin("Mine", "mine.pdn")
    assert signs(tmp_path) == []
    store.close()


def test_who_looks_for_the_dead_never_takes_a_living_one_away(tmp_path: Path) -> None:
    over = Event()

    def look() -> None:
        while not over.is_set():
            is_alive(tmp_path, "work")

    lookers = [Thread(target=look) for _ in range(2)]
    for one in lookers:
        one.start()
    try:
        for number in range(300):
            sign = Sign(tmp_path, "work")
            assert is_alive(tmp_path, "work"), number
            sign.take_back()
    finally:
        over.set()
        for one in lookers:
            one.join()
    assert not is_alive(tmp_path, "work")
