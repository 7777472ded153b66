"""Signals to a game: stop, suspend, resize."""

import signal
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Final

from crownhead.interrupts import handling
from crownhead.terminal.inbox import Event, Inbox

# Windows has only some of these.
_STOPS: Final = ("SIGINT", "SIGTERM", "SIGQUIT")
_HANG_UP: Final = "SIGHUP"
_WINDOW: Final = ("SIGWINCH", "SIGCONT")
_SUSPEND: Final = "SIGTSTP"


def heard(inbox: Inbox, *, on_a_terminal: bool) -> AbstractContextManager[None]:
    """Put signals into an inbox, to be handled between two events.

    During drawing they would leave half a screen and skip the last messages.
    """

    def interrupt(number: int, _: object) -> None:
        inbox.interrupt(number)

    handlers: dict[str, Callable[..., None]] = dict.fromkeys(_STOPS, interrupt)
    if on_a_terminal:
        handlers |= dict.fromkeys(_WINDOW, lambda *_: inbox.tell(Event.SIZE))
        if _is_obeyed(_SUSPEND):
            handlers[_SUSPEND] = lambda *_: inbox.tell(Event.SUSPEND)
        if _is_obeyed(_HANG_UP):
            handlers[_HANG_UP] = interrupt
    known = [name for name in handlers if hasattr(signal, name)]
    return handling({getattr(signal, name): handlers[name] for name in known})


def _is_obeyed(name: str) -> bool:
    """Whether a signal exists and is not ignored, as Ctrl-Z is without job control, or SIGHUP after nohup."""
    number = getattr(signal, name, None)
    return number is not None and signal.getsignal(number) is not signal.SIG_IGN


def wait_in_the_background() -> None:
    """Stop as programs do after Ctrl-Z; this returns after SIGCONT."""
    number = getattr(signal, _SUSPEND)
    with handling({number: signal.SIG_DFL}):
        signal.raise_signal(number)
