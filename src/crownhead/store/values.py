"""What a value in the file may be, and what is left of a damaged one."""

from __future__ import annotations

from typing import Final

#: On clocks and since 1970: a time in the year 2242 or later is damaged.
MOST_SECONDS: Final = 2.0**33
_MOST: Final = 1 << 31


def number_of(value: object) -> int | None:
    """A number that counts or names something; a damaged one is not known."""
    return value if isinstance(value, int) and 0 <= value < _MOST else None


def seconds_of(value: object) -> float | None:
    """A moment in seconds since 1970; a damaged one is not known."""
    return value if isinstance(value, float) and 0 <= value < MOST_SECONDS else None


def readable(text: object) -> str:
    """A name, or what is left of it."""
    return text.decode(errors="replace") if isinstance(text, bytes) else str(text)
