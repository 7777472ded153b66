"""Read a board from the pixels of a picture, by colours alone."""

from __future__ import annotations

from collections.abc import Mapping

from PIL import Image

from crownhead.pieces import Piece
from crownhead.text.diagram import row_and_column
from crownhead.themes import Disc, Theme

# In the picture's own units, as in the SVG.
WIDTH, FRAME, SQUARE = 426, 13, 50
# Points on a square: where a king has the lower part of its crown, and where all discs are plain.
CROWN, PLAIN = (25, 26.5), (30.8, 13)


def seen(picture: Image.Image, theme: Theme, *, flipped: bool = False, top: int = 0) -> str:
    """The 32 squares as letters: b and w are men, B and W kings, `-` is empty.

    `top` is the height of the area above the board.
    """
    shown = picture.convert("RGB")
    return "".join(_on(shown, square, theme, flipped, top) for square in range(1, 33))


def marked(
    picture: Image.Image, theme: Theme, *, flipped: bool = False, top: int = 0
) -> frozenset[int]:
    """The squares with the marks of the last move."""
    shown = picture.convert("RGB")
    return frozenset(
        square
        for square in range(1, 33)
        if _nearest(
            _pixel(shown, square, (46, 46), flipped, top),
            {"dark": _rgb(theme.dark), "trail": _rgb(theme.trail)},
        )
        == "trail"
    )


def letters(pieces: Mapping[int, Piece]) -> str:
    """The same letters, for the expected position."""
    return "".join(pieces[n].symbol if n in pieces else "-" for n in range(1, 33))


def _on(shown: Image.Image, square: int, theme: Theme, flipped: bool, top: int) -> str:
    found = _nearest(
        _pixel(shown, square, PLAIN, flipped, top),
        {
            "-": _rgb(theme.dark),
            " ": _rgb(theme.trail),
            "b": _dish(theme.black),
            "w": _dish(theme.white),
        },
    )
    if found in "- ":
        return "-"
    disc = theme.black if found == "b" else theme.white
    middle = _pixel(shown, square, CROWN, flipped, top)
    crowned = _nearest(middle, {"man": _rgb(disc.face), "king": _rgb(disc.crown)}) == "king"
    return found.upper() if crowned else found


def _pixel(
    shown: Image.Image, square: int, spot: tuple[float, float], flipped: bool, top: int
) -> tuple[int, ...]:
    row, column = row_and_column(square)
    if flipped:
        row, column = 9 - row, 9 - column
    scale = shown.width / WIDTH
    x = (FRAME + (column - 1) * SQUARE + spot[0]) * scale
    y = (FRAME + (row - 1) * SQUARE + spot[1]) * scale
    found = shown.getpixel((int(x), top + int(y)))
    assert isinstance(found, tuple)
    return found


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))


def _dish(disc: Disc) -> tuple[int, ...]:
    """The plain part of a disc, which has a slight shine."""
    pairs = zip(_rgb(disc.shine), _rgb(disc.face), strict=True)
    return tuple((one + 4 * other) // 5 for one, other in pairs)


def _nearest(pixel: tuple[int, ...], colours: Mapping[str, tuple[int, ...]]) -> str:
    def distance(name: str) -> int:
        return sum((one - two) ** 2 for one, two in zip(pixel, colours[name], strict=True))

    return min(colours, key=distance)
