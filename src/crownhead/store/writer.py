"""The one thread that writes to the file of games. What is to be written waits in a queue."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path
from threading import Event, get_ident
from typing import Final, TypeVar

from crownhead.errors import StoreError

_T = TypeVar("_T")

PATIENCE: Final = 5.0  # seconds that a job waits for another program
_A_MOMENT: Final = (
    0.1  # seconds that a job waits for those before it, however impatient its caller is
)
_PAUSE: Final = 0.005


class Writer:
    """Runs jobs one after another on a thread of its own. Any thread may call.

    Each job has a deadline from the moment it is submitted. While another program holds the file, the
    first job tries again until its deadline. After a job has waited in vain, all others try once, until
    one succeeds: they wait together.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._process = os.getpid()
        self._jobs = ThreadPoolExecutor(1, "writer")  # which starts its thread with the first job
        self._thread: int | None = None
        self._deadline = 0.0  # of the job that runs
        self._is_patient = False
        self._jammed = False
        self._stopped = Event()

    @property
    def is_here(self) -> bool:
        """Whether the caller runs on the writer's thread."""
        return self._thread == get_ident()

    def submit(self, job: Callable[[], _T], *, patience: float | None = None) -> Future[_T]:
        """Run a job when its turn comes.

        It waits for another program for so many seconds from now, or as many as is usual; with 0 it
        tries once.
        """
        if os.getpid() != self._process:  # forked, without the thread
            raise StoreError("store.other-process", file=self._path)
        deadline = time.monotonic() + (PATIENCE if patience is None else min(patience, PATIENCE))
        try:
            return self._jobs.submit(self._do, job, deadline, patience is None)
        except RuntimeError:
            raise StoreError("store.closed", file=self._path) from None

    def run(self, job: Callable[[], _T], *, patience: float | None = None) -> _T:
        """Run a job and return its result; a job that is run by another runs as a part of it."""
        if self.is_here:
            return job()
        future = self.submit(job, patience=patience)
        try:
            wait([future], PATIENCE if patience is None else max(patience, _A_MOMENT))
            if future.cancel():  # its turn has not come
                raise self.held()
            return future.result()
        except BaseException:
            future.cancel()  # a job that has begun goes on
            raise
        finally:
            del future  # it may hold an error, which holds this frame

    def _do(self, job: Callable[[], _T], deadline: float, is_patient: bool) -> _T:
        self._thread, self._deadline, self._is_patient = get_ident(), deadline, is_patient
        return job()

    def insist(self, step: Callable[[], object]) -> None:
        """Repeat a step of the job that runs while another program holds the file, until its deadline."""
        while True:
            try:
                step()
            except sqlite3.OperationalError as error:
                if not is_busy(error):
                    raise
            else:
                self._jammed = False
                return
            late = self._jammed or time.monotonic() >= self._deadline
            if late or self._stopped.wait(_PAUSE):
                self._jammed |= self._is_patient
                raise self.held()

    def held(self) -> StoreError:
        """What to say when another program has held the file for too long."""
        return StoreError("store.held", file=self._path)

    def stop_waiting(self) -> None:
        """Let all jobs give up that wait for other programs, now and from now on."""
        self._stopped.set()

    def close(self) -> None:
        """Take no more jobs, and wait until those in the queue are done."""
        if os.getpid() == self._process:
            self._jobs.shutdown()


def is_busy(error: sqlite3.OperationalError) -> bool:
    """Whether another program holds the file."""
    return "locked" in str(error)  # Python 3.10 has no codes here
