"""Those who look at a game, and the lock under which it changes."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from threading import RLock
from types import TracebackType

Listener = Callable[[str], None]


class WatchedLock:
    """A game's lock that tells, as it is left, what has changed while it was held: once.

    Any thread may hold it, and hold it again. Listeners are told under the lock and must return at
    once.
    """

    def __init__(self, prepare: Callable[[], None]) -> None:
        self.listeners: list[Listener] = []
        self._prepare = prepare  # called before anybody is told of a new view
        self._lock = RLock()
        self._depth = 0
        self._news: set[str] = set()

    def __enter__(self) -> None:
        self._lock.acquire()
        self._depth += 1

    @contextlib.contextmanager
    def held_soon(self, seconds: float) -> Iterator[bool]:
        """Hold the lock if it is free in so many seconds, and yield whether it is held."""
        if not self._lock.acquire(timeout=seconds):
            yield False
            return
        try:
            with self:
                yield True
        finally:
            self._lock.release()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if self._depth == 1 and self._news:
                news, self._news = self._news, set()
                if "view" in news:
                    self._prepare()
                for what in news:
                    self.tell_now(what)
        finally:
            self._depth -= 1
            self._lock.release()

    def tell(self, what: str) -> None:
        """Tell everybody when the lock is left; it must be held."""
        self._news.add(what)

    def tell_now(self, what: str) -> None:
        """Tell everybody at once, from any thread."""
        for listener in list(self.listeners):
            listener(what)
