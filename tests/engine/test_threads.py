"""The engine with threads: one search at a time, and a clean end of the process."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress
from pathlib import Path
from threading import Barrier, Thread

import pytest

import programs
from crownhead import Position
from crownhead.engine import Engine, Limit
from crownhead.engine.engine import most_hash_mb
from crownhead.errors import BusyError, EngineError
from refused import refused

HERE = Position.start()
THERE = Position.from_fen("W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,15")


def test_two_threads_never_get_each_others_answers() -> None:
    answers: list[tuple[Position, object]] = []
    together = Barrier(2)

    def ask(engine: Engine, position: Position) -> None:
        together.wait()
        for _ in range(100):
            try:
                infos = engine.analyse(position, Limit(nodes=2000))
            except BusyError:
                continue
            answers.append((position, infos[0].pv[0]))

    with Engine(hash_mb=1) as engine:
        threads = [Thread(target=ask, args=(engine, position)) for position in (HERE, THERE)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert answers
    for position, move in answers:
        assert move in position.legal_moves(), (position.fen, move)


def test_a_second_search_is_refused_until_the_first_is_stopped() -> None:
    with Engine(hash_mb=1) as engine:
        first = engine.analysis(HERE, Limit(depth=60))
        begun = next(iter(first))
        for ask in (lambda: engine.analyse(THERE, Limit(depth=1)), engine.forget):
            with refused(BusyError, "engine.busy"):
                ask()
        first.stop()
        second = engine.analyse(THERE, Limit(depth=3))
        assert second[0].pv[0] in THERE.legal_moves()
        for info in (begun, *first):
            assert info.pv[0] in HERE.legal_moves()


def test_a_search_that_nobody_holds_any_more_is_stopped() -> None:
    with Engine(hash_mb=1) as engine:
        for _ in engine.analysis(HERE, Limit()):
            break
        engine.analysis(HERE, Limit())  # nobody looks at it at all
        gc.collect()  # for a Python that does not count references
        assert engine.play(THERE, Limit(depth=1)) in THERE.legal_moves()


def test_stopping_an_old_search_leaves_the_new_one_alone() -> None:
    with Engine(hash_mb=1) as engine:
        old = engine.analysis(HERE, Limit(depth=60))
        old.stop()
        with engine.analysis(THERE, Limit(depth=9)) as new:
            old.stop()
            assert list(new)[-1].depth == 9


def test_a_table_larger_than_the_machine_is_refused_in_words() -> None:
    with refused(EngineError, "number.whole.between", name="hash_mb"):
        Engine(hash_mb=most_hash_mb() + 1)


AT_WORK = {
    "a search": "Engine(hash_mb=1).analyse(Position.start(), Limit(depth=60))",
    "perft": "Position.start().perft(20)",
    "the textbook": "_core.textbook(Position.start(), 'alphabeta', 'pieces', 20, lambda: False)",
}


@pytest.mark.parametrize("work", AT_WORK)
def test_python_ends_quietly_while_a_daemon_thread_is_at(work: str) -> None:
    program = f"""
import threading, time
from crownhead import Position, _core
from crownhead.engine import Engine, Limit
from crownhead.engine.engine import most_hash_mb
def by_others():
    return time.process_time() - time.thread_time()
before = by_others()
for _ in range(2):
    threading.Thread(target=lambda: {AT_WORK[work]}, daemon=True).start()
while by_others() < before + 0.1:  # seconds of the processor: they are at work
    time.sleep(0.001)
"""
    ended = programs.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits memory as Linux does")
def test_a_search_for_which_the_system_has_no_room_is_refused_or_done_by_fewer() -> None:
    program = """
import resource
from crownhead import CrownheadError, Engine, Limit, Position
engine = Engine(threads=64, hash_mb=1)
start, limit = Position.start(), Limit(nodes=2000)
engine.play(start.play("11-15"), Limit(depth=1))  # the network is read by now
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
for more in (0, 1, 10, 30, 100, 300):  # megabytes
    resource.setrlimit(resource.RLIMIT_AS, (used + more * 2**20, -1))
    try:
        print(more, engine.play(start, limit) in start.legal_moves())
    except CrownheadError as error:
        print(more, error)
resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
print(engine.play(start, limit) in start.legal_moves())
"""
    ended = programs.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout
    lines = ended.stdout.splitlines()
    assert len(lines) == 7, lines
    assert lines[-2:] == ["300 True", "True"]


def niceness() -> list[int]:
    """The nice values of all threads of this process."""
    found = []
    for path in Path("/proc/self/task").iterdir():
        with suppress(OSError):  # it has ended
            after_name = (path / "stat").read_text().rpartition(")")[2].split()
            found.append(int(after_name[16]))
    return found


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has such threads")
def test_a_patient_engine_searches_with_the_lowest_priority_and_asks_with_the_usual_one() -> None:
    usual = os.getpriority(os.PRIO_PROCESS, 0)
    before = niceness().count(19)
    for threads, patient in ((1, False), (2, True)):
        expected = threads if patient or usual == 19 else 0
        with Engine(threads=threads, hash_mb=1, patient=patient) as engine:
            # On a busy machine, the second thread may start long after the first.
            with engine.analysis(HERE, Limit(depth=30)) as stream:
                for info in stream:
                    found = niceness()
                    if info.depth >= 8 and found.count(19) >= before + expected:
                        break
            assert os.getpriority(os.PRIO_PROCESS, 0) == usual
        assert found.count(19) == before + expected
