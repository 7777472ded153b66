"""Events while a game is shown: typed lines, signals, the end of input, and news of the game."""

import os
import re
import signal
import time
from codecs import getincrementaldecoder
from collections import deque
from collections.abc import Callable
from enum import Enum, auto
from threading import Condition, Thread
from typing import Final

_MOST_LINES: Final = 1000  # in the queue; then the reader waits
LONGEST_LINE: Final = 4096
# A signal just before this thread waits does not wake it, so it polls.
_SECONDS_AT_A_TIME: Final = 0.25
# Escape sequences of arrows and other keys, which do not belong to a line.
_KEYS: Final = re.compile(r"\x1b(?:\[[0-9;]*|O)[A-Za-z~]")


class Event(Enum):
    """An event other than a line."""

    INTERRUPT = auto()  # Ctrl-C or another signal
    SUSPEND = auto()  # Ctrl-Z
    SIZE = auto()  # the window was resized
    NEWS = auto()  # the game has changed
    END = auto()  # no more lines will come
    TIME = auto()


_BEFORE_LINES: Final = (Event.INTERRUPT, Event.SUSPEND, Event.SIZE, Event.NEWS)
_ONCE: Final = (Event.SUSPEND, Event.SIZE, Event.NEWS)  # the others are not removed


class Inbox:
    """Lines and events in order. One thread waits; any thread may add.

    >>> inbox = Inbox()
    >>> inbox.hear("view")
    >>> inbox.put("11-15")
    >>> inbox.wait(), inbox.wait()
    (<Event.NEWS: 4>, '11-15')
    """

    def __init__(self) -> None:
        self._changed = Condition()
        self._lines: deque[str] = deque()
        self._told: set[Event] = set()
        #: The signal that interrupted, if one did.
        self.signal = 0
        #: How many lines the last line that was taken has overtaken.
        self.overtaken = 0

    def tell(self, event: Event) -> None:
        """Add an event."""
        with self._changed:
            self._told.add(event)
            self._changed.notify_all()

    def hear(self, _what: str) -> None:
        """Add the news that the game has changed; this is a game's listener."""
        self.tell(Event.NEWS)

    def interrupt(self, number: int = signal.SIGINT) -> None:
        """Add an interrupt by a signal, such as Ctrl-C's; it comes before everything else."""
        self.signal = number
        self.tell(Event.INTERRUPT)

    def pause(self, seconds: float) -> bool:
        """Wait until the time is over, or until a line, Ctrl-C or Ctrl-Z comes; return whether one came."""
        end = time.monotonic() + seconds
        with self._changed:
            while not (self._lines or self._told & {Event.INTERRUPT, Event.SUSPEND, Event.END}):
                left = end - time.monotonic()
                if left <= 0:
                    return False
                self._changed.wait(min(left, _SECONDS_AT_A_TIME))
            return True

    def drop(self, unwanted: Callable[[str], bool], count: int | None = None) -> list[str]:
        """Remove unwanted lines, from all or from the first `count`, and return them."""
        with self._changed:
            among = list(self._lines)[:count]
            dropped = [line for line in among if unwanted(line)]
            for line in dropped:
                self._lines.remove(line)
            self._changed.notify_all()
            return dropped

    def put(self, line: str, *, wait: bool = True) -> None:
        """Add a line; if the queue is full, wait or drop it."""
        with self._changed:
            if not wait and len(self._lines) >= _MOST_LINES:
                return
            self._changed.wait_for(lambda: len(self._lines) < _MOST_LINES)
            self._lines.append(line)
            self._changed.notify_all()

    def wait(
        self,
        seconds: float | None = None,
        wanted: Callable[[str], bool] = lambda _line: True,
        *,
        end: bool = True,
    ) -> str | Event:
        """Wait for an event, for a line that is wanted now, or for the end of input.

        A line that is not wanted stays in the queue, and others overtake it.
        """
        until = None if seconds is None else time.monotonic() + seconds
        with self._changed:
            found = self._next(wanted, end)
            while found is None:
                left = _SECONDS_AT_A_TIME if until is None else until - time.monotonic()
                if left <= 0:
                    return Event.TIME
                self._changed.wait(min(left, _SECONDS_AT_A_TIME))
                found = self._next(wanted, end)
            self._take(found)
            return found

    def _next(self, wanted: Callable[[str], bool], end: bool) -> str | Event | None:
        event = next((event for event in _BEFORE_LINES if event in self._told), None)
        if event is not None:
            return event
        line = next((line for line in self._lines if wanted(line)), None)
        if line is not None:
            return line
        return Event.END if end and Event.END in self._told else None

    def _take(self, found: str | Event) -> None:
        """Remove what was found."""
        if found in _ONCE:
            self._told.remove(found)
        elif isinstance(found, str):
            self.overtaken = self._lines.index(found)  # the first such is the one that was found
            del self._lines[self.overtaken]
            self._changed.notify_all()

    def read(self, descriptor: int | None) -> None:
        """Read lines from a file to its end, in a separate thread."""
        # The thread waits in os.read: unlike sys.stdin it holds no lock when the program ends.
        Thread(target=self._read, args=(descriptor,), name="typing", daemon=True).start()

    def _read(self, descriptor: int | None) -> None:
        decode = getincrementaldecoder("utf-8")(errors="replace").decode
        rest = ""
        while descriptor is not None:
            try:
                data = os.read(descriptor, 4096)
            except OSError:  # the terminal is gone
                break
            *lines, rest = (rest + decode(data, final=not data)).replace("\r\n", "\n").split("\n")
            for line in lines:
                self.put(_KEYS.sub("", line[:LONGEST_LINE]))
            rest = rest[: LONGEST_LINE + 1]
            if not data:
                break
        if rest:
            self.put(rest[:LONGEST_LINE])
        self.tell(Event.END)
