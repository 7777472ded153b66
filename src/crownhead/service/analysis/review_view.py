"""Builds the views of `review_contract`."""

from collections import Counter
from collections.abc import Sequence

from crownhead.engine import Score
from crownhead.move import Move
from crownhead.pieces import BLACK, WHITE, Side
from crownhead.position import Position
from crownhead.review.findings import BetterLine, Findings, ReviewedMove
from crownhead.review.judge import Draw
from crownhead.service.analysis.review_contract import (
    AccuracyView,
    BetterView,
    ExercisesView,
    FoundView,
    MarkCountsView,
    ReviewDrawView,
    ReviewedMoveView,
    StandingView,
)
from crownhead.service.contract import MoveView, view_of
from crownhead.service.games.view import move_view, reason_view, side_name
from crownhead.text.moves import find_move


def standing_view(points: int, side: Side = BLACK) -> StandingView:
    """Who is better by a score of a side.

    >>> standing_view(-29_993)
    {'side': 'white', 'points': 29993, 'proven': True, 'plies': 7}
    """
    score = Score(points)
    ahead = side if points > 0 else side.other
    return {
        "side": side_name(ahead) if points else None,
        "points": abs(points),
        "proven": score.is_won or score.is_lost,
        "plies": None if score.plies is None else abs(score.plies),
    }


def draw_view(draw: Draw | None) -> ReviewDrawView | None:
    """Why a game is drawn, if it is."""
    return view_of(ReviewDrawView, draw, reply=draw.reply or None) if draw else None


def reviewed_move_view(move: ReviewedMove, before: Position) -> ReviewedMoveView:
    """A judged move; the position is the one before it."""
    return view_of(
        ReviewedMoveView,
        move,
        side=side_name(Side(move.side)),
        standing=standing_view(move.points),
        forced=move.choices == 1,
        best=move.is_best,
        draw=draw_view(move.draw),
        past_draw=move.is_past_draw,
        better=_better_view(move.better, before) if move.better else None,
    )


def _better_view(better: BetterLine, before: Position) -> BetterView:
    moves = []
    position = before
    for path in better.paths:
        moves.append(find_move(path, position))
        position = position.play(moves[-1])
    return {
        "chance": better.chance,
        "standing": standing_view(better.points, before.turn),
        "reason": reason_view(better.reason),
        "line": line_view(before, moves),
    }


def line_view(position: Position, moves: Sequence[Move]) -> list[MoveView]:
    """Successive moves, each with the position after it."""
    shown = []
    for move in moves:
        shown.append(move_view(position, move))
        position = position.play(move)
    return shown


def mark_counts(moves: Sequence[ReviewedMove], side: Side) -> MarkCountsView:
    """A side's number of moves with each mark."""
    marks = Counter(move.mark for move in moves if move.side == side.value)
    return {"inaccuracies": marks["?!"], "mistakes": marks["?"], "blunders": marks["??"]}


def found_view(
    moves: Sequence[ReviewedMove], shown: list[ReviewedMoveView], findings: Findings | None
) -> FoundView:
    """What is known of a game so far: some of its moves, or all findings."""
    accuracy: AccuracyView = {"black": None, "white": None}
    exercises: ExercisesView = {"black": [], "white": []}
    if findings is not None:
        accuracy = {"black": findings.accuracy(BLACK), "white": findings.accuracy(WHITE)}
        exercises = {"black": findings.marked(BLACK), "white": findings.marked(WHITE)}
    return {
        "done": len(shown),
        "start": findings.start if findings else None,
        "moves": shown,
        "accuracy": accuracy,
        "marks": {"black": mark_counts(moves, BLACK), "white": mark_counts(moves, WHITE)},
        "moments": findings.moments() if findings else [],
        "exercises": exercises,
    }
