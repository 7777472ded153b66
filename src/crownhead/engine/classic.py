"""The hand-made evaluation: what it says of a position, and what it adds up."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from crownhead._native import core
from crownhead.engine.limits import Score
from crownhead.pieces import BLACK, WHITE, Side, squares_in
from crownhead.position import Position, checked_position


@dataclass(frozen=True, slots=True)
class Part:
    """Something that the evaluation counts for a side: how many, where, and what they are worth to it.

    The worth is in hundredths of a man, with as many pieces as are on the board: most things are
    worth more, or less, towards the end.
    """

    name: str
    side: Side
    count: int
    squares: tuple[int, ...]
    worth: Fraction


def classic_value(position: Position) -> Score:
    """What the hand-made evaluation says of a position, for the side to move; it looks at no move.

    >>> print(classic_value(Position.from_fen("B:W32:B1,2")))
    +1.11
    """
    return Score(core.evaluate(checked_position(position)), position.turn)


def classic_parts(position: Position) -> list[Part]:
    """All that the hand-made evaluation counts in a position.

    The worth of the side to move less that of the other is the value, before it is cut to whole hundredths.

    >>> parts = classic_parts(Position.from_fen("B:W32:B1,2"))
    >>> [(part.name, part.squares) for part in parts if part.side is WHITE][:2]
    [('men', (32,)), ('back-row', (32,))]
    """
    return [
        Part(
            name,
            WHITE if white else BLACK,
            count,
            tuple(squares_in(mask)),
            Fraction(worth, core.WORTH_UNIT),
        )
        for name, white, count, mask, worth in core.evaluation_parts(checked_position(position))
    ]
