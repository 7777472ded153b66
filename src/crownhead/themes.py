"""The colours of boards and pieces, and what people call the two sides in them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from crownhead.errors import CrownheadError, unknown_name
from crownhead.pieces import BLACK, WHITE, Side

_SIDE: Final = re.compile(r"\b(?:Black|White)\b")


@dataclass(frozen=True)
class Disc:
    """The colours of one side's pieces."""

    shine: str  # where the light falls on the face
    face: str
    edge: str  # the thickness seen below the face
    groove: str  # the ridges turned into the face
    outline: str
    crown: str


@dataclass(frozen=True)
class Theme:
    """The colours of a board and its pieces.

    >>> THEMES["classic"].arrow
    'blue'
    """

    name: str
    light: str
    dark: str
    number: str  # on a dark square
    trail: str  # a square of the last move
    trail_number: str
    frame: str
    frame_line: str
    black: Disc
    white: Disc
    sides: tuple[str, str] = ("Black", "White")  # what people call the two colours
    arrow: str = "blue"  # a name in COLOURS
    highlight: str = "yellow"  # a name in COLOURS
    grain: str | None = None  # the veins of a wooden board

    def translated(self, text: str) -> str:
        """Call the sides in a text by the colours that are shown.

        >>> THEMES["classic"].translated("White wins: Black resigned")
        'White wins: Red resigned'
        """
        shown = dict(zip(("Black", "White"), self.sides, strict=True))
        return _SIDE.sub(lambda found: shown[found[0]], text)

    def side_called(self, word: str) -> Side | None:
        """Which side somebody means by a word: a side's name, or the colour it has here.

        >>> THEMES["classic"].side_called("Red"), THEMES["classic"].side_called("hard")
        (<Side.BLACK: 'black'>, None)
        """
        named = {side.value: side for side in Side}
        named |= {self.sides[0].lower(): BLACK, self.sides[1].lower(): WHITE}
        return named.get(word.strip().lower())


COLOURS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "green": "#37b24d",
        "red": "#f03e3e",
        "blue": "#339af0",
        "yellow": "#fcc419",
        "orange": "#fd7e14",
        "purple": "#9c5de0",
        "white": "#ffffff",
        "black": "#000000",
    }
)


def contrast(one: str, other: str) -> float:
    """How well two colours are told apart, from 1 to 21, as the WCAG measures it; by name or as #rrggbb.

    >>> contrast("white", "black"), round(contrast("yellow", "#3e7956"), 1)
    (21.0, 3.2)
    """
    darker, lighter = sorted(_luminance(COLOURS.get(colour, colour)) for colour in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    channels = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


_CLASSIC = Theme(
    name="classic",
    light="#efe4c8",
    dark="#457d5b",
    number="#fdfaf0",
    trail="#b4ad4c",
    trail_number="#17240f",
    frame="#22402f",
    frame_line="#e9d9ae",
    black=Disc("#cd4238", "#a3231c", "#661210", "#6f1310", "#2c0504", "#ffd766"),
    white=Disc("#fffefa", "#f4ecd9", "#b9ab8b", "#b3a583", "#5d5136", "#6b1a14"),
    sides=("Red", "White"),
)
_RED_BLACK = Theme(
    name="red-black",
    light="#a8392f",
    dark="#3a3738",
    number="#e2dcd8",
    trail="#8a7434",
    trail_number="#ffffff",
    frame="#181617",
    frame_line="#7d2a23",
    black=Disc("#3e3b3d", "#151315", "#070607", "#6f6b6d", "#c3bebf", "#ffd766"),
    white=Disc("#ff8572", "#ee4f3c", "#96210f", "#a82a1b", "#4f0d06", "#2e0603"),
    sides=("Black", "Red"),
)
_WOOD = Theme(
    name="wood",
    light="#e8cd9d",
    dark="#8f5a33",
    number="#fff8ea",
    trail="#c9a03c",
    trail_number="#2b1604",
    frame="#55311a",
    frame_line="#c9965a",
    black=Disc("#5f3d2b", "#37201a", "#1a0d09", "#160a06", "#120805", "#f3c667"),
    white=Disc("#fff3d6", "#f2dcae", "#b38d52", "#b08b55", "#573613", "#5b2a0c"),
    sides=("Dark", "Light"),
    arrow="green",
    grain="#3d1f0a",
)
_HIGH_CONTRAST = Theme(
    name="high-contrast",
    light="#ffffff",
    dark="#595959",
    number="#ffffff",
    trail="#ffd60a",
    trail_number="#000000",
    frame="#000000",
    frame_line="#ffffff",
    black=Disc("#1c1c1c", "#000000", "#000000", "#6a6a6a", "#ffffff", "#ffd60a"),
    white=Disc("#ffffff", "#ffffff", "#9a9a9a", "#9a9a9a", "#000000", "#000000"),
    highlight="orange",
)

_SLATE = Theme(
    name="slate",
    light="#dbe1e8",
    dark="#5f7288",
    number="#ffffff",
    trail="#8fb3b0",
    trail_number="#0c1d20",
    frame="#3a4757",
    frame_line="#c3ccd6",
    black=Disc("#414a57", "#262c35", "#10141a", "#525c6a", "#0a0d12", "#f4cd72"),
    white=Disc("#ffffff", "#f7f5f0", "#b5bac0", "#aab0b8", "#4d5763", "#34495f"),
    arrow="orange",
)
_SAND = Theme(
    name="sand",
    light="#ece3d2",
    dark="#80705a",
    number="#ffffff",
    trail="#aab26a",
    trail_number="#1c2008",
    frame="#584b3b",
    frame_line="#d8c9ad",
    black=Disc("#955050", "#6e2b2b", "#3f1414", "#4c1a1a", "#280b0b", "#f4cd72"),
    white=Disc("#fffdf8", "#faf3e4", "#c4b595", "#bcae90", "#5c4f3c", "#6e2b2b"),
    sides=("Red", "Cream"),
)

THEMES: Final[Mapping[str, Theme]] = MappingProxyType(
    {theme.name: theme for theme in (_CLASSIC, _SLATE, _SAND, _WOOD, _RED_BLACK, _HIGH_CONTRAST)}
)


#: Black and white on paper, with little ink; no screen has it.
PRINT: Final = Theme(
    name="print",
    light="#ffffff",
    dark="#cfd2d6",
    number="#3c4043",
    trail="#9ea3a9",
    trail_number="#000000",
    frame="#ffffff",
    frame_line="#202124",
    black=Disc("#3a3d40", "#26282a", "#000000", "#8a8d91", "#000000", "#ffffff"),
    white=Disc("#ffffff", "#ffffff", "#9a9a9a", "#8a8d91", "#000000", "#000000"),
    arrow="black",
    highlight="black",
)


def find_theme(name: str | Theme) -> Theme:
    """Find a theme by its name, in any case; a theme of one's own is taken as it is.

    >>> find_theme("Wood").sides
    ('Dark', 'Light')
    """
    if isinstance(name, Theme):
        return name
    found = THEMES.get(str(name).strip().lower())
    if found is None:
        raise CrownheadError(unknown_name("theme", str(name), THEMES))
    return found
