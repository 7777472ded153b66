"""Calls with a timeout, in a thread that can be left behind."""

import os
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any


class FailedError(Exception):
    """A call that raised `error`. It wraps even KeyboardInterrupt, which nobody typed."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(error)
        self.error = error


class _StoppedError(BaseException):
    """Ends a late call. Not an `Exception`, which the call might catch."""


class Alongside:
    """Calls functions in its own thread, one at a time, with a timeout.

    A late call is stopped at its next Python instruction. Without one, as in native code, its thread is
    left behind. After a timeout no more calls are possible.
    """

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self._calls: SimpleQueue[Callable[[], Any] | None] = SimpleQueue()
        self._answers: SimpleQueue[tuple[Any, BaseException | None]] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._process = os.getpid()
        self._lost = False

    def call(self, function: Callable[..., Any], *args: Any, **named: Any) -> Any:
        """Call a function; raises TimeoutError after the timeout, `FailedError` if the function raises."""
        if self._lost:
            raise TimeoutError
        if not self._thread.is_alive():
            self._thread.start()
        self._calls.put(lambda: function(*args, **named))
        try:
            answer, error = self._answers.get(timeout=self._seconds)
        except Empty:
            self._lost = True
            self._stop()
            raise TimeoutError from None
        if error is not None:
            raise FailedError(error)
        return answer

    def close(self) -> None:
        """End the thread after its current call."""
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
                os._exit(0)  # a process that the call has forked

    def _stop(self) -> None:
        import ctypes  # rarely needed

        number = ctypes.c_ulong(self._thread.ident or 0)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(number, ctypes.py_object(_StoppedError))
