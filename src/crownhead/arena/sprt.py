"""A test that stops a match as soon as the games tell two rating differences apart."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from crownhead.arena.rating import PAIR_SCORES, Tally
from crownhead.errors import CrownheadError, quoted
from crownhead.numeric import as_number
from crownhead.players.ratings import score_of_rating

_HALVINGS: Final = 50
_WIDEST: Final = 2000  # rating points, the widest bound of a test
# Counts for a result that has not come up yet, so that none is held impossible.
_UNSEEN: Final = 0.001


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential probability ratio test (SPRT) of two rating differences: H0 lower, H1 upper.

    It compares how well both explain the pairs of games (the pentanomial model), and accepts one
    when the other would explain them much worse. If one of them is the truth, the other is accepted
    in a share of `risk` of all matches. Accepting one bounds nothing: the truth may lie between the
    two or beyond.

    >>> print(Sprt(0, 50).summary(Tally(225, 150, 125, pairs=(20, 40, 80, 60, 50))))
    SPRT 0 50: H1 accepted, the games fit a difference of +50 better than one of 0 (LLR +8.54, bounds ±2.94)
    """

    lower: float
    upper: float
    risk: float = 0.05

    def __post_init__(self) -> None:
        for name in ("lower", "upper", "risk"):
            if as_number(getattr(self, name)) is None:
                given = quoted(getattr(self, name))
                what = name if name == "risk" else f"{name} bound"
                raise CrownheadError(f"the {what} of a test must be a number, not {given}")
        if not self.lower < self.upper:
            raise CrownheadError(
                "the lower bound of a test must be less than the upper, as 0 and 10 are, "
                f"not {self.lower:g} and {self.upper:g}"
            )
        if not 0 < self.risk < 0.5:
            raise CrownheadError(f"the risk of a test is between 0 and 0.5, not {self.risk:g}")
        if max(-self.lower, self.upper) > _WIDEST:
            raise CrownheadError(f"the bounds of a test must lie within {_WIDEST} points of 0")

    @property
    def bound(self) -> float:
        """The log-likelihood ratio, positive or negative, at which the test is decided."""
        return math.log((1 - self.risk) / self.risk)

    def llr(self, tally: Tally) -> float:
        """The log-likelihood ratio of the upper to the lower difference, given the pairs of games.

        Each is given the chances of the five results of a pair under which the pairs are likeliest.
        """
        if not any(tally.pairs):
            return 0.0
        counts = [max(count, _UNSEEN) for count in tally.pairs]
        low, high = (
            _likeliest_chances(counts, score_of_rating(bound)) for bound in (self.lower, self.upper)
        )
        return sum(count * math.log(b / a) for count, a, b in zip(counts, low, high, strict=True))

    def accepted(self, tally: Tally) -> float | None:
        """The difference that is accepted, or None while the test is undecided."""
        llr = self.llr(tally)
        if abs(llr) < self.bound:
            return None
        return self.upper if llr > 0 else self.lower

    def verdict(self, tally: Tally) -> str | None:
        """What is decided, or None while the test is undecided.

        >>> Sprt(0, 50).verdict(Tally(40, 20, 40, pairs=(0, 10, 30, 10, 0)))
        'H0 accepted, the games fit a difference of 0 better than one of +50'
        """
        found = self.accepted(tally)
        if found is None:
            return None
        name, other = ("H1", self.lower) if found == self.upper else ("H0", self.upper)
        fit = f"the games fit a difference of {_signed(found)} better than one of {_signed(other)}"
        return f"{name} accepted, {fit}"

    def summary(self, tally: Tally) -> str:
        """Say where the test stands."""
        standing = self.verdict(tally) or "undecided"
        llr = f"LLR {self.llr(tally):+.2f}, bounds ±{self.bound:.2f}"
        return f"SPRT {self.lower:g} {self.upper:g}: {standing} ({llr})"


def _signed(difference: float) -> str:
    return f"{difference:+g}" if difference else "0"


def _likeliest_chances(counts: Sequence[float], score: float) -> list[float]:
    """The chances of each result that make counts likeliest, among those with a mean score.

    By Lagrange's method each chance is its share divided by 1 + tilt x (points - score), with the
    one tilt that gives the score: what is left over falls as the tilt grows.
    """
    total = sum(counts)
    parts = [
        (count / total, points - score) for count, points in zip(counts, PAIR_SCORES, strict=True)
    ]
    low, high = -1 / (1 - score), 1 / score
    for _ in range(_HALVINGS):
        tilt = (low + high) / 2
        surplus = sum(share * over / (1 + tilt * over) for share, over in parts)
        low, high = (tilt, high) if surplus > 0 else (low, tilt)
    return [share / (1 + tilt * over) for share, over in parts]
