"""The only thread that writes to the file of games, with its queue."""

import os
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path
from threading import Event, get_ident
from typing import Final, TypeVar

from crownhead.errors import StoreError
from crownhead.sqlite_errors import is_busy

_T = TypeVar("_T")

PATIENCE: Final = 5.0  # seconds that a job waits for another program
_A_MOMENT: Final = 0.1  # seconds that a job waits for earlier jobs, however impatient its caller is
_PAUSE: Final = 0.005


class Writer:
    """Runs jobs one after another on a thread of its own. Any thread may call.

    Each job has a deadline from its submission. While another program holds the file, the first job
    retries until its deadline. After one job has failed, the others try only once until one succeeds.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._process = os.getpid()
        self._jobs = ThreadPoolExecutor(1, "writer")  # starts its thread with the first job
        self._thread: int | None = None
        self._deadline = 0.0  # of the current job
        self._is_patient = False
        self._jammed = False
        self._stopped = Event()

    @property
    def is_here(self) -> bool:
        """Whether the caller runs on the writer's thread."""
        return self._thread == get_ident()

    def submit(self, job: Callable[[], _T], *, patience: float | None = None) -> Future[_T]:
        """Queue a job.

        It waits for another program for `patience` seconds from now, or the usual time; with 0 it
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
        """Run a job and return its result; inside another job, it runs as a part of that."""
        if self.is_here:
            return job()
        future = self.submit(job, patience=patience)
        try:
            wait([future], PATIENCE if patience is None else max(patience, _A_MOMENT))
            if future.cancel():  # it has not begun
                raise self.held()
            return future.result()
        except BaseException:
            future.cancel()  # a running job goes on
            raise
        finally:
            del future  # it may hold an error, which holds this frame

    def _do(self, job: Callable[[], _T], deadline: float, is_patient: bool) -> _T:
        self._thread, self._deadline, self._is_patient = get_ident(), deadline, is_patient
        return job()

    def insist(self, step: Callable[[], object]) -> None:
        """Retry a step of the current job while another program holds the file, until its deadline."""
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
        """The error when another program has held the file for too long."""
        return StoreError("store.held", file=self._path)

    def stop_waiting(self) -> None:
        """Give up all waiting for other programs, now and from now on."""
        self._stopped.set()

    def close(self) -> None:
        """Take no more jobs, and finish the queue."""
        if os.getpid() == self._process:
            self._jobs.shutdown()
