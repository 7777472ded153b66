"""A board in letters and colours: what a game's view says, drawn for a terminal."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from rich.text import Text

from crownhead.notation.diagram import square_at

HEIGHT: Final = 18  # of the plain drawing, the higher of the two

# Of the usual 256 colours, so that they look alike where there are no more; they differ among 16 too.
_LIGHT: Final = "#d7d7af"
_DARK: Final = "#5f875f"
_TRAIL: Final = "#878700"  # the squares of the last move
_MARK: Final = "#d78700"  # what the person should look at
_NUMBER: Final = "#d7ffd7"
_EDGE: Final = "bright_black"
# The disc, what is written on it, and its crown.
_DISCS: Final = MappingProxyType(
    {"b": ("#1c1c1c", "#d7d7d7", "#ffd75f"), "w": ("#ffffff", "#444444", "#af0000")}
)
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


def draw(scene: Scene, *, colour: bool) -> list[Text]:
    """Draw a board line by line, with the rows and columns counted at its edge.

    >>> print(draw(Scene("b" + "." * 30 + "W", trail=[32]), colour=False)[1])
    1 |     | b 1 |     |   2 |     |   3 |     |   4 |
    """
    return _in_colour(scene) if colour else _in_letters(scene)


# ---- letters


def _in_letters(scene: Scene) -> list[Text]:
    lines = [_RULE]
    for row in scene.order:
        cells = [_letters(square_at(row, column), scene) for column in scene.order]
        lines += [f"{row} |{'|'.join(cells)}|", _RULE]
    lines.append("  " + "".join(f"   {column}  " for column in scene.order).rstrip())
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


def _in_colour(scene: Scene) -> list[Text]:
    lines = []
    for row in scene.order:
        for half in (0, 1):
            line = Text().append(" " if half else f"{row}", _EDGE).append(" ")
            for column in scene.order:
                _paint(line, square_at(row, column), scene, half)
            lines.append(line)
    edge = "  " + "".join(f"  {column}   " for column in scene.order)
    return [*lines, Text().append(edge, _EDGE)]


def _paint(line: Text, square: int | None, scene: Scene, half: int) -> None:
    """Add the upper or the lower half of a square to a line."""
    if square is None:
        line.append(" " * 6, f"on {_LIGHT}")
        return
    ground = _MARK if square in scene.marked else _TRAIL if square in scene.trail else _DARK
    piece = scene.board[square - 1]
    if piece == ".":
        line.append(" " * 6 if half else f"  {square:>2}  ", f"{_NUMBER} on {ground}")
        return
    disc, number, crown = _DISCS[piece.lower()]
    left, right = _CORNERS[half]
    line.append(f" {left}", f"{disc} on {ground}")
    if half:
        line.append("♛♛" if piece.isupper() else "  ", f"{crown} on {disc}")
    else:
        line.append(f"{square:>2}", f"{number} on {disc}")
    line.append(f"{right} ", f"{disc} on {ground}")
