"""Board pictures: a position as one standalone SVG document.

The picture holds no script, no style sheet and no address outside itself, so it may stand in a
page with a strict content security policy. Lengths are in the picture's own units, 50 a square.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import escape
from itertools import pairwise
from math import atan2, degrees, hypot
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from crownhead.errors import CrownheadError, excerpt, unknown_name
from crownhead.notation.diagram import row_and_column
from crownhead.pieces import Side, checked_square
from crownhead.position import Position
from crownhead.themes import COLOURS, Disc, Theme, find_theme

if TYPE_CHECKING:
    from typing import TypeAlias

    from crownhead.move import Move

    Point: TypeAlias = tuple[float, float]
    AnyArrow: TypeAlias = "Arrow | Move | tuple[int, int]"
    Highlights: TypeAlias = Iterable[int] | Mapping[int, str]

_T = TypeVar("_T")

SQUARE: Final = 50
BOARD: Final = 8 * SQUARE
FRAME: Final = 13
PICTURE: Final = BOARD + 2 * FRAME


class Arrow(NamedTuple):
    """An arrow along a path of squares, in a colour of `COLOURS` or the theme's own.

    >>> Arrow((22, 15, 6), "red").path
    (22, 15, 6)
    """

    path: tuple[int, ...]
    colour: str | None = None


_CRISP = 'shape-rendering="crispEdges"'
_SHADOW = (
    '<radialGradient id="crownhead-shadow"><stop offset=".78" stop-opacity=".5"/>'
    '<stop offset="1" stop-opacity="0"/></radialGradient>'
)
# Three points with pearls over a band, drawn about the origin.
_CROWN = (
    '<g id="crownhead-crown"><path d="M-10.6-4.6-5.4 1.2Q-1.6-3 0-8.2 1.6-3 5.4 1.2L10.6-4.6 8.4 '
    '5.6H-8.4ZM-8.2 7.2H8.2V10H-8.2Z"/><circle cx="-10.6" cy="-5.6" r="1.9"/>'
    '<circle cy="-9" r="2.1"/><circle cx="10.6" cy="-5.6" r="1.9"/></g>'
)
_VEINS = (
    "M0 4C90 1 170 7 250 4S350 2 400 4M0 9C60 12 190 6 270 10S360 11 400 9M0 15C110 12 200 19 290 "
    "15S370 13 400 15M0 27C80 31 180 23 270 28S350 29 400 27M0 32C90 35 160 29 260 33S360 34 400 32"
    "M0 41C70 37 190 45 280 41S360 39 400 41M0 53C90 50 170 57 260 53S340 51 400 53M0 58C100 62 180"
    " 54 270 59S350 60 400 58M0 70C70 67 170 74 250 70S350 68 400 70M0 76C90 80 190 72 280 77S360 "
    "78 400 76M0 92C100 88 190 97 280 92S350 90 400 92"
)


def board(
    position: Position,
    *,
    flipped: bool = False,
    last_move: Move | None = None,
    arrows: Iterable[AnyArrow] = (),
    highlights: Highlights = (),
    numbers: bool = True,
    theme: str = "classic",
    size: int = 400,
) -> str:
    """Draw a position as a standalone SVG document, White at the bottom unless flipped.

    >>> from crownhead import Position
    >>> board(Position.start(), theme="wood", arrows=[(11, 15)]).startswith("<svg")
    True
    """
    _check(position, last_move, size)
    colours = find_theme(theme)
    trail = frozenset(map(checked_square, last_move.path)) if last_move is not None else frozenset()
    parts = [
        *_opening(position, last_move, size),
        *_definitions(colours),
        *_empty_board(colours),
        *_filled(trail, colours.trail, flipped),
        *_rings(highlights, colours, flipped),
        *(_numbers(colours, trail, flipped) if numbers else ()),
        *_pieces(position, colours, flipped),
        *(_arrow(arrow, colours, flipped) for arrow in _several(arrows, _ARROWS)),
        "</g></svg>",
    ]
    return "\n".join(parts)


_ARROWS = "arrows are a list of moves or of pairs of squares, such as [(11, 15)]"
_HIGHLIGHTS = "highlights are squares, such as [15], or squares with colours, such as {15: 'red'}"


def _check(position: object, last_move: object, size: object) -> None:
    """Refuse what is no position, no move or no size."""
    if not isinstance(position, Position):
        raise CrownheadError(_not_this("a picture shows a Position", position))
    if last_move is not None and not hasattr(last_move, "path"):
        raise CrownheadError(
            _not_this("the last move is a Move, such as Move((11, 15))", last_move)
        )
    if not isinstance(size, int) or isinstance(size, bool) or size < 1:
        raise CrownheadError(
            _not_this("the size is a whole number of pixels from 1 on, such as 400", size)
        )


def _not_this(rule: str, value: object) -> str:
    return f"{rule}, not '{excerpt(value)}'"


def _several(values: Iterable[_T], rule: str) -> Iterable[_T]:
    """Refuse what cannot be a list; a text is none."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise CrownheadError(_not_this(rule, values))
    return values


