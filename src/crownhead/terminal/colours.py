"""A board's colours for terminals with all colours, 256 or 16."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from rich.color import Color

from crownhead.tables import rows_of
from crownhead.themes import COLOURS, Theme

_BRIGHT: Final = 140  # of 255
_BRIGHTER: Final = ("color(2)", "color(3)")  # than the standard says, on most terminals


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a board, as Rich names them."""

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
    colours = {"256": "256", "standard": "16", "windows": "16"}.get(system or "", "")
    numbered = _numbered().get((theme.name, colours))
    if numbered is not None:
        return numbered
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


@cache
def _numbered() -> dict[tuple[str, str], Palette]:
    """The palettes for terminals with 16 or 256 colours, by theme and number.

    They are chosen by eye. The nearest colour by numbers has another hue: cream becomes pink, and brown
    mauve. Among 16, squares of the last move must not look like light ones, nor marks like either.
    """
    rows = rows_of(__file__, "palettes.csv")
    return {
        (row.pop("theme"), row.pop("colours")): Palette(
            **{part: f"color({number})" for part, number in row.items()}
        )
        for row in rows
    }
