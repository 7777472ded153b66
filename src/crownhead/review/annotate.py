"""Writes a review into the game itself: the standing after each move, marks, and better lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from crownhead.engine import Score
from crownhead.game import Game
from crownhead.node import Node
from crownhead.notation.pdn.tokens import LONGEST_COMMENT
from crownhead.pieces import BLACK, WHITE
from crownhead.position import Position
from crownhead.review.chances import word_of
from crownhead.review.judge import Judgement, for_black

# Plies of a better line that are written; what follows is the engine's guess.
_LONGEST_LINE: Final = 10
# Below this many hundredths of a man nobody stands better.
_EVEN: Final = 5


def annotate(game: Game, judged: Sequence[Judgement], opening: str) -> None:
    """Write what was found into a game: comments, marks, variations, and the opening as a tag.

    What the record says already stays: a comment is added to, a mark or tag of its own is kept.
    """
    if opening:
        game.tags.setdefault("Opening", opening)
    for move in judged:
        _comment(move.node, _said(move))
        if move.mark:
            move.node.strength = move.node.strength or move.mark
            _add_line(move)
    if game.errors:
        last = game.root.last()
        _comment(last, f"The record has an error: {game.errors[0]}.")
        _settle(game)


def standing(position: Position, score: Score) -> str:
    """Say who stands better, from a score of the side to move.

    >>> start = Position.start()
    >>> [standing(start, Score(points)) for points in (35, -120, 2, -29_993)]
    ['Black +0.35', 'White +1.20', 'even', 'White wins in 7 plies']
    """
    black = for_black(position, score)
    side = (BLACK if black.points > 0 else WHITE).label
    if black.plies is not None:
        count = abs(black.plies)
        return (
            f"{side} wins in {count} {'ply' if count == 1 else 'plies'}"
            if count
            else f"{side} has won"
        )
    return "even" if abs(black.points) < _EVEN else f"{side} {abs(black.points) / 100:+.2f}"


def _said(move: Judgement) -> str:
    said = standing(move.node.position, -move.score)
    if not move.mark:
        return said
    mover = move.node.position.turn.other.label
    fall = f"{mover}'s chances fall from {move.before:.0%} to {move.after:.0%}"
    return f"{said}. {word_of(move.mark).capitalize()}: {fall}; {move.better[0]} was better."


def _comment(node: Node, said: str) -> None:
    """Add to what is said about a move, unless that would be longer than a comment may be."""
    joined = f"{node.comment} {said}".strip()
    if len(joined) <= LONGEST_COMMENT:
        node.comment = joined


def _add_line(move: Judgement) -> None:
    """Add the better line as a variation, along one that the record has already as far as it goes."""
    assert move.node.parent is not None
    before = node = move.node.parent
    for step in move.better[:_LONGEST_LINE]:
        node = node.child(step) or node.add(step)
    _comment(node, standing(before.position, move.better_score))


def _settle(game: Game) -> None:
    """Drop a recorded result that the position itself contradicts: it could not be read back."""
    recorded = game.declared_ending
    game.record_outcome(None)
    natural = game.ending
    if recorded is not None and (natural is None or natural.winner is recorded.winner):
        game.record_outcome(recorded)
