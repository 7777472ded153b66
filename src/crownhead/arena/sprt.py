"""A test that stops a match as soon as the games distinguish two rating differences."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from crownhead.arena.rating import PAIR_SCORES, Tally
from crownhead.errors import CrownheadError, quoted
from crownhead.messages import Message
from crownhead.numeric import as_number
from crownhead.players.ratings import score_of_rating

_HALVINGS: Final = 50
_WIDEST: Final = 2000  # rating points, the widest bound of a test
# The count of a result that has not occurred yet, so that none is impossible.
_UNSEEN: Final = 0.001


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential probability ratio test (SPRT) of two rating differences: H0 lower, H1 upper.

    It compares how well both explain the pairs of games (the pentanomial model), and accepts one
    when the other explains them much worse. If one of them is true, the other is accepted in a share of
    `risk` of all matches. The true difference may also lie between the two or beyond.

    >>> print(Sprt(0, 50).summary(Tally(225, 150, 125, pairs=(20, 40, 80, 60, 50))))
    SPRT 0 50: H1 accepted: the games fit a difference of +50 better than one of 0 (LLR +8.54, bounds ±2.94)
    """

    lower: float
    upper: float
    risk: float = 0.05

    def __post_init__(self) -> None:
        for name, most in (("lower", _WIDEST), ("upper", _WIDEST), ("risk", 0.5)):
            value, least = getattr(self, name), 0 if name == "risk" else -most
            if not least <= (math.nan if (given := as_number(value)) is None else given) <= most:
                bounds = {"least": least, "most": most}
                raise CrownheadError("number.real", name=name, value=quoted(value), **bounds)
        if not self.lower < self.upper:
            raise CrownheadError("arena.sprt.bounds", lower=self.lower, upper=self.upper)
        if self.risk in (0, 0.5):
            raise CrownheadError("arena.sprt.risk")

    @property
    def bound(self) -> float:
        """The log-likelihood ratio, positive or negative, at which the test is decided."""
        return math.log((1 - self.risk) / self.risk)

    def llr(self, tally: Tally) -> float:
        """The log-likelihood ratio of the upper to the lower difference, given the pairs of games.

        For each difference, the chances of the five results of a pair are those that make the pairs most
        likely.
        """
        if not any(tally.pairs):
            return 0.0
        counts = [max(count, _UNSEEN) for count in tally.pairs]
        low, high = (
            _likeliest_chances(counts, score_of_rating(bound)) for bound in (self.lower, self.upper)
        )
        return sum(count * math.log(b / a) for count, a, b in zip(counts, low, high, strict=True))

    def accepted(self, tally: Tally) -> float | None:
        """The accepted difference, or None while the test is undecided."""
        llr = self.llr(tally)
        if abs(llr) < self.bound:
            return None
        return self.upper if llr > 0 else self.lower

    def verdict(self, tally: Tally) -> Message | None:
        """The decision, or None while the test is undecided.

        >>> print(Sprt(0, 50).verdict(Tally(40, 20, 40, pairs=(0, 10, 30, 10, 0))))
        H0 accepted: the games fit a difference of 0 better than one of +50
        """
        found = self.accepted(tally)
        if found is None:
            return None
        name, other = ("H1", self.lower) if found == self.upper else ("H0", self.upper)
        differences = {"difference": _signed(found), "other": _signed(other)}
        return Message("arena.sprt.accepted", {"hypothesis": name, **differences})

    def summary(self, tally: Tally) -> Message:
        """The state of the test."""
        values = {
            "lower": f"{self.lower:g}",
            "upper": f"{self.upper:g}",
            "verdict": self.verdict(tally) or Message("arena.sprt.undecided"),
            "llr": f"{self.llr(tally):+.2f}",
            "bound": f"{self.bound:.2f}",
        }
        return Message("arena.sprt", values)


def _signed(difference: float) -> str:
    return f"{difference:+g}" if difference else "0"


def _likeliest_chances(counts: Sequence[float], score: float) -> list[float]:
    """The chances of each result that make the counts most likely, among those with a mean score.

    By Lagrange's method each chance is its share divided by 1 + tilt x (points - score), with the one
    tilt that gives the score. The surplus falls as the tilt grows.
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
