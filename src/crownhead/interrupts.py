"""Ends: processes that a program starts ignore Ctrl-C and hang-ups, and end with it.

SIGTERM is like Ctrl-C, and a terminal that is closed (SIGHUP) is like SIGTERM.
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
    """The end of a program by a signal, told from one that somebody's code has asked for."""

    def __init__(self, number: int) -> None:
        super().__init__(128 + number)


def exit_terminated(number: int, _: object) -> NoReturn:
    """Handle a signal by the end of the program: what is open is closed first."""
    raise TerminatedExit(number)


def terminate_by_default() -> None:
    """Let SIGTERM and the end of the terminal end the program, unless somebody has chosen otherwise.

    Whoever handles SIGTERM in another way later handles the end of the terminal with it.
    """
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, exit_terminated)
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
        signal.signal(signal.SIGHUP, lambda *_: signal.raise_signal(signal.SIGTERM))


@contextmanager
def handling(handlers: Mapping[int, Any]) -> Iterator[None]:
    """Handle signals, given by their numbers, in these ways until the block ends."""
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Handle Ctrl-C when the block ends; processes started in it ignore Ctrl-C and hang-ups.

    A new process would otherwise show where it was interrupted before it can say what to do then.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.getsignal(signal.SIGINT)
    came: list[int] = []
    # Only the main thread may have a handler; it is for signals that are given to other threads.
    handled = before is not None and current_thread() is main_thread()
    if handled:
        signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    # A process begins with the mask of the thread that starts it.
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
    """Let SIGTERM end what goes on as Ctrl-C does; the list is not empty when it came.

    It goes the way of Ctrl-C, which is held back while processes start, also where the program was
    started with Ctrl-C ignored.
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
    """Let this process be terminated when nobody holds the other end of a pipe any more.

    So it ends with the program that started it, whatever ended that.
    """

    def wait() -> None:
        pipe.poll(None)  # nothing is ever sent: it returns when the other end is closed
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(_SECONDS_TO_END)
        os._exit(1)  # it does not listen

    Thread(target=wait, daemon=True).start()
