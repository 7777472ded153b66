"""The classic evaluation: its value for a position, and the parts of it."""

from dataclasses import dataclass
from fractions import Fraction

from crownhead._native import core
from crownhead.engine.limits import Score
from crownhead.pieces import BLACK, WHITE, Side, squares_in
from crownhead.position import Position, checked_position


@dataclass(frozen=True, slots=True)
class Part:
    """Something that the evaluation counts for a side: how many, on which squares, and their worth.

    The worth is in hundredths of a man, and depends on the number of pieces on the board.
    """

    name: str
    side: Side
    count: int
    squares: tuple[int, ...]
    worth: Fraction


def classic_value(position: Position) -> Score:
    """The classic evaluation of a position for the side to move, without any search.

    >>> print(classic_value(Position.from_fen("B:W32:B1,2")))
    +1.11
    """
    return Score(core.evaluate(checked_position(position)), position.turn)


def classic_parts(position: Position) -> list[Part]:
    """All parts of the classic evaluation of a position.

    The value is the worth of the side to move less that of the other, truncated to whole hundredths.

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
