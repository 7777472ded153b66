"""What both displays share: how a person looks at a game, and text set in lines and columns."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rich.console import Console

from crownhead.service.contract import GameView
from crownhead.terminal.board import Scene
from crownhead.terminal.colours import Palette, palette
from crownhead.themes import Theme

if TYPE_CHECKING:
    from crownhead.terminal.editor import LineEditor

PROMPT: Final = "> "
_INDENT: Final = "      "  # of a line that goes on
_FIRM_SPACE: Final = "\N{NO-BREAK SPACE}"
_NARROWEST: Final = 16  # columns that words are set in
_GAP: Final = 2  # columns of nothing between two columns of rows


@dataclass(frozen=True, slots=True)
class Look:
    """How a person looks at a game: from which side, at which squares, and what is asked of them.

    A question may have choices, each of which must be readable.
    """

    flipped: bool
    status: str
    marked: Sequence[int] = ()
    choices: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Window:
    """What a game is shown in: a console, its colours if it has any, and somebody who types or not.

    `pause` waits some seconds and says whether something happened that ends the waiting. Without
    a line to edit, the terminal itself or a file has lines to read.
    """

    console: Console
    theme: Theme | None
    interactive: bool
    pause: Callable[[float], bool]
    line: LineEditor | None = None

    @property
    def palette(self) -> Palette | None:
        """The colours as this console has them."""
        return None if self.theme is None else palette(self.theme, self.console.color_system)


def has_colour(console: Console) -> bool:
    """Whether a console can show discs in colours."""
    colours = console.color_system is not None and not console.no_color
    return colours and console.encoding.startswith("utf")


def scene_of(view: GameView, look: Look) -> Scene:
    """The board of a view, with its last move."""
    trail = view["record"][view["ply"] - 1]["path"] if view["ply"] else ()
    return Scene(view["position"]["board"], look.flipped, trail, look.marked)


def wrapped(lines: Sequence[str], width: int, indent: str = _INDENT) -> list[str]:
    """Break lines that are longer than a width; what goes on is indented.

    A window too narrow for words breaks the lines itself.

    >>> wrapped(["Which way? " + choices_in_line(["a: 2x9x18", "b: 2x11x18"])], 24, "")
    ['Which way? a: 2x9x18', 'b: 2x11x18']
    """
    if width < _NARROWEST:
        return [line.replace(_FIRM_SPACE, " ") for line in lines]
    return [
        part.replace(_FIRM_SPACE, " ")
        for line in lines
        for part in textwrap.wrap(line, width, subsequent_indent=indent)
    ]


def choices_in_line(choices: Sequence[str]) -> str:
    """Write choices in a line that is broken between them only."""
    return "  ".join(choice.replace(" ", _FIRM_SPACE) for choice in choices)


def in_columns(rows: Sequence[str], width: int) -> list[str]:
    """Set short rows in as many columns as a width has room for, to be read downwards.

    >>> in_columns(["1. 9-13", "2. 5-9", "3. 1-5"], 20)
    ['1. 9-13  3. 1-5', '2. 5-9']
    """
    if not rows:
        return []
    broad = max(map(len, rows)) + _GAP
    height = -(-len(rows) // columns_in(rows, width))
    columns = [rows[start : start + height] for start in range(0, len(rows), height)]
    return [
        "".join(f"{column[row]:<{broad}}" for column in columns if row < len(column)).rstrip()
        for row in range(height)
    ]


def columns_in(rows: Sequence[str], width: int) -> int:
    """How many columns of short rows a width has room for."""
    return max(1, (width + _GAP) // (max(map(len, rows), default=0) + _GAP))
