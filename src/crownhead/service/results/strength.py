"""Estimates a person's strength from games against opponents with known ratings."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from crownhead.players.ratings import score_of_rating
from crownhead.service.results.results_contract import StrengthView

# Before the first game: anybody from a child to a club's best.
_FIRST_RATING: Final = 1200.0
_FIRST_ERROR: Final = 600.0
# How much strength may change between two games. A game between equals measures with an error of 350,
# so about the last 35 games count.
_DRIFT: Final = 10.0
# Standard errors to each side of a 95 % interval.
_WIDTH: Final = 1.96

_DRAW: Final = 0.5
# Heights of the bell curve at steps of half a standard deviation.
_BELL: Final = tuple((step / 2, math.exp(-(step**2) / 8)) for step in range(-8, 9))


@dataclass(frozen=True, slots=True)
class Strength:
    """What is known about a person's strength: a normal distribution.

    >>> known = Strength()
    >>> for _ in range(4):
    ...     known = known.after(1460, 1.0).after(1755, 0.0)
    >>> round(known.rating), round(known.error)
    (1585, 151)
    """

    rating: float = _FIRST_RATING
    error: float = _FIRST_ERROR

    def after(self, opponent: float, points: float) -> Strength:
        """Update with a game: 1 point for a win, a half for a draw, 0 for a loss.

        The distribution is widened a little, as people improve and forget; then each rating is
        weighted by how likely it makes the result. The outcome is approximated by a normal
        distribution again, so a hundred wins in a row stay within bounds.
        """
        return _after(self, opponent, points)

    def view(self) -> StrengthView:
        """The rating for display; never below 0.

        >>> known = Strength()
        >>> for _ in range(100):
        ...     known = known.after(500, 0.0)
        >>> view = known.view()
        >>> view["low"], view["rating"], view["high"] > 0
        (0, 0, True)
        """
        margin, rating = _WIDTH * self.error, max(self.rating, 0)
        return {
            "rating": round(rating),
            "error": round(self.error),
            "low": round(max(rating - margin, 0)),
            "high": round(rating + margin),
        }


@lru_cache(maxsize=20_000)  # the same games are counted repeatedly
def _after(known: Strength, opponent: float, points: float) -> Strength:
    error = min(math.hypot(known.error, _DRIFT), _FIRST_ERROR)
    total = first = second = 0.0  # moments, in standard deviations
    for step, bell in _BELL:
        weight = bell * _likelihood(known.rating + error * step - opponent, points)
        total += weight
        first += weight * step
        second += weight * step * step
    mean = first / total
    return Strength(known.rating + error * mean, error * math.sqrt(second / total - mean**2))


def _likelihood(difference: float, points: float) -> float:
    """The probability of a result; a draw counts as half a win and half a loss.

    >>> round(_likelihood(191, 1), 2), round(_likelihood(191, 0), 2), _likelihood(0, 0.5)
    (0.75, 0.25, 0.5)
    """
    chance = score_of_rating(difference)
    if points == _DRAW:
        return math.sqrt(chance * (1 - chance))
    return chance if points else 1 - chance
