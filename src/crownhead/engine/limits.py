"""How long a search may take, what it tells, and what a score means for the result of a game."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Final

from crownhead._native import core
from crownhead.errors import EngineError, quoted
from crownhead.move import Move
from crownhead.numeric import as_number, as_whole
from crownhead.outcome import in_moves
from crownhead.pieces import Side, as_side

_MOST: Final = 10**15
# A clock for the rest of the game is shared among so many moves.
_MOVES_OF_A_GAME: Final = 25
# Hundredths of a man that make the odds e times better. training/fit_chances.py finds 41 from 4,089
# positions of Tinsley's games at 10,000 nodes each and their results, and 95 from 2,600 of games between
# the levels 5 to 8, people's strengths; this is half-way, and a man lost in the opening is a blunder.
_SCALE: Final = 60.0


@dataclass(frozen=True, slots=True)
class Limit:
    """What ends a search: whichever of these comes first.

    `Limit()` has no end: the search goes on until it is stopped, or nothing is left to search.
    `seconds` is wall-clock time, `cpu_seconds` the search threads' own time together, for fair matches
    on busy machines. `clock` is the time left for the game, or for the next `moves` moves, and
    `increment` what each move adds: the engine takes its share.

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
            whole = name in ("depth", "nodes", "moves")
            number = as_whole(value) if whole else as_number(value)
            if number is None or not (1 if whole else 0) <= number <= _MOST:
                least = "a whole number, 1 or more" if whole else "0 or more"
                large = number is not None and number > _MOST
                must = f"can be at most {_MOST:,}" if large else f"must be {least}"
                raise EngineError(f"{name} {must}, not {quoted(value)}")
            object.__setattr__(self, name, number)
        if self.clock is None and (self.increment is not None or self.moves is not None):
            raise EngineError("increment and moves need clock, the seconds that are left")

    @property
    def is_endless(self) -> bool:
        """Whether nothing but a stop ends the search.

        >>> Limit().is_endless, Limit(depth=9).is_endless
        (True, False)
        """
        return all(getattr(self, name) is None for name in self.__slots__)

    def within(self, other: Limit | None) -> Limit:
        """The same limit, and another's besides: whichever comes first.

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
        """Seconds after which to stop, and after which not to begin another depth; 0 is no limit."""
        if self.clock is None:
            return self._at_least_a_moment(self.seconds), 0.0
        increment = self.increment or 0.0
        soft = self.clock / min(self.moves or _MOVES_OF_A_GAME, _MOVES_OF_A_GAME) + 0.8 * increment
        hard = min(4 * soft, 0.4 * self.clock)
        if self.seconds is not None:
            hard = min(hard, self.seconds)
        return self._at_least_a_moment(hard), self._at_least_a_moment(min(soft, hard))

    def cpu_limit(self) -> float:
        """Seconds of the search threads' own time after which to stop; 0 is no limit."""
        return self._at_least_a_moment(self.cpu_seconds)

    @staticmethod
    def _at_least_a_moment(seconds: float | None) -> float:
        """No time at all is still a moment; to the core, 0 is no limit."""
        return 0.0 if seconds is None else max(seconds, 0.001)


def checked_limit(limit: Limit, *, ends: bool = False) -> Limit:
    """Take a limit and nothing else; where nobody could stop the search, one that `ends` it.

    >>> checked_limit(Limit(), ends=True)
    Traceback (most recent call last):
    crownhead.errors.EngineError: this needs a limit that ends it, such as Limit(seconds=1)
    """
    if not isinstance(limit, Limit):
        raise EngineError(f"a limit is a Limit, such as Limit(seconds=1), not {quoted(limit)}")
    if ends and limit.is_endless:
        raise EngineError("this needs a limit that ends it, such as Limit(seconds=1)")
    return limit


@dataclass(frozen=True, slots=True, order=True)
class Score:
    """What a position is worth to a side, in hundredths of a man: `points` above 0 are good for it.

    The engine's scores are for the side to move, which is `side`; `pov` turns them to either side. Scores
    are compared by their points.

    >>> Score(29_993).plies, Score(-29_990).plies, Score(35).plies
    (7, -10, None)
    >>> print(Score(35), Score(29_993), Score(-29_990), Score(24_999))
    +0.35 wins in 4 moves loses in 5 moves wins
    """

    points: int
    side: Side | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        points = as_whole(self.points)
        if points is None:
            raise EngineError(
                f"a score is a whole number of hundredths of a man, not {quoted(self.points)}"
            )
        object.__setattr__(self, "points", points)
        if self.side is not None:
            object.__setattr__(self, "side", as_side(self.side))

    def pov(self, side: Side | str) -> Score:
        """The same score as one side sees it.

        >>> score = Score(35, Side.BLACK)
        >>> print(score.pov(Side.BLACK), score.pov(Side.WHITE))
        +0.35 -0.35
        """
        if self.side is None:
            raise EngineError("this score has no side; use Score(35, BLACK)")
        return self if as_side(side) is self.side else -self

    @property
    def plies(self) -> int | None:
        """Plies to a proven end: positive for a win, negative for a loss, None where none is proven."""
        distance = core.WON - abs(self.points)
        if distance > core.MAX_DISTANCE:
            return None
        return distance if self.points > 0 else -distance

    @property
    def is_won(self) -> bool:
        """Whether a win is proven, by the search or by endgame tables, which may not know how far it is.

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
        if self.plies == 0:
            return "has won" if self.is_won else "has lost"
        verb = "wins" if self.is_won else "loses"
        return verb if self.plies is None else f"{verb} in {in_moves(self.plies)}"


def winning_chance(score: Score) -> float:
    """What the side of a score may expect of the game: 1 is a win, a half a draw, 0 a loss.

    Proven ends are certain; other scores follow a logistic curve.

    >>> winning_chance(Score(0)), winning_chance(Score(29_990)), winning_chance(Score(-29_990))
    (0.5, 1.0, 0.0)
    >>> round(winning_chance(Score(100)) + winning_chance(Score(-100)), 6)
    1.0
    """
    if not isinstance(score, Score):
        raise EngineError(f"winning_chance takes a Score, such as Score(35), not {quoted(score)}")
    if score.is_won or score.is_lost:
        return 1.0 if score.is_won else 0.0
    return 1 / (1 + math.exp(-score.points / _SCALE))


@dataclass(frozen=True, slots=True)
class Info:
    """What a search has found out about one line at one depth."""

    #: Which of the best lines this is, counted from 1, the best.
    line: int
    #: Plies that were searched throughout, and the longest line that was looked at.
    depth: int
    selective_depth: int
    #: What the position is worth to the side to move if both play this line.
    score: Score
    #: Positions searched and seconds spent since the search began.
    nodes: int
    seconds: float
    #: The share of the table that this search has filled, from 0 to 1.
    table_fill: float
    #: The line itself, the best move first.
    pv: tuple[Move, ...]

    @property
    def speed(self) -> int:
        """Nodes a second."""
        return round(self.nodes / self.seconds) if self.seconds else 0
