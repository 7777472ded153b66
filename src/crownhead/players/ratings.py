"""How strong the opponents other than the levels are: ratings on the ladder's scale, as measured."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from crownhead.messages import Message
from crownhead.tables import rows_of


@dataclass(frozen=True, slots=True)
class Rated:
    """An opponent, its rating, and the matches that gave the rating.

    >>> rated("random").measured
    '16.9 % of 1000 games against level:1'
    """

    opponent: str
    rating: int
    measured: str

    @property
    def character(self) -> Message:
        """How it plays.

        >>> str(rated("alphabeta:depth=5").character)
        'Looks 5 moves ahead, yours included, and counts pieces.'
        """
        kind, _, depth = self.opponent.partition(":depth=")
        return Message(f"opponent.{kind}.character", {"count": int(depth)} if depth else {})


@cache
def rated_opponents() -> tuple[Rated, ...]:
    """All opponents that were measured, besides the levels."""
    return tuple(
        Rated(row["opponent"], int(row["rating"]), row["measured"])
        for row in rows_of(__file__, "ratings.csv")
    )


def rated(opponent: str) -> Rated | None:
    """Find an opponent by its name as `rated_opponents` has it; None if it was not measured."""
    return next((one for one in rated_opponents() if one.opponent == opponent), None)


def score_of_rating(difference: float) -> float:
    """Give the score that a rating difference lets one expect.

    >>> round(score_of_rating(191), 2)
    0.75
    """
    return float(1 / (1 + 10 ** (-difference / 400)))
