"""SVG rendered by resvg, with the font of Pillow: a server may have no fonts."""

import io
from functools import cache
from typing import Final

from PIL import Image, ImageFont
from resvg import render, usvg

# resvg holds the interpreter's lock while it renders; a server must answer others in between.
_MOST_PIXELS: Final = 250_000
_SOME_SIZE: Final = 16


class Pen:
    """Renders SVG documents. Only the thread that made it may use it, as resvg requires.

    `all_fonts` adds the fonts of this machine, for letters that Pillow's font lacks.
    """

    def __init__(self, *, all_fonts: bool = False) -> None:
        self._options = usvg.Options.default()
        self._options.load_font_data(font_data())
        if all_fonts:
            self._options.load_system_fonts()

    def draw(self, source: str) -> Image.Image:
        """Render a document in its own size."""
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
    """Pillow's font, which has the letters of English."""
    font = ImageFont.load_default(_SOME_SIZE)
    assert isinstance(font, ImageFont.FreeTypeFont)
    return bytes(font.font_bytes)
