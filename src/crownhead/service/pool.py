"""A bounded pool in which all thinking happens, beside whatever answers people."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import Any, Final, TypeVar

from crownhead.errors import BusyError

_T = TypeVar("_T")
_MOST_WAITING: Final = 64


class ThinkingPool:
    """Runs jobs on a few threads; the others wait their turn, and too many are refused."""

    def __init__(self, threads: int) -> None:
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
