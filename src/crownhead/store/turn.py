"""Whose turn it is to write, and how long they wait for other programs: together, not one after another."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Callable, Iterator
from threading import Event, Lock, get_ident, local
from typing import Final

PATIENCE: Final = 5.0  # seconds that are waited for another program
_PATIENCE_IN_A_JAM: Final = 0.25  # after somebody has waited in vain, until somebody succeeds
_PAUSE: Final = 0.005

Wait = Callable[[Callable[[], object]], None]


class Turn:
    """Lets one thread write at a time. Any thread may ask.

    While one waits for another program, all who come wait no longer than that one. Once it was in vain,
    nobody waits long until the file is free again. A thread may say when it gives up; then everything
    that it writes, and what it had to wait for before, is one wait. One that writes in passing tries once,
    and nobody gives up earlier because of it.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._owner: int | None = None
        self._until: float | None = None  # while somebody waits for another program
        self._jammed = False
        self._stopped = Event()
        self._own = local()  # a thread's own deadline, and whether it writes in passing

    @property
    def is_mine(self) -> bool:
        """Whether this thread writes now."""
        return self._owner == get_ident()

    def stop_waiting(self) -> None:
        """Let everybody give up who waits, and do not wait any more."""
        self._stopped.set()

    @contextlib.contextmanager
    def taken(self, patience: float | None = None) -> Iterator[Wait]:
        """Take the turn; yields what repeats a step while another program holds the file.

        Raises TimeoutError after so many seconds, or as many as is usual.
        """
        own, deadline = self._limit(), self.deadline(patience)
        if own is not None:
            if self._jammed and own <= time.monotonic():
                raise TimeoutError  # it has waited elsewhere, and others have tried for it
            deadline = min(own, deadline)
        if not self._lock.acquire(timeout=max(0.0, deadline - time.monotonic())):
            raise TimeoutError
        self._owner = get_ident()
        try:
            yield lambda step: self._insist(step, deadline)
        finally:
            self._owner = None
            self._lock.release()

    @contextlib.contextmanager
    def given_up_at(self, deadline: float) -> Iterator[None]:
        """Let this thread wait until then and no longer, whatever it does."""
        self._own.deadline = deadline
        try:
            yield
        finally:
            self._own.deadline = None

    @contextlib.contextmanager
    def in_passing(self, seconds: float) -> Iterator[None]:
        """Let this thread wait so long for others here that write, and not at all for other programs."""
        self._own.passing = True
        try:
            with self.given_up_at(time.monotonic() + seconds):
                yield
        finally:
            self._own.passing = False

    def seconds_left(self) -> float | None:
        """How long this thread may still wait; None if it has not said."""
        own = self._limit()
        return None if own is None else max(0.0, own - time.monotonic())

    def _limit(self) -> float | None:
        found: float | None = getattr(self._own, "deadline", None)
        return found

    def deadline(self, patience: float | None = None) -> float:
        """When somebody gives up who begins to wait now."""
        usual = _PATIENCE_IN_A_JAM if self._jammed else PATIENCE
        deadline = time.monotonic() + (usual if patience is None else min(usual, patience))
        shared = self._until
        return deadline if shared is None else min(deadline, shared)

    def _insist(self, step: Callable[[], object], deadline: float) -> None:
        try:
            while True:
                try:
                    step()
                except sqlite3.OperationalError as error:
                    if not is_busy(error):
                        raise
                    if getattr(self._own, "passing", False):
                        raise TimeoutError from None
                else:
                    self._jammed = False
                    return
                self._until = deadline
                if time.monotonic() >= deadline or self._stopped.wait(_PAUSE):
                    self._jammed = True
                    raise TimeoutError
        finally:
            self._until = None


def is_busy(error: sqlite3.OperationalError) -> bool:
    """Whether another program holds the file."""
    return "locked" in str(error)  # Python 3.10 has no codes here
