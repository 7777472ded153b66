"""Ctrl-C while processes are started: for the program that starts them, not for them."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Hear Ctrl-C at the end of the block; processes that are started in it never hear it.

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
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if handled:
            signal.signal(signal.SIGINT, before)
        if came:
            signal.raise_signal(signal.SIGINT)
