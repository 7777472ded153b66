"""Forked processes: they never wait for the parent's work, and can do the same work."""

from __future__ import annotations

import os
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import programs
from crownhead.endgame import Build

pytestmark = pytest.mark.skipif(os.name != "posix", reason="nothing is forked there")

HELD = Path(__file__).with_name("hold_unlock.c")

BEGINNING = """
import ctypes, os, sys, threading
from crownhead import Engine, Limit, Position, _core
from crownhead.endgame import EndgameTables

def fork(in_child):
    child = os.fork()
    if child == 0:
        in_child()
        sys.exit(7)
    _, status = os.waitpid(child, 0)
    os._exit(os.waitstatus_to_exitcode(status) % 256)
"""

# The search may be reporting at the moment of the fork.
AFTER_A_REPORT = """
engine = Engine(hash_mb=1)
stream = engine.analysis(Position.start(), Limit())
next(iter(stream))

def in_child():
    with Engine(hash_mb=1) as other:
        other.play(Position.start(), Limit(nodes=1000))

fork(in_child)
"""

WHILE_A_LOCK_IS_HELD = """
hold_next, holding = (ctypes.c_int.in_dll(ctypes.CDLL(None), name) for name in ("hold_next", "holding"))
engine = Engine(hash_mb=1)
hold_next.value = 1
stream = engine.analysis(Position.start(), Limit())
while not holding.value:
    pass

def in_child():
    assert list(stream) == []  # it goes on in the parent alone
    engine.stop()
    stream.stop()
    print(engine.play(Position.start(), Limit(nodes=1000)) in Position.start().legal_moves())

fork(in_child)
"""

# The child waits for nothing, and has its own thread with the same work. It also has its own event:
# the parent's may be locked.
WHILE_AT_WORK = """
def work(asked):
    WORK

def at_work():
    asked = threading.Event()
    threading.Thread(target=work, args=(lambda *_: asked.set(),), daemon=True).start()
    assert asked.wait()

at_work()
fork(at_work)
"""

AT_WORK = {
    "a search": "Engine(hash_mb=1).analyse(Position.start(), Limit(), watch=asked)",
    "perft": "asked(); Position.start().perft(20)",
    "the textbook": "_core.textbook(Position.start(), 'alphabeta', 'pieces', 20, asked)",
    "building tables": """
    while True:
        _core.endgame_solve(sys.argv[1], "0201", True, asked)
""",
    "asking tables": """
    tables = EndgameTables.open(sys.argv[1])
    while tables.probe(Position.from_fen("B:WK1:BK32")):
        asked()
""",
    "a search that asks tables": """
    engine = Engine(hash_mb=1, tables=EndgameTables.open(sys.argv[1]))
    engine.analyse(Position.from_fen("B:WK1,K2:BK32,K31"), Limit(), watch=asked)
""",
}


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tables")
    Build(folder, 3, distance=True).run(jobs=1)
    return folder


def run(program: str, *arguments: object, **environment: str) -> tuple[int, str, str]:
    """The exit code and the output of a program."""
    # Newer Pythons warn about forks with threads, which are tested here.
    command = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", BEGINNING + program]
    ended = programs.run(
        [*command, *map(str, arguments)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )
    return ended.returncode, ended.stdout, ended.stderr


def test_a_fork_while_the_search_holds_its_lock(tmp_path: Path) -> None:
    compiler = shutil.which("cc") or shutil.which("c++")
    if not sys.platform.startswith("linux") or compiler is None:
        pytest.skip("needs Linux and a compiler")
    library = tmp_path / "hold_unlock.so"
    programs.run(
        [compiler, "-x", "c", "-O1", "-shared", "-fPIC", HELD, "-o", library, "-ldl"], check=True
    )
    assert run(WHILE_A_LOCK_IS_HELD, LD_PRELOAD=str(library)) == (7, "True\n", "")


@pytest.mark.parametrize("work", AT_WORK)
def test_a_fork_while_another_thread_is_at(work: str, tables: Path) -> None:
    assert run(WHILE_AT_WORK.replace("WORK", AT_WORK[work]), tables) == (7, "", "")


def test_a_fork_just_after_a_report() -> None:
    assert run(AFTER_A_REPORT) == (7, "", "")


@pytest.mark.long
def test_five_hundred_forks_just_after_a_report() -> None:
    crowd = 3 * (os.cpu_count() or 1)  # so that each of them is short of time
    with ThreadPoolExecutor(crowd) as several:
        ended = list(several.map(lambda _: run(AFTER_A_REPORT), range(500)))
    assert [one for one in ended if one != (7, "", "")] == []
