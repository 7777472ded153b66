"""Board pictures: a position as a standalone SVG document.

A picture has no script, style sheet or external address, so it works on pages with a strict content
security policy. Lengths are in the picture's units: 50 a square.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise
from math import atan2, degrees, hypot
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeVar

from crownhead import discs
from crownhead.board import Board
from crownhead.errors import CrownheadError, excerpt, unknown_name
from crownhead.messages import Listed, Message, Words
from crownhead.numeric import as_whole
from crownhead.pieces import Piece, Side, checked_square
from crownhead.text.diagram import row_and_column
from crownhead.themes import COLOURS, Theme, find_theme

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
#: The fonts of all text in pictures; the first comes with Crownhead.
FONTS: Final = "Helvetica,Arial,Aileron,sans-serif"


class Look(NamedTuple):
    """The look of a board, whatever is on it."""

    theme: Theme
    pieces: str
    flipped: bool
    numbers: bool

    @classmethod
    def of(
        cls,
        theme: str | Theme = "classic",
        pieces: str = discs.CLASSIC,
        *,
        flipped: bool = False,
        numbers: bool = True,
    ) -> Look:
        """Find a theme and a set of pieces by name."""
        return cls(find_theme(theme), discs.find_set(pieces), flipped, numbers)

    def corner(self, square: int) -> tuple[int, int]:
        """The top left corner of a square, from that of the board.

        >>> Look.of().corner(1), Look.of(flipped=True).corner(1)
        ((50, 0), (300, 350))
        """
        row, column = row_and_column(square)
        if self.flipped:
            row, column = 9 - row, 9 - column
        return (column - 1) * SQUARE, (row - 1) * SQUARE

    def centre(self, square: int) -> Point:
        """The centre of a square."""
        x, y = self.corner(square)
        return x + SQUARE / 2, y + SQUARE / 2


class Arrow(NamedTuple):
    """An arrow along a path of squares, in a colour of `COLOURS` or the theme's own.

    >>> Arrow((22, 15, 6), "red").path
    (22, 15, 6)
    """

    path: tuple[int, ...]
    colour: str | None = None


_CRISP = 'shape-rendering="crispEdges"'
_VEINS = (
    "M0 4C90 1 170 7 250 4S350 2 400 4M0 9C60 12 190 6 270 10S360 11 400 9M0 15C110 12 200 19 290 "
    "15S370 13 400 15M0 27C80 31 180 23 270 28S350 29 400 27M0 32C90 35 160 29 260 33S360 34 400 32"
    "M0 41C70 37 190 45 280 41S360 39 400 41M0 53C90 50 170 57 260 53S340 51 400 53M0 58C100 62 180"
    " 54 270 59S350 60 400 58M0 70C70 67 170 74 250 70S350 68 400 70M0 76C90 80 190 72 280 77S360 "
    "78 400 76M0 92C100 88 190 97 280 92S350 90 400 92"
)


def board(
    position: Board,
    *,
    flipped: bool = False,
    last_move: Move | None = None,
    arrows: Iterable[AnyArrow] = (),
    highlights: Highlights = (),
    numbers: bool = True,
    theme: str | Theme = "classic",
    pieces: str = discs.CLASSIC,
    size: int = 400,
    defined: bool = True,
) -> str:
    """Draw a position as a standalone SVG document, White at the bottom unless flipped.

    A page of many boards may hold `definitions` once; the boards are then not `defined` individually.

    >>> from crownhead import Position
    >>> board(Position.start(), theme="wood", arrows=[(11, 15)]).startswith("<svg")
    True
    """
    _check(position, last_move, size)
    look = Look.of(theme, pieces, flipped=flipped, numbers=numbers)
    trail = frozenset(map(checked_square, last_move.path)) if last_move is not None else frozenset()
    parts = [
        *_opening(position, last_move, size, look.theme.words),
        *(_definitions(look) if defined else ()),
        *_squares(look, trail, highlights),
        *_pieces(position.pieces, look),
        *(_arrow(arrow, look) for arrow in _several(arrows, "arrows")),
        "</g></svg>",
    ]
    return "\n".join(parts)


def definitions(theme: str | Theme = "classic", pieces: str = discs.CLASSIC) -> str:
    """The definitions for a page of boards that are not `defined` individually.

    >>> definitions().startswith("<defs>")
    True
    """
    return "\n".join(_definitions(Look.of(theme, pieces)))


def empty_board(look: Look, size: int, trail: Iterable[int] = ()) -> str:
    """Draw a board without pieces, with the last move marked."""
    return bare(look, size, size, *_squares(look, frozenset(trail), ()), "</g>")


def pieces_alone(look: Look, size: int, pieces: Mapping[int, Piece]) -> str:
    """Draw pieces without a board under them."""
    transform = f'<g transform="translate({FRAME} {FRAME})">'
    return bare(look, size, size, transform, *_pieces(pieces, look), "</g>")


def bare(look: Look, width: int, height: int, *parts: str) -> str:
    """A document as wide as a board, without a description for screen readers."""
    units = PICTURE * height / width
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {PICTURE} {units:.6g}" '
            f'width="{width}" height="{height}">',
            *_definitions(look),
            *parts,
            "</svg>",
        ]
    )


def _check(position: object, last_move: object, size: object) -> None:
    """Refuse what is not a position, a move or a size."""
    if not isinstance(position, Board):
        raise CrownheadError("drawing.position", value=excerpt(position))
    if last_move is not None and not hasattr(last_move, "path"):
        raise CrownheadError("drawing.last-move", value=excerpt(last_move))
    if (as_whole(size) or 0) < 1:
        raise CrownheadError("drawing.size", value=excerpt(size))


def _several(values: Iterable[_T], error: Literal["arrows", "highlights"]) -> Iterable[_T]:
    """Refuse what is not a list, such as a text."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise CrownheadError(f"drawing.{error}", value=excerpt(values))
    return values


