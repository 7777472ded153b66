r"""Positions and games as pictures of pixels: PNG for one position, GIF and WebP for a whole game.

They show what `crownhead.svg` draws. What turns drawings into pixels takes time to load: import this
where it is used.

>>> from crownhead import Game, Position
>>> png(Position.start(), theme="wood", size=160)[:4]
b'\x89PNG'
>>> animation(Game.from_moves("11-15 23-19"), "gif", size=160)[:6]
b'GIF89a'
"""

from crownhead.pictures.moving import KINDS, animation
from crownhead.pictures.sizes import LEAST, MOST_MOVING, MOST_STILL
from crownhead.pictures.still import png

__all__ = ["KINDS", "LEAST", "MOST_MOVING", "MOST_STILL", "animation", "png"]
