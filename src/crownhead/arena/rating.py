"""Rating differences and their errors, from results."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from crownhead.messages import percent, say
from crownhead.players.ratings import score_of_rating

# Standard deviations of the 95 % interval.
_WIDTH: Final = 1.96
_FURTHEST: Final = 0.999  # a perfect score only shows that the difference is large
_NO_PAIRS: Final = (0, 0, 0, 0, 0)
#: The possible scores of a pair of games, in points a game, the worst first.
PAIR_SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True, slots=True)
class Tally:
    """Wins, draws and losses of the first of two opponents, and its scores in pairs of games.

    A pair is an opening played twice with colours swapped. `pairs` counts those in which the first
    opponent had 0, 1/2, 1, 3/2 and 2 points. Unfinished pairs do not count. Errors are computed from
    pairs, because the games of a pair depend on each other through the opening; without any pairs, they
    are computed from games.

    >>> tally = Tally(60, 30, 10, pairs=(1, 4, 13, 8, 24))
    >>> round(tally.score, 3), round(tally.difference), round(tally.error)
    (0.75, 191, 74)
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: tuple[int, ...] = _NO_PAIRS

    def __add__(self, other: Tally) -> Tally:
        pairs = tuple(map(sum, zip(self.pairs, other.pairs, strict=True)))
        wins, draws = self.wins + other.wins, self.draws + other.draws
        return Tally(wins, draws, self.losses + other.losses, pairs)

    @classmethod
    def of_game(cls, points: float, before: float | None = None) -> Tally:
        """The tally of a game; `before` are the points in the other game of its pair.

        >>> Tally.of_game(1, before=0.5)
        Tally(wins=1, draws=0, losses=0, pairs=(0, 0, 0, 1, 0))
        """
        kind = (int(points == 1), int(points == 0.5), int(points == 0))
        if before is None:
            return cls(*kind)
        return cls(*kind, tuple(int(both == before + points) for both in (0, 0.5, 1, 1.5, 2)))

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The mean points of a game: 1 for a win, a half for a draw."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def difference(self) -> float:
        """The rating difference of the score."""
        return rating_of_score(self.score)

    @property
    def error(self) -> float:
        """Half the width of the 95 % interval of the difference."""
        margin = _WIDTH * self._standard_error()
        if not margin:
            return math.inf  # equal results show nothing about chance
        return (rating_of_score(self.score + margin) - rating_of_score(self.score - margin)) / 2

    def _standard_error(self) -> float:
        """The standard deviation of the score, from pairs or else from games."""
        counts = self.pairs if any(self.pairs) else (self.losses, 0, self.draws, 0, self.wins)
        number = sum(counts)
        if number < 2:
            return 0.0
        parts = list(zip(counts, PAIR_SCORES, strict=True))
        mean = sum(count * score for count, score in parts) / number
        squares = sum(count * (score - mean) ** 2 for count, score in parts)
        return math.sqrt(squares / (number - 1) / number)

    def __str__(self) -> str:
        if not self.games:
            return say("arena.no-games")
        said = f"+{self.wins} ={self.draws} -{self.losses}, {percent(self.score, 1)}"
        if self.error == math.inf:
            return said
        difference = f"{round(self.difference):+}"
        return say("arena.rated", tally=said, difference=difference, error=round(self.error))


def rating_of_score(score: float) -> float:
    """The rating difference at which a score is expected.

    >>> round(rating_of_score(0.75))
    191
    """
    held = min(max(score, 1 - _FURTHEST), _FURTHEST)
    return -400 * math.log10(1 / held - 1)


def ratings(results: Mapping[tuple[str, str], Tally]) -> dict[str, float]:
    """Ratings of all opponents for which expected and real scores agree; the mean is 0.

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
            # An extra drawn game for each pair keeps perfect scores finite.
            count, score = tally.games + 1, tally.score * tally.games + 0.5
            gain = score - count * score_of_rating(rating[one] - rating[two])
            surplus[one] += gain
            surplus[two] -= gain
            games[one] += count
            games[two] += count
        rating = {name: rating[name] + 300 * surplus[name] / games[name] for name in names}
    mean = sum(rating.values()) / len(rating) if rating else 0.0
    return {name: value - mean for name, value in rating.items()}