def _opening(position: Board, last_move: Move | None, size: int, words: Words) -> list[str]:
    # The id is a hash of the texts: boards that share an id share the text.
    told = f"{words.theme} {position.fen} {last_move.path if last_move else ''}"
    key = "-".join(re.findall(r"\w+", told))
    title = words.say("diagram.title", side=position.turn)
    text = " ".join(words.text(message) for message in _in_words(position, last_move))
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {PICTURE} {PICTURE}" '
        f'width="{size}" height="{size}" role="img" '
        f'aria-labelledby="crownhead-title-{key}" aria-describedby="crownhead-desc-{key}">',
        f'<title id="crownhead-title-{key}">{escape(title, quote=False)}</title>',
        f'<desc id="crownhead-desc-{key}">{escape(text, quote=False)}</desc>',
    ]


def _in_words(position: Board, last_move: Move | None) -> Iterator[Message]:
    """A picture in sentences."""
    for side in Side:
        groups = [
            Message(f"diagram.{kind}", {"count": len(squares), "squares": _all(squares)})
            for kind, king in (("men", False), ("kings", True))
            if (squares := position.squares(side, king=king))
        ]
        pieces = Listed(groups, "and") if groups else Message("game.no-pieces")
        yield Message("diagram.pieces", {"side": side, "pieces": pieces})
    if last_move is not None:
        captured = last_move.captured
        moved = {
            "path": _path(last_move.path, "x" if captured else "-"),
            "captured": _all(captured),
        }
        yield Message(f"diagram.last-{'capture' if captured else 'move'}", moved)


def _all(squares: Sequence[int]) -> Listed:
    return Listed(squares, "and", most=len(squares))


def _path(path: Sequence[int], between: str = "-") -> str:
    return between.join(map(str, path))


def _definitions(look: Look) -> list[str]:
    parts = ["<defs>", *discs.definitions(look.theme, look.pieces)]
    if look.theme.grain:
        parts.append(_grain(f"crownhead-{look.theme.name}-grain", look.theme.grain))
    return [*parts, "</defs>"]


def _grain(name: str, colour: str) -> str:
    """Horizontal veins, and the same veins turned."""
    return (
        f'<pattern id="{name}" width="{BOARD}" height="100" patternUnits="userSpaceOnUse">'
        f'<path d="{_VEINS}" fill="none" stroke="{colour}" stroke-opacity=".13"/></pattern>'
        f'<pattern id="{name}-down" href="#{name}" patternTransform="rotate(90)"/>'
    )


def _squares(look: Look, trail: frozenset[int], highlights: Highlights) -> list[str]:
    """Draw the frame and the squares with all marks; the group stays open for pieces."""
    return [
        *_empty_squares(look),
        *_filled(trail, look.theme.trail, look),
        *_rings(highlights, look),
        *(_numbers(look, trail) if look.numbers else ()),
    ]


