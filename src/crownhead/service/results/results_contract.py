"""What front ends are shown of a person's results: counts, and a rating with its error."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from crownhead.service.contract import OpponentView, SideName


class TallyView(TypedDict):
    """How many games were won, drawn and lost."""

    won: int
    drawn: int
    lost: int


class OpponentTallyView(TallyView):
    """The games against a computer."""

    opponent: OpponentView


class SideTallyView(TallyView):
    """The games with one colour."""

    side: SideName


class OpeningTallyView(TallyView):
    """The games with an opening; None for those whose opening has no name."""

    opening: str | None


class StrengthView(TypedDict):
    """A rating with its standard error; the truth lies from `low` to `high` 95 times in 100."""

    rating: int
    error: int
    low: int
    high: int


class PeriodView(TallyView):
    """The games of a day, week, month or year, and the rating at its end."""

    begins: str
    strength: StrengthView | None


class StrengthAfterView(StrengthView):
    """The rating after so many of the games that count for it, the last of which ended then."""

    games: int
    ended: str


class ResultsView(TypedDict):
    """A person's results against computers.

    `strength` follows from the `rated` games; `course` is how it came about, at most a few hundred
    points. The levels are there to compare with.
    """

    total: TallyView
    opponents: list[OpponentTallyView]
    sides: list[SideTallyView]
    openings: list[OpeningTallyView]
    period: Literal["day", "week", "month", "year"]
    periods: list[PeriodView]
    rated: int
    strength: StrengthView | None
    course: list[StrengthAfterView]
    levels: list[OpponentView]
