"""What a display is: it shows a game and what is said about it, and nothing else."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from rich.console import Console

from crownhead.svg import Theme
from crownhead.terminal.board import Scene
from crownhead.terminal.words import View

PROMPT: Final = "> "
_INDENT: Final = "      "  # of a line that goes on


@dataclass(frozen=True, slots=True)
class Look:
    """How a person looks at a game: from which side, at which squares, and what is asked of them."""

    flipped: bool
    status: str
    marked: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Paper:
    """What a game is drawn on: a console, its colours if it has any, and somebody who types or not.

    `pause` waits some seconds and says whether something happened that ends the waiting.
    """

    console: Console
    theme: Theme | None
    interactive: bool
    pause: Callable[[float], bool]


class Display(Protocol):
    """Shows a game and what is said about it."""

    def show(self, view: View, look: Look) -> None:
        """Show where the game stands, if that is new."""

    def say(self, sentence: str, name: str = "") -> None:
        """Say something about what was typed; a name at its end is written as it is."""

    def page(self, lines: Sequence[str]) -> None:
        """Show a longer text."""

    def board(self, view: View, look: Look) -> None:
        """Show the board because somebody asked for it."""

    def heard(self) -> None:
        """Note that a line was typed: what was said about the one before is old."""

    def fit(self) -> None:
        """Note that the window has another size."""

    def close(self, last_words: Sequence[str]) -> None:
        """Stop showing, and leave the last words where they can be read, as they are."""


def has_colour(console: Console) -> bool:
    """Whether a console can show discs in colours."""
    colours = console.color_system is not None and not console.no_color
    return colours and console.encoding.startswith("utf")


def scene_of(view: View, look: Look) -> Scene:
    """The board of a view, with its last move."""
    trail = view["moves"][view["ply"] - 1]["path"] if view["ply"] else ()
    return Scene(view["board"], look.flipped, trail, look.marked)


def wrapped(lines: Sequence[str], width: int) -> list[str]:
    """Break lines that are longer than a width; what goes on is indented."""
    return [
        part for line in lines for part in textwrap.wrap(line, width, subsequent_indent=_INDENT)
    ]
