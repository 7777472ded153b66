"""Numbers of any library, such as NumPy's, but no truth values; and keys as SQLite holds them."""

import math
from numbers import Integral, Real

from crownhead.errors import CrownheadError, quoted

_MOST_DIGITS = 18


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


def whole_within(
    kind: type[CrownheadError],
    name: str,
    value: object,
    least: float = -math.inf,
    most: float = math.inf,
) -> int:
    """Take a whole number within bounds, or raise an error of a kind; `name` is the parameter's.

    >>> whole_within(CrownheadError, "depth", "61", 0, 60)
    Traceback (most recent call last):
    crownhead.errors.CrownheadError: depth must be a whole number from 0 to 60, not the string '61'
    >>> whole_within(CrownheadError, "jobs", 0, 1)
    Traceback (most recent call last):
    crownhead.errors.CrownheadError: jobs must be a whole number of at least 1, not 0
    """
    number = as_whole(value)
    if number is not None and least <= number <= most:
        return number
    bounds = {"least": least, "most": most}
    which = "between" if most < math.inf else "from" if least > -math.inf else "any"
    raise kind(f"number.whole.{which}", name=name, value=quoted(value), **bounds)


def whole_of(text: str) -> int | str:
    """The whole number in a text of digits, or else the text.

    >>> whole_of("61"), whole_of("6.1")
    (61, '6.1')
    """
    digits = text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
    return int(text) if digits else text


def signed(key: int) -> int:
    """A key as SQLite holds it.

    >>> signed(2**64 - 1), signed(5)
    (-1, 5)
    """
    return key - (1 << 64) if key >> 63 else key
