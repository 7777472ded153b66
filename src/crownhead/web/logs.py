"""A log that stays small: repeated lines are counted, not written."""

import contextlib
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from crownhead.messages import say

_SECONDS: Final = 60.0
_MOST_ALIKE: Final = 5  # in a minute, lines that differ only in their values
_MOST: Final = 60  # lines of any kind


class Sparing(logging.Filter):
    """Limits log lines by kind and in total; the next line written reports how many were dropped."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._begun = now()
        self._written: Counter[object] = Counter()
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write a line."""
        if self._now() - self._begun > _SECONDS:
            self._begun = self._now()
            self._written.clear()
        kind = (record.name, record.levelno, getattr(record.msg, "key", str(record.msg)))
        if self._written[kind] >= _MOST_ALIKE or self._written.total() >= _MOST:
            self._left_out += 1
            return False
        self._written[kind] += 1
        note = ""
        if self._left_out:
            note = say("log.left-out", count=self._left_out)
            self._left_out = 0
        elif self._written[kind] == _MOST_ALIKE:
            note = say("log.left-out-soon")
        record.msg, record.args = f"{record.getMessage()} {note}".rstrip(), ()
        return True


def is_not_bad_utf8(record: logging.LogRecord) -> bool:
    """Whether a line is about anything but invalid UTF-8 from a page.

    uvicorn closes such a socket with code 1007 but logs a traceback. Faults of ours do not reach
    uvicorn: the guard logs them.
    """
    error = record.exc_info[1] if record.exc_info else None
    return record.name != "uvicorn.error" or not isinstance(error, UnicodeDecodeError)


@contextlib.contextmanager
def small_log() -> Iterator[None]:
    """Log warnings of the server and its libraries to standard error, sparingly."""
    handler = logging.StreamHandler()
    handler.setLevel(logging.WARNING)
    handler.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
    handler.addFilter(is_not_bad_utf8)
    handler.addFilter(Sparing())
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        yield
    finally:
        root.removeHandler(handler)
