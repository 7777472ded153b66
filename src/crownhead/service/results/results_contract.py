"""What front ends show of a person's results: counts, and a rating with its error."""

from typing_extensions import TypedDict

from crownhead.pieces import SideName
from crownhead.service.contract import OpponentView
from crownhead.service.results.periods import Unit


class TallyView(TypedDict):
    """Games won, drawn and lost."""

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
    """The games with an opening; None: without a named one."""

    opening: str | None


class StrengthView(TypedDict):
    """A rating with its standard error, and the 95 % interval from `low` to `high`."""

    rating: int
    error: int
    low: int
    high: int


class PeriodView(TallyView):
    """The games of a day, week, month or year, and the rating at its end."""

    begins: str
    strength: StrengthView | None


class StrengthAfterView(StrengthView):
    """The rating after a number of rated games, and the end of the last one."""

    games: int
    ended: str


class ResultsView(TypedDict):
    """A person's results against computers.

    `strength` is estimated from the `rated` games; `course` is its history, at most a few hundred
    points. The levels are for comparison.
    """

    total: TallyView
    opponents: list[OpponentTallyView]
    sides: list[SideTallyView]
    openings: list[OpeningTallyView]
    period: Unit
    periods: list[PeriodView]
    rated: int
    strength: StrengthView | None
    course: list[StrengthAfterView]
    levels: list[OpponentView]
