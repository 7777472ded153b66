"""The workers of a Dask cluster. Nothing is kept between tasks, because threads share a worker."""

import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from importlib.metadata import version
from typing import Any, Final

from crownhead.errors import CrownheadError, excerpt, needing
from crownhead.messages import Message, counted
from crownhead.parallel.pool import Pool, Result, Task, Watch, Work, WorkersLostError

# Queued tasks for each worker, so that none is idle and few are in memory.
_WAITING: Final = 2
_SECONDS_TO_CONNECT: Final = 5
#: The timeout for a cluster without workers, in seconds: a killed worker may be restarted.
SECONDS_WITHOUT_WORKERS: Final = 20.0


@contextmanager
def cluster_pool(
    work: Work[Task, Result],
    address: str,
    watch: Watch | None,
    patience: float = SECONDS_WITHOUT_WORKERS,
) -> Iterator[Pool[Task, Result]]:
    """A pool on Dask's client, which has an executor like that of processes."""
    client = _connected(address)
    with _without_logs(), _without_its_tracebacks(), client:
        try:
            count = sum(client.nthreads().values())
            _refuse_other_versions(client)
        except OSError:  # Dask's errors are among them
            raise CrownheadError("cluster.no-answer", address=excerpt(address)) from None
        if not count:
            raise CrownheadError("cluster.no-workers-yet", address=excerpt(address))
        executor = client.get_executor(pure=False)
        attendance = _Attendance(client, address, patience)

        def submit(task: Task) -> Future[tuple[Result, int]]:
            future: Future[tuple[Result, int]] = executor.submit(_do, work, task)
            future.add_done_callback(attendance.note)
            return future

        try:
            yield Pool(
                submit,
                room=count * _WAITING,
                watch=watch,
                check=attendance.check,
                lost=attendance.lost,
            )
        finally:
            executor.shutdown(wait=False)


def _do(work: Work[Any, Any], task: Any) -> tuple[Any, int]:
    steps = 0

    def tick() -> None:
        nonlocal steps
        steps += 1

    with work.begin() as kept:
        return work.do(kept, task, tick), steps


class _Attendance:
    """Checks that workers are there: Dask itself would wait forever for them to come back."""

    def __init__(
        self,
        client: Any,
        address: str,
        patience: float,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client = client
        self._address = excerpt(address)
        self._patience = patience
        self._now = now
        self._missed: float | None = None  # the moment since which there are no workers

    def note(self, done: Future[Any]) -> None:
        """Note a finished task: there are workers."""
        if not done.cancelled() and done.exception() is None:
            self._missed = None

    def check(self) -> None:
        """Raise an error if there have been no workers for too long."""
        present = self._workers()
        if present is None:
            raise WorkersLostError(self.lost())
        now, missed = self._now(), self._missed
        if present:
            self._missed = None
        elif missed is None:
            self._missed = now
        elif now - missed >= self._patience:
            time = counted("second", self._patience)
            raise WorkersLostError("cluster.no-workers", address=self._address, time=time)

    def _workers(self) -> int | None:
        """The number of workers; None if the scheduler does not answer."""
        try:
            return len(self._client.nthreads()) if self._client.status == "running" else None
        except Exception:  # of any kind
            return None

    def lost(self) -> Message:
        """Whether a worker or the whole cluster was lost."""
        lost = "gone" if self._workers() is None else "worker-lost"
        return Message(f"cluster.{lost}", {"address": self._address})


def _connected(address: str) -> Any:
    with needing("cluster", "cluster"):
        from distributed import Client
    connect: Any = Client  # it has no types
    try:
        return connect(address, timeout=_SECONDS_TO_CONNECT)
    except (OSError, ValueError, TypeError):
        raise CrownheadError("cluster.no-scheduler", address=excerpt(address)) from None


@contextmanager
def _without_logs() -> Iterator[None]:
    """Silence Dask's loggers: its problems become errors here."""
    known = map(logging.getLogger, list(logging.root.manager.loggerDict))
    loggers = [one for one in known if f"{one.name}.".startswith("distributed.")]
    before = [logger.disabled for logger in loggers]
    for logger in loggers:
        logger.disabled = True
    try:
        yield
    finally:
        for logger, disabled in zip(loggers, before, strict=True):
            logger.disabled = disabled


@contextmanager
def _without_its_tracebacks() -> Iterator[None]:
    """Keep Tornado, which runs Dask's loop, from logging Dask's tracebacks when its cluster ends."""

    def is_anothers(record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        return type(error).__module__.partition(".")[0] != "distributed"

    logger = logging.getLogger("tornado.application")
    logger.addFilter(is_anothers)
    try:
        yield
    finally:
        logger.removeFilter(is_anothers)


def _refuse_other_versions(client: Any) -> None:
    """All workers must have this version, or results would depend on who did what."""
    # A lambda is pickled by value: a worker need not have this module.
    found = client.run(lambda: __import__("crownhead").__version__, on_error="return")
    ours = version("crownhead")
    for worker, theirs in found.items():
        if theirs != ours:
            needs = {"version": ours, "worker": worker}
            if not isinstance(theirs, str):
                raise CrownheadError("cluster.no-crownhead", **needs)
            raise CrownheadError("cluster.other-version", **needs, found=theirs)
