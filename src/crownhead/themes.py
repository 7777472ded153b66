"""The colours of boards and pieces, and the names of the sides in them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from crownhead.errors import CrownheadError, unknown_name
from crownhead.messages import Words
from crownhead.pieces import BLACK, WHITE, Side
from crownhead.tables import rows_of


@dataclass(frozen=True)
class Disc:
    """The colours of one side's pieces."""

    shine: str  # where light falls on the face
    face: str
    edge: str  # the thickness below the face
    groove: str  # the ridges in the face
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
    arrow: str = "blue"  # a name in COLOURS
    highlight: str = "yellow"  # a name in COLOURS
    grain: str | None = None  # the veins of a wooden board

    @property
    def words(self) -> Words:
        """Renders messages with this theme's names of the sides.

        >>> THEMES["classic"].words.text(BLACK)
        'Red'
        """
        return Words(self.name)

    @property
    def sides(self) -> tuple[str, str]:
        """The names of the two sides in these colours."""
        return self.words.text(BLACK), self.words.text(WHITE)

    def side_called(self, word: str) -> Side | None:
        """The side that a word means: its name, or its colour here.

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
    """The contrast of two colours by WCAG, from 1 to 21; colours by name or as #rrggbb.

    >>> contrast("white", "black"), round(contrast("yellow", "#3e7956"), 1)
    (21.0, 3.2)
    """
    darker, lighter = sorted(_luminance(COLOURS.get(colour, colour)) for colour in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    channels = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _themes() -> Iterator[Theme]:
    """Read the table of themes, whose columns are the fields of `Theme`."""
    for row in rows_of(__file__, "themes.csv"):
        fields: dict[str, Any] = {name: value for name, value in row.items() if value}
        discs = {side: Disc(*fields[side].split()) for side in ("black", "white")}
        yield Theme(**{**fields, **discs})


#: `PRINT` is black and white for paper, with little ink.
*_SHOWN, PRINT = _themes()
THEMES: Final[Mapping[str, Theme]] = MappingProxyType({theme.name: theme for theme in _SHOWN})


def on_paper(name: str | Theme) -> Theme:
    """The theme for paper with the names that another theme gives the sides.

    >>> on_paper("classic").sides, on_paper("classic").dark == PRINT.dark
    (('Red', 'White'), True)
    """
    return replace(PRINT, name=find_theme(name).name)


def find_theme(name: str | Theme) -> Theme:
    """Find a theme by name, in any case; a `Theme` is returned unchanged.

    >>> find_theme("Wood").sides
    ('Dark', 'Light')
    """
    if isinstance(name, Theme):
        return name
    found = THEMES.get(str(name).strip().lower())
    if found is None:
        raise CrownheadError(unknown_name("theme", str(name), THEMES))
    return found
