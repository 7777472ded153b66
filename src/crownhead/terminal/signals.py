"""What the system tells a game: to stop, to wait in the background, to look at its window again."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from crownhead.terminal.inbox import Event, Inbox

# Windows has only some of these.
_STOPS: Final = ("SIGINT", "SIGTERM", "SIGQUIT")
_HANG_UP: Final = "SIGHUP"
_WINDOW: Final = ("SIGWINCH", "SIGCONT")
_SUSPEND: Final = "SIGTSTP"


@contextmanager
def heard(inbox: Inbox, *, on_a_terminal: bool) -> Iterator[None]:
    """Put signals into an inbox, to be heard between two things that happen.

    In the middle of drawing they would leave half a screen, and the last words unsaid.
    """
    handlers: dict[str, Callable[..., Any]] = {
        name: lambda number, _frame: inbox.interrupt(number) for name in _STOPS
    }
    if on_a_terminal:
        handlers |= {name: lambda *_: inbox.tell(Event.SIZE) for name in _WINDOW}
        if _is_obeyed(_SUSPEND):
            handlers[_SUSPEND] = lambda *_: inbox.tell(Event.SUSPEND)
        if _is_obeyed(_HANG_UP):
            handlers[_HANG_UP] = lambda number, _frame: inbox.interrupt(number)
    before = {
        getattr(signal, name): signal.signal(getattr(signal, name), handler)
        for name, handler in handlers.items()
        if hasattr(signal, name)
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _is_obeyed(name: str) -> bool:
    """Whether a signal is known and not ignored: Ctrl-Z is in a shell without jobs, and nohup's."""
    number = getattr(signal, name, None)
    return number is not None and signal.getsignal(number) is not signal.SIG_IGN


def wait_in_the_background() -> None:
    """Stop as every program does after Ctrl-Z; this returns when somebody lets it go on."""
    number = getattr(signal, _SUSPEND)
    ours = signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)
    signal.signal(number, ours)
