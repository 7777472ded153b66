"""Judges another move in place of a mistake, and explains it."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from types import MappingProxyType
from typing import Final, Literal

from crownhead.engine import Engine, Limit, winning_chance
from crownhead.engine.hint import HintReason, explain
from crownhead.errors import GameError
from crownhead.game import Game
from crownhead.move import Move
from crownhead.node import Node
from crownhead.review.findings import Findings, ReviewedMove
from crownhead.review.judge import Trial, mark_of, played_out, try_move
from crownhead.service.analysis.review_contract import TryView, VerdictCode
from crownhead.service.analysis.review_view import draw_view, line_view
from crownhead.service.games.view import move_view, reason_view
from crownhead.text.moves import chosen_move

_VERDICTS: Final = MappingProxyType[str, VerdictCode](
    {"": "good", "?!": "inaccuracy", "?": "mistake", "??": "blunder"}
)
# For an only move, `explain` says just that; here it must say what the move does.
_SEVERAL: Final = 2


def try_again(
    game: Game,
    findings: Findings,
    ply: int,
    choice: Sequence[int] | str,
    limit: Limit,
    helper: Callable[[], AbstractContextManager[Engine]],
) -> TryView:
    """Judge a move in place of the marked move of this ply."""
    mistakes = {move.ply: move for move in findings.moves if move.mark}
    if ply not in mistakes:
        raise GameError("reviews.no-mark", ply=ply)
    mistake = mistakes[ply]
    played = next(node for node in game.main_line() if node.ply == ply)
    before = played.parent
    assert before is not None
    move = chosen_move(choice, before.position)
    with helper() as engine:
        trial = try_move(game, before, move, limit, engine)
    verdict, after = _verdict(mistake, trial, is_same=trial.node is played)
    assert mistake.better is not None
    best = mistake.better.chance
    of, reason = _why(before, verdict, move, trial)
    return {
        "ply": ply,
        "verdict": verdict,
        "move": move_view(before.position, move),
        "before": best,
        "after": after,
        "lost": round(max(0.0, best - after), 4),
        "of": of,
        "reason": reason_view(reason),
        "missed": reason_view(mistake.better.reason),
        "draw": draw_view(trial.draw),
        "reply": line_view(trial.node.position, played_out(trial.node.position, trial.line)),
    }


def _verdict(mistake: ReviewedMove, trial: Trial, *, is_same: bool) -> tuple[VerdictCode, float]:
    """The verdict on a move, and the mover's chance after it.

    The review's own judgements are kept.
    """
    assert mistake.better is not None
    best = mistake.better.chance
    if is_same:
        return "same", mistake.chance_of_mover
    assert trial.node.move is not None
    if trial.node.move.path == mistake.better.paths[0]:
        return "best", best
    after = round(winning_chance(trial.score), 4)
    return ("best" if after >= best else _VERDICTS[mark_of(best - after)]), after


def _why(
    before: Node, verdict: VerdictCode, move: Move, trial: Trial
) -> tuple[Literal["move", "reply"], HintReason]:
    """What a good move does, or how the other side punishes a bad one."""
    drawn = trial.draw is not None
    if verdict in ("best", "good") or not trial.line:
        line = (move, *trial.line)
        return "move", explain(before.position, trial.score, line, _SEVERAL, drawn=drawn)
    position = trial.node.position
    reason = explain(position, trial.answer, trial.line, _SEVERAL, drawn=drawn)
    return "reply", _less_taken(reason, len(move.captured), len(trial.line[0].captured))


def _less_taken(reason: HintReason, taken: int, back: int) -> HintReason:
    """What a reply does, less what the move before it took: a recapture wins nothing.

    >>> print(_less_taken(HintReason("wins-pieces", 3), taken=2, back=3).message)
    wins a piece
    >>> print(_less_taken(HintReason("wins-pieces", 1), taken=2, back=1).message)
    captures a piece
    """
    if reason.code != "wins-pieces" or not taken:
        return reason
    if reason.count > taken:
        return HintReason("wins-pieces", reason.count - taken, moves=reason.moves)
    return HintReason("captures", back) if back else HintReason("better")
