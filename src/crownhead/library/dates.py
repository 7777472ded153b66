"""Dates of games: as in PDN, and as sortable numbers."""

import re
from calendar import monthrange
from typing import Final, NamedTuple

from crownhead.errors import LibraryError, excerpt

_DATE: Final = re.compile(r"(\d{4})(?!\d)(?:[-./](\d{1,2}|\?{1,2})(?:[-./](\d{1,2}|\?{1,2}))?)?")
# A year alone in the name of an event, such as `Ohio State Ty 1946`.
_YEAR: Final = re.compile(r"(?<!\d)(1[6-9]\d\d|20\d\d)(?!\d)")


class Day(NamedTuple):
    """A date; unknown parts are 0."""

    year: int
    month: int
    day: int


def day_of(date: str | None, event: str | None = None) -> int | None:
    """Year, month and day in one number; without a date, the year in the event's name.

    Impossible parts, such as a thirteenth month, are unknown.

    >>> day_of("1946.08.??"), day_of("1958-11-03"), day_of("?", "Ohio State Ty 1946"), day_of("soon")
    (19460800, 19581103, 19460000, None)
    >>> day_of("2024.02.30"), day_of("2024.13.45"), day_of("0000.00.00")
    (20240200, 20240000, None)
    """
    match = _DATE.match(date.strip()) if date else None
    given = _given(match) if match else None
    if given is not None and given.year:
        month = given.month if given.month <= 12 else 0
        day = given.day if month and given.day <= monthrange(given.year, month)[1] else 0
        return given.year * 10_000 + month * 100 + day
    named = _YEAR.findall(event or "")
    return int(named[-1]) * 10_000 if named else None


def _given(match: re.Match[str]) -> Day:
    """The number of a date's part; question marks are 0."""
    year, month, day = (int(part) if part and part.isdigit() else 0 for part in match.groups())
    return Day(year, month, day)


def read_day(text: str) -> int:
    """Read a typed date as a number; refuses anything that is not in the calendar.

    >>> read_day("1954"), read_day("1954.03.21"), read_day("1954.03.??")
    (19540000, 19540321, 19540300)
    """
    match = _DATE.fullmatch(text.strip())
    day = day_of(text)
    if match is None or day is None:
        raise LibraryError("dates.unreadable", text=excerpt(text))
    given = _given(match)
    if day_parts(day) != given or (given.day and not given.month):
        raise LibraryError("dates.no-such-day", text=excerpt(text))
    return day


def day_parts(day: int) -> Day:
    """The year, month and day of a number.

    >>> day_parts(19460800)
    Day(year=1946, month=8, day=0)
    """
    return Day(day // 10_000, day // 100 % 100, day % 100)


def last_day(text: str) -> int:
    """The last day of a search: of a year or month, its end.

    >>> last_day("1954"), last_day("1954.03"), last_day("1954.03.21")
    (19549999, 19540399, 19540321)
    """
    day = read_day(text)
    if day % 10_000 == 0:
        return day + 9999
    return day + 99 if day % 100 == 0 else day
