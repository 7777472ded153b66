"""What both displays share: a player's view of the board, and text in lines and columns."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rich.console import Console

from crownhead.errors import as_sentence
from crownhead.messages import Words
from crownhead.service.contract import GameView
from crownhead.terminal.board import Scene
from crownhead.terminal.colours import Palette, palette
from crownhead.terminal.words import Said
from crownhead.themes import Theme

if TYPE_CHECKING:
    from crownhead.terminal.editor import LineEditor

PROMPT: Final = "> "
_INDENT: Final = "      "  # of continuation lines
_FIRM_SPACE: Final = "\N{NO-BREAK SPACE}"
_NARROWEST: Final = 16  # columns; narrower windows break lines anywhere
_GAP: Final = 2  # columns between two columns of rows


@dataclass(frozen=True, slots=True)
class Look:
    """How the board is turned, what is marked on it, and what the person is asked.

    If the question has choices, all of them are shown in full.
    """

    flipped: bool
    status: Said
    marked: Sequence[int] = ()
    choices: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Window:
    """The console of a game, its colours if it has any, and whether a person types.

    `pause` waits some seconds; it returns True if something ended the wait early. Without a `line`
    to edit, input comes from the terminal itself or from a file.
    """

    console: Console
    theme: Theme | None
    interactive: bool
    pause: Callable[[float], bool]
    line: LineEditor | None = None

    @property
    def palette(self) -> Palette | None:
        """The colours of the theme as this console can show them."""
        return None if self.theme is None else palette(self.theme, self.console.color_system)

    @property
    def words(self) -> Words:
        """The words of the theme; without colours the sides are Black and White."""
        return Words() if self.theme is None else self.theme.words


def has_colour(console: Console) -> bool:
    """Whether a console can show discs in colours."""
    colours = console.color_system is not None and not console.no_color
    return colours and console.encoding.startswith("utf")


def sentences(said: Sequence[Said], words: Words) -> str:
    """Join messages, each as a sentence."""
    return " ".join(as_sentence(words.text(one)) for one in said if one)


def asked(look: Look, words: Words) -> str:
    """The question to the person, with its choices."""
    return f"{sentences([look.status], words)} {choices_in_line(look.choices)}".strip()


def scene_of(view: GameView, look: Look) -> Scene:
    """The board of a view, with its last move."""
    trail = view["record"][view["ply"] - 1]["path"] if view["ply"] else ()
    return Scene(view["position"]["board"], look.flipped, trail, look.marked)


def wrapped(lines: Sequence[str], width: int, indent: str = _INDENT) -> list[str]:
    """Break lines at a width and indent their continuations; a very narrow window breaks them itself.

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
    """Write choices in a line that may be broken only between them."""
    return "  ".join(choice.replace(" ", _FIRM_SPACE) for choice in choices)


def in_columns(rows: Sequence[str], width: int) -> list[str]:
    """Set short rows in as many columns as fit a width, to be read downwards.

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
    """How many columns of short rows fit a width."""
    return max(1, (width + _GAP) // (max(map(len, rows), default=0) + _GAP))
