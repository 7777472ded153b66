"""FEN: a position as one line, such as `B:W18,24,27,K10:B12,16,K22`."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from crownhead._native import core
from crownhead.errors import FenError, excerpt
from crownhead.pieces import BLACK, WHITE, Side

_SIDES: Final = {"B": BLACK, "W": WHITE}
_ITEM: Final = re.compile(r"(K?)([0-9]{1,2})(?:-(K?)([0-9]{1,2}))?", re.IGNORECASE | re.ASCII)
# The longest sensible text names 24 pieces; anything much longer is not a position.
_LONGEST: Final = 1000
_EXAMPLE: Final = "a position looks like B:W18,24,K10:B12,16"


class FenParts(NamedTuple):
    """What a FEN says; masks have square n at bit n - 1."""

    black: int
    white: int
    kings: int
    turn: Side


def parse(text: str) -> FenParts:
    """Read the words of a FEN. Whether the pieces can stand so is for Position to say."""
    if not isinstance(text, str):
        raise FenError(f"a position is read from text, not from {type(text).__name__}")
    if not text.strip():
        raise FenError("there is no position in an empty text", example=_EXAMPLE)
    if len(text) > _LONGEST:
        raise FenError(
            f"that is too long ({len(text):,} characters) to be a position", example=_EXAMPLE
        )
    # A column counts from 1 in the text as it was given.
    start = len(text) - len(text.lstrip())
    body = text.strip().removesuffix(".").rstrip()
    fields = body.split(":")
    while len(fields) > 3 and re.fullmatch(r"\s*[HF][0-9]*\s*", fields[-1]):
        fields.pop()  # move counters, which other variants write
    if len(fields) != 3:
        raise FenError(
            f"'{excerpt(text)}' is not a position: it needs three parts with colons between them",
            example=_EXAMPLE,
        )
    turn = _SIDES.get(fields[0].strip().upper())
    if turn is None:
        raise FenError(
            f"the side to move is B or W, not '{excerpt(fields[0])}'",
            1,
            start + 1,
            example=_EXAMPLE,
        )
    column = start + len(fields[0]) + 2
    men: dict[Side, int] = {}
    kings = 0
    for field in fields[1:]:
        side, pieces, crowned = _read_side(field, column)
        if side in men:
            raise FenError(f"{side.label}'s pieces are given twice", 1, column)
        men[side] = pieces
        kings |= crowned
        column += len(field) + 1
    return FenParts(men[BLACK], men[WHITE], kings, turn)


def _read_side(field: str, column: int) -> tuple[Side, int, int]:
    """Read `WK10,18,21-24` into the side, its pieces and its kings."""
    column += len(field) - len(field.lstrip())
    words = field.strip()
    side = _SIDES.get(words[:1].upper())
    if side is None:
        raise FenError(f"a list of pieces begins with W or B, not '{excerpt(words)}'", 1, column)
    pieces = kings = 0
    if not words[1:].strip():
        return side, 0, 0
    column += 1
    for item in words[1:].split(","):
        for square, king in _read_item(item, column):
            mask = 1 << square - 1
            if pieces & mask:
                raise FenError(f"square {square} is listed twice for {side.label}", 1, column)
            pieces |= mask
            kings |= mask if king else 0
        column += len(item) + 1
    return side, pieces, kings


def _read_item(item: str, column: int) -> list[tuple[int, bool]]:
    """Read `12`, `K12`, `1-12` or `K1-K12` into squares and whether kings stand there."""
    match = _ITEM.fullmatch(item.strip())
    if match is None:
        raise FenError(f"'{excerpt(item)}' is not a piece; write 12, K12 or 1-12", 1, column)
    king, first, last = bool(match[1]), int(match[2]), int(match[4] or match[2])
    for square in (first, last):
        if not 1 <= square <= 32:
            raise FenError(f"there is no square {square}; squares are 1 to 32", 1, column)
    if last < first:
        raise FenError(f"the range {first}-{last} runs backwards", 1, column)
    if match[3] and not king:
        raise FenError(f"the range {excerpt(item)} begins with men and ends with kings", 1, column)
    return [(square, king) for square in range(first, last + 1)]


def write(parts: FenParts) -> str:
    """Write what a FEN says, whether or not the pieces can stand so; a Position has it as `fen`.

    >>> write(FenParts(black=0b1, white=0, kings=0b1, turn=WHITE))
    'W:W:BK1'
    """
    return core.fen_of(parts.black, parts.white, parts.kings, parts.turn is WHITE)
