"""A board in letters and colours: what a game's view says, drawn for a terminal."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from rich.text import Text

from crownhead.notation.diagram import square_at
from crownhead.svg import COLOURS, Theme

# Of the plain drawing, the larger of the two.
HEIGHT: Final = 18
WIDTH: Final = 52

_EDGE: Final = "bright_black"
_BRIGHT: Final = 140  # of 255
_CORNERS: Final = (("▟", "▙"), ("▜", "▛"))
_RULE: Final = "  " + "+-----" * 8 + "+"


@dataclass(frozen=True, slots=True)
class Scene:
    """What a board shows: 32 letters as in a game's view, which way round, and marks.

    >>> Scene("." * 32).turned().flipped
    True
    """

    board: str
    flipped: bool = False
    trail: Collection[int] = ()
    marked: Collection[int] = ()

    def turned(self) -> Scene:
        """The same from the other side."""
        return Scene(self.board, not self.flipped, self.trail, self.marked)

    @property
    def order(self) -> range:
        """Rows from top to bottom, and columns from left to right."""
        return range(8, 0, -1) if self.flipped else range(1, 9)


def draw(scene: Scene, theme: Theme | None = None, *, narrow: bool = False) -> list[Text]:
    """Draw a board line by line, with the rows and columns counted at its edge.

    Without a theme it is drawn in letters; a narrow one has 34 columns and 9 rows.

    >>> print(draw(Scene("b" + "." * 30 + "W", trail=[32]))[1])
    1 |     | b 1 |     |   2 |     |   3 |     |   4 |
    """
    if theme is not None:
        return _in_colour(scene, theme)
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
    """The same without lines; what would be around a square stands before it."""
    lines = []
    for row in scene.order:
        cells = [_letters(square_at(row, column), scene)[:4] for column in scene.order]
        lines.append(f"{row} {''.join(cells)}".rstrip())
    lines.append("  " + "".join(f"  {column} " for column in scene.order).rstrip())
    return [Text(line) for line in lines]


def _letters(square: int | None, scene: Scene) -> str:
    """A square: its piece and number, in brackets after the last move, starred where it matters."""
    if square is None:
        return "     "
    piece = scene.board[square - 1].replace(".", " ")
    inner = f"{piece}{square:>2}"
    if square in scene.marked:
        return f"*{inner}*"
    return f"[{inner}]" if square in scene.trail else f" {inner} "


# ---- colours


def _in_colour(scene: Scene, theme: Theme) -> list[Text]:
    lines = []
    for row in scene.order:
        for half in (0, 1):
            line = Text().append(" " if half else f"{row}", _EDGE).append(" ")
            for column in scene.order:
                _paint(line, square_at(row, column), scene, half, theme)
            lines.append(line)
    edge = "  " + "".join(f"  {column}   " for column in scene.order)
    return [*lines, Text().append(edge, _EDGE)]


def _paint(line: Text, square: int | None, scene: Scene, half: int, theme: Theme) -> None:
    """Add the upper or the lower half of a square to a line."""
    if square is None:
        line.append(" " * 6, f"on {theme.light}")
        return
    ground = theme.dark
    if square in scene.trail:
        ground = theme.trail
    if square in scene.marked:
        ground = COLOURS[theme.highlight]
    piece = scene.board[square - 1]
    if piece == ".":
        line.append(" " * 6 if half else f"  {square:>2}  ", f"{_ink(ground)} on {ground}")
        return
    disc = theme.black if piece.lower() == "b" else theme.white
    left, right = _CORNERS[half]
    line.append(f" {left}", f"{disc.face} on {ground}")
    if half:
        line.append("♛♛" if piece.isupper() else "  ", f"{disc.crown} on {disc.face}")
    else:
        line.append(f"{square:>2}", f"{_ink(disc.face)} on {disc.face}")
    line.append(f"{right} ", f"{disc.face} on {ground}")


def _ink(ground: str) -> str:
    """Black or white, whichever is easier to read on a colour.

    >>> _ink("#3e7956"), _ink("#fcc419")
    ('#ffffff', '#000000')
    """
    red, green, blue = (int(ground[start : start + 2], 16) for start in (1, 3, 5))
    return "#000000" if 0.3 * red + 0.59 * green + 0.11 * blue > _BRIGHT else "#ffffff"