def _empty_squares(look: Look) -> list[str]:
    theme = look.theme
    whole = f'<path d="M0 0h{BOARD}v{BOARD}H0z" fill="{{}}" {_CRISP}/>'
    squares = [whole.format(theme.light), *_filled(range(1, 33), theme.dark, _UNTURNED)]
    if theme.grain:
        grain = f"url(#crownhead-{theme.name}-grain"
        squares.insert(1, whole.format(f"{grain})"))
        squares += _filled(range(1, 33), f"{grain}-down)", _UNTURNED)
    return [
        f'<rect width="{PICTURE}" height="{PICTURE}" rx="7" fill="{theme.frame}"/>',
        f'<g transform="translate({FRAME} {FRAME})">',
        f'<rect x="-5" y="-5" width="{BOARD + 10}" height="{BOARD + 10}" rx="2" fill="none" '
        f'stroke="{theme.frame_line}"/>',
        *squares,
    ]


_UNTURNED = Look.of()  # all dark squares together look the same from both sides


def _filled(squares: Iterable[int], fill: str, look: Look) -> list[str]:
    corners = [look.corner(square) for square in sorted(squares)]
    outline = "".join(f"M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z" for x, y in corners)
    return [f'<path d="{outline}" fill="{fill}" {_CRISP}/>'] if corners else []


def _numbers(look: Look, trail: frozenset[int]) -> list[str]:
    theme = look.theme
    parts = [f'<g font-family="{FONTS}" font-size="8.6" fill="{theme.number}">']
    for square in range(1, 33):
        x, y = look.corner(square)
        fill = f' fill="{theme.trail_number}"' if square in trail else ""
        parts.append(f'<text x="{x + 2}" y="{y + 8.6}"{fill}>{square}</text>')
    return [*parts, "</g>"]


def _pieces(pieces: Mapping[int, Piece], look: Look) -> list[str]:
    parts = []
    for square, piece in pieces.items():
        x, y = look.corner(square)
        name = discs.drawing_of(piece, look.theme, look.pieces)
        parts.append(f'<use href="#{name}" x="{x}" y="{y}"/>')
    return parts


def _colour(name: str) -> str:
    found = COLOURS.get(str(name))
    if found is None:
        raise CrownheadError(unknown_name("colour", str(name), COLOURS))
    return found


def _rings(highlights: Highlights, look: Look) -> list[str]:
    if not isinstance(highlights, Mapping):
        squares = map(checked_square, _several(highlights, "highlights"))
        highlights = dict.fromkeys(squares, look.theme.highlight)
    parts = []
    for square, name in highlights.items():
        x, y = look.centre(checked_square(square))
        parts.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="22" fill="{_colour(name)}" fill-opacity=".22" '
            f'stroke="{_colour(name)}" stroke-width="3"/>'
        )
    return parts


def _arrow(arrow: AnyArrow, look: Look) -> str:
    given: Any = arrow  # a move has a path and no colour, a pair has neither
    path: tuple[int, ...] = tuple(_several(getattr(given, "path", given), "arrows"))
    colour = _colour(getattr(given, "colour", None) or look.theme.arrow)
    points = [look.centre(checked_square(square)) for square in path]
    if len(points) < 2 or any(start == end for start, end in pairwise(points)):
        raise CrownheadError("drawing.arrow", path=_path(path))
    # The shaft starts outside the crown of the piece that it leaves, and ends inside the head.
    tail, neck = _towards(points[0], points[1], 14), _towards(points[-1], points[-2], 17)
    shaft = "M" + "L".join(f"{x:.4g} {y:.4g}" for x, y in [tail, *points[1:-1], neck])
    (x, y), turn = points[-1], atan2(points[-1][1] - neck[1], points[-1][0] - neck[0])
    transform = f"translate({x:g} {y:g}) rotate({degrees(turn):.4g})"
    coats = (
        f'<g fill="{paint}" stroke="{paint}"><path d="{shaft}" fill="none" stroke-width="{width}"/>'
        f'<path d="M0 0-17-10V10Z" stroke-width="{outline}" transform="{transform}"/></g>'
        for paint, width, outline in (("#fff", 9, 3.4), (colour, 6.6, 1))
    )
    return f'<g stroke-linejoin="round" opacity=".92">{"".join(coats)}</g>'


def _towards(start: Point, end: Point, distance: float) -> Point:
    """The point at a distance from the start towards the end."""
    share = distance / hypot(end[0] - start[0], end[1] - start[1])
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
