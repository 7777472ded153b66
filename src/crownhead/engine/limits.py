"""The limits of a search, its reports, and the meaning of a score for the result of a game."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Final

from crownhead._native import core
from crownhead.errors import EngineError, quoted
from crownhead.messages import say
from crownhead.move import Move
from crownhead.numeric import as_number, whole_within
from crownhead.outcome import in_moves
from crownhead.pieces import Side, as_side

_MOST: Final = 10**15
# The number of moves that share a clock for the rest of the game.
_MOVES_OF_A_GAME: Final = 25
# Hundredths of a man that multiply the odds by e. training/fit_chances.py finds 41 from 4,089 positions of
# Tinsley's games, searched to 10,000 nodes, and 95 from 2,600 positions of games between the levels 5 to 8,
# which play like people. This value is half-way; with it, losing a man in the opening is a blunder.
_SCALE: Final = 60.0


@dataclass(frozen=True, slots=True)
class Limit:
    """The limits of a search. The first to be reached ends it.

    `Limit()` has no limits: the search runs until it is stopped or complete. `seconds` is wall-clock
    time, `cpu_seconds` the CPU time of all search threads, for fair matches on busy machines. `clock` is
    the time left for the game, or for the next `moves` moves, and `increment` the time that each move
    adds: the engine uses its share.

    >>> Limit(clock=60).hard_and_soft_seconds(), Limit(clock=60, moves=10).hard_and_soft_seconds()
    ((9.6, 2.4), (24.0, 6.0))
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    clock: float | None = None
    increment: float | None = None
    cpu_seconds: float | None = None
    moves: int | None = None

    def __post_init__(self) -> None:
        given = {name: getattr(self, name) for name in self.__slots__}
        for name, value in given.items():
            if value is None:
                continue
            if name in ("depth", "nodes", "moves"):
                number: float | None = whole_within(EngineError, name, value, 1, _MOST)
            else:
                number = as_number(value)
                if number is None or not 0 <= number <= _MOST:
                    bounds = {"least": 0, "most": _MOST}
                    raise EngineError("number.real", name=name, value=quoted(value), **bounds)
            object.__setattr__(self, name, number)
        if self.clock is None and (self.increment is not None or self.moves is not None):
            raise EngineError("limit.no-clock")

    @property
    def is_endless(self) -> bool:
        """Whether the search has no limit.

        >>> Limit().is_endless, Limit(depth=9).is_endless
        (True, False)
        """
        return all(getattr(self, name) is None for name in self.__slots__)

    def within(self, other: Limit | None) -> Limit:
        """Combine this limit with another: the first to be reached counts.

        >>> Limit(depth=9, seconds=5).within(Limit(seconds=2)).seconds
        2
        """
        if other is None:
            return self
        checked_limit(other)
        least: dict[str, Any] = {}
        for name in self.__slots__:
            given = [getattr(limit, name) for limit in (self, other)]
            least[name] = min((value for value in given if value is not None), default=None)
        return Limit(**least)

    def hard_and_soft_seconds(self) -> tuple[float, float]:
        """Seconds until the search stops, and until it begins no further depth; 0 is no limit."""
        if self.clock is None:
            return self._at_least_a_moment(self.seconds), 0.0
        increment = self.increment or 0.0
        soft = self.clock / min(self.moves or _MOVES_OF_A_GAME, _MOVES_OF_A_GAME) + 0.8 * increment
        hard = min(4 * soft, 0.4 * self.clock)
        if self.seconds is not None:
            hard = min(hard, self.seconds)
        return self._at_least_a_moment(hard), self._at_least_a_moment(min(soft, hard))

    def cpu_limit(self) -> float:
        """Seconds of CPU time until the search stops; 0 is no limit."""
        return self._at_least_a_moment(self.cpu_seconds)

    @staticmethod
    def _at_least_a_moment(seconds: float | None) -> float:
        """Turn no time into a moment: to the core, 0 is no limit."""
        return 0.0 if seconds is None else max(seconds, 0.001)


