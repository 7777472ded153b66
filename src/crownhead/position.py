"""A position: the pieces, the side to move and the rules, as an immutable value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from crownhead.board import Board
from crownhead.errors import FenError, IllegalMoveError, PositionError, not_a_position
from crownhead.move import Move
from crownhead.pieces import BLACK
from crownhead.rules import ENGLISH, Rules
from crownhead.text import diagram, fen, moves

if TYPE_CHECKING:
    from typing_extensions import Self

_BLACK_START: Final = 0x00000FFF
_WHITE_START: Final = 0xFFF00000


class Position(Board):
    """The pieces, the side to move and the rules. Immutable.

    >>> position = Position.start()
    >>> [str(move) for move in position.legal_moves()]
    ['9-13', '9-14', '10-14', '10-15', '11-15', '11-16', '12-16']
    >>> position.play("11-15").fen
    'W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15'
    """

    __slots__ = ()

    @classmethod
    def start(cls, rules: Rules = ENGLISH) -> Self:
        """The start position."""
        if rules is ENGLISH and cls is Position:
            return cast("Self", _ENGLISH_START)
        first = rules.first_to_move if isinstance(rules, Rules) else BLACK  # refused there
        return cls(_BLACK_START, _WHITE_START, 0, first, rules)

    @classmethod
    def from_fen(cls, text: str, rules: Rules = ENGLISH) -> Self:
        """Read a position, such as `B:W18,24,27,K10:B12,16,K22`.

        >>> Position.from_fen("W:W21-32:B1-12.").turn
        <Side.WHITE: 'white'>
        """
        found = cls.start(rules)._with_fen(text)
        if found is not None:
            return found
        # The core reads the usual form; this one reads more, and explains errors.
        parts = fen.parse(text)
        try:
            return cls(*parts, rules)
        except PositionError as error:
            raise FenError(error.message) from None

    def play(self, move: Move | str) -> Self:
        """The position after a move, given as a move or as text.

        >>> Position.from_fen("B:W18,24:B15,12").play("12-16")
        Traceback (most recent call last):
        crownhead.errors.IllegalMoveError: 12-16 cannot be played: you must capture: 15x22
        """
        if not isinstance(move, Move):
            move = moves.legal_move(move, self)
        after = self._after(move)
        if after is None:
            raise IllegalMoveError(moves.why_illegal(move.path, self))
        return after

    def is_legal(self, move: Move | str) -> bool:
        """Whether a move, given as a move or as text, is legal.

        A text that names no move, or several, raises, as in `play`.

        >>> Position.start().is_legal("11-15"), Position.start().is_legal("9-5")
        (True, False)
        """
        try:
            moves.legal_move(move, self)
        except IllegalMoveError:
            return False
        return True

    @property
    def mirrored(self) -> Self:
        """The position from the other side: the board turned, colours and side to move exchanged."""
        return self._mirrored()

    def with_rules(self, rules: Rules) -> Self:
        """The same pieces and side to move under other rules."""
        return type(self)(self.black, self.white, self.kings, self.turn, rules)

    def __str__(self) -> str:
        return diagram.draw(self)

    def __repr__(self) -> str:
        suffix = "" if self.rules == ENGLISH else f", rules=Rules.parse('{self.rules}')"
        return f"{type(self).__name__}.from_fen('{self.fen}'{suffix})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.black, self.white, self.kings, self.turn, self.rules)

    def _repr_svg_(self) -> str:
        from crownhead import svg  # rarely needed, and large

        return svg.board(self)


def checked_position(position: Position) -> Position:
    """Check that a value is a position, rather than something that has one.

    >>> from crownhead import Game
    >>> checked_position(Game())
    Traceback (most recent call last):
    crownhead.errors.PositionError: this needs a Position, not a Game: use game.position
    """
    if not isinstance(position, Position):
        raise not_a_position(position)
    return position


_ENGLISH_START: Final = Position(_BLACK_START, _WHITE_START, 0, BLACK, ENGLISH)
