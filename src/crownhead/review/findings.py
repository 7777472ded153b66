"""The findings of a review in one game, as plain values that are stored, shown and counted.

Chances are rounded at once, so that a review is the same after storing it.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import Any, Final

from crownhead.endgame.tables import Outcome
from crownhead.engine import Engine, Score, winning_chance
from crownhead.engine.hint import HintReason, explain
from crownhead.pieces import BLACK, Side
from crownhead.position import Position
from crownhead.review.judge import MARKS, Draw, Judgement, for_black, played_out

#: Losing this much of the winning chances halves a move's accuracy.
HALF: Final = 0.125
_MOST_MOMENTS: Final = 5
# The chance from which a game counts as won; the same chance of the other side is a lost game.
_AS_GOOD_AS_WON: Final = 0.8
_DIGITS: Final = 4


@dataclass(frozen=True, slots=True)
class BetterLine:
    """The better line: the path of each move, the mover's score and chance, and the reason."""

    paths: tuple[tuple[int, ...], ...]
    points: int
    chance: float
    reason: HintReason


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move of a reviewed game. `points`, `chance` and `tables` are Black's after the move.

    `choices` is the number of legal moves, `lost` what the mover lost of the winning chances.
    """

    ply: int
    notation: str
    side: str
    choices: int
    points: int
    chance: float
    lost: float
    mark: str = ""
    is_best: bool = False
    is_past_draw: bool = False
    draw: Draw | None = None
    tables: Outcome | None = None
    better: BetterLine | None = None

    @classmethod
    def of(cls, move: Judgement, engine: Engine) -> ReviewedMove:
        """A judgement as plain values; the engine's tables are probed too."""
        before, after = move.node.before.position, move.node.position
        score = for_black(before, move.score)
        return cls(
            ply=move.node.ply,
            notation=str(move.node.move),
            side=before.turn.value,
            choices=len(before.legal_moves()),
            points=score.points,
            chance=round(winning_chance(score), _DIGITS),
            lost=round(move.lost, _DIGITS),
            mark=move.mark,
            is_best=move.is_best,
            is_past_draw=move.is_past_draw,
            draw=move.draw,
            tables=_known(after, engine),
            better=_better(before, move, engine) if move.mark else None,
        )

    @property
    def chance_of_mover(self) -> float:
        """The mover's chance after the move."""
        return self.chance if self.side == BLACK.value else round(1 - self.chance, _DIGITS)

    @property
    def changes_result(self) -> bool:
        """Whether the move turned a win into less, or a game that was not lost into a loss."""
        if self.better is None:
            return False
        return _standing(self.better.chance) != _standing(self.chance_of_mover)


@dataclass(frozen=True, slots=True)
class Findings:
    """The review of a game: Black's chance before the first move, and all moves."""

    start: float
    moves: tuple[ReviewedMove, ...]

    @classmethod
    def of(cls, position: Position, score: Score, moves: tuple[ReviewedMove, ...]) -> Findings:
        """The findings of a game, from the score of its start for the side to move."""
        return cls(round(winning_chance(for_black(position, score)), _DIGITS), moves)

    def accuracy(self, side: Side) -> float | None:
        """The accuracy of a side's moves, from 0 to 100, or None if it never had a choice.

        A move counts 100, halved for each eighth of the winning chances that it lost. The accuracy is
        the mean over all moves that were not forced.
        """
        counted = [
            100 * 2 ** (-move.lost / HALF)
            for move in self.moves
            if move.side == side.value and move.choices > 1
        ]
        return round(fmean(counted), 1) if counted else None

    def moments(self) -> list[int]:
        """The plies that decided the game: those that changed its result, then the largest losses."""
        marked = [move for move in self.moves if move.mark]
        marked.sort(key=lambda move: (not move.changes_result, -move.lost, move.ply))
        return sorted(move.ply for move in marked[:_MOST_MOMENTS])

    def marked(self, side: Side) -> list[int]:
        """The plies of a side's moves that have a mark."""
        return [move.ply for move in self.moves if move.mark and move.side == side.value]

    @classmethod
    def from_values(cls, values: Any) -> Findings:
        """Restore findings from what `asdict` returned; damaged values raise Python's own errors."""
        moves = tuple(_move_of(row) for row in values["moves"])
        if [move.ply for move in moves] != list(range(1, len(moves) + 1)):
            raise ValueError(values["moves"])
        return cls(_number(values["start"]), moves)


def _known(position: Position, engine: Engine) -> Outcome | None:
    """The result of a position for Black by the tables, if they have it."""
    found = engine.known(position)
    if found is None:
        return None
    return found.outcome if position.turn is BLACK else found.for_the_other.outcome


def _better(before: Position, move: Judgement, engine: Engine) -> BetterLine:
    known = engine.known(before)
    drawn = known is not None and known.outcome == "draw"
    choices = len(before.legal_moves())
    return BetterLine(
        paths=tuple(tuple(step.path) for step in played_out(before, move.better)),
        points=move.better_score.points,
        chance=round(move.before, _DIGITS),
        reason=explain(before, move.better_score, move.better, choices, drawn=drawn),
    )


def _standing(chance: float) -> int:
    """1 for a game that counts as won, -1 for a lost one, else 0."""
    return (chance >= _AS_GOOD_AS_WON) - (chance <= 1 - _AS_GOOD_AS_WON)


# ---- reading back


def _move_of(row: dict[str, Any]) -> ReviewedMove:
    found = ReviewedMove(
        **{
            **row,
            "draw": row["draw"] and Draw(**row["draw"]),
            "better": row["better"] and _better_of(row["better"]),
        }
    )
    Side(found.side)
    is_marked = found.mark in MARKS
    if (found.mark and not is_marked) or is_marked is not (found.better is not None):
        raise ValueError(found.mark)
    if found.tables not in (None, "win", "draw", "loss"):
        raise ValueError(found.tables)
    for value in (found.ply, found.choices, found.points, found.chance, found.lost):
        _number(value)
    return found


def _better_of(row: dict[str, Any]) -> BetterLine:
    reason = HintReason(**{**row["reason"], "moves": tuple(row["reason"]["moves"])})
    paths = tuple(tuple(path) for path in row["paths"])
    if not paths:
        raise ValueError(row)
    return BetterLine(paths, _number(row["points"]), _number(row["chance"]), reason)


def _number(value: Any) -> Any:
    if not isinstance(value, (int, float)):
        raise TypeError(value)
    return value
