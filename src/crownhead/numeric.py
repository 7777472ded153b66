"""Numbers: as somebody gives them, of any library but no truth values, and as SQLite holds them."""

from __future__ import annotations

from numbers import Integral, Real


def as_whole(value: object) -> int | None:
    """A whole number as Python's own; None where something else is given.

    >>> as_whole(5), as_whole(5.0), as_whole(True), as_whole("5")
    (5, None, None, None)
    """
    if type(value) is int:  # nearly always, and ten times faster
        return value
    return int(value) if isinstance(value, Integral) and not isinstance(value, bool) else None


def as_number(value: object) -> float | None:
    """A number, as it is if it is one of Python's own; None where something else is given.

    >>> as_number(5), as_number(0.5), as_number(True)
    (5, 0.5, None)
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    if isinstance(value, Integral):
        return int(value)
    try:
        return value if isinstance(value, float) else float(value)
    except OverflowError:
        return None


def signed(key: int) -> int:
    """A key as SQLite holds it.

    >>> signed(2**64 - 1), signed(5)
    (-1, 5)
    """
    return key - (1 << 64) if key >> 63 else key
