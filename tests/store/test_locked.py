"""A file that another program holds: reading works, and all writers wait together."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from crownhead.errors import StoreError
from crownhead.sqlite_errors import is_busy
from crownhead.store import GameStore, StoredGame, writer
from refused import refused
from store.locking import held

STORED = StoredGame("person", "level:1", "english", "B:W21:B1", {})
LONG = 60
FOR_EVER = 1e6


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GameStore]:
    opened = GameStore(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(20) as pool:
        yield pool


class Tries:
    """Counts how often each job found the file locked."""

    def __init__(self, store: GameStore) -> None:
        self.of_jobs: Counter[float] = Counter()
        self.late: Counter[float] = Counter()  # how many of these came after the job's deadline
        self.any = threading.Event()
        self._writer = store._database.writer
        self._is_busy = is_busy

    def count(self, error: sqlite3.OperationalError) -> bool:
        """Count a try, instead of `is_busy`."""
        self.of_jobs[self._writer._deadline] += 1
        self.late[self._writer._deadline] += time.monotonic() >= self._writer._deadline
        self.any.set()
        return self._is_busy(error)


@pytest.fixture
def tries(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> Tries:
    counted = Tries(store)
    monkeypatch.setattr(writer, "is_busy", counted.count)
    return counted


def begin_writing(
    store: GameStore, threads: ThreadPoolExecutor, tries: Tries
) -> Future[StoredGame]:
    """Write in a new thread; return when it waits for the other program."""
    tries.any.clear()
    begun = threads.submit(store.add, STORED)
    assert tries.any.wait(LONG)
    return begun


@pytest.mark.parametrize("how", ["IMMEDIATE", "EXCLUSIVE"])
def test_reading_does_not_wait_for_writing(
    store: GameStore,
    threads: ThreadPoolExecutor,
    tries: Tries,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    how: str,
) -> None:
    monkeypatch.setattr(writer, "PATIENCE", FOR_EVER)
    known = store.add(STORED)
    with held(tmp_path, how):
        waiting = begin_writing(store, threads, tries)
        assert store.load(known.id) == known
        assert [one.id for one in store.page(20)] == [known.id]
        assert store.setting("port") is None
        assert store.pulse() == store.pulse()
        other = GameStore(tmp_path)  # another program can start, too
        assert other.load(known.id) == known
        other.close()
        assert not waiting.done()
    assert store.load(waiting.result(LONG).id).white == "level:1"


def test_nobody_waits_when_the_store_is_to_be_closed(
    store: GameStore,
    threads: ThreadPoolExecutor,
    tries: Tries,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(writer, "PATIENCE", FOR_EVER)
    with held(tmp_path):
        waiting = [begin_writing(store, threads, tries)]
        waiting += [threads.submit(store.add, STORED) for _ in range(10)]
        store.stop_waiting()
        for one in waiting:
            with refused(StoreError, "store.held"):
                one.result(LONG)
        with refused(StoreError, "store.held"):
            store.add(STORED)
    store.add(STORED)


def test_many_who_write_wait_together(
    store: GameStore,
    threads: ThreadPoolExecutor,
    tries: Tries,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(writer, "PATIENCE", 1.0)
    with held(tmp_path):
        waiting = [begin_writing(store, threads, tries)]
        waiting += [threads.submit(store.add, STORED) for _ in range(19)]
        for one in waiting:
            assert isinstance(one.exception(LONG), StoreError)
        first = max(tries.of_jobs.values())
        assert first > 3
        assert max(tries.late.values()) <= 1, "one has waited beyond its deadline"
        tries.of_jobs.clear()
        with refused(StoreError, "store.held"):
            store.add(STORED)
        assert sum(tries.of_jobs.values()) < first, (
            "who comes after one that waited in vain waits as long"
        )
    store.add(STORED)


def test_who_writes_in_passing_tries_once_and_makes_nobody_else_impatient(
    store: GameStore,
    threads: ThreadPoolExecutor,
    tries: Tries,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(writer, "PATIENCE", FOR_EVER)
    with held(tmp_path, "EXCLUSIVE"):
        with refused(StoreError, "store.held"):
            store.run(lambda: store.add(STORED), patience=0)
        assert sum(tries.of_jobs.values()) == 1
        waiting = begin_writing(store, threads, tries)
        with refused(StoreError, "store.held"):
            store.run(lambda: store.add(STORED), patience=0.01)
        assert not waiting.done()
    assert waiting.result(LONG).white == "level:1"
    store.run(lambda: store.add(STORED), patience=0)
