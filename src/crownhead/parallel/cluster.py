"""The workers of a Dask cluster. What a worker keeps is made anew for each task: threads share it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from importlib.metadata import version
from typing import Any, Final

from crownhead.errors import CrownheadError, excerpt, needing
from crownhead.messages import counted
from crownhead.parallel.pool import Pool, Result, Task, Watch, Work, WorkersLostError

# Tasks that wait for each worker, so that none is idle and few are in memory.
_WAITING: Final = 2
_SECONDS_TO_CONNECT: Final = 5
#: Seconds after which a cluster without any worker is given up: one that was killed may be restarted.
SECONDS_WITHOUT_WORKERS: Final = 20.0


@contextmanager
def cluster_pool(
    work: Work[Task, Result],
    address: str,
    watch: Watch | None,
    patience: float = SECONDS_WITHOUT_WORKERS,
) -> Iterator[Pool[Task, Result]]:
    """Dask's client offers the same executor as processes do."""
    client = _connected(address)
    with _without_logs("distributed"), _without_its_tracebacks(), client:
        try:
            count = sum(client.nthreads().values())
            _refuse_other_versions(client)
        except OSError:  # among them Dask's own
            raise CrownheadError(f"the cluster at {excerpt(address)} does not answer") from None
        if not count:
            raise CrownheadError(f"the cluster at {excerpt(address)} has no workers yet")
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
    """Looks whether anybody is still at work: Dask itself waits for ever for workers to come back."""

    def __init__(
        self,
        client: Any,
        address: str,
        patience: float,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client = client
        self._cluster = f"the cluster at {excerpt(address)}"
        self._patience = patience
        self._now = now
        self._missed: float | None = None  # since when nobody was seen

    def note(self, done: Future[Any]) -> None:
        """See that somebody is there, by what was done."""
        if not done.cancelled() and done.exception() is None:
            self._missed = None

    def check(self) -> None:
        """Raise where there has been no worker for too long."""
        present = self._workers()
        if present is None:
            raise WorkersLostError(self.lost())
        now, missed = self._now(), self._missed
        if present:
            self._missed = None
        elif missed is None:
            self._missed = now
        elif now - missed >= self._patience:
            raise WorkersLostError(
                f"{self._cluster} has had no workers for {counted('second', self._patience)}"
            )

    def _workers(self) -> int | None:
        """How many workers there are; None where the scheduler does not answer."""
        try:
            return len(self._client.nthreads()) if self._client.status == "running" else None
        except Exception:  # of any kind: whatever it is, nobody answers
            return None

    def lost(self) -> str:
        """Say whether it was a worker or the whole cluster that did not come back."""
        if self._workers() is not None:
            return f"a worker of {self._cluster} stopped early"
        return f"{self._cluster} is gone: its scheduler has ended"


def _connected(address: str) -> Any:
    with needing("cluster", "cluster"):
        from distributed import Client
    connect: Any = Client  # without types
    try:
        return connect(address, timeout=_SECONDS_TO_CONNECT)
    except (OSError, ValueError, TypeError):
        raise CrownheadError(
            f"no Dask scheduler answers at '{excerpt(address)}'; an address is host:port"
        ) from None


@contextmanager
def _without_logs(package: str) -> Iterator[None]:
    """Keep a package from logging: what matters of it we say ourselves."""
    names = [
        name for name in logging.root.manager.loggerDict if f"{name}.".startswith(f"{package}.")
    ]
    loggers = [logging.getLogger(name) for name in names]
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
    """Keep Tornado, which runs Dask's loop, from showing where Dask was when its cluster ended."""

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
    """Every worker must play and judge as we do, or results would depend on who did what."""
    # A function without a name travels whole: a worker need not have this module.
    found = client.run(lambda: __import__("crownhead").__version__, on_error="return")
    ours = version("crownhead")
    for worker, theirs in found.items():
        if theirs != ours:
            has = f"has {theirs}" if isinstance(theirs, str) else "has none"
            raise CrownheadError(
                f"every worker needs Crownhead {ours}, but the one at {worker} {has}"
            )
