"""How large pictures may be, and how long they last. A size is the width in pixels."""

from __future__ import annotations

from typing import Final

from crownhead.errors import CrownheadError, excerpt
from crownhead.numeric import as_whole

LEAST: Final = 160
MOST_STILL: Final = 1600
MOST_MOVING: Final = 800
# Seconds that a move may last; a quicker one is not seen, and programs do not show it so quickly.
SHORTEST: Final = 0.1
LONGEST: Final = 10.0


def checked_size(size: int, most: int) -> int:
    """Take a number for a size.

    >>> checked_size(900, MOST_MOVING)
    Traceback (most recent call last):
    crownhead.errors.CrownheadError: the size must be a whole number of pixels from 160 to 800, not '900'
    """
    pixels = as_whole(size)
    if pixels is None or not LEAST <= pixels <= most:
        raise CrownheadError(
            f"the size must be a whole number of pixels from {LEAST} to {most}, not '{excerpt(size)}'"
        )
    return pixels


def checked_seconds(seconds: float) -> float:
    """Take a number for the time that a move lasts."""
    number = isinstance(seconds, (int, float)) and not isinstance(seconds, bool)
    if not number or not SHORTEST <= seconds <= LONGEST:
        raise CrownheadError(
            f"a move lasts from {SHORTEST:g} to {LONGEST:g} seconds, not '{excerpt(seconds)}'"
        )
    return seconds
