"""What a review has found in one game, as plain values: to be stored, shown and counted.

Chances are rounded as soon as they are found, so that a review is the same when it is read back.
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
from crownhead.review.judge import Draw, Judgement, for_black, played_out

#: So much of the winning chances given away halves what a move counts for the accuracy.
HALF: Final = 0.125
_MOST_MOMENTS: Final = 5
# Chances from which on a game is as good as won, and below the rest of which as good as lost.
_AS_GOOD_AS_WON: Final = 0.8
_DIGITS: Final = 4
_MARKS: Final = ("", "?!", "?", "??")


@dataclass(frozen=True, slots=True)
class BetterLine:
    """What was better: the squares of each move, the mover's score and chance, and why."""

    paths: tuple[tuple[int, ...], ...]
    points: int
    chance: float
    reason: HintReason


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move of a reviewed game. `points`, `chance` and `tables` are Black's after it.

    `choices` are the legal moves there were, `lost` is what the mover gave away.
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
        """A judgement as plain values; the engine's tables are asked what they know."""
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
        """What the mover may expect after the move."""
        return self.chance if self.side == BLACK.value else round(1 - self.chance, _DIGITS)

    @property
    def changes_result(self) -> bool:
        """Whether the better line was as good as won or held, and the move is not."""
        if self.better is None:
            return False
        return _standing(self.better.chance) != _standing(self.chance_of_mover)


@dataclass(frozen=True, slots=True)
class Findings:
    """A game, reviewed: Black's chance before the first move, and every move."""

    start: float
    moves: tuple[ReviewedMove, ...]

    @classmethod
    def of(cls, position: Position, score: Score, moves: tuple[ReviewedMove, ...]) -> Findings:
        """The findings of a game that began in a position with this score for the side to move."""
        return cls(round(winning_chance(for_black(position, score)), _DIGITS), moves)

    def accuracy(self, side: Side) -> float | None:
        """How well a side played, from 0 to 100; None where it never had a choice.

        A move counts 100, halved for each eighth of the winning chances that it gave away; the
        accuracy is the mean of all moves that were not forced.
        """
        counted = [
            100 * 2 ** (-move.lost / HALF)
            for move in self.moves
            if move.side == side.value and move.choices > 1
        ]
        return round(fmean(counted), 1) if counted else None

    def moments(self) -> list[int]:
        """The plies that decided the game: first those that changed its result, then what lost most."""
        marked = [move for move in self.moves if move.mark]
        marked.sort(key=lambda move: (not move.changes_result, -move.lost, move.ply))
        return sorted(move.ply for move in marked[:_MOST_MOMENTS])

    def marked(self, side: Side) -> list[int]:
        """The plies of a side's moves that have a mark."""
        return [move.ply for move in self.moves if move.mark and move.side == side.value]

    @classmethod
    def from_values(cls, values: Any) -> Findings:
        """Make the findings again from what `asdict` gave; raises what damage makes Python raise."""
        moves = tuple(_move_of(row) for row in values["moves"])
        if [move.ply for move in moves] != list(range(1, len(moves) + 1)):
            raise ValueError("a move is missing")
        return cls(_number(values["start"]), moves)


def _known(position: Position, engine: Engine) -> Outcome | None:
    """What the tables know of a position, as Black sees it."""
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
    """1 for a game as good as won, -1 as good as lost, 0 for one that may still be anything."""
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
    if found.tables not in (None, "win", "draw", "loss"):
        raise ValueError(f"what the tables know of ply {found.ply} is damaged")
    if found.mark not in _MARKS or bool(found.mark) != (found.better is not None):
        raise ValueError(f"the mark of ply {found.ply} is damaged")
    for value in (found.ply, found.choices, found.points, found.chance, found.lost):
        _number(value)
    return found


def _better_of(row: dict[str, Any]) -> BetterLine:
    reason = HintReason(**{**row["reason"], "moves": tuple(row["reason"]["moves"])})
    paths = tuple(tuple(path) for path in row["paths"])
    if not paths:
        raise ValueError("a line without moves is not better")
    return BetterLine(paths, _number(row["points"]), _number(row["chance"]), reason)


def _number(value: Any) -> Any:
    if not isinstance(value, (int, float)):
        raise TypeError(f"{value} is not a number")
    return value
