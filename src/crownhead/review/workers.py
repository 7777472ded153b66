"""Where games are reviewed: in this process, in several of this machine, or on a Dask cluster."""

from __future__ import annotations

import itertools
import logging
import os
import signal
from collections.abc import Callable, Iterable, Iterator
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
from contextvars import ContextVar
from dataclasses import dataclass
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from typing import Any, Final, TypeAlias

import crownhead
from crownhead.engine import Engine, Limit
from crownhead.errors import CrownheadError, EngineError, excerpt
from crownhead.game import Game
from crownhead.interrupts import end_with, interrupts_held
from crownhead.review.record import GameReview, new_engine, review_game

# Games that wait for each worker, so that none is idle and few are in memory.
_WAITING: Final = 2
_SECONDS_TO_CONNECT: Final = 5
_SECONDS_BETWEEN_NEWS: Final = 0.25
_GOES_ON: Final = "the same command goes on from here"
_LOST: Final = f"a worker ended before its game was reviewed; {_GOES_ON}"

_Futures: TypeAlias = "set[Future[GameReview]]"
# Is told how many positions have been looked at.
Watch = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Workers:
    """An executor, how many games it should have at a time, and who is told how far it is."""

    executor: Executor
    room: int
    watch: Watch
    review_one: Callable[[Game, Limit, int], GameReview] = review_game
    #: How many positions have been looked at, where games that are not finished can be asked.
    looked_at: Callable[[], int] | None = None
    #: Says what was lost when a game does not come back.
    lost: Callable[[], str] = lambda: _LOST

    def review(self, games: Iterable[tuple[int, Game]], limit: Limit) -> Iterator[GameReview]:
        """Review numbered games; each is given as soon as it is done, whatever its number."""
        running: set[Future[GameReview]] = set()
        finished = 0
        for number, game in games:
            running.add(self._submit(game, limit, number))
            if len(running) >= self.room:
                done, running = self._wait(running)
                yield from self._reviews(done)
                finished = self._tell(finished, done)
        while running:
            done, running = self._wait(running)
            yield from self._reviews(done)
            finished = self._tell(finished, done)

    def _submit(self, game: Game, limit: Limit, number: int) -> Future[GameReview]:
        try:
            return self.executor.submit(self.review_one, game, limit, number)
        except Exception as error:
            if _is_loss(error):
                raise EngineError(self.lost()) from None
            raise

    def _wait(self, running: set[Future[GameReview]]) -> tuple[_Futures, _Futures]:
        """Wait until something can be told: what is done, and what still runs."""
        seconds = None if self.looked_at is None else _SECONDS_BETWEEN_NEWS
        done, others = wait(running, seconds, FIRST_COMPLETED)
        return done, others

    def _reviews(self, done: _Futures) -> Iterator[GameReview]:
        """Give what is there, also where a worker was lost, and then say so."""
        lost = False
        for future in done:
            error = future.exception() if not future.cancelled() else CancelledError()
            if error is None:
                yield future.result()
            elif isinstance(error, Exception) and _is_loss(error):
                lost = True
            else:
                raise error
        if lost:
            raise EngineError(self.lost())

    def _tell(self, finished: int, done: _Futures) -> int:
        finished += sum(len(future.result().chances) for future in done)
        self.watch(finished if self.looked_at is None else self.looked_at())
        return finished


def _is_loss(error: Exception) -> bool:
    """Whether an error is about a worker and not about its game; Dask has many for that."""
    ours = isinstance(error, (BrokenProcessPool, CancelledError))
    return ours or type(error).__module__.partition(".")[0] == "distributed"


def workers(
    jobs: int | None, cluster: str | None, watch: Watch = lambda _: None
) -> AbstractContextManager[Workers]:
    """The workers to use in a `with` statement: a cluster's, or as many processes as cores.

    >>> with workers(1, None) as here:
    ...     [review.moves for review in here.review([(1, Game())], Limit(depth=2))]
    [()]
    """
    if cluster is not None:
        return _cluster(cluster, watch)
    count = jobs or os.cpu_count() or 1
    return _processes(count, watch) if count > 1 else _this_process(watch)


class _AtOnce(Executor):
    """Does the work where it is asked for."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@contextmanager
def _this_process(watch: Watch) -> Iterator[Workers]:
    count = itertools.count(1)
    with new_engine() as engine:

        def review_one(game: Game, limit: Limit, number: int) -> GameReview:
            return review_game(game, limit, number, watch=lambda: watch(next(count)), engine=engine)

        yield Workers(_AtOnce(), 1, watch, review_one)


class _Processes(ProcessPoolExecutor):
    """Starts its processes as they are needed, when work is given to it."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        try:
            with interrupts_held():
                return super().submit(fn, *args, **kwargs)
        except OSError as error:
            raise EngineError(f"cannot start a worker: {error.strerror or error}") from None


@contextmanager
def _processes(count: int, watch: Watch) -> Iterator[Workers]:
    """Fresh processes: a forked engine would have no threads."""
    context = get_context("spawn")
    leash, held = Pipe(duplex=False)
    looked_at = context.Value("q", 0)
    pool = _Processes(count, mp_context=context, initializer=_begin, initargs=(leash, looked_at))

    def so_far() -> int:
        return int(looked_at.get_obj().value)  # without the lock, which a killed worker would keep

    try:
        yield Workers(pool, count * _WAITING, watch, _review_and_count, so_far)
        pool.shutdown()
    finally:
        # It takes moments, and workers that we did not wait for would miss what they share with us.
        with interrupts_held():
            held.close()
            pool.shutdown(cancel_futures=True)
            leash.close()


# In a worker: the number of positions that all workers have looked at, and the worker's own engine.
_looked_at: Final[ContextVar[Any]] = ContextVar("looked_at")
_engine: Final[ContextVar[Engine]] = ContextVar("engine")


def _begin(leash: Connection, looked_at: Any) -> None:
    """Leave Ctrl-C to the process that started this one, and end with it, whatever ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _looked_at.set(looked_at)
    end_with(leash)
    _engine.set(new_engine())


def _review_and_count(game: Game, limit: Limit, number: int) -> GameReview:
    return review_game(game, limit, number, watch=_count_position, engine=_engine.get())


def _count_position() -> None:
    counter = _looked_at.get()
    with counter.get_lock():
        counter.value += 1


@contextmanager
def _cluster(address: str, watch: Watch) -> Iterator[Workers]:
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
    with _without_logs("distributed"), client:
        try:
            count = sum(client.nthreads().values())
            _refuse_other_versions(client)
        except OSError:  # among them Dask's own
            raise CrownheadError(f"the cluster at {excerpt(address)} does not answer") from None
        if not count:
            raise CrownheadError(f"the cluster at {excerpt(address)} has no workers yet")
        executor = client.get_executor(pure=False)
        try:
            yield Workers(executor, count * _WAITING, watch, lost=lambda: _lost_by(client, address))
        finally:
            executor.shutdown(wait=False)


def _lost_by(client: Any, address: str) -> str:
    """Say whether it was a worker or the whole cluster that did not come back."""
    if client.status == "running":
        return _LOST
    return f"the cluster at {excerpt(address)} is gone: its scheduler has ended; {_GOES_ON}"


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