def checked_limit(limit: Limit, *, ends: bool = False) -> Limit:
    """Return a limit, or raise an error for anything else, and for an endless one if it must end.

    >>> checked_limit(Limit(), ends=True)
    Traceback (most recent call last):
    crownhead.errors.EngineError: this would never end; give it a limit, such as Limit(seconds=1)
    """
    if not isinstance(limit, Limit):
        raise EngineError("limit.wanted", value=quoted(limit))
    if ends and limit.is_endless:
        raise EngineError("limit.endless")
    return limit


@dataclass(frozen=True, slots=True, order=True)
class Score:
    """The value of a position for a side, in hundredths of a man: positive `points` are good for it.

    The engine's scores are for the side to move, which is `side`; `pov` converts them. Scores compare by
    their points.

    >>> Score(29_993).plies, Score(-29_990).plies, Score(35).plies
    (7, -10, None)
    >>> print(Score(35), Score(29_993), Score(-29_990), Score(24_999))
    +0.35 wins in 4 moves loses in 5 moves wins
    """

    points: int
    side: Side | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", whole_within(EngineError, "points", self.points))
        if self.side is not None:
            object.__setattr__(self, "side", as_side(self.side))

    def pov(self, side: Side | str) -> Score:
        """The same score from the point of view of a side.

        >>> score = Score(35, Side.BLACK)
        >>> print(score.pov(Side.BLACK), score.pov(Side.WHITE))
        +0.35 -0.35
        """
        if self.side is None:
            raise EngineError("score.no-side")
        return self if as_side(side) is self.side else -self

    @property
    def plies(self) -> int | None:
        """Plies to a proven end: positive for a win, negative for a loss, None if unproven."""
        distance = core.WON - abs(self.points)
        if distance > core.MAX_DISTANCE:
            return None
        return distance if self.points > 0 else -distance

    @property
    def is_won(self) -> bool:
        """Whether a win is proven, by the search or by endgame tables, even if its distance is unknown.

        >>> Score(29_993).is_won, Score(24_996).is_won, Score(500).is_won
        (True, True, False)
        """
        return self.points >= core.TABLE_WON - core.MAX_PLY

    @property
    def is_lost(self) -> bool:
        """Whether a loss is proven."""
        return (-self).is_won

    def __neg__(self) -> Score:
        return Score(-self.points, self.side and self.side.other)

    def __str__(self) -> str:
        if not (self.is_won or self.is_lost):
            return f"{self.points / 100:+.2f}"
        won = "won" if self.is_won else "lost"
        if not self.plies:
            return say(f"score.{won}{'' if self.plies is None else '-now'}")
        return say(f"score.{won}-in", moves=in_moves(self.plies))


def winning_chance(score: Score) -> float:
    """The expected result for the side of a score: 1 is a win, a half a draw, 0 a loss.

    Proven ends are certain. Other scores follow a logistic curve.

    >>> winning_chance(Score(0)), winning_chance(Score(29_990)), winning_chance(Score(-29_990))
    (0.5, 1.0, 0.0)
    >>> round(winning_chance(Score(100)) + winning_chance(Score(-100)), 6)
    1.0
    """
    if not isinstance(score, Score):
        raise EngineError("score.wanted", value=quoted(score))
    if score.is_won or score.is_lost:
        return 1.0 if score.is_won else 0.0
    return 1 / (1 + math.exp(-score.points / _SCALE))


@dataclass(frozen=True, slots=True)
class Info:
    """The report of a search on one line at one depth."""

    #: The rank of the line; 1 is the best.
    line: int
    #: Plies searched in full, and the length of the longest line.
    depth: int
    selective_depth: int
    #: The score for the side to move.
    score: Score
    #: Positions searched and seconds spent since the search began.
    nodes: int
    seconds: float
    #: The share of the table that this search has filled, from 0 to 1.
    table_fill: float
    #: The moves of the line.
    pv: tuple[Move, ...]

    @property
    def speed(self) -> int:
        """Nodes a second."""
        return round(self.nodes / self.seconds) if self.seconds else 0
