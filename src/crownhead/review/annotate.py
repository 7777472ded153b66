"""Writes a review into the game itself: the standing after each move, marks, and better lines.

Comments are English, whatever the language of the program, so that any later review finds them.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from crownhead.engine import Score
from crownhead.game import Game
from crownhead.messages import Message, Words, catalogue, percent
from crownhead.node import Node
from crownhead.outcome import in_moves
from crownhead.pdn.tokens import LONGEST_COMMENT
from crownhead.pieces import BLACK, WHITE, Side
from crownhead.position import Position
from crownhead.review.judge import MARKS, Judgement, for_black, played_out

_NAME: Final = "Crownhead"
_LANGUAGE: Final = "en"
_PARAMETER: Final = re.compile(r"\{(\w+)\}")
# Hundredths of a man below which a position counts as even.
_EVEN: Final = 5


def annotate(game: Game, judged: Sequence[Judgement], opening: str) -> None:
    """Write a review into a game: comments, marks, variations, and a tag for the opening.

    Existing content stays: comments are extended; marks and tags are kept.
    """
    if opening:
        game.tags.setdefault("Opening", opening)
    annotators = game.tags.get("Annotator", "")
    if _NAME not in annotators:
        game.tags["Annotator"] = f"{annotators}, {_NAME}".removeprefix(", ")
    if game.errors:
        _comment(game.root.last(), Message("review.error", {"error": game.errors[0]}))
        _settle(game)
    for move in judged:
        _comment(move.node, _judgement(move))
        if move.mark:
            move.node.strength = move.node.strength or move.mark
            _add_line(move)


def forget_review(game: Game) -> None:
    """Remove what an earlier review wrote into a game, so that a new one does not repeat it.

    People's own comments stay, and so do variations that they continued.
    """
    if _NAME not in game.tags.get("Annotator", ""):
        return
    for node in game.main_line():
        siblings = node.before.children
        siblings[1:] = [child for child in siblings[1:] if not _is_our_line(child)]
        found = _ours().search(node.comment)
        if found is None:
            continue
        node.comment = _joined(node.comment[: found.start()], node.comment[found.end() :])
        if found["mark"] and found["mark"] == Words(language=_LANGUAGE).say(
            f"mark.{MARKS.get(node.strength)}"
        ):
            node.strength = ""


def _is_our_line(node: Node) -> bool:
    """Whether a review added a variation: nothing is in it but a standing at its end."""
    line = [node, *node.main_line()]
    *bare, end = line
    return (
        all(len(one.children) <= 1 and not _is_annotated(one) for one in line)
        and not any(one.comment for one in bare)
        and _ours().fullmatch(end.comment) is not None
    )


def _is_annotated(node: Node) -> bool:
    return bool(node.strength or node.nags or node.comment_before or node.clock is not None)


def standing(position: Position, score: Score) -> Message:
    """Who stands better, from a score of the side to move.

    >>> start = Position.start()
    >>> [str(standing(start, Score(points))) for points in (35, -120, 2, -29_993)]
    ['Black +0.35', 'White +1.20', 'even', 'White wins in 4 moves']
    """
    black = for_black(position, score)
    side = {"side": BLACK if black.points > 0 else WHITE}
    if black.plies:
        return Message("review.standing.wins-in", {**side, "moves": in_moves(black.plies)})
    if black.is_won or black.is_lost:
        return Message(f"review.standing.{'wins' if black.plies is None else 'won'}", side)
    if abs(black.points) < _EVEN:
        return Message("review.standing.even")
    return Message("review.standing.ahead", {**side, "men": f"{abs(black.points) / 100:+.2f}"})


def _judgement(move: Judgement) -> Message:
    """The comment on a move."""
    said = move.draw.message if move.draw else standing(move.node.position, -move.score)
    if move.is_past_draw:
        said = Message("review.past-draw", {"standing": said})
    if not move.mark:
        return said
    values = {
        "standing": said,
        "mark": Message(f"mark.{MARKS[move.mark]}"),
        "fall": fall(move.node.position.turn.other, move.before, move.after),
        "better": Message("review.better", {"move": str(move.better[0])}),
    }
    return Message("review.marked", values)


def fall(side: Side, before: float, after: float) -> Message:
    """What a move with a mark does to its side's chances.

    >>> str(fall(BLACK, 0.6, 0.2))
    "Black's chances fall from 60% to 20%"
    """
    chances = {"before": percent(before), "after": percent(after)}
    return Message("review.fall", {"side": side, **chances})


# ---- English comments


def _pattern(key: str, **values: str) -> str:
    """A pattern for what a key says in English; `values` are patterns for its parameters."""
    forms = (_PARAMETER.split(form) for form in catalogue(_LANGUAGE).texts[key])
    patterns = (
        "".join(values[part] if at % 2 else re.escape(part) for at, part in enumerate(form))
        for form in forms
    )
    return f"(?:{'|'.join(patterns)})"


def _any(*patterns: str) -> str:
    return f"(?:{'|'.join(patterns)})"


@cache
def _error() -> str:
    """How the sentence on an error in the record begins."""
    return catalogue(_LANGUAGE).texts["review.error"][0].partition("{")[0]


@cache
def _ours() -> re.Pattern[str]:
    """How a review ends a comment, from the mark that separates it from earlier text on.

    A sentence on an error in the record may follow.
    """
    side = _any(_pattern("side.black"), _pattern("side.white"))
    why = _any(
        _pattern("review.draw.repetition", count="[0-9,]+"), _pattern("outcome.reason.quiet-moves")
    )
    now = _any(
        _pattern("review.standing.even"),
        _pattern("review.standing.ahead", side=side, men=r"\+[0-9]+\.[0-9]{2}"),
        _pattern(
            "review.standing.wins-in", side=side, moves=_pattern("count.move", count="[0-9,]+")
        ),
        _pattern("review.standing.wins", side=side),
        _pattern("review.standing.won", side=side),
        _pattern("review.draw.here", why=why),
        _pattern("review.draw.by-reply", reply="[0-9x-]+", why=why),
        _pattern("review.draw.tables"),
    )
    standing = _any(_pattern("review.past-draw", standing=now), now)
    mark = f"(?P<mark>{_any(*(_pattern(f'mark.{name}') for name in MARKS.values()))})"
    marked = _pattern("review.marked", standing=standing, mark=mark, fall="[^.]*", better="[^.]*")
    error = re.escape(_error())
    return re.compile(
        rf"(?:^|; |(?<=[.!?:,]) )(?:{marked}|{standing})"
        rf"(?:$|(?<=\.) (?={error})|\. (?={error}))"
    )


def _comment(node: Node, said: Message) -> None:
    """Extend a comment, unless it would get too long. A sentence on an error stays at its end."""
    before, error, sentence = node.comment.partition(_error())
    joined = _joined(before, Words(language=_LANGUAGE).text(said))
    if error:
        joined = f"{joined.removesuffix('.')}. {error}{sentence}"
    if len(joined) <= LONGEST_COMMENT:
        node.comment = joined


def _joined(before: str, said: str) -> str:
    before = before.rstrip()
    mark = " " if before.endswith((".", "!", "?", ";", ":", ",")) else "; "
    return f"{before}{mark}{said}" if before and said else before or said


def _add_line(move: Judgement) -> None:
    """Add the better line as a variation, or extend one that begins in the same way."""
    before = node = move.node.before
    for step in played_out(before.position, move.better):
        node = node.child(step) or node.add(step)
    node.comment = _ours().sub("", node.comment)  # of an earlier review whose line people kept
    _comment(node, standing(before.position, _later(move.better_score, node.ply - before.ply)))


def _later(score: Score, plies: int) -> Score:
    """A score of a position as it is at the end of its line: a win is nearer by its plies."""
    if score.plies is None:
        return score
    return Score(score.points + plies if score.points > 0 else score.points - plies)


def _settle(game: Game) -> None:
    """Drop a recorded result that contradicts the last position: it could not be read back."""
    recorded = game.declared_ending
    game.record_outcome(None)
    natural = game.ending
    if recorded is not None and (natural is None or natural.winner is recorded.winner):
        game.record_outcome(recorded)
