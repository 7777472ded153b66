"""An import that is killed, or finds the disk full, leaves a sound file without half a game."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import programs
from collection.shelves import add
from crownhead.library.finding import search
from crownhead.library.query import Query
from crownhead.library.tinsley import tinsley_pdn
from crownhead.store import GameStore
from crownhead.store.database import FILE_NAME
from saying import says

IMPORT = """
import os, signal, sys
from pathlib import Path
from crownhead.library.importing import import_games
from crownhead.library.tinsley import tinsley_pdn
from crownhead.store import GameStore
from crownhead.store.library import adding

def die():
    os.kill(os.getpid(), signal.SIGKILL)

store = GameStore(Path(sys.argv[1]))
library = store.library
{trouble}
import_games(library, "Mine", tinsley_pdn(), "tinsley.pdn")
"""
# Where the program is killed, and how many games are on disk then.
AFTER_A_BATCH = """
begun = library.positions.make_run
library.positions.make_run = lambda **how: die() if library.imports.load(1).added == 500 else begun(**how)
"""
IN_A_TRANSACTION = """
whole = adding.Adding.insert
seen = []
def insert(self, connection, entries):
    seen.append(1)
    whole(self, connection, entries[:100] if len(seen) == 2 else entries)
    if len(seen) == 2:
        die()
adding.Adding.insert = insert
"""
AT_THE_END = "library.imports.end = lambda *how: die()"
# The file may not grow beyond this: like a disk that is full.
FULL = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
"""


def imported(folder: Path, trouble: str) -> subprocess.CompletedProcess[str]:
    program = IMPORT.format(trouble=trouble)
    return programs.run(
        [sys.executable, "-c", program, str(folder)], capture_output=True, text=True, check=False
    )


def check_sound(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        half = connection.execute(
            "SELECT count(*) FROM library LEFT JOIN records USING (id) WHERE moves IS NULL"
        )
        assert half.fetchone() == (0,)


@pytest.mark.parametrize(
    ("trouble", "count"), [(AFTER_A_BATCH, 500), (IN_A_TRANSACTION, 250), (AT_THE_END, 724)]
)
def test_an_import_that_is_killed_leaves_whole_games(
    tmp_path: Path, trouble: str, count: int
) -> None:
    done = imported(tmp_path, trouble)
    assert done.returncode == -signal.SIGKILL, done.stderr
    store = GameStore(tmp_path)
    library = store.library
    found = library.imports.load(1)
    assert (found.state, found.finished, found.added, found.games) == (
        *("interrupted", None),
        *(count, count),
    )
    assert search(library, Query.parse({"fen": "start"})).count == count
    # It goes on where it was killed, or is undone as a whole.
    again = add(library, "Mine", tinsley_pdn().getvalue())
    assert (again.added, again.duplicates) == (724 - count, count)
    assert library.undo_import(1).games == count
    assert search(library, Query.parse({"fen": "start"})).count == 724 - count
    store.close()
    check_sound(tmp_path / FILE_NAME)


def test_a_full_disk_is_a_sentence_and_loses_nothing(tmp_path: Path) -> None:
    store = GameStore(tmp_path)
    add(store.library, "Before", '[Black "Ann"] 1. 11-15 1-0')
    store.close()
    done = imported(tmp_path, FULL)
    assert done.returncode == 1, done.stderr
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("crownhead.errors.StoreError: "), done.stderr
    assert says(last, "store.not-written"), done.stderr
    store = GameStore(tmp_path)
    assert store.notice is None
    library = store.library
    assert search(library, Query.parse({"player": "Ann"})).count == 1
    found = library.imports.page(1)[0]
    assert found.state in ("interrupted", "failed")
    assert found.added == found.games == search(library, Query()).count - 1
    assert found.games % 250 == 0
    again = add(library, "Mine", tinsley_pdn().getvalue())
    assert again.added + again.duplicates == 724
    store.close()
    check_sound(tmp_path / FILE_NAME)
