"""The two sides and the four kinds of piece."""

from __future__ import annotations

from enum import Enum
from typing import Literal

from crownhead.errors import CrownheadError, GameError, excerpt, quoted
from crownhead.messages import Message
from crownhead.numeric import as_whole

#: The names of sides in views, requests and searches.
SideName = Literal["black", "white"]


class Word(str, Enum):
    """Members that are written as their values."""

    def __str__(self) -> str:
        return str.__str__(self)


class Side(Word):
    """A side. Black starts on 1-12, White on 21-32, in any theme.

    >>> Side("black").other
    <Side.WHITE: 'white'>
    """

    BLACK = "black"
    WHITE = "white"

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.WHITE if self is Side.BLACK else Side.BLACK

    @property
    def label(self) -> str:
        """The side's English name, which is also its PDN tag: Black or White."""
        return self.value.capitalize()

    @property
    def message(self) -> Message:
        """The side in a sentence; themes have their own names."""
        return Message(f"side.{self.value}")


BLACK = Side.BLACK
WHITE = Side.WHITE


def as_side(side: Side | str) -> Side:
    """Convert a side or its name to a side."""
    try:
        return Side(side)
    except ValueError:
        raise GameError("side.unknown", side=excerpt(side)) from None


def checked_square(square: int) -> int:
    """Convert a number to a square: one from 1 to 32."""
    number = as_whole(square)
    if number is None:
        raise CrownheadError("square.wanted", value=quoted(square))
    if not 1 <= number <= 32:
        raise CrownheadError("square.unknown", square=excerpt(square))
    return number


class Piece(Enum):
    """A man or king of one side; the value is its letter in a diagram.

    >>> Piece.WHITE_KING.side, Piece.WHITE_KING.is_king
    (<Side.WHITE: 'white'>, True)
    """

    BLACK_MAN = "b"
    BLACK_KING = "B"
    WHITE_MAN = "w"
    WHITE_KING = "W"

    @property
    def side(self) -> Side:
        """The piece's side."""
        return BLACK if self in (Piece.BLACK_MAN, Piece.BLACK_KING) else WHITE

    @property
    def is_king(self) -> bool:
        """Whether it has been crowned."""
        return self in (Piece.BLACK_KING, Piece.WHITE_KING)

    @property
    def symbol(self) -> str:
        """One letter: b and w are men, B and W kings."""
        return self.value

    @property
    def message(self) -> Message:
        """The piece in words: Black's man, White's king."""
        return Message("piece.king" if self.is_king else "piece.man", {"side": self.side})

    @property
    def label(self) -> str:
        """The piece in English, where the sides are Black and White."""
        return str(self.message)

    @staticmethod
    def of(side: Side | str, *, king: bool) -> Piece:
        """The man or king of a side."""
        if (side if isinstance(side, Side) else as_side(side)) is BLACK:
            return Piece.BLACK_KING if king else Piece.BLACK_MAN
        return Piece.WHITE_KING if king else Piece.WHITE_MAN


def squares_in(mask: int) -> list[int]:
    """The squares of a mask, which has square n at bit n - 1, in ascending order.

    >>> squares_in(0b1001)
    [1, 4]
    """
    squares = []
    while mask:
        lowest = mask & -mask
        squares.append(lowest.bit_length())
        mask ^= lowest
    return squares
