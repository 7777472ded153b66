"""A position as PNG."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import TYPE_CHECKING

from crownhead import discs, svg
from crownhead.pictures.raster import Pen
from crownhead.pictures.sizes import MOST_STILL, checked_size
from crownhead.position import Position
from crownhead.themes import Theme

if TYPE_CHECKING:
    from crownhead.move import Move
    from crownhead.svg import AnyArrow, Highlights


def png(
    position: Position,
    *,
    flipped: bool = False,
    last_move: Move | None = None,
    arrows: Iterable[AnyArrow] = (),
    highlights: Highlights = (),
    numbers: bool = True,
    theme: str | Theme = "classic",
    pieces: str = discs.CLASSIC,
    size: int = 400,
) -> bytes:
    """Draw a position as PNG, just as `svg.board` draws it.

    >>> from crownhead import Position
    >>> png(Position.start(), size=100)
    Traceback (most recent call last):
    crownhead.errors.CrownheadError: the size must be a whole number of pixels from 160 to 1600, not '100'
    """
    drawing = svg.board(
        position,
        flipped=flipped,
        last_move=last_move,
        arrows=arrows,
        highlights=highlights,
        numbers=numbers,
        theme=theme,
        pieces=pieces,
        size=checked_size(size, MOST_STILL),
    )
    file = io.BytesIO()
    Pen().draw(drawing).save(file, "PNG")
    return file.getvalue()
