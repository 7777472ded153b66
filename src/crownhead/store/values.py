"""What a value in the file may be, and what is left of a damaged one."""

from __future__ import annotations

from typing import Final

#: On clocks and since 1970: a time in the year 2242 or later is damaged.
MOST_SECONDS: Final = 2.0**33


def readable(text: object) -> str:
    """A name, or what is left of it."""
    return text.decode(errors="replace") if isinstance(text, bytes) else str(text)
