"""The bars above and below the board of a film: each side's player and last move."""

import io
from collections.abc import Mapping
from html import escape
from typing import Final

from PIL import Image, ImageChops, ImageFont

from crownhead import discs, svg
from crownhead.pictures.raster import Pen, font_data
from crownhead.pieces import Piece, Side
from crownhead.svg import FONTS, FRAME, PICTURE, SQUARE, Look
from crownhead.themes import contrast

# In the units of the board.
_HEIGHT: Final = 34
_LETTERS: Final = 16
_DISC: Final = 0.56  # the size of a piece on a bar, beside one on the board
_GAP: Final = 8
_LONGEST_NAME: Final = 200  # letters
_ELLIPSIS: Final = "..."
_LAST_KNOWN: Final = 0x7E  # the last letter of Pillow's font


class Bars:
    """A bar for each side, with the player's name."""

    def __init__(self, look: Look, size: int, names: Mapping[Side, str]) -> None:
        self._look = look
        self._width = size
        self.height = round(_HEIGHT * size / PICTURE)
        self._font = ImageFont.truetype(io.BytesIO(font_data()), _LETTERS)
        self._names = {side: _printable(name) for side, name in names.items()}
        ours = all(_is_ours(letter) for name in self._names.values() for letter in name)
        self._pen: Pen | None = Pen(all_fonts=not ours)
        self._ink = max("#ffffff", "#000000", key=lambda ink: contrast(ink, look.theme.frame))
        for side, name in self._names.items():
            if not self._can_be_seen(side, name):
                self._names[side] = look.theme.words.text(side)

    def bar(self, side: Side, said: str) -> Image.Image:
        """The bar of a side, with a caption."""
        return self._drawn(side, self._names[side], said)

    def _can_be_seen(self, side: Side, name: str) -> bool:
        """Whether a name has any letters that the fonts of this machine can draw."""
        if any(map(_is_ours, name.replace(" ", ""))):
            return True
        with_name, without = self._drawn(side, name, ""), self._drawn(side, "", "")
        return ImageChops.difference(with_name, without).getbbox() is not None

    def _drawn(self, side: Side, name: str, said: str) -> Image.Image:
        left = FRAME + SQUARE * _DISC + _GAP
        room = PICTURE - FRAME - left - (self._length(said) + 2 * _GAP if said else 0)
        name = self._shortened(name, room)
        y = _HEIGHT / 2 + 0.36 * _LETTERS
        drawn = svg.bare(
            self._look,
            self._width,
            self.height,
            f'<path d="M0 0H{PICTURE}V{_HEIGHT + 1}H0Z" fill="{self._look.theme.frame}"/>',
            self._disc(side),
            f'<g font-family="{FONTS}" font-size="{_LETTERS}" fill="{self._ink}">'
            f'<text x="{left:g}" y="{y:g}">{escape(name)}</text>'
            f'<text x="{PICTURE - FRAME}" y="{y:g}" text-anchor="end">{escape(said)}</text></g>',
        )
        assert self._pen is not None, "closed"
        return self._pen.draw(drawn).convert("RGB")

    def close(self) -> None:
        """Drop the pen in the thread that made it."""
        self._pen = None

    def _disc(self, side: Side) -> str:
        man = discs.drawing_of(Piece.of(side, king=False), self._look.theme, self._look.pieces)
        y = (_HEIGHT - SQUARE * _DISC) / 2
        return f'<use href="#{man}" transform="translate({FRAME} {y:g}) scale({_DISC})"/>'

    def _length(self, text: str) -> float:
        """The width of a text; letters that Pillow's font lacks count as wide."""
        return sum(self._font.getlength(one) if _is_ours(one) else _LETTERS for one in text)

    def _shortened(self, name: str, room: float) -> str:
        if self._length(name) <= room:
            return name
        left, fitting = room - self._length(_ELLIPSIS), ""
        for letter in name:
            left -= self._length(letter)
            if left < 0:
                break
            fitting += letter
        return fitting.rstrip() + _ELLIPSIS


def _is_ours(letter: str) -> bool:
    return ord(letter) <= _LAST_KNOWN


def _printable(name: str) -> str:
    """A name on one line, shortened, without characters that cannot be printed."""
    return "".join(one for one in " ".join(name.split()) if one.isprintable())[:_LONGEST_NAME]
