"""The writer thread: jobs in order, each with its own result, error and deadline."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from functools import partial
from pathlib import Path

import pytest

import programs
from crownhead.errors import StoreError
from crownhead.store import GameStore, StoredGame, writer
from refused import refused
from saying import says
from store.locking import held

STORED = StoredGame("person", "level:1", "english", "B:W21:B1", {})
LONG = 60


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GameStore]:
    opened = GameStore(tmp_path)
    yield opened
    opened.close()


class Blocker:
    """A job that runs until it is released."""

    def __init__(self, store: GameStore) -> None:
        self._begun, self.go = threading.Event(), threading.Event()
        self.job: Future[bool] = store.submit(self._wait)
        assert self._begun.wait(LONG)

    def _wait(self) -> bool:
        self._begun.set()
        return self.go.wait(LONG)


def test_jobs_run_in_their_order_on_one_thread(store: GameStore) -> None:
    blocker = Blocker(store)
    seen: list[tuple[int, int]] = []
    jobs = [
        store.submit(partial(lambda number: seen.append((number, threading.get_ident())), number))
        for number in range(20)
    ]
    assert seen == []
    blocker.go.set()
    for job in jobs:
        job.result(LONG)
    assert [number for number, _ in seen] == list(range(20))
    assert len({thread for _, thread in seen} - {threading.get_ident()}) == 1


def test_an_error_is_told_to_its_caller_alone(store: GameStore) -> None:
    failed = store.submit(lambda: 1 // 0)
    after = store.submit(lambda: 1)
    with pytest.raises(ZeroDivisionError):
        failed.result(LONG)
    assert after.result(LONG) == 1
    with pytest.raises(SystemExit):
        store.run(sys.exit)
    assert store.run(lambda: 2) == 2


def test_a_job_that_a_job_runs_is_a_part_of_it(store: GameStore) -> None:
    def job() -> tuple[StoredGame, Future[str]]:
        later = store.submit(lambda: store.load(stored.id).id)
        stored = store.run(lambda: store.add(STORED))
        assert store.load(stored.id) == stored
        assert not later.done()
        return stored, later

    stored, later = store.run(job)
    assert later.result(LONG) == stored.id


def test_inside_a_transaction_what_it_has_written_is_read(store: GameStore) -> None:
    seen = []

    def change(before: object) -> str:
        seen.append((before, store.setting("port")))
        return "new"

    store.store_setting("port", "old")
    assert store.change_setting("port", change) == store.setting("port") == "new"
    assert seen == [("old", "old")]


def test_only_the_thread_that_writes_may_begin_a_transaction(store: GameStore) -> None:
    with pytest.raises(AssertionError), store._database.transaction():
        pass


def test_a_transaction_that_fails_leaves_nothing(store: GameStore) -> None:
    def fail() -> None:
        with store._database.transaction() as connection:
            connection.execute("INSERT INTO settings (name, value) VALUES ('port', '1')")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        store.run(fail)
    assert store.setting("port") is None
    store.store_setting("port", 2)


def test_transactions_are_not_nested(store: GameStore) -> None:
    def nested() -> None:
        with store._database.transaction():
            store.add(STORED)

    with refused(StoreError, "store.not-written"):
        store.run(nested)
    assert store.page(9) == []


def test_a_job_whose_caller_has_given_up_is_not_run(store: GameStore) -> None:
    blocker = Blocker(store)
    ran: list[int] = []
    with refused(StoreError, "store.held"):
        store.run(lambda: ran.append(1), patience=0.01)
    blocker.go.set()
    store.run(lambda: ran.append(2))
    assert ran == [2]


def test_a_job_that_has_begun_is_waited_for(
    store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go = threading.Event(), threading.Event()

    def job() -> bool:
        begun.set()
        return go.wait(LONG)

    def until_it_is_late(*_: object) -> tuple[set[object], set[object]]:
        assert begun.wait(LONG)
        go.set()
        return set(), set()

    monkeypatch.setattr(writer, "wait", until_it_is_late)
    assert store.run(job, patience=0)


def test_deadlines_begin_when_jobs_are_submitted(
    store: GameStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Time in the queue counts: a job does not then wait for another program as well."""
    monkeypatch.setattr(writer, "PATIENCE", 1e6)
    blocker = Blocker(store)
    told = store.submit(lambda: store._database.writer._deadline)
    submitted = time.monotonic()
    blocker.go.set()
    assert told.result(LONG) <= submitted + 1e6
    with held(tmp_path):
        blocker = Blocker(store)
        late = store.submit(lambda: store.add(STORED), patience=0)
        patient = store.submit(lambda: store.add(STORED))
        blocker.go.set()
        with refused(StoreError, "store.held"):
            late.result(LONG)
        assert not patient.done()
    assert patient.result(LONG).white == "level:1"


