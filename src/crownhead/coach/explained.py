"""Explains the classic evaluation of a position in terms that players know.

The evaluation has many small counts, such as one for each square of a man. Each term sums up some of
them. Points are rounded so that they add up to the evaluation's value, to the hundredth.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from crownhead.engine import Score, winning_chance
from crownhead.engine.classic import Part, classic_parts, classic_value
from crownhead.engine.network import usual_network
from crownhead.messages import Message
from crownhead.pieces import BLACK, WHITE, Side, as_side
from crownhead.position import Position

# The terms in the order in which they are shown. Their texts are `coach.KEY` in the catalogue.
_KEYS: Final = (
    (_MEN := "men"),
    "kings",
    (_PLACES := "places"),
    (_BACK_ROW := "back-row"),
    "backed",
    "room",
    "runaways",
    "dog-hole",
    "attacked",
    "kings-room",
    "trapped-kings",
    "only-king",
    "lopsided",
    (_THE_MOVE := "the-move"),
    "turn",
)
_MAN: Final = 100  # points; the rest of a man's worth comes from its square, which is another term
_BACK_ROWS: Final = {BLACK: range(1, 5), WHITE: range(29, 33)}

Caution = Literal["over", "capture", "rules"]


@dataclass(frozen=True, slots=True)
class Share:
    """One side's share in a term: how many, on which squares, and their worth to that side.

    `points` are hundredths of a man, and negative for a disadvantage. For the move (the opposition),
    the squares are those of the side's own pieces that count for it.
    """

    count: int
    squares: tuple[int, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Term:
    """Something that players look at, and its worth to both sides in one position.

    `key` names it for programs and never changes.
    """

    key: str
    black: Share
    white: Share

    @property
    def explanation(self) -> Message:
        """A sentence about the term."""
        return Message(f"coach.{self.key}.explanation", {"black": BLACK, "white": WHITE})

    @property
    def title(self) -> Message:
        """The name of the term."""
        return Message(f"coach.{self.key}.title")

    @property
    def points(self) -> int:
        """The term's worth to Black less its worth to White."""
        return self.black.points - self.white.points

    def of(self, side: Side | str) -> Share:
        """The share of one side."""
        return self.black if as_side(side) is BLACK else self.white


@dataclass(frozen=True, slots=True)
class Explanation:
    """The values of both evaluations for a position, and the terms of the hand-made one.

    `classic` and `network` are scores of the side to move. `network` is None in a build without a
    network. `cautions` say why the terms may mislead.
    """

    position: Position
    terms: tuple[Term, ...]
    classic: Score
    network: Score | None
    cautions: tuple[Caution, ...]

    @property
    def warnings(self) -> list[Message]:
        """The cautions as sentences.

        >>> print(*explained(Position.from_fen("B:W18:B15")).warnings)
        Black can capture, and the counts do not look ahead.
        """
        side = {"side": self.position.turn}
        return [Message(f"coach.caution.{caution}", side) for caution in self.cautions]

    def chances(self, side: Side | str) -> tuple[float, float | None]:
        """The winning chances of a side by the classic evaluation, and by the network if there is one.

        >>> classic, network = explained(Position.from_fen("B:W32:B1,2")).chances("white")
        >>> classic < 0.2
        True
        """
        network = None if self.network is None else winning_chance(self.network.pov(side))
        return winning_chance(self.classic.pov(side)), network


def explained(position: Position) -> Explanation:
    """Explain the classic evaluation of a position: its terms add up to its value.

    Nothing looks ahead. The evaluation ignores the rules: its weights come from games by English rules
    and are the same under house rules.

    >>> explanation = explained(Position.from_fen("B:W21,32:B1,2,13"))
    >>> explanation.terms[0].black, explanation.terms[0].points
    (Share(count=3, squares=(1, 2, 13), points=300), 100)
    >>> sum(term.points for term in explanation.terms) == explanation.classic.pov("black").points
    True
    """
    network = usual_network()
    value = classic_value(position)
    return Explanation(
        position,
        tuple(_terms(position, value)),
        value,
        None if network is None else Score(network.value(position), position.turn),
        tuple(_cautions(position)),
    )


def _cautions(position: Position) -> Iterator[Caution]:
    if position.is_over:
        yield "over"
    elif position.captures():
        yield "capture"
    if not position.rules.moves_as_english:
        yield "rules"


# ---- from counts to terms


_Cell = tuple[str, Side]  # a term's key and the side whose share it is
_Amount = tuple[str, Side, int, Iterable[int], Fraction]


def _terms(position: Position, value: Score) -> Iterator[Term]:
    # The side to move comes first, so that a position and its mirror image are rounded alike.
    sides = (position.turn, position.turn.other)
    worth = {(key, side): Fraction(0) for key in _KEYS for side in sides}
    counts, squares = Counter[_Cell](), defaultdict[_Cell, set[int]](set)
    for part in classic_parts(position):
        for key, side, count, where, amount in _assigned(part, position):
            worth[key, side] += amount
            counts[key, side] += count
            squares[key, side].update(where)
    points = _rounded(worth, value)
    shares = {
        cell: Share(counts[cell], tuple(sorted(squares[cell])), points[cell]) for cell in worth
    }
    for key in _KEYS:
        yield Term(key, shares[key, BLACK], shares[key, WHITE])


def _assigned(part: Part, position: Position) -> Iterator[_Amount]:
    """Assign a count to the term where players look for it. A man's square counts apart from the man."""
    name, side, count, squares = part.name, part.side, part.count, part.squares
    if name == _MEN:
        home = squares[0] in _BACK_ROWS[side]
        yield _MEN, side, count, squares, Fraction(_MAN)
        yield _BACK_ROW if home else _PLACES, side, count, squares, part.worth - _MAN
    elif name == _BACK_ROW:
        # The worth of the row as a whole. Its men are counted one by one above.
        yield _BACK_ROW, side, 0, squares, part.worth
    elif name == _THE_MOVE:
        # The pieces of both sides decide who has the move.
        for whose in (BLACK, WHITE):
            own = set(squares).intersection(position.squares(whose))
            has_it = whose is side
            yield name, whose, count if has_it else 0, own, part.worth if has_it else Fraction(0)
    else:
        yield name, side, count, squares, part.worth


def _rounded(worth: dict[_Cell, Fraction], value: Score) -> dict[_Cell, int]:
    """Round each worth to whole points so that they add up to the value.

    The value itself is truncated to whole points, so the sum of rounded worths may differ by a point or
    two. Then those with the largest rounding error are rounded the other way. Equal worths of the two
    sides stay equal: they cancel out, so there are always enough others.
    """
    signed = {cell: one if cell[1] is value.side else -one for cell, one in worth.items()}
    whole = {cell: round(one) for cell, one in signed.items()}
    missing = value.points - sum(whole.values())
    step = 1 if missing > 0 else -1
    uneven = [cell for cell in whole if worth[cell] != worth[cell[0], cell[1].other]]
    by_loss = sorted(uneven, key=lambda cell: step * (whole[cell] - signed[cell]))
    for cell in by_loss[: abs(missing)]:
        whole[cell] += step
    return {cell: one if cell[1] is value.side else -one for cell, one in whole.items()}
