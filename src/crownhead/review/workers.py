"""Where games are reviewed: in this process, in several of this machine, or on a Dask cluster."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, Final

import crownhead
from crownhead.engine import Limit
from crownhead.errors import CrownheadError, EngineError, excerpt
from crownhead.game import Game
from crownhead.review.record import GameReview, review_game

# Games that wait for each worker, so that none is idle and few are in memory.
_WAITING: Final = 2
_SECONDS_TO_CONNECT: Final = 5


@dataclass(frozen=True, slots=True)
class Workers:
    """An executor, and how many games it should have at a time."""

    executor: Executor
    room: int

    def review(self, games: Iterable[tuple[int, Game]], limit: Limit) -> Iterator[GameReview]:
        """Review numbered games; each is given as soon as it is done, whatever its number."""
        running: set[Future[GameReview]] = set()
        for number, game in games:
            running.add(self.executor.submit(review_game, game, limit, number))
            if len(running) >= self.room:
                running = yield from _finished(running)
        while running:
            running = yield from _finished(running)


def _finished(
    running: set[Future[GameReview]],
) -> Generator[GameReview, None, set[Future[GameReview]]]:
    """Give the reviews that are done, at least one; return the futures of those that are not."""
    done, others = wait(running, return_when=FIRST_COMPLETED)
    try:
        for future in done:
            yield future.result()
    except (BrokenProcessPool, CancelledError):
        raise EngineError(
            "a worker ended before its game was reviewed; the same command goes on from here"
        ) from None
    return others


def workers(jobs: int | None, cluster: str | None) -> AbstractContextManager[Workers]:
    """The workers to use in a `with` statement: a cluster's, or as many processes as cores.

    >>> with workers(1, None) as here:
    ...     [review.moves for review in here.review([(1, Game())], Limit(depth=2))]
    [()]
    """
    if cluster is not None:
        return _cluster(cluster)
    count = jobs or os.cpu_count() or 1
    return _processes(count) if count > 1 else _this_process()


class _AtOnce(Executor):
    """Does the work where it is asked for."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@contextmanager
def _this_process() -> Iterator[Workers]:
    yield Workers(_AtOnce(), 1)


@contextmanager
def _processes(count: int) -> Iterator[Workers]:
    """Fresh processes: a forked engine would have no threads."""
    leash, held = Pipe(duplex=False)
    pool = ProcessPoolExecutor(
        count, mp_context=get_context("spawn"), initializer=_begin, initargs=(leash,)
    )
    try:
        yield Workers(pool, count * _WAITING)
        pool.shutdown()
    finally:
        held.close()
        pool.shutdown(cancel_futures=True)
        leash.close()


def _begin(leash: Connection) -> None:
    """Leave Ctrl-C to the process that started this one, and end with it, whatever ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(leash,), daemon=True).start()


def _end_with(leash: Connection) -> None:
    leash.poll(None)  # nothing is ever sent: it returns when the other end is closed
    os._exit(1)


@contextmanager
def _cluster(address: str) -> Iterator[Workers]:
    """Dask's client offers the same executor."""
    try:
        from distributed import Client  # an optional extra
    except ImportError:
        raise CrownheadError("a cluster needs Dask: install crownhead[cluster]") from None
    connect: Any = Client  # without types
    try:
        client = connect(address, timeout=_SECONDS_TO_CONNECT)
    except (OSError, ValueError, TypeError):
        raise CrownheadError(
            f"no Dask scheduler answers at '{excerpt(address)}'; an address is host:port"
        ) from None
    with client:
        count = sum(client.nthreads().values())
        if not count:
            raise CrownheadError(f"the cluster at {excerpt(address)} has no workers yet")
        _refuse_other_versions(client)
        executor = client.get_executor(pure=False)
        try:
            yield Workers(executor, count * _WAITING)
        finally:
            executor.shutdown(wait=False)


def _refuse_other_versions(client: Any) -> None:
    """Every worker must judge as we do, or a review would depend on who did what."""
    # A function without a name travels whole: a worker need not have this module.
    found = client.run(lambda: __import__("crownhead").__version__, on_error="return")
    for worker, version in found.items():
        if version != crownhead.__version__:
            has = f"has {version}" if isinstance(version, str) else "has none"
            raise CrownheadError(
                f"every worker needs Crownhead {crownhead.__version__}, but the one at {worker} {has}"
            )
