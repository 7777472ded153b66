"""SVG turned into pixels by resvg, with the font that is part of Pillow: a server may have none."""

from __future__ import annotations

import io
from functools import cache
from typing import Final

from PIL import Image, ImageFont
from resvg import render, usvg

# resvg keeps the interpreter to itself while it draws: a server is to answer others in between.
_MOST_PIXELS: Final = 250_000
_SOME_SIZE: Final = 16


class Pen:
    """Draws SVG documents. It belongs to the thread that made it: resvg wants it so.

    `all_fonts` are those of this machine, for letters that Pillow's font does not have.
    """

    def __init__(self, *, all_fonts: bool = False) -> None:
        self._options = usvg.Options.default()
        self._options.load_font_data(font_data())
        if all_fonts:
            self._options.load_system_fonts()

    def draw(self, source: str) -> Image.Image:
        """Draw a document in the size that it names."""
        tree = usvg.Tree.from_str(source, self._options)
        width, height = tree.int_size()
        picture = Image.new("RGBA", (width, height))
        rows = max(1, _MOST_PIXELS // width)
        for top in range(0, height, rows):
            size = (width, min(rows, height - top))
            band = render(tree, (1, 0, 0, 0, 1, -top), bg_size=size)
            picture.paste(Image.open(io.BytesIO(band)), (0, top))
        return picture


@cache
def font_data() -> bytes:
    """The font that is part of Pillow, which has the letters of English."""
    font = ImageFont.load_default(_SOME_SIZE)
    assert isinstance(font, ImageFont.FreeTypeFont)
    return bytes(font.font_bytes)
