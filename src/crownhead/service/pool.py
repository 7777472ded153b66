"""A bounded pool in which all thinking happens, beside whatever answers people."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Lock
from typing import Any, Final, TypeVar

from crownhead.errors import BusyError
from crownhead.players import Player
from crownhead.players.engine import EngineThinker

_T = TypeVar("_T")
_MOST_WAITING: Final = 64
# Megabytes: two engines at full strength, or a hundred of the lower levels.
_MOST_TABLE_MB: Final = 128


class TableMemory:
    """Bounds the memory of all engines that play: those that have rested longest give theirs back.

    Any thread may call. Engines that think are never disturbed.
    """

    def __init__(self, most_mb: int = _MOST_TABLE_MB) -> None:
        self._most = most_mb
        self._lock = Lock()
        self._busy: list[EngineThinker] = []
        self._idle: list[EngineThinker] = []  # the one that has thought last comes last

    @contextmanager
    def held(self, player: Player) -> Iterator[None]:
        """Let a player keep its table while it chooses, and afterwards as long as there is room."""
        if not isinstance(player, EngineThinker):
            yield
            return
        with self._lock:
            if player in self._idle:
                self._idle.remove(player)
            self._busy.append(player)
        try:
            yield
        finally:
            with self._lock:
                self._busy.remove(player)
                self._idle.append(player)
                self._make_room()

    def _make_room(self) -> None:
        self._idle = [one for one in self._idle if one.table_mb]  # without those that were closed
        held = sum(one.table_mb for one in (*self._busy, *self._idle))
        while held > self._most and self._idle:
            oldest = self._idle.pop(0)
            held -= oldest.table_mb
            oldest.rest()


class ThinkingPool:
    """Runs jobs on a few threads; the others wait their turn, and too many are refused."""

    def __init__(self, threads: int) -> None:
        #: The memory of those who think here.
        self.memory = TableMemory()
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix="thinking")
        self._lock = Lock()
        self._waiting = 0

    def submit(self, job: Callable[..., _T], *values: Any) -> Future[_T]:
        """Run a job when a thread is free."""
        with self._lock:
            if self._waiting >= _MOST_WAITING:
                raise BusyError("too many computers are thinking already; try again in a moment")
            self._waiting += 1
        return self._executor.submit(self._run, job, *values)

    def _run(self, job: Callable[..., _T], *values: Any) -> _T:
        with self._lock:
            self._waiting -= 1
        return job(*values)

    def close(self) -> None:
        """Wait for the jobs that run; those that wait are dropped."""
        self._executor.shutdown(wait=True, cancel_futures=True)
