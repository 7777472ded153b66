"""FEN: a position as one line, such as `B:W18,24,27,K10:B12,16,K22`."""

import re
from typing import Final, NamedTuple

from crownhead._native import core
from crownhead.errors import FenError, excerpt
from crownhead.messages import Message
from crownhead.pieces import BLACK, WHITE, Side

_SIDES: Final = {"B": BLACK, "W": WHITE}
_ITEM: Final = re.compile(r"(K?)([0-9]{1,2})(?:-(K?)([0-9]{1,2}))?", re.IGNORECASE | re.ASCII)
# The longest sensible text names 24 pieces; anything much longer is not a position.
_LONGEST: Final = 1000
_EXAMPLE: Final = Message("fen.example")


class FenParts(NamedTuple):
    """The contents of a FEN; masks have square n at bit n - 1."""

    black: int
    white: int
    kings: int
    turn: Side


def parse(text: str) -> FenParts:
    """Parse a FEN. Position decides whether the pieces can stand so."""
    if not isinstance(text, str):
        raise FenError("fen.not-text", kind=type(text).__name__)
    if not text.strip():
        raise FenError("fen.empty", example=_EXAMPLE)
    if len(text) > _LONGEST:
        raise FenError("fen.too-long", count=len(text), example=_EXAMPLE)
    # Columns count from 1 in the text as given.
    start = len(text) - len(text.lstrip())
    body = text.strip().removesuffix(".").rstrip()
    fields = body.split(":")
    while len(fields) > 3 and re.fullmatch(r"\s*[HF][0-9]*\s*", fields[-1]):
        fields.pop()  # move counters, as other variants write them
    if len(fields) != 3:
        raise FenError("fen.parts", text=excerpt(text), example=_EXAMPLE)
    turn = _SIDES.get(fields[0].strip().upper())
    if turn is None:
        raise FenError("fen.turn", 1, start + 1, text=excerpt(fields[0]), example=_EXAMPLE)
    column = start + len(fields[0]) + 2
    men: dict[Side, int] = {}
    kings = 0
    for field in fields[1:]:
        side, pieces, crowned = _read_side(field, column)
        if side in men:
            raise FenError("fen.side-twice", 1, column, side=side)
        men[side] = pieces
        kings |= crowned
        column += len(field) + 1
    return FenParts(men[BLACK], men[WHITE], kings, turn)


def _read_side(field: str, column: int) -> tuple[Side, int, int]:
    """Read `WK10,18,21-24` into the side, its pieces and its kings."""
    column += len(field) - len(field.lstrip())
    text = field.strip()
    side = _SIDES.get(text[:1].upper())
    if side is None:
        raise FenError("fen.side", 1, column, text=excerpt(text))
    pieces = kings = 0
    if not text[1:].strip():
        return side, 0, 0
    column += 1
    for item in text[1:].split(","):
        for square, king in _read_item(item, column):
            mask = 1 << square - 1
            if pieces & mask:
                raise FenError("fen.square-twice", 1, column, square=square, side=side)
            pieces |= mask
            kings |= mask if king else 0
        column += len(item) + 1
    return side, pieces, kings


def _read_item(item: str, column: int) -> list[tuple[int, bool]]:
    """Read `12`, `K12`, `1-12` or `K1-K12` into squares and whether they hold kings."""
    match = _ITEM.fullmatch(item.strip())
    if match is None:
        raise FenError("fen.piece", 1, column, text=excerpt(item))
    king, first, last = bool(match[1]), int(match[2]), int(match[4] or match[2])
    for square in (first, last):
        if not 1 <= square <= 32:
            raise FenError("square.unknown", 1, column, square=square)
    if last < first:
        raise FenError("fen.backwards", 1, column, range=f"{first}-{last}")
    if match[3] and not king:
        raise FenError("fen.mixed", 1, column, range=excerpt(item))
    return [(square, king) for square in range(first, last + 1)]


def write(parts: FenParts) -> str:
    """Write a FEN, even of an impossible position; a Position has it as `fen`.

    >>> write(FenParts(black=0b1, white=0, kings=0b1, turn=WHITE))
    'W:W:BK1'
    """
    return core.fen_of(parts.black, parts.white, parts.kings, parts.turn is WHITE)
