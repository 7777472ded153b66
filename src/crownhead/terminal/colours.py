"""A board's colours as a terminal has them: all of them, 256, or 16."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from rich.color import Color

from crownhead.themes import COLOURS, Theme

_BRIGHT: Final = 140  # of 255
_BRIGHTER: Final = ("color(2)", "color(3)")  # than the standard says, on most terminals


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours that a board is drawn in, as Rich names them."""

    light: str
    dark: str
    trail: str  # a square of the last move
    mark: str
    black: str  # the discs
    black_crown: str
    white: str
    white_crown: str

    def disc(self, side: str) -> tuple[str, str]:
        """The colours of a side's disc and of its crown."""
        if side == "black":
            return self.black, self.black_crown
        return self.white, self.white_crown


def palette(theme: Theme, system: str | None) -> Palette:
    """Choose the colours of a theme for a console, by the name of its colour system.

    >>> from crownhead.themes import THEMES
    >>> palette(THEMES["wood"], "truecolor").dark, palette(THEMES["wood"], "256").dark
    ('#8f5a33', 'color(94)')
    """
    numbers = _256.get(theme.name) if system == "256" else None
    if system in ("standard", "windows"):
        numbers = _16.get(theme.name)
    if numbers is not None:
        return Palette(*(f"color({number})" for number in numbers))
    return Palette(
        theme.light,
        theme.dark,
        theme.trail,
        COLOURS[theme.highlight],
        theme.black.face,
        theme.black.crown,
        theme.white.face,
        theme.white.crown,
    )


def ink(ground: str) -> str:
    """Black or white, whichever is easier to read on a colour.

    >>> ink("#3e7956"), ink("#fcc419"), ink("color(65)"), ink("color(3)")
    ('#ffffff', '#000000', '#ffffff', '#000000')
    """
    red, green, blue = Color.parse(ground).get_truecolor()
    bright = 0.3 * red + 0.59 * green + 0.11 * blue > _BRIGHT
    return "#000000" if bright or ground in _BRIGHTER else "#ffffff"


# Chosen by eye, in the order of a palette. The nearest colour by numbers has another hue: cream
# becomes pink, and brown mauve.
_256: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {
        "classic": (230, 65, 143, 220, 124, 221, 255, 88),
        "slate": (253, 60, 109, 220, 234, 221, 231, 24),
        "sand": (223, 95, 143, 220, 88, 221, 230, 52),
        "red-black": (124, 237, 136, 220, 233, 221, 203, 52),
        "wood": (180, 94, 178, 226, 234, 221, 230, 94),
        "high-contrast": (231, 240, 220, 208, 16, 220, 231, 16),
    }
)
# Squares of the last move must not look like light ones, nor marks like either.
_16: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {
        "classic": (7, 2, 3, 11, 1, 11, 15, 1),
        "slate": (7, 6, 3, 11, 0, 11, 15, 4),
        "sand": (7, 3, 2, 11, 1, 11, 15, 1),
        "red-black": (1, 8, 3, 11, 0, 11, 9, 0),
        "wood": (7, 3, 11, 10, 0, 11, 15, 1),
        "high-contrast": (15, 8, 11, 14, 0, 11, 15, 0),
    }
)
