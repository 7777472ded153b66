"""Minimax and alpha-beta as the textbooks have them, with named evaluations and exact counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from crownhead._native import core
from crownhead.errors import EngineError, SearchStoppedError, quoted, unknown_name
from crownhead.numeric import as_whole
from crownhead.pieces import WHITE, Side
from crownhead.position import Position, checked_position

METHODS: Final = ("minimax", "alphabeta", "ordered", "table")
EVALUATIONS: Final = ("captures", "advance", "pieces", "weighted", "halves")
_DEEPEST: Final = 60


@dataclass(frozen=True, slots=True)
class TextbookAnswer:
    """What a search found: the value to the side to move, the first best move, and what it cost.

    `plies` is the distance to a proven end, positive for a win; the value is then infinite.
    """

    value: float
    move: core.Move | None
    nodes: int
    leaves: int
    cutoffs: int
    plies: int | None = None


def evaluate(position: Position, evaluation: str, side: Side | None = None) -> float:
    """Value a position by a named evaluation for a side, by default the side to move.

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
    """Search to a depth by one of the methods; all of them find the same value.

    Leaves are valued for the side that searches: it takes the greatest, its opponent the least.
    `should_stop` is asked every few milliseconds; a yes ends the search by SearchStoppedError.

    >>> search(Position.start(), 4, method="minimax").leaves
    1469
    """
    if method not in METHODS:
        raise EngineError(unknown_name("method", method, METHODS))
    _check(evaluation)
    plies = as_whole(depth)
    if plies is None or not 0 <= plies <= _DEEPEST:
        raise EngineError(f"a depth is a number from 0 to {_DEEPEST}, not {quoted(depth)}")
    found = core.textbook(checked_position(position), method, evaluation, plies, should_stop)
    if found is None:
        raise SearchStoppedError("the search was stopped before it had an answer")
    value, move, nodes, leaves, cutoffs = found
    distance = core.WON - abs(value)
    if distance <= _DEEPEST + 1:
        sign = 1 if value > 0 else -1
        return TextbookAnswer(sign * float("inf"), move, nodes, leaves, cutoffs, sign * distance)
    return TextbookAnswer(value / core.TEACHING_UNIT, move, nodes, leaves, cutoffs)


def _check(evaluation: str) -> None:
    if evaluation not in EVALUATIONS:
        raise EngineError(unknown_name("evaluation", evaluation, EVALUATIONS))
