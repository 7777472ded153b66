"""Pieces, the side to move and the rules, without text or pictures."""

from typing import Final, cast

from crownhead._native import core
from crownhead.pieces import BLACK, WHITE, Piece, Side, as_side, checked_square, squares_in
from crownhead.rules import Rules


class Board(core.Board):
    """The part of a `Position` that notation and drawings need. Immutable."""

    __slots__ = ()

    @property
    def turn(self) -> Side:
        """The side to move."""
        return WHITE if self._white_to_move else BLACK

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return cast(Rules, self._options)

    @property
    def pieces(self) -> dict[int, Piece]:
        """All pieces by square, in ascending order."""
        black, kings = self.black, self.kings
        return {
            square: _PIECES[(black >> square - 1 & 1) << 1 | kings >> square - 1 & 1]
            for square in squares_in(black | self.white)
        }

    def squares(self, side: Side | str | None = None, *, king: bool | None = None) -> list[int]:
        """The squares of pieces in ascending order, optionally of one side, or of kings or men.

        >>> from crownhead import Position
        >>> position = Position.from_fen("B:W18,24,K10:B12,K22")
        >>> position.squares(WHITE), position.squares(WHITE, king=True), position.squares(king=False)
        ([10, 18, 24], [10], [12, 18, 24])
        """
        mask = self.black | self.white
        if side is not None:
            mask = self.black if as_side(side) is BLACK else self.white
        if king is not None:
            mask &= self.kings if king else ~self.kings
        return squares_in(mask)

    def piece_at(self, square: int) -> Piece | None:
        """The piece on a square, or None.

        >>> from crownhead import Position
        >>> Position.start().piece_at(1)
        <Piece.BLACK_MAN: 'b'>
        """
        mask = 1 << checked_square(square) - 1
        is_black = (self.black & mask) > 0
        if not (is_black or self.white & mask):
            return None
        return _PIECES[is_black << 1 | ((self.kings & mask) > 0)]


_PIECES: Final = (Piece.WHITE_MAN, Piece.WHITE_KING, Piece.BLACK_MAN, Piece.BLACK_KING)
