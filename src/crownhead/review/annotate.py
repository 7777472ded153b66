"""Writes a review into the game itself: the standing after each move, marks, and better lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from crownhead.engine import Score
from crownhead.game import Game
from crownhead.node import Node
from crownhead.outcome import in_moves
from crownhead.pdn.tokens import LONGEST_COMMENT
from crownhead.pieces import BLACK, WHITE
from crownhead.position import Position
from crownhead.review.judge import Judgement, for_black, played_out
from crownhead.review.words import BY_TABLES, TOO_QUIET, word_of

_NAME: Final = "Crownhead"
_PAST: Final = "the game went on past a draw; "
_ERROR: Final = "The record has an error: "
# How `standing` and `_said` end a comment, with what parts it from words that were there. What is
# wrong with the record comes behind, and stays.
_OURS: Final = re.compile(
    rf"(?:^|; |(?<=[.!?:,]) )(?:{_PAST})?"
    r"(?:even|(?:Black|White) (?:\+[0-9]+\.[0-9]{2}|wins(?: in [0-9]+ (?:ply|plies|moves?))?|has won)"
    rf"|draw(?: by [0-9x-]+)?: (?:this position [\w ]+ times?|{TOO_QUIET})|{BY_TABLES})"
    r"(?:\. (?P<word>Blunder|Mistake|Inaccuracy): [^.]* was better\.)?"
    rf"(?:$|(?<=\.) (?={_ERROR})|\. (?={_ERROR}))"
)
# Below this many hundredths of a man nobody stands better.
_EVEN: Final = 5


def annotate(game: Game, judged: Sequence[Judgement], opening: str) -> None:
    """Write what was found into a game: comments, marks, variations, and the opening as a tag.

    What the record says already stays: a comment is added to, a mark or tag of its own is kept.
    """
    if opening:
        game.tags.setdefault("Opening", opening)
    annotators = game.tags.get("Annotator", "")
    if _NAME not in annotators:
        game.tags["Annotator"] = f"{annotators}, {_NAME}".removeprefix(", ")
    if game.errors:
        last = game.root.last()
        _comment(last, f"{_ERROR}{game.errors[0]}.")
        _settle(game)
    for move in judged:
        _comment(move.node, _said(move))
        if move.mark:
            move.node.strength = move.node.strength or move.mark
            _add_line(move)


def forget_review(game: Game) -> None:
    """Take out what an earlier review wrote into a game, so that a new one does not say it twice.

    What people wrote stays, and so do variations that they went on with.
    """
    if _NAME not in game.tags.get("Annotator", ""):
        return
    for node in game.main_line():
        siblings = node.before.children
        siblings[1:] = [child for child in siblings[1:] if not _is_our_line(child)]
        found = _OURS.search(node.comment)
        if found is None:
            continue
        node.comment = _joined(node.comment[: found.start()], node.comment[found.end() :])
        if found["word"] and node.strength and word_of(node.strength) == found["word"].lower():
            node.strength = ""


def _is_our_line(node: Node) -> bool:
    """Whether a variation is one that a review added: a line with nothing but a standing at its end."""
    line = [node, *node.main_line()]
    *bare, end = line
    return (
        all(len(one.children) <= 1 and not _is_annotated(one) for one in line)
        and not any(one.comment for one in bare)
        and _OURS.fullmatch(end.comment) is not None
    )


def _is_annotated(node: Node) -> bool:
    return bool(node.strength or node.nags or node.comment_before or node.clock is not None)


def standing(position: Position, score: Score) -> str:
    """Say who stands better, from a score of the side to move.

    >>> start = Position.start()
    >>> [standing(start, Score(points)) for points in (35, -120, 2, -29_993)]
    ['Black +0.35', 'White +1.20', 'even', 'White wins in 4 moves']
    """
    black = for_black(position, score)
    side = (BLACK if black.points > 0 else WHITE).label
    if black.plies is not None:
        return f"{side} wins in {in_moves(black.plies)}" if black.plies else f"{side} has won"
    if black.is_won or black.is_lost:
        return f"{side} wins"
    return "even" if abs(black.points) < _EVEN else f"{side} {abs(black.points) / 100:+.2f}"


def _said(move: Judgement) -> str:
    said = str(move.draw) if move.draw else standing(move.node.position, -move.score)
    said = f"{_PAST}{said}" if move.is_past_draw else said
    if not move.mark:
        return said
    mover = move.node.position.turn.other.label
    fall = f"{mover}'s chances fall from {move.before:.0%} to {move.after:.0%}"
    return f"{said}. {word_of(move.mark).capitalize()}: {fall}; {move.better[0]} was better."


def _comment(node: Node, said: str) -> None:
    """Add to what is said about a move, unless that would be longer than a comment may be.

    What is wrong with the record stays behind it.
    """
    before, error, sentence = node.comment.partition(_ERROR)
    joined = _joined(before, said)
    if error:
        joined = f"{joined.removesuffix('.')}. {error}{sentence}"
    if len(joined) <= LONGEST_COMMENT:
        node.comment = joined


def _joined(before: str, said: str) -> str:
    """Part what was said from what is added."""
    before = before.rstrip()
    parted = " " if before.endswith((".", "!", "?", ";", ":", ",")) else "; "
    return f"{before}{parted}{said}" if before and said else before or said


def _add_line(move: Judgement) -> None:
    """Add the better line as a variation, along one that the record has already as far as it goes."""
    before = node = move.node.before
    for step in played_out(before.position, move.better):
        node = node.child(step) or node.add(step)
    node.comment = _OURS.sub("", node.comment)  # of an earlier review, where people kept its line
    _comment(node, standing(before.position, _later(move.better_score, node.ply - before.ply)))


def _later(score: Score, plies: int) -> Score:
    """What a score of a position says at the end of its line: a win is so many plies nearer."""
    if score.plies is None:
        return score
    return Score(score.points + plies if score.points > 0 else score.points - plies)


def _settle(game: Game) -> None:
    """Drop a recorded result that the position itself contradicts: it could not be read back."""
    recorded = game.declared_ending
    game.record_outcome(None)
    natural = game.ending
    if recorded is not None and (natural is None or natural.winner is recorded.winner):
        game.record_outcome(recorded)
