"""Validates stored values."""

from typing import Final

#: Largest clock time or date, in seconds: one in the year 2242 or later is damaged.
MOST_SECONDS: Final = 2.0**33
_MOST: Final = 1 << 31


def number_of(value: object) -> int | None:
    """A count or a row's number; None if damaged."""
    return value if isinstance(value, int) and 0 <= value < _MOST else None


def seconds_of(value: object) -> float | None:
    """Seconds since 1970; None if damaged."""
    return value if isinstance(value, float) and 0 <= value < MOST_SECONDS else None


def readable(text: object) -> str:
    """A name, as far as it is readable."""
    return text.decode(errors="replace") if isinstance(text, bytes) else str(text)
