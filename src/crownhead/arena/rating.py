"""What results say about strength: rating differences, their errors, and when to stop."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from crownhead.errors import CrownheadError

# 95 of 100 times the truth lies within so many standard deviations.
_WIDTH: Final = 1.96
_POINTS: Final = (1.0, 0.5, 0.0)  # of a win, a draw and a loss
_HALVINGS: Final = 60
_WIDEST: Final = 2000  # rating points, the widest bound of a test
_FURTHEST: Final = 0.999  # a perfect score says only that the difference is large


@dataclass(frozen=True, slots=True)
class Tally:
    """Wins, draws and losses of the first of two opponents.

    >>> tally = Tally(60, 30, 10)
    >>> round(tally.score, 3), round(tally.difference), round(tally.error)
    (0.75, 191, 62)
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Points for each game: 1 for a win, a half for a draw."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def deviation(self) -> float:
        """The standard deviation of the score of one game."""
        if not self.games:
            return 0.5
        counts = (self.wins, self.draws, self.losses)
        parts = zip(counts, _POINTS, strict=True)
        return math.sqrt(
            sum(count * (points - self.score) ** 2 for count, points in parts) / self.games
        )

    @property
    def difference(self) -> float:
        """The rating difference that this score means."""
        return rating_of_score(self.score)

    @property
    def error(self) -> float:
        """Half the width of the interval in which the difference lies, 95 of 100 times."""
        if not self.deviation or not self.games:
            return math.inf  # games that all end alike say nothing about chance
        margin = _WIDTH * self.deviation / math.sqrt(self.games)
        return (rating_of_score(self.score + margin) - rating_of_score(self.score - margin)) / 2

    def __str__(self) -> str:
        if not self.games:
            return "no games yet"
        return (
            f"+{self.wins} ={self.draws} -{self.losses}, {self.score:.1%}, "
            f"rating {round(self.difference):+} ± {self.error:.0f}"
            if self.error < math.inf
            else f"+{self.wins} ={self.draws} -{self.losses}, {self.score:.1%}"
        )


def rating_of_score(score: float) -> float:
    """Give the rating difference at which a score is expected.

    >>> round(rating_of_score(0.75))
    191
    """
    held = min(max(score, 1 - _FURTHEST), _FURTHEST)
    return -400 * math.log10(1 / held - 1)


def score_of_rating(difference: float) -> float:
    """Give the score that a rating difference lets one expect.

    >>> round(score_of_rating(191), 2)
    0.75
    """
    return float(1 / (1 + 10 ** (-difference / 400)))


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test that stops a match as soon as it is clear which of two differences is true.

    >>> Sprt(0, 50).verdict(Tally(200, 100, 100))
    'the difference is at least 50'
    """

    lower: float
    upper: float
    risk: float = 0.05

    def __post_init__(self) -> None:
        if not self.lower < self.upper:
            raise CrownheadError(f"the bounds of a test rise, not {self.lower:g} {self.upper:g}")
        if max(-self.lower, self.upper) > _WIDEST:
            raise CrownheadError(f"the bounds of a test lie within {_WIDEST} points of 0")

    def likelihood(self, tally: Tally) -> float:
        """How much likelier the upper bound is than the lower, as a logarithm.

        Each bound is given the chances of a win, a draw and a loss under which the games are
        likeliest. Half a game of each kind is added, so that none has no chance at all.
        """
        if not tally.games:
            return 0.0
        counts = [count + 0.5 for count in (tally.wins, tally.draws, tally.losses)]
        low, high = (
            _likeliest_chances(counts, score_of_rating(bound)) for bound in (self.lower, self.upper)
        )
        return sum(count * math.log(b / a) for count, a, b in zip(counts, low, high, strict=True))

    def verdict(self, tally: Tally) -> str | None:
        """What is decided, or None while it is open."""
        enough = math.log((1 - self.risk) / self.risk)
        likelihood = self.likelihood(tally)
        if likelihood >= enough:
            return f"the difference is at least {self.upper:g}"
        return f"the difference is at most {self.lower:g}" if likelihood <= -enough else None


def _likeliest_chances(counts: Sequence[float], score: float) -> list[float]:
    """The chances of a win, a draw and a loss that make counts likeliest, among those with a score.

    By Lagrange's method each chance is its share divided by 1 + tilt x (points - score), with the
    one tilt that gives the score: what is left over falls as the tilt grows.
    """
    total = sum(counts)
    parts = [(count / total, points - score) for count, points in zip(counts, _POINTS, strict=True)]
    low, high = -1 / (1 - score), 1 / score
    for _ in range(_HALVINGS):
        tilt = (low + high) / 2
        surplus = sum(share * over / (1 + tilt * over) for share, over in parts)
        low, high = (tilt, high) if surplus > 0 else (low, tilt)
    return [share / (1 + tilt * over) for share, over in parts]


def ratings(results: Mapping[tuple[str, str], Tally]) -> dict[str, float]:
    """Rate everyone who took part so that expected and real scores agree; the mean is 0.

    >>> table = ratings({("a", "b"): Tally(3, 0, 1), ("b", "c"): Tally(3, 0, 1)})
    >>> sorted(table, key=table.get)
    ['c', 'b', 'a']
    """
    names = sorted({name for pair in results for name in pair})
    rating = dict.fromkeys(names, 0.0)
    for _ in range(2000):
        surplus = dict.fromkeys(names, 0.0)
        games = dict.fromkeys(names, 1)
        for (one, two), tally in results.items():
            # One drawn game more for each pair keeps a perfect score finite.
            count, score = tally.games + 1, tally.score * tally.games + 0.5
            gain = score - count * score_of_rating(rating[one] - rating[two])
            surplus[one] += gain
            surplus[two] -= gain
            games[one] += count
            games[two] += count
        rating = {name: rating[name] + 300 * surplus[name] / games[name] for name in names}
    mean = sum(rating.values()) / len(rating) if rating else 0.0
    return {name: value - mean for name, value in rating.items()}
