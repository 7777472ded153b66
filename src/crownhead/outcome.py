"""How a game ended: who won, and why."""

from dataclasses import dataclass
from typing import Final

from crownhead.errors import GameError, OutcomeError, excerpt
from crownhead.messages import Listed, Message, counted
from crownhead.pieces import Side, Word, as_side


def moves_in(plies: int) -> int:
    """The moves of one side in a number of plies up to the end; the last move counts."""
    return (abs(plies) + 1) // 2


def in_moves(plies: int) -> Message:
    """Count the moves of one side in a number of plies up to the end.

    >>> str(in_moves(1)), str(in_moves(7)), str(in_moves(-10))
    ('1 move', '4 moves', '5 moves')
    """
    return counted("move", moves_in(plies))


class Reason(Word):
    """Why a game is over."""

    NO_PIECES = "no pieces"
    NO_MOVES = "no moves"
    REPETITION = "repetition"
    QUIET = "quiet moves"
    TIME = "time"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    BOTH_LOST = "both lost"
    RECORDED = "recorded"

    @property
    def key(self) -> str:
        """The reason as a part of a key."""
        return self.value.replace(" ", "-")


_WINS: Final = (
    Reason.NO_PIECES,
    Reason.NO_MOVES,
    Reason.TIME,
    Reason.RESIGNATION,
    Reason.RECORDED,
)
_DRAWS: Final = (Reason.REPETITION, Reason.QUIET, Reason.AGREEMENT, Reason.RECORDED)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The winner, or None for a draw, and the reason.

    >>> print(Outcome(Side.BLACK, Reason.RESIGNATION))
    Black wins: White resigned
    """

    winner: Side | None
    reason: Reason

    @property
    def message(self) -> Message:
        """Who won and why, without a full stop."""
        if self.reason is Reason.BOTH_LOST:
            return self.why
        if self.winner is None:
            return Message("outcome.draw", {"reason": self.why})
        return Message("outcome.win", {"winner": self.winner, "reason": self.why})

    @property
    def why(self) -> Message:
        """The reason alone.

        >>> str(Outcome(None, Reason.QUIET).why)
        'too many moves without progress'
        """
        loser = {"loser": self.winner.other} if self.winner else {}
        return Message(f"outcome.reason.{self.reason.key}", loser)

    def __str__(self) -> str:
        return str(self.message)

    def __post_init__(self) -> None:
        if self.winner is not None:
            try:
                object.__setattr__(self, "winner", as_side(self.winner))
            except GameError as error:
                raise OutcomeError(error.message) from None
        fitting = [Reason.BOTH_LOST, *_DRAWS] if self.winner is None else [*_WINS]
        if self.reason not in fitting:
            raise OutcomeError(
                f"outcome.unknown-{'draw' if self.winner is None else 'win'}",
                reason=excerpt(self.reason),
                known=Listed(fitting),
            )
        object.__setattr__(self, "reason", Reason(self.reason))

    def result(self, first_to_move: Side | str) -> str:
        """The PDN result; 1-0 says that the side that moves first won.

        >>> Outcome(Side.WHITE, Reason.TIME).result(first_to_move=Side.BLACK)
        '0-1'
        """
        if self.reason is Reason.BOTH_LOST:
            return "0-0"
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner is as_side(first_to_move) else "0-1"


def outcome_of_result(result: str, first_to_move: Side) -> Outcome | None:
    """Turn a PDN result into an outcome; None for `*`.

    >>> outcome_of_result("1-0", Side.BLACK)
    Outcome(winner=<Side.BLACK: 'black'>, reason=<Reason.RECORDED: 'recorded'>)
    """
    if result == "*":
        return None
    if result == "0-0":
        return Outcome(None, Reason.BOTH_LOST)
    winners = {"1-0": first_to_move, "0-1": first_to_move.other, "1/2-1/2": None}
    return Outcome(winners[result], Reason.RECORDED)
