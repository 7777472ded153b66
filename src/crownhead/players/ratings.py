"""The names and the measured ratings of opponents other than the levels."""

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from crownhead.messages import Message
from crownhead.tables import rows_of


class Title(NamedTuple):
    """A name for people, the words that ask for it, and the number on the scale, if it is one."""

    words: str
    message: Message
    scale: int = 0


@dataclass(frozen=True, slots=True)
class Rated:
    """An opponent, its names, its rating, and the matches that gave the rating.

    `name` is a classic name, such as `very-hard`, and `scale` a number on the numbered scale, if any.

    >>> rated("random").measured
    '16.9% of 1000 games against level:1'
    """

    opponent: str
    rating: int
    measured: str
    name: str = ""
    scale: int | None = None

    @property
    def titles(self) -> list[Title]:
        """Its names for people.

        >>> [(one.words, str(one.message), one.scale) for one in rated("alphabeta:depth=7").titles]
        [('very hard', 'Very Hard', 0), ('scale:5', 'Scale 5 of 6', 5)]
        """
        found = []
        if self.name:
            found.append(Title(self.name.replace("-", " "), Message(f"opponent.{self.name}.name")))
        if self.scale:
            most = sum(one.scale is not None for one in rated_opponents())
            values = {"number": self.scale, "most": most}
            scaled = Message("opponent.scale.name", values)
            found.append(Title(f"scale:{self.scale}", scaled, self.scale))
        return found

    @property
    def character(self) -> Message:
        """Its style of play.

        >>> str(rated("alphabeta:depth=5").character)
        'Looks 5 moves ahead, yours included, and counts pieces.'
        """
        kind, _, depth = self.opponent.partition(":depth=")
        return Message(f"opponent.{kind}.character", {"count": int(depth)} if depth else {})


@cache
def rated_opponents() -> tuple[Rated, ...]:
    """All opponents that were measured, apart from the levels."""
    return tuple(
        Rated(**{**row, "rating": int(row["rating"]), "scale": int(row["scale"] or 0) or None})  # type: ignore[arg-type]
        for row in rows_of(__file__, "ratings.csv")
    )


def rated(opponent: str) -> Rated | None:
    """Look up an opponent by its name in the table; None if it was not measured."""
    return next((one for one in rated_opponents() if one.opponent == opponent), None)


def score_of_rating(difference: float) -> float:
    """The expected score at a rating difference.

    >>> round(score_of_rating(191), 2)
    0.75
    """
    return float(1 / (1 + 10 ** (-difference / 400)))
