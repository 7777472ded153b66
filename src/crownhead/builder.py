"""Sets up a position piece by piece."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.errors import CrownheadError, FenError, PositionError, excerpt
from crownhead.numeric import as_whole
from crownhead.pieces import BLACK, WHITE, Piece, Side, as_side, checked_square, squares_in
from crownhead.position import Position
from crownhead.rules import ENGLISH, Rules, checked_rules
from crownhead.text import fen

if TYPE_CHECKING:
    from typing_extensions import Self


class PositionBuilder:
    """A board to put pieces on, empty or from a position. Each step returns the builder.

    Nothing is checked until `build`: a board may be impossible on the way to a position.

    >>> PositionBuilder().place(18, Piece.WHITE_MAN).place(11, "B").turn_of("white").build().fen
    'W:W18:BK11'
    """

    def __init__(self, position: Position | None = None, *, rules: Rules | None = None) -> None:
        if not (position is None or isinstance(position, Position)):
            raise PositionError("builder.begins", value=excerpt(position))
        known = ENGLISH if position is None else position.rules
        self.rules = known if rules is None else checked_rules(rules)
        self.turn = self.rules.first_to_move if position is None else position.turn
        self.pieces: dict[int, Piece] = {} if position is None else position.pieces

    @classmethod
    def from_fen(cls, text: str, rules: Rules = ENGLISH) -> Self:
        """Read a FEN, even with pieces where they cannot stand.

        >>> PositionBuilder.from_fen("B:W1,K5:B").problem
        "White's man on 1 is on its crowning row, where only kings can be"
        """
        black, white, kings, turn = fen.parse(text)
        for square in squares_in(black & white):
            raise FenError("position.both-sides", square=square)
        board = cls(rules=rules).turn_of(turn)
        for side, own in ((BLACK, black), (WHITE, white)):
            for square in squares_in(own):
                board.place(square, Piece.of(side, king=bool(kings >> square - 1 & 1)))
        return board

    def place(self, square: int, piece: Piece | str) -> Self:
        """Put a piece on a square, replacing any there; b and w are men, B and W kings."""
        self.pieces[checked_square(square)] = _checked_piece(piece)
        return self

    def remove(self, square: int) -> Self:
        """Remove the piece on a square, if any."""
        self.pieces.pop(checked_square(square), None)
        return self

    def crown(self, square: int) -> Self:
        """Make the piece on a square a king."""
        number = checked_square(square)
        if number not in self.pieces:
            raise PositionError("builder.nothing-to-crown", square=number)
        self.pieces[number] = Piece.of(_checked_piece(self.pieces[number]).side, king=True)
        return self

    def clear(self) -> Self:
        """Remove all pieces."""
        self.pieces.clear()
        return self

    def turn_of(self, side: Side | str) -> Self:
        """Set the side to move."""
        self.turn = as_side(side)
        return self

    def copy(self) -> Self:
        """An independent copy."""
        twin = type(self).__new__(type(self))
        twin.__dict__ |= self.__dict__
        twin.pieces = dict(self.pieces)
        return twin

    __copy__ = copy

    @property
    def fen(self) -> str:
        """The board as text, even if pieces are where they cannot stand.

        >>> PositionBuilder().place(1, Piece.WHITE_MAN).turn_of("white").fen
        'W:W1:B'
        """
        return fen.write(fen.FenParts(*self._masks(), as_side(self.turn)))

    @property
    def problem(self) -> str | None:
        """Why the board is impossible; None if it is not.

        >>> PositionBuilder().place(1, Piece.WHITE_MAN).problem
        "White's man on 1 is on its crowning row, where only kings can be"
        """
        try:
            self.build()
        except CrownheadError as error:
            return str(error)
        return None

    def build(self) -> Position:
        """Make the position, or raise a PositionError that says why it is impossible."""
        return Position(*self._masks(), as_side(self.turn), self.rules)

    def _masks(self) -> tuple[int, int, int]:
        """Black's pieces, White's, and the kings; square n is at bit n - 1."""
        masks = dict.fromkeys(Side, 0)
        kings = 0
        for number, given in self.pieces.items():  # anybody may have changed it
            bit, piece = 1 << checked_square(number) - 1, _checked_piece(given)
            masks[piece.side] |= bit
            kings |= bit * piece.is_king
        return masks[BLACK], masks[WHITE], kings

    def __repr__(self) -> str:
        placed = sorted(self.pieces.items(), key=lambda one: as_whole(one[0]) or 0)
        pieces = " ".join(f"{getattr(piece, 'symbol', piece)}{square}" for square, piece in placed)
        return f"<PositionBuilder {pieces or 'empty'}, {str(self.turn).capitalize()} to move>"


def _checked_piece(piece: Piece | str) -> Piece:
    try:
        return Piece(piece)
    except ValueError:
        raise PositionError("builder.piece", value=excerpt(piece)) from None
