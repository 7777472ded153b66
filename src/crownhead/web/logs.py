"""A log that stays small: what repeats itself is counted, not written."""

from __future__ import annotations

import contextlib
import logging
import time
import traceback
from collections.abc import Callable, Iterator
from typing import Final

_SECONDS: Final = 60.0
_MOST_ALIKE: Final = 5  # in so many seconds, lines that differ only in their values
_MOST: Final = 60  # and lines of any kind
_CUT_OFF: Final = "Cancel %s running task"


class Sparing(logging.Filter):
    """Lets few lines of a kind through, and few in all; the next that passes tells how many did not."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._begun = now()
        self._seen: dict[object, int] = {}
        self._all = 0
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        now = self._now()
        if now - self._begun > _SECONDS:
            self._begun, self._all = now, 0
            self._seen.clear()
        if self._all >= _MOST:
            self._left_out += 1
            return False
        kind = (record.name, record.levelno, str(record.msg))
        seen = self._seen[kind] = self._seen.get(kind, 0) + 1
        if seen > _MOST_ALIKE:
            self._left_out += 1
            return False
        self._all += 1
        if self._left_out:
            record.msg = f"{record.getMessage()} ({self._left_out} lines before this were left out)"
            record.args = ()
            self._left_out = 0
        elif seen == _MOST_ALIKE:
            record.msg = (
                f"{record.getMessage()} (more of this kind in the next minute are left out)"
            )
            record.args = ()
        return True


def in_our_words(record: logging.LogRecord) -> bool:
    """Say what uvicorn says of a slow end as people would; it is no error."""
    if str(record.msg).startswith(_CUT_OFF):
        record.msg, record.args = "Something was still under way and was cut off.", ()
        record.levelno, record.levelname = logging.WARNING, "WARNING"
    return True


def is_not_bad_utf8(record: logging.LogRecord) -> bool:
    """Whether a line is about anything but a page that sends invalid UTF-8."""
    error = record.exc_info[1] if record.exc_info else None
    if not isinstance(error, UnicodeDecodeError):
        return True
    # uvicorn closes such a socket with the code 1007, but logs it as an error with a traceback. A fault of
    # ours passes through its code too, but is not raised there.
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    raised_in = str(frames[-1].f_globals.get("__name__")) if frames else ""
    return not raised_in.startswith("uvicorn.protocols.websockets.")


@contextlib.contextmanager
def small_log() -> Iterator[None]:
    """Write what the server and its libraries warn of to standard error, sparingly."""
    handler = logging.StreamHandler()
    handler.setLevel(logging.WARNING)
    handler.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
    handler.addFilter(is_not_bad_utf8)
    handler.addFilter(in_our_words)
    handler.addFilter(Sparing())
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        yield
    finally:
        root.removeHandler(handler)