def _corner(square: int, flipped: bool) -> tuple[int, int]:
    """Find the top left corner of a square, from the top left corner of the board."""
    row, column = row_and_column(square)
    if flipped:
        row, column = 9 - row, 9 - column
    return (column - 1) * SQUARE, (row - 1) * SQUARE


def _centre(square: int, flipped: bool) -> Point:
    x, y = _corner(square, flipped)
    return x + SQUARE / 2, y + SQUARE / 2


def _opening(position: Position, last_move: Move | None, size: int) -> list[str]:
    # The id is made of what the texts say, so that boards that share an id share the text.
    told = position.fen if last_move is None else f"{position.fen}:{last_move.path}"
    key = "-".join(re.findall(r"\w+", told))
    title = f"Checkers position: {position.turn.label} to move"
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {PICTURE} {PICTURE}" '
        f'width="{size}" height="{size}" role="img" '
        f'aria-labelledby="crownhead-title-{key}" aria-describedby="crownhead-desc-{key}">',
        f'<title id="crownhead-title-{key}">{escape(title, quote=False)}</title>',
        f'<desc id="crownhead-desc-{key}">{escape(_in_words(position, last_move), quote=False)}</desc>',
    ]


def _in_words(position: Position, last_move: Move | None) -> str:
    sentences = []
    for side in Side:
        groups = []
        for is_king, one, several in ((False, "man", "men"), (True, "king", "kings")):
            squares = position.squares(side, king=is_king)
            if squares:
                groups.append(f"{one if len(squares) == 1 else several} on {_listed(squares)}")
        sentences.append(f"{side.label}: {'; '.join(groups) or 'no pieces'}.")
    if last_move is not None:
        gain = f", capturing on {_listed(last_move.captured)}" if last_move.captured else ""
        sentences.append(f"Last move: {' to '.join(map(str, last_move.path))}{gain}.")
    return " ".join(sentences)


def _listed(squares: Iterable[int]) -> str:
    *most, last = map(str, squares)
    return f"{', '.join(most)} and {last}" if most else last


def _definitions(theme: Theme) -> list[str]:
    parts = ["<defs>", _SHADOW, _CROWN]
    for side, disc in (("black", theme.black), ("white", theme.white)):
        name = f"crownhead-{theme.name}-{side}"
        parts += [_disc(name, disc), _man(name, disc), _king(name, disc)]
    if theme.grain:
        parts.append(_grain(f"crownhead-{theme.name}-grain", theme.grain))
    return [*parts, "</defs>"]


def _grain(name: str, colour: str) -> str:
    """Make veins that run across, and the same veins running down."""
    return (
        f'<pattern id="{name}" width="{BOARD}" height="100" patternUnits="userSpaceOnUse">'
        f'<path d="{_VEINS}" fill="none" stroke="{colour}" stroke-opacity=".13"/></pattern>'
        f'<pattern id="{name}-down" href="#{name}" patternTransform="rotate(90)"/>'
    )


def _disc(name: str, disc: Disc) -> str:
    """Draw a turned disc from a little below: shadow, edge, face, fluted rim, dished middle."""
    return (
        f'<linearGradient id="{name}-face" x2="0" y2="1"><stop stop-color="{disc.shine}"/>'
        f'<stop offset=".7" stop-color="{disc.face}"/></linearGradient>'
        f'<linearGradient id="{name}-dish" x2="0" y2="1"><stop stop-color="{disc.face}"/>'
        f'<stop offset="1" stop-color="{disc.shine}"/></linearGradient>'
        f'<g id="{name}-disc" fill="none">'
        f'<circle cx="25" cy="27.6" r="21.4" fill="url(#crownhead-shadow)"/>'
        f'<circle cx="25" cy="26.4" r="19.2" fill="{disc.edge}" stroke="{disc.outline}"/>'
        f'<circle cx="25" cy="23.8" r="19.2" fill="url(#{name}-face)" stroke="{disc.outline}"/>'
        f'<circle cx="25" cy="23.8" r="17" stroke="{disc.groove}" stroke-width="2.2" '
        f'stroke-dasharray="1.1 1.57" stroke-opacity=".75"/>'
        f'<path d="M9.9 13A18.5 18.5 0 0 1 40.1 13" stroke="#fff" stroke-opacity=".45"/>'
        f'<circle cx="25" cy="23.8" r="14.6" fill="url(#{name}-dish)" stroke="{disc.groove}"/>'
        f'<path d="M11.6 26.6A13.7 13.7 0 0 0 38.4 26.6" stroke="{disc.shine}"/></g>'
    )


def _man(name: str, disc: Disc) -> str:
    return (
        f'<g id="{name}-man" fill="none"><use href="#{name}-disc"/>'
        f'<circle cx="25" cy="23.8" r="8.6" fill="url(#{name}-face)" stroke="{disc.groove}"/></g>'
    )


