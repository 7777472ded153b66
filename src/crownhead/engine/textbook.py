"""Minimax and alpha-beta as in textbooks, with named evaluations and exact counts."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from crownhead._native import core
from crownhead.errors import EngineError, SearchStoppedError, unknown_name
from crownhead.numeric import whole_within
from crownhead.pieces import WHITE, Side
from crownhead.position import Position, checked_position

METHODS: Final = ("minimax", "alphabeta", "ordered", "table")
EVALUATIONS: Final = ("captures", "advance", "pieces", "weighted", "halves")
_DEEPEST: Final = 60


@dataclass(frozen=True, slots=True)
class TextbookAnswer:
    """The result of a search: the value for the side to move, the first best move, and the cost.

    `plies` is the distance to a proven end, positive for a win. The value is then infinite.
    """

    value: float
    move: core.Move | None
    nodes: int
    leaves: int
    cutoffs: int
    plies: int | None = None


def evaluate(position: Position, evaluation: str, side: Side | None = None) -> float:
    """The value of a position by a named evaluation, for a side or else for the side to move.

    >>> evaluate(Position.start(), "captures")
    120.0
    """
    _check(evaluation)
    checked_position(position)
    white = (side or position.turn) == WHITE
    return core.evaluate_teaching(position, evaluation, white) / core.TEACHING_UNIT


def search(
    position: Position,
    depth: int,
    *,
    method: str = "alphabeta",
    evaluation: str = "pieces",
    should_stop: Callable[[], bool] | None = None,
) -> TextbookAnswer:
    """Search to a depth by one of the methods, which all find the same value.

    Leaves have their value for the side that searches. `should_stop` is called every few milliseconds;
    if it returns True, the search raises SearchStoppedError.

    >>> search(Position.start(), 4, method="minimax").leaves
    1469
    """
    if method not in METHODS:
        raise EngineError(unknown_name("method", method, METHODS))
    _check(evaluation)
    plies = whole_within(EngineError, "depth", depth, 0, _DEEPEST)
    found = core.textbook(checked_position(position), method, evaluation, plies, should_stop)
    if found is None:
        raise SearchStoppedError("engine.stopped")
    value, move, nodes, leaves, cutoffs = found
    distance = core.WON - abs(value)
    if distance <= _DEEPEST + 1:
        sign = 1 if value > 0 else -1
        return TextbookAnswer(sign * float("inf"), move, nodes, leaves, cutoffs, sign * distance)
    return TextbookAnswer(value / core.TEACHING_UNIT, move, nodes, leaves, cutoffs)


def _check(evaluation: str) -> None:
    if evaluation not in EVALUATIONS:
        raise EngineError(unknown_name("evaluation", evaluation, EVALUATIONS))
