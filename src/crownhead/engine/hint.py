"""Hints: a good move, and a sentence that says why."""

from dataclasses import dataclass
from typing import Final, Literal

from crownhead.engine.limits import Score
from crownhead.messages import Message, counted
from crownhead.move import Move
from crownhead.outcome import moves_in
from crownhead.pieces import BLACK, WHITE
from crownhead.position import Position

_MOST_SHOWN: Final = 9  # plies of a line in a sentence
# In hundredths of a man: rough values of the pieces, the score from which a position is better or worse,
# and how far a score may fall short of the pieces that a line wins. With many pieces on the board, a score
# shows only a share of their worth.
_MAN: Final = 100
_KING: Final = 130
_CLEAR: Final = 60
_SHARE_SHOWN: Final = 0.85
_DOUBT: Final = 40


HintCode = Literal[
    "only",
    "wins-now",
    "wins-in",
    "loses-in",
    "winning",
    "draws",
    "wins-pieces",
    "exchanges",
    "captures",
    "crowns",
    "threatens",
    "better",
    "even",
    "worse",
]


@dataclass(frozen=True, slots=True)
class HintReason:
    """The purpose of a move, as a code with values.

    `count` is a number of moves for `wins-in` and `loses-in`, else of pieces won. `lost` counts the
    pieces that an exchange costs. `moves` is the line that shows it, or the capture that is threatened.
    """

    code: HintCode
    count: int = 0
    lost: int = 0
    moves: tuple[str, ...] = ()

    @property
    def message(self) -> Message:
        """What the move does, to follow the move in a sentence."""
        if self.code in ("wins-in", "loses-in"):
            return Message(f"hint.{self.code}", {"moves": counted("move", self.count)})
        if self.code == "exchanges" and self.count != self.lost:
            given, taken = counted("piece", self.lost), counted("piece", self.count)
            return Message("hint.exchanges-unevenly", {"given": given, "taken": taken})
        if self.code in ("exchanges", "wins-pieces", "captures"):
            return Message(f"hint.{self.code}", {"count": self.count})
        shown = {"capture": self.moves[0]} if self.code == "threatens" else {}
        return Message(f"hint.{self.code}", shown)


@dataclass(frozen=True, slots=True)
class Hint:
    """The suggested move, the reason, and the line that shows it."""

    move: Move
    reason: HintReason
    line: tuple[Move, ...]
    score: Score

    @property
    def message(self) -> Message:
        """What the move does, in a sentence."""
        values = {"move": str(self.move), "does": self.reason}
        moves = self.reason.moves if self.reason.code == "wins-pieces" else ()
        if not moves:
            return Message("hint.sentence", values)
        values["line"] = " ".join(moves[:_MOST_SHOWN])
        return Message(f"hint.sentence-{'begun' if moves[_MOST_SHOWN:] else 'shown'}", values)

    @property
    def sentence(self) -> str:
        """The message as text."""
        return str(self.message)


def explain(
    position: Position, score: Score, line: tuple[Move, ...], choices: int, *, drawn: bool = False
) -> HintReason:
    """Say what the first move of a line does, as plainly as possible.

    `drawn` means that the position is certainly a draw.
    """
    if choices == 1:
        return HintReason("only")
    if score.plies is not None:
        return _proven(score.plies)
    if score.is_won or score.is_lost:
        return HintReason("winning" if score.is_won else "worse")
    if drawn:
        return HintReason("draws")
    exchange = line[: _plies_of_exchange(line)]
    # Pieces that the rest of the line gives back are not won, nor those that the score does not show.
    won = min(taken - lost for taken, lost in map(_pieces_taken, (exchange, line)))
    afterwards = _material(position) + won * _MAN
    if won > 0 and score.points > _SHARE_SHOWN * afterwards - _DOUBT:
        # A capture wins by itself; a quiet move needs its line.
        moves = () if line[0].is_capture else tuple(map(str, exchange))
        return HintReason("wins-pieces", won, moves=moves)
    return _quieter_reason(position, score, exchange)


def _quieter_reason(position: Position, score: Score, exchange: tuple[Move, ...]) -> HintReason:
    move = exchange[0]
    gained, lost = _pieces_taken(exchange)
    if move.is_capture:
        return HintReason("exchanges", gained, lost) if lost else HintReason("captures", gained)
    after = position.play(move)
    if after.kings.bit_count() > position.kings.bit_count():
        return HintReason("crowns")
    if threat := _threat(position, after):
        return HintReason("threatens", moves=(threat,))
    if score.points > _CLEAR:
        return HintReason("better")
    return HintReason("even" if score.points > -_CLEAR else "worse")


def _proven(plies: int) -> HintReason:
    if plies == 1:
        return HintReason("wins-now")
    return HintReason("wins-in" if plies > 0 else "loses-in", moves_in(plies))


def _plies_of_exchange(line: tuple[Move, ...]) -> int:
    """The plies of the exchange that the first move begins; at least 1.

    An exchange ends with the last capture before three quiet moves in a row, so that it includes
    sacrifices.
    """
    last = quiet = 0
    for ply, move in enumerate(line):
        quiet = 0 if move.is_capture else quiet + 1
        if quiet > 2:
            break
        last = ply if move.is_capture else last
    return last + 1


def _pieces_taken(line: tuple[Move, ...]) -> tuple[int, int]:
    """The numbers of pieces that the first side and the other take in a line."""
    counts = [sum(len(move.captured) for move in line[side::2]) for side in (0, 1)]
    return counts[0], counts[1]


def _material(position: Position) -> int:
    """The material of the side to move less that of the other, in hundredths of a man."""
    worth = {
        side: _MAN * pieces.bit_count() + (_KING - _MAN) * (pieces & position.kings).bit_count()
        for side, pieces in ((BLACK, position.black), (WHITE, position.white))
    }
    return worth[position.turn] - worth[position.turn.other]


def _threat(position: Position, after: Position) -> str | None:
    """A capture that a move newly threatens, if any."""
    if after.captures():
        return None
    again = Position(after.black, after.white, after.kings, after.turn.other, after.rules)
    before = {str(capture) for capture in position.captures()}
    return next((str(capture) for capture in again.captures() if str(capture) not in before), None)