def _king(name: str, disc: Disc) -> str:
    """Put one disc on another, and a crown on both."""
    return (
        f'<g id="{name}-king"><use href="#{name}-disc" y="2.2"/><use href="#{name}-disc" y="-1.4"/>'
        f'<use href="#crownhead-crown" x="25" y="22.4" fill="{disc.crown}"/></g>'
    )


def _empty_board(theme: Theme) -> list[str]:
    whole = f'<path d="M0 0h{BOARD}v{BOARD}H0z" fill="{{}}" {_CRISP}/>'
    squares = [whole.format(theme.light), *_filled(range(1, 33), theme.dark, flipped=False)]
    if theme.grain:
        grain = f"url(#crownhead-{theme.name}-grain"
        squares.insert(1, whole.format(f"{grain})"))
        squares += _filled(range(1, 33), f"{grain}-down)", flipped=False)
    return [
        f'<rect width="{PICTURE}" height="{PICTURE}" rx="7" fill="{theme.frame}"/>',
        f'<g transform="translate({FRAME} {FRAME})">',
        f'<rect x="-5" y="-5" width="{BOARD + 10}" height="{BOARD + 10}" rx="2" fill="none" '
        f'stroke="{theme.frame_line}"/>',
        *squares,
    ]


def _filled(squares: Iterable[int], fill: str, flipped: bool) -> list[str]:
    corners = [_corner(square, flipped) for square in sorted(squares)]
    outline = "".join(f"M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z" for x, y in corners)
    return [f'<path d="{outline}" fill="{fill}" {_CRISP}/>'] if corners else []


def _numbers(theme: Theme, trail: frozenset[int], flipped: bool) -> list[str]:
    parts = [f'<g font-family="Helvetica,Arial,sans-serif" font-size="8.6" fill="{theme.number}">']
    for square in range(1, 33):
        x, y = _corner(square, flipped)
        fill = f' fill="{theme.trail_number}"' if square in trail else ""
        parts.append(f'<text x="{x + 2}" y="{y + 8.6}"{fill}>{square}</text>')
    return [*parts, "</g>"]


def _pieces(position: Position, theme: Theme, flipped: bool) -> list[str]:
    parts = []
    for square, piece in position.pieces.items():
        x, y = _corner(square, flipped)
        kind = f"{piece.side.value}-{'king' if piece.is_king else 'man'}"
        parts.append(f'<use href="#crownhead-{theme.name}-{kind}" x="{x}" y="{y}"/>')
    return parts


def _colour(name: str) -> str:
    found = COLOURS.get(str(name))
    if found is None:
        raise CrownheadError(unknown_name("colour", str(name), COLOURS))
    return found


def _rings(highlights: Highlights, theme: Theme, flipped: bool) -> list[str]:
    if not isinstance(highlights, Mapping):
        squares = map(checked_square, _several(highlights, _HIGHLIGHTS))
        highlights = dict.fromkeys(squares, theme.highlight)
    parts = []
    for square, name in highlights.items():
        x, y = _centre(checked_square(square), flipped)
        parts.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="22" fill="{_colour(name)}" fill-opacity=".22" '
            f'stroke="{_colour(name)}" stroke-width="3"/>'
        )
    return parts


def _arrow(arrow: AnyArrow, theme: Theme, flipped: bool) -> str:
    given: Any = arrow  # a move has a path and no colour, a pair has neither
    path: tuple[int, ...] = tuple(_several(getattr(given, "path", given), _ARROWS))
    colour = _colour(getattr(given, "colour", None) or theme.arrow)
    points = [_centre(checked_square(square), flipped) for square in path]
    if len(points) < 2 or any(start == end for start, end in pairwise(points)):
        named = " to ".join(map(str, path))
        raise CrownheadError(f"an arrow goes from one square to another, not {named or 'nowhere'}")
    # The shaft starts clear of the crown of the piece it leaves and ends inside the head.
    tail, neck = _towards(points[0], points[1], 14), _towards(points[-1], points[-2], 17)
    shaft = "M" + "L".join(f"{x:.4g} {y:.4g}" for x, y in [tail, *points[1:-1], neck])
    (x, y), turn = points[-1], atan2(points[-1][1] - neck[1], points[-1][0] - neck[0])
    place = f"translate({x:g} {y:g}) rotate({degrees(turn):.4g})"
    coats = (
        f'<g fill="{paint}" stroke="{paint}"><path d="{shaft}" fill="none" stroke-width="{width}"/>'
        f'<path d="M0 0-17-10V10Z" stroke-width="{outline}" transform="{place}"/></g>'
        for paint, width, outline in (("#fff", 9, 3.4), (colour, 6.6, 1))
    )
    return f'<g stroke-linejoin="round" opacity=".92">{"".join(coats)}</g>'


def _towards(start: Point, end: Point, distance: float) -> Point:
    """Find the point at a distance from start on the way to end."""
    share = distance / hypot(end[0] - start[0], end[1] - start[1])
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
