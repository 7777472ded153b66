"""Dates of games: as PDN gives them, and as a number that can be sorted."""

from __future__ import annotations

import re
from typing import Final

from crownhead.errors import LibraryError, excerpt

_DATE: Final = re.compile(r"(\d{4})(?:[-./](\d{1,2}|\?{1,2})(?:[-./](\d{1,2}|\?{1,2}))?)?")
# A year that stands alone in the name of an event, such as `Ohio State Ty 1946`.
_YEAR: Final = re.compile(r"(?<!\d)(1[6-9]\d\d|20\d\d)(?!\d)")


def day_of(date: str | None, event: str | None = None) -> int | None:
    """A date as year, month and day in one number; an event may name the year where the date does not.

    >>> day_of("1946.08.??"), day_of("1958-11-03"), day_of("?", "Ohio State Ty 1946"), day_of("soon")
    (19460800, 19581103, 19460000, None)
    """
    match = _DATE.match(date.strip()) if date else None
    if match is not None:
        year, month, day = (int(part) if part and part.isdigit() else 0 for part in match.groups())
        month = month if 1 <= month <= 12 else 0
        return year * 10_000 + month * 100 + (day if month and 1 <= day <= 31 else 0)
    named = _YEAR.findall(event or "")
    return int(named[-1]) * 10_000 if named else None


def first_day(text: str) -> int:
    """The day from which on games are wanted.

    >>> first_day("1954"), first_day("1954.03")
    (19540000, 19540300)
    """
    day = day_of(text)
    if day is None:
        raise LibraryError(
            f"'{excerpt(text)}' is not a date; write a year, or one such as 1954.03.21"
        )
    return day


def last_day(text: str) -> int:
    """The day up to which games are wanted, all of a year or a month if no more is said.

    >>> last_day("1954"), last_day("1954.03"), last_day("1954.03.21")
    (19549999, 19540399, 19540321)
    """
    day = first_day(text)
    if day % 10_000 == 0:
        return day + 9999
    return day + 99 if day % 100 == 0 else day


def year_of(day: int | None) -> int | None:
    """The year of a day.

    >>> year_of(19460800), year_of(None)
    (1946, None)
    """
    return None if day is None else day // 10_000
