"""Boards in pixels, from which any position is put together square by square.

Each kind of piece is drawn once on all squares, without and with the marks of a last move. What
stands on a square touches only pixels that no other square touches, so a moment costs no more than
the squares that change in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import floor
from typing import Final, NamedTuple, TypeAlias

from PIL import Image

from crownhead import svg
from crownhead.pictures.raster import Pen
from crownhead.pieces import Piece
from crownhead.svg import FRAME, PICTURE, SQUARE, Look

#: Pixels: left, top, right and bottom.
Box: TypeAlias = tuple[int, int, int, int]

SQUARES: Final = range(1, 33)
# A king's shadow falls so far onto the light square or the frame below.
_SHADOW: Final = 2


class Sight(NamedTuple):
    """What is seen on a square: a piece or none, and whether the last move touched it."""

    piece: Piece | None
    marked: bool


class Stage:
    """The boards for a look and a size."""

    def __init__(self, look: Look, size: int, pieces: Iterable[Piece]) -> None:
        self._scale = size / PICTURE
        self._look = look
        pen = Pen()
        self.boards: dict[Sight, Image.Image] = {}
        for marked in (False, True):
            trail = SQUARES if marked else ()
            bare = Image.new("RGBA", (size, size), look.theme.frame)
            bare.alpha_composite(pen.draw(svg.empty_board(look, size, trail)))
            self.boards[Sight(None, marked)] = bare.convert("RGB")
        for piece in pieces:
            alone = pen.draw(svg.pieces_alone(look, size, dict.fromkeys(SQUARES, piece)))
            for marked in (False, True):
                board = self.boards[Sight(None, marked)].copy()
                board.paste(alone, mask=alone)
                self.boards[Sight(piece, marked)] = board

    def box(self, square: int) -> Box:
        """The pixels of a square."""
        x, y = self._look.corner(square)
        ends = (x, y, x + SQUARE, y + SQUARE + _SHADOW)
        left, top, right, bottom = (floor((FRAME + end) * self._scale + 0.5) for end in ends)
        return left, top, right, bottom
