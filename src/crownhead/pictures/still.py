"""A position as PNG."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, TypedDict

from crownhead import svg
from crownhead.pictures.raster import Pen
from crownhead.pictures.sizes import MOST_STILL, checked_size
from crownhead.position import Position
from crownhead.themes import Theme

if TYPE_CHECKING:
    from collections.abc import Iterable

    from typing_extensions import Unpack

    from crownhead.move import Move
    from crownhead.svg import AnyArrow, Highlights


class Options(TypedDict, total=False):
    """What `svg.board` is told besides the position and the size."""

    flipped: bool
    last_move: Move | None
    arrows: Iterable[AnyArrow]
    highlights: Highlights
    numbers: bool
    theme: str | Theme
    pieces: str


def png(position: Position, *, size: int = 400, **options: Unpack[Options]) -> bytes:
    """Draw a position as PNG, just as `svg.board` draws it.

    >>> from crownhead import Position
    >>> png(Position.start(), size=100)
    Traceback (most recent call last):
    crownhead.errors.CrownheadError: the size must be a whole number of pixels from 160 to 1600, not '100'
    """
    drawing = svg.board(position, size=checked_size(size, MOST_STILL), **options)
    file = io.BytesIO()
    Pen().draw(drawing).save(file, "PNG")
    return file.getvalue()