def test_closing_does_what_is_queued_and_takes_no_more(tmp_path: Path) -> None:
    store = GameStore(tmp_path)
    blocker = Blocker(store)
    queued = [store.submit(lambda: store.add(STORED)) for _ in range(5)]
    closing = threading.Thread(target=store.close)
    closing.start()
    blocker.go.set()
    closing.join(LONG)
    names = {job.result(LONG).id for job in queued}
    calls: list[Callable[[], object]] = [
        lambda: store.add(STORED),
        store.pulse,
        lambda: store.submit(list),
    ]
    for call in calls:
        with refused(StoreError, "store.closed"):
            call()
    store.close()  # calling it again is harmless
    again = GameStore(tmp_path)
    assert {again.load(name).id for name in names} == names
    assert len(names) == 5
    again.close()


def test_a_store_that_nobody_writes_to_has_no_thread(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    store = GameStore(tmp_path)
    assert store.page(9) == []
    assert set(threading.enumerate()) == before
    store.close()


def test_others_are_noticed_by_the_pulse(store: GameStore, tmp_path: Path) -> None:
    def settled() -> int:
        store.pulse()
        store.run(list)  # the check that the pulse started is done by now
        return store.pulse()

    before = settled()
    store.add(STORED)
    assert settled() == before
    other = GameStore(tmp_path)
    other.add(STORED)
    other.close()
    assert settled() != before


def test_the_pulse_does_not_wait_for_a_job(store: GameStore) -> None:
    blocker = Blocker(store)
    assert store.pulse() == store.pulse()
    blocker.go.set()
    assert blocker.job.result(LONG)


@pytest.mark.skipif(os.name != "posix", reason="a thread is interrupted otherwise there")
def test_ctrl_c_ends_the_wait_for_a_job(store: GameStore) -> None:
    begun, go = threading.Event(), threading.Event()

    def job() -> None:
        begun.set()
        go.wait(LONG)

    def interrupt() -> None:
        begun.wait(LONG)
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    sender = threading.Thread(target=interrupt)
    sender.start()
    with pytest.raises(KeyboardInterrupt):
        store.run(job)
    sender.join()
    go.set()
    assert store.add(STORED).white == "level:1"


FORKED = """
import os, sys
from pathlib import Path
from crownhead.errors import StoreError
from crownhead.store import StoredGame, GameStore

stored = StoredGame("person", "level:1", "english", "B:W21:B1", {})
store = GameStore(sys.argv[1])
if sys.argv[2] == "written":
    store.add(stored)
child = os.fork()
if child == 0:
    try:
        store.add(stored)
    except StoreError as error:
        print(error, flush=True)
    store._database.writer.close()
    os._exit(7)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
store.add(stored)
print(len(list(store._database.rows("SELECT id FROM games"))))
store.close()
"""


@pytest.mark.skipif(os.name != "posix", reason="nothing is forked there")
@pytest.mark.parametrize(("when", "games"), [("written", 2), ("unwritten", 1)])
def test_a_forked_process_neither_writes_nor_waits(tmp_path: Path, when: str, games: int) -> None:
    done = programs.run(
        [sys.executable, "-W", "ignore", "-c", FORKED, str(tmp_path), when],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    refusal, count = done.stdout.splitlines()
    assert says(refusal, "store.other-process", file=tmp_path / "games.sqlite3"), refusal
    assert int(count) == games
