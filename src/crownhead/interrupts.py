"""Signals: child processes ignore Ctrl-C and hang-ups, and end with their parent.

SIGTERM works like Ctrl-C, and a closed terminal (SIGHUP) like SIGTERM.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Thread, current_thread, main_thread
from typing import TYPE_CHECKING, Any, Final, NoReturn

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

_SECONDS_TO_END: Final = 2.0


class TerminatedExit(SystemExit):
    """An exit by a signal, as opposed to one by somebody's code."""

    def __init__(self, number: int) -> None:
        super().__init__(128 + number)


def exit_terminated(number: int, _: object) -> NoReturn:
    """Exit on a signal; everything open is closed first."""
    raise TerminatedExit(number)


def terminate_by_default() -> None:
    """Exit on SIGTERM and hang-up, unless they have other handlers.

    A later handler for SIGTERM also handles hang-ups.
    """
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, exit_terminated)
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
        signal.signal(signal.SIGHUP, lambda *_: signal.raise_signal(signal.SIGTERM))


@contextmanager
def handling(handlers: Mapping[int, Any]) -> Iterator[None]:
    """Use these handlers, by signal number, until the block ends."""
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Defer Ctrl-C to the end of the block; processes started in it ignore Ctrl-C and hang-ups.

    Otherwise a new process would print a traceback before it can set its own handlers.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.getsignal(signal.SIGINT)
    came: list[int] = []
    # Only the main thread may set handlers; they also serve signals received by other threads.
    handled = before is not None and current_thread() is main_thread()
    if handled:
        signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    # A process inherits the signal mask of the thread that starts it.
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if handled:
            signal.signal(signal.SIGINT, before)
        if came:
            signal.raise_signal(signal.SIGINT)


@contextmanager
def terminated_as_interrupted() -> Iterator[list[int]]:
    """Let SIGTERM interrupt the block as Ctrl-C does; the yielded list is then not empty.

    It works like Ctrl-C, which is deferred while processes start, even if the program was started with
    Ctrl-C ignored.
    """
    came: list[int] = []
    ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN

    def interrupt(_: int, __: object) -> None:
        if came or not ignored:
            raise KeyboardInterrupt

    def terminate(number: int, _: object) -> None:
        came.append(number)
        signal.raise_signal(signal.SIGINT)

    with handling({signal.SIGINT: interrupt, signal.SIGTERM: terminate}):
        yield came


def end_with(pipe: Connection) -> None:
    """Terminate this process when the other end of a pipe is closed everywhere.

    So it ends with the program that started it, however that ended.
    """

    def wait() -> None:
        pipe.poll(None)  # nothing is ever sent: it returns when the other end is closed
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(_SECONDS_TO_END)
        os._exit(1)  # it did not react

    Thread(target=wait, daemon=True).start()
