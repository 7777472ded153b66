"""The board of a game's view in letters or colours."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from rich.text import Text

from crownhead.terminal.colours import Palette, ink
from crownhead.text.diagram import square_at

# Of the plain drawing, the larger of the two.
HEIGHT: Final = 18
WIDTH: Final = 52
NARROW: Final = 35  # columns of the narrow one

_EDGE: Final = "bright_black"
_CORNERS: Final = (("▟", "▙"), ("▜", "▛"))
_RULE: Final = "  " + "+-----" * 8 + "+"


@dataclass(frozen=True, slots=True)
class Scene:
    """A board to draw: 32 letters as in a game's view, its orientation, and marks."""

    board: str
    flipped: bool = False
    trail: Collection[int] = ()
    marked: Collection[int] = ()

    @property
    def order(self) -> range:
        """Rows from top to bottom, and columns from left to right."""
        return range(8, 0, -1) if self.flipped else range(1, 9)


def draw(scene: Scene, palette: Palette | None = None, *, narrow: bool = False) -> list[Text]:
    """Draw a board line by line, with the rows and columns counted at its edge.

    Without colours it is drawn in letters; a narrow one has 9 rows.

    >>> print(draw(Scene("b" + "." * 30 + "W", trail=[32]))[1])
    1 |     | b 1 |     |   2 |     |   3 |     |   4 |
    """
    if palette is not None:
        return _in_colour(scene, palette)
    return _in_few_letters(scene) if narrow else _in_letters(scene)


# ---- letters


def _in_letters(scene: Scene) -> list[Text]:
    lines = [_RULE]
    for row in scene.order:
        cells = [_letters(square_at(row, column), scene) for column in scene.order]
        lines += [f"{row} |{'|'.join(cells)}|", _RULE]
    lines.append("  " + "".join(f"   {column}  " for column in scene.order).rstrip())
    return [Text(line) for line in lines]


def _in_few_letters(scene: Scene) -> list[Text]:
    """The same without lines; the end of a square's text extends onto the light square beside it."""
    lines = []
    for row in scene.order:
        line = f"{row} "
        for index, column in enumerate(scene.order):
            square = square_at(row, column)
            if square is not None:
                line = f"{line:<{2 + 4 * index}}{_letters(square, scene)}"
        lines.append(line.rstrip())
    lines.append("  " + "".join(f"  {column} " for column in scene.order).rstrip())
    return [Text(line) for line in lines]


def _letters(square: int | None, scene: Scene) -> str:
    """A square's piece and number, in brackets for the last move, in stars if marked."""
    if square is None:
        return "     "
    piece = scene.board[square - 1].replace(".", " ")
    inner = f"{piece}{square:>2}"
    if square in scene.marked:
        return f"*{inner}*"
    return f"[{inner}]" if square in scene.trail else f" {inner} "


# ---- colours


def _in_colour(scene: Scene, palette: Palette) -> list[Text]:
    lines = []
    for row in scene.order:
        for half in (0, 1):
            line = Text().append(" " if half else f"{row}", _EDGE).append(" ")
            for column in scene.order:
                _paint(line, square_at(row, column), scene, half, palette)
            lines.append(line)
    edge = "  " + "".join(f"  {column}   " for column in scene.order)
    return [*lines, Text().append(edge, _EDGE)]


def _paint(line: Text, square: int | None, scene: Scene, half: int, palette: Palette) -> None:
    """Add the upper or the lower half of a square to a line."""
    if square is None:
        line.append(" " * 6, f"on {palette.light}")
        return
    ground = palette.dark
    if square in scene.trail:
        ground = palette.trail
    if square in scene.marked:
        ground = palette.mark
    piece = scene.board[square - 1]
    if piece == ".":
        line.append(" " * 6 if half else f"  {square:>2}  ", f"{ink(ground)} on {ground}")
        return
    face, crown = palette.disc("black" if piece.lower() == "b" else "white")
    left, right = _CORNERS[half]
    line.append(f" {left}", f"{face} on {ground}")
    if half:
        line.append("♛♛" if piece.isupper() else "  ", f"{crown} on {face}")
    else:
        line.append(f"{square:>2}", f"{ink(face)} on {face}")
    line.append(f"{right} ", f"{face} on {ground}")
