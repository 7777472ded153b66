"""Stored values: the names of games, which addresses use too, and checks on other values."""

import json
import re
import secrets
from typing import Any, Final

#: Largest clock time or date, in seconds: one in the year 2242 or later is damaged.
MOST_SECONDS: Final = 2.0**33
_MOST: Final = 1 << 31
_LETTERS: Final = "abcdefghijkmnpqrstuvwxyz23456789"  # without those that look alike
_LENGTH: Final = 12
_NAME: Final = re.compile("[a-z0-9]{1,40}", re.ASCII)


def new_name() -> str:
    """A new, unique name."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


def is_name(value: object) -> bool:
    """Whether a value can name a game.

    >>> is_name("k3x9"), is_name("k3/9"), is_name(b"k3x9")
    (True, False, False)
    """
    return isinstance(value, str) and _NAME.fullmatch(value) is not None


def as_text(name: str) -> str:
    """A name as text for SQLite; what is not valid text in a shell's arguments matches nothing."""
    return name.encode(errors="replace").decode()


def parsed(text: object) -> Any:
    """Read stored JSON; None if damaged."""
    try:
        return json.loads(text)  # type: ignore[arg-type]
    except (ValueError, TypeError, RecursionError):
        return None


def number_of(value: object) -> int | None:
    """A count or a row's number; None if damaged."""
    return value if isinstance(value, int) and 0 <= value < _MOST else None


def seconds_of(value: object) -> float | None:
    """Seconds since 1970; None if damaged."""
    return value if isinstance(value, float) and 0 <= value < MOST_SECONDS else None


def readable(text: object) -> str:
    """A name, as far as it is readable."""
    return text.decode(errors="replace") if isinstance(text, bytes) else str(text)
