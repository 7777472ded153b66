"""A move for somebody who asked for help, and why it is good, in a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from crownhead.engine.limits import Score
from crownhead.move import Move
from crownhead.position import Position


@dataclass(frozen=True, slots=True)
class Hint:
    """The move to play, what it does in a sentence, and the line that shows it."""

    move: Move
    sentence: str
    line: tuple[Move, ...]
    score: Score


def explain(position: Position, score: Score, line: tuple[Move, ...], choices: int) -> str:
    """Say what the first move of a line does: the plainest thing that is true of it."""
    move = line[0]
    if choices == 1:
        return f"{move} is the only move."
    if score.plies is not None:
        return _proven(move, score.plies)
    gained, lost = _exchange(line)
    if gained > lost:
        return f"{move} wins {_pieces(gained - lost)}{_by_way_of(line)}."
    return _quieter_reason(position, score, move, lost)


def _quieter_reason(position: Position, score: Score, move: Move, lost: int) -> str:
    threat = _threat(position, move)
    if move.is_capture:
        reason = f"captures {_pieces(len(move.captured))}" + (
            " and gives as much back" if lost else ""
        )
    elif _crowns(position, move):
        reason = "crowns a man"
    elif threat:
        reason = f"threatens {threat}"
    elif score.points > 60:
        reason = "keeps the better position"
    else:
        reason = "keeps the balance" if score.points > -60 else "holds out longest"
    return f"{move} {reason}."


def _proven(move: Move, plies: int) -> str:
    if plies == 1:
        return f"{move} wins at once."
    count = (abs(plies) + 1) // 2
    moves = f"{count} move{'s' if count > 1 else ''}"
    return (
        f"{move} wins in {moves}."
        if plies > 0
        else f"{move} loses in {moves}, but nothing lasts longer."
    )


def _exchange(line: tuple[Move, ...]) -> tuple[int, int]:
    """Pieces won and lost in the captures that the move begins, up to the first quiet pair of moves."""
    gained = lost = quiet = 0
    for ply, move in enumerate(line):
        quiet = 0 if move.is_capture else quiet + 1
        if quiet > 2:
            break
        if ply % 2 == 0:
            gained += len(move.captured)
        else:
            lost += len(move.captured)
    return gained, lost


def _by_way_of(line: tuple[Move, ...]) -> str:
    """The moves up to the last capture, where the first move does not win by itself."""
    if line[0].is_capture:
        return ""
    last = max(index for index, move in enumerate(line) if move.is_capture)
    return ": " + " ".join(str(move) for move in line[: last + 1])


def _crowns(position: Position, move: Move) -> bool:
    after = position.play(move)
    return after.kings.bit_count() > position.kings.bit_count()


def _threat(position: Position, move: Move) -> str | None:
    """A capture that would follow if the opponent did nothing."""
    after = position.play(move)
    if after.captures():
        return None
    again = Position(after.black, after.white, after.kings, after.turn.other, after.rules)
    before = {str(capture) for capture in position.captures()}
    return next((str(capture) for capture in again.captures() if str(capture) not in before), None)


def _pieces(count: int) -> str:
    return "a piece" if count == 1 else f"{count} pieces"
