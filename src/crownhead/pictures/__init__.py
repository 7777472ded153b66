r"""Positions and games as raster pictures: PNG for a position, GIF and WebP for a game.

resvg turns the SVG into pixels, with Pillow's font, and Pillow writes files. A film is put together
square by square: each kind of piece is drawn once on all squares, and a moment pastes the squares
that change, with the same pixels as the whole SVG. One canvas is held, in 128 colours. resvg holds
the interpreter's lock, so large pictures are drawn in bands, and a `Pen` belongs to one thread.

The pictures show what `crownhead.svg` draws. The libraries that turn drawings into pixels are slow
to load, so they are loaded on first use.

>>> from crownhead import Game, Position
>>> from crownhead.pictures import animation, png
>>> png(Position.start(), theme="wood", size=160)[:4]
b'\x89PNG'
>>> animation(Game.from_moves("11-15 23-19"), "gif", size=160)[:6]
b'GIF89a'
"""

from typing import TYPE_CHECKING, Any

from crownhead.errors import needing
from crownhead.pictures.sizes import LEAST, MOST_MOVING, MOST_STILL

if TYPE_CHECKING:
    from crownhead.pictures.writers import KINDS, animation, png

__all__ = ["KINDS", "LEAST", "MOST_MOVING", "MOST_STILL", "animation", "png"]


def __getattr__(name: str) -> Any:
    if name not in ("KINDS", "animation", "png"):
        raise AttributeError(f"module 'crownhead.pictures' has no attribute '{name}'")
    with needing("app", "picture"):
        from crownhead.pictures import writers
    value = globals()[name] = getattr(writers, name)
    return value
