"""Days, weeks, months and years for charts."""

from collections.abc import Collection
from datetime import date, datetime, timedelta
from typing import Final, Literal

Unit = Literal["day", "week", "month", "year"]

# As many as fit a chart. Longer spans use the next longer unit.
_MOST: Final = 36
_DAYS: Final[tuple[tuple[Unit, int], ...]] = (("day", 1), ("week", 7), ("month", 30))


def date_of(seconds: float) -> date:
    """The local date of a moment."""
    return datetime.fromtimestamp(seconds).date()


def unit_for(days: Collection[date]) -> Unit:
    """The shortest unit with few enough periods to show.

    >>> unit_for([date(2026, 3, 1), date(2026, 3, 20)]), unit_for([date(2026, 3, 1), date(2026, 9, 1)])
    ('day', 'week')
    >>> unit_for([]), unit_for([date(2020, 1, 1), date(2026, 1, 1)])
    ('day', 'year')
    """
    span = (max(days) - min(days)).days + 1 if days else 0
    return next((unit for unit, length in _DAYS if span <= _MOST * length), "year")


def begin_of(day: date, unit: Unit) -> date:
    """The first day of a day's period; weeks begin on Mondays.

    >>> begin_of(date(2026, 3, 19), "week"), begin_of(date(2026, 3, 19), "month")
    (datetime.date(2026, 3, 16), datetime.date(2026, 3, 1))
    """
    if unit == "week":
        return day - timedelta(days=min(day.weekday(), (day - date.min).days))
    return day if unit == "day" else day.replace(day=1, month=day.month if unit == "month" else 1)


def periods(days: Collection[date], unit: Unit) -> list[date]:
    """The first days of all periods from the earliest of these days to the latest.

    >>> [str(begins) for begins in periods([date(2026, 1, 30), date(2026, 3, 2)], "month")]
    ['2026-01-01', '2026-02-01', '2026-03-01']
    """
    if not days:
        return []
    longest = {"day": 1, "week": 7, "month": 31, "year": 366}[unit]
    last = begin_of(max(days), unit)
    found = [begin_of(min(days), unit)]
    while found[-1] < last:
        found.append(begin_of(found[-1] + timedelta(days=longest), unit))
    return found
