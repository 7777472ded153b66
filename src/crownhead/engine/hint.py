"""A move for somebody who asked for help, and why it is good, in a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from crownhead.engine.limits import Score
from crownhead.move import Move
from crownhead.pieces import BLACK, WHITE
from crownhead.position import Position

_MOST_SHOWN: Final = 9  # plies of a line that a sentence tells
# In hundredths of a man: what pieces are worth, about; what a score must have before it is called
# better or worse; and how far it may fall short of the pieces that a line wins.
_MAN: Final = 100
_KING: Final = 130
_CLEAR: Final = 60
_DOUBT: Final = 75


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
    exchange = line[: _plies_of_exchange(line)]
    # What the rest of the line gives back is not won, nor is what the score does not show.
    won = min(taken - lost for taken, lost in map(_pieces_taken, (exchange, line)))
    if won > 0 and score.points > _material(position) + won * _MAN - _DOUBT:
        return f"{move} wins {_pieces(won)}{_by_way_of(exchange)}"
    return f"{move} {_quieter_reason(position, score, exchange)}."


def _quieter_reason(position: Position, score: Score, exchange: tuple[Move, ...]) -> str:
    move = exchange[0]
    gained, lost = _pieces_taken(exchange)
    threat = _threat(position, move)
    if move.is_capture:
        if lost:
            return f"exchanges {_pieces(gained)} for {'one' if lost == 1 else lost}"
        return f"captures {_pieces(gained)}"
    if _crowns(position, move):
        return "crowns a man"
    if threat:
        return f"threatens {threat}"
    if score.points > _CLEAR:
        return "keeps the better position"
    return "keeps the balance" if score.points > -_CLEAR else "makes the best of a worse position"


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


def _plies_of_exchange(line: tuple[Move, ...]) -> int:
    """How many plies the captures last that the first move begins, itself at least.

    An exchange is over with its last capture before three quiet moves in a row: a sacrifice and
    what leads up to it are part of it.
    """
    last = quiet = 0
    for ply, move in enumerate(line):
        quiet = 0 if move.is_capture else quiet + 1
        if quiet > 2:
            break
        last = ply if move.is_capture else last
    return last + 1


def _pieces_taken(line: tuple[Move, ...]) -> tuple[int, int]:
    """How many pieces the side that begins a line takes in it, and how many the other."""
    counts = [sum(len(move.captured) for move in line[side::2]) for side in (0, 1)]
    return counts[0], counts[1]


def _material(position: Position) -> int:
    """What the side to move has more than the other, in hundredths of a man."""
    worth = {
        side: _MAN * pieces.bit_count() + (_KING - _MAN) * (pieces & position.kings).bit_count()
        for side, pieces in ((BLACK, position.black), (WHITE, position.white))
    }
    return worth[position.turn] - worth[position.turn.other]


def _by_way_of(exchange: tuple[Move, ...]) -> str:
    """The moves of an exchange, where the first move does not win by itself; the sentence's end."""
    if exchange[0].is_capture:
        return "."
    shown = " ".join(str(move) for move in exchange[:_MOST_SHOWN])
    return f": {shown}{' ...' if len(exchange) > _MOST_SHOWN else '.'}"


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
