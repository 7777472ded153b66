"""A thread that does what it is asked, and can be left behind when it takes too long."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any


class LateError(Exception):
    """A call that was not done in time."""


class FailedError(Exception):
    """A call that raised `error`; so nobody takes its KeyboardInterrupt for a person's."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(error)
        self.error = error


class _StoppedError(BaseException):
    """Ends a late call from inside. Not an `Exception`, which the call itself might catch."""


class Alongside:
    """Calls functions in one thread of its own, one at a time, each within so many seconds.

    A call that is late is stopped at its next step in Python; one that makes no such step, deep in
    a library, is left behind. After that nothing more can be called here.
    """

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self._calls: SimpleQueue[Callable[[], Any] | None] = SimpleQueue()
        self._answers: SimpleQueue[tuple[Any, BaseException | None]] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._process = os.getpid()
        self._lost = False

    def call(self, function: Callable[..., Any], *args: Any, **named: Any) -> Any:
        """Call a function; `LateError` if it takes too long, `FailedError` if it raises anything."""
        if self._lost:
            raise LateError
        if not self._thread.is_alive():
            self._thread.start()
        self._calls.put(lambda: function(*args, **named))
        try:
            answer, error = self._answers.get(timeout=self._seconds)
        except Empty:
            self._lost = True
            self._stop()
            raise LateError from None
        if error is not None:
            raise FailedError(error)
        return answer

    def close(self) -> None:
        """End the thread, once it has nothing more to do."""
        self._calls.put(None)

    def _run(self) -> None:
        with suppress(_StoppedError):
            while (call := self._calls.get()) is not None:
                self._answers.put(self._answer(call))

    def _answer(self, call: Callable[[], Any]) -> tuple[Any, BaseException | None]:
        try:
            return call(), None
        except _StoppedError:
            raise
        except BaseException as error:
            return None, error
        finally:
            if os.getpid() != self._process:
                os._exit(0)  # a process that the call has forked, and let come back here

    def _stop(self) -> None:
        import ctypes  # seldom wanted

        number = ctypes.c_ulong(self._thread.ident or 0)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(number, ctypes.py_object(_StoppedError))
