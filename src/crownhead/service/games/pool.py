"""Threads for thinking, apart from those that answer requests: a pool for games, a queue for questions."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from threading import Lock, Semaphore
from typing import Any, Final, TypeVar

from crownhead.errors import BusyError
from crownhead.players import Player
from crownhead.players.engine import EngineThinker

_MOST_WAITING: Final = 64
# Pending questions, half a second each: the host's, all guests' together, and one guest's.
_MOST_OF_HOST: Final = 32
_MOST_OF_GUESTS: Final = 8
_MOST_OF_A_GUEST: Final = 2
# Megabytes: two engines at full strength, or a hundred of the lower levels.
_MOST_TABLE_MB: Final = 128
_T = TypeVar("_T")


class TableMemory:
    """Limits the memory of all playing engines: the ones idle longest free theirs.

    Any thread may call. Engines that are thinking are left alone.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._busy: list[EngineThinker] = []
        self._idle: list[EngineThinker] = []  # the most recently used comes last

    @contextmanager
    def held(self, player: Player) -> Iterator[None]:
        """Let a player keep its table while it chooses, and afterwards while there is room."""
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
        self._idle = [one for one in self._idle if one.table_mb]  # drops closed ones
        held = sum(one.table_mb for one in (*self._busy, *self._idle))
        while held > _MOST_TABLE_MB and self._idle:
            oldest = self._idle.pop(0)
            held -= oldest.table_mb
            oldest.rest()


class ThinkingPool:
    """Runs jobs on a few threads; the others wait, and too many are refused."""

    def __init__(self, threads: int) -> None:
        #: The memory of the engines in this pool.
        self.memory = TableMemory()
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix="thinking")
        self._room = Semaphore(_MOST_WAITING)

    def submit(self, job: Callable[..., _T], *values: Any) -> Future[_T]:
        """Run a job when a thread is free."""
        if not self._room.acquire(blocking=False):
            raise BusyError("service.too-many-thinking")
        return self._executor.submit(self._run, job, *values)

    def _run(self, job: Callable[..., _T], *values: Any) -> _T:
        self._room.release()
        return job(*values)

    def close(self) -> None:
        """Wait for running jobs; drop the waiting ones."""
        self._executor.shutdown(wait=True, cancel_futures=True)


@dataclass(frozen=True, slots=True)
class _Question:
    """A pending question; `guest` is who asked, None for the host."""

    answer: Future[Any]
    job: Callable[[], Any]
    guest: str | None

    def settle(self) -> None:
        """Answer, unless it was cancelled."""
        if not self.answer.set_running_or_notify_cancel():
            return
        try:
            found = self.job()
        except BaseException as error:  # the caller gets it
            self.answer.set_exception(error)
        else:
            self.answer.set_result(found)


class Helpers:
    """Answers questions such as hints one at a time: the host's first, then some of the guests'.

    Any thread may call. Cancelling the future drops a question that has not begun.
    """

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="helping")
        self._lock = Lock()
        self._waiting: list[_Question] = []

    def submit(self, job: Callable[..., _T], *values: Any, guest: str | None = None) -> Future[_T]:
        """Queue a question; without a guest's name, for the host."""
        asked = _Question(Future(), partial(job, *values), guest)
        with self._lock:
            self._drop_cancelled()
            guests = [one.guest for one in self._waiting if one.guest is not None]
            if guest is None:
                full = len(self._waiting) - len(guests) >= _MOST_OF_HOST
            else:
                full = len(guests) >= _MOST_OF_GUESTS or guests.count(guest) >= _MOST_OF_A_GUEST
            if full:
                raise BusyError("service.too-many-questions")
            try:
                self._executor.submit(self._settle_next)
            except RuntimeError:  # closed
                raise BusyError("service.stopping") from None
            self._waiting.append(asked)
        return asked.answer

    def _settle_next(self) -> None:
        with self._lock:
            self._drop_cancelled()
            if not self._waiting:
                return
            first = min(self._waiting, key=lambda one: one.guest is not None)
            self._waiting.remove(first)
        first.settle()

    def _drop_cancelled(self) -> None:
        self._waiting = [one for one in self._waiting if not one.answer.cancelled()]

    def close(self) -> None:
        """Wait for the current answer; drop the waiting questions."""
        with self._lock:
            for one in self._waiting:
                one.answer.cancel()
        self._executor.shutdown(wait=True, cancel_futures=True)
