"""Limits for the size of a picture, its width in pixels, and the duration of a move."""

from typing import Final

from crownhead.errors import CrownheadError, excerpt
from crownhead.numeric import as_whole

LEAST: Final = 160
MOST_STILL: Final = 1600
MOST_MOVING: Final = 800
# Limits for the seconds a move lasts; programs do not show faster ones.
SHORTEST: Final = 0.1
LONGEST: Final = 10.0


def checked_size(size: int, most: int) -> int:
    """Check a size.

    >>> checked_size(900, MOST_MOVING)
    Traceback (most recent call last):
    crownhead.errors.CrownheadError: the size must be a whole number of pixels from 160 to 800, not '900'
    """
    pixels = as_whole(size)
    if pixels is None or not LEAST <= pixels <= most:
        raise CrownheadError("film.size", least=LEAST, most=most, value=excerpt(size))
    return pixels


def checked_seconds(seconds: float) -> float:
    """Check the seconds that a move lasts."""
    number = isinstance(seconds, (int, float)) and not isinstance(seconds, bool)
    if not number or not SHORTEST <= seconds <= LONGEST:
        limits = {"least": SHORTEST, "most": LONGEST}
        raise CrownheadError("film.seconds", **limits, value=excerpt(seconds))
    return seconds
