"""How long a search may take, and what it tells."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Final

from crownhead import _core
from crownhead.errors import EngineError, excerpt
from crownhead.move import Move

# What says nothing without a clock.
_OF_THE_CLOCK: Final = ("increment", "moves")
_MOST: Final = 10**15
# A clock for the rest of the game is shared among so many moves.
_MOVES_OF_A_GAME: Final = 25


@dataclass(frozen=True, slots=True)
class Limit:
    """What ends a search: whichever of these comes first. At least one must be given.

    `seconds` is time by the wall, `cpu_seconds` the search threads' own time together, for fair matches
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
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        for name, value in given.items():
            whole = name in ("depth", "nodes", "moves")
            kinds = (int,) if whole else (int, float)
            good = isinstance(value, kinds) and not isinstance(value, bool) and 0 <= value <= _MOST
            if value is not None and (not good or (whole and value < 1)):
                raise EngineError(f"the limit {name} cannot be '{excerpt(value)}'")
        if all(value is None for name, value in given.items() if name not in _OF_THE_CLOCK):
            raise EngineError("a search needs a limit, such as Limit(seconds=1)")

    def within(self, other: Limit | None) -> Limit:
        """The same limit, and another's besides: whichever comes first.

        >>> Limit(depth=9, seconds=5).within(Limit(seconds=2)).seconds
        2
        """
        if other is None:
            return self
        least: dict[str, Any] = {}
        for field in fields(self):
            given = [getattr(limit, field.name) for limit in (self, other)]
            least[field.name] = min((value for value in given if value is not None), default=None)
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


@dataclass(frozen=True, slots=True, order=True)
class Score:
    """What a position is worth to the side to move, in hundredths of a man.

    >>> Score(29_993).plies, Score(-29_990).plies, Score(35).plies
    (7, -10, None)
    >>> print(Score(35), Score(29_993), Score(-29_990))
    +0.35 wins in 7 loses in 10
    """

    points: int

    @property
    def plies(self) -> int | None:
        """Plies to a proven end: positive for a win, negative for a loss, None where none is proven."""
        distance = _core.WON - abs(self.points)
        if distance > _core.MAX_PLY:
            return None
        return distance if self.points > 0 else -distance

    def __neg__(self) -> Score:
        return Score(-self.points)

    def __str__(self) -> str:
        if self.plies is None:
            return f"{self.points / 100:+.2f}"
        return f"{'wins' if self.points > 0 else 'loses'} in {abs(self.plies)}"


@dataclass(frozen=True, slots=True)
class Info:
    """What a search has found out about one line at one depth. `line` counts from 1, the best."""

    line: int
    depth: int
    selective_depth: int
    score: Score
    nodes: int
    seconds: float
    table_fill: float
    pv: tuple[Move, ...]

    @property
    def speed(self) -> int:
        """Nodes a second."""
        return round(self.nodes / self.seconds) if self.seconds else 0
