"""Why a position is worth what it is worth: everything the hand-made evaluation counts, in players' words.

Its many small counts, such as one for each square of a man, are put together into terms that a player
knows. Points are rounded so that they add up to the evaluation's own value, to the hundredth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Final, Literal

from crownhead.engine import Score, winning_chance
from crownhead.engine.classic import Part, classic_parts, classic_value
from crownhead.engine.network import usual_network
from crownhead.pieces import BLACK, WHITE, Side, as_side
from crownhead.position import Position
from crownhead.tables import rows_of

_MAN: Final = 100  # in points; what a man's square makes of it beyond that is another term
_MEN: Final = "men"
_PLACES: Final = "places"
_BACK_ROW: Final = "back-row"
_THE_MOVE: Final = "the-move"
_BACK_ROWS: Final = {BLACK: range(1, 5), WHITE: range(29, 33)}

Caution = Literal["over", "capture", "rules"]


@dataclass(frozen=True, slots=True)
class Share:
    """What one side has of a term: how many, on which squares, and their worth to it.

    `points` are hundredths of a man, below 0 where the side would be better off without. Squares of
    the move are each side's own pieces that decide which of them has it.
    """

    count: int
    squares: tuple[int, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Term:
    """Something that players look at, and what it is worth to both sides in one position.

    `key` names it for programs and never changes; `title` and `explanation`, a sentence, are for people.
    """

    key: str
    title: str
    explanation: str
    black: Share
    white: Share

    @property
    def points(self) -> int:
        """What the term is worth to Black, less what it is worth to White."""
        return self.black.points - self.white.points

    def of(self, side: Side | str) -> Share:
        """What one side has of it."""
        return self.black if as_side(side) is BLACK else self.white


@dataclass(frozen=True, slots=True)
class Explanation:
    """What both evaluations say of a position, and what the hand-made one has counted.

    `classic` and `network` are scores of the side to move; there is no `network` where the package has
    none. `cautions` say why the counts may mislead here.
    """

    position: Position
    terms: tuple[Term, ...]
    classic: Score
    network: Score | None
    cautions: tuple[Caution, ...]

    @property
    def warnings(self) -> list[str]:
        """The cautions in sentences.

        >>> explained(Position.from_fen("B:W18:B15")).warnings
        ['Black can capture, and the counts do not look ahead.']
        """
        mover = self.position.turn.label
        sentences: dict[Caution, str] = {
            "over": f"{mover} has no move and has lost; the counts only say what is on the board.",
            "capture": f"{mover} can capture, and the counts do not look ahead.",
            "rules": "Both evaluations come from games played under the English rules; "
            "under these house rules they are a rough guide.",
        }
        return [sentences[caution] for caution in self.cautions]

    def chances(self, side: Side | str) -> tuple[float, float | None]:
        """The winning chances of a side: by the hand-made evaluation, and by the network if there is one.

        >>> classic, network = explained(Position.from_fen("B:W32:B1,2")).chances("white")
        >>> classic < 0.2
        True
        """
        network = None if self.network is None else winning_chance(self.network.pov(side))
        return winning_chance(self.classic.pov(side)), network


def explained(position: Position) -> Explanation:
    """Say what the hand-made evaluation sees in a position; its terms add up to its value.

    Nothing is looked ahead. The evaluation knows no rules: it counts the same under house rules, with
    weights that were found in English games.

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


@dataclass(slots=True)
class _Sum:
    """What has been added up so far of a side's share in a term."""

    count: int = 0
    squares: set[int] = field(default_factory=set)
    worth: Fraction = Fraction(0)


_Cell = tuple[str, Side]  # a term's key, and whose share it is
_Amount = tuple[str, Side, int, Iterable[int], Fraction]


def _terms(position: Position, value: Score) -> Iterator[Term]:
    # The side to move comes first, so that colours exchanged are rounded alike.
    sides = (position.turn, position.turn.other)
    sums: dict[_Cell, _Sum] = {(key, side): _Sum() for key, _, _ in _words() for side in sides}
    for part in classic_parts(position):
        for key, side, count, squares, worth in _placed(part, position):
            one = sums[key, side]
            one.count += count
            one.squares.update(squares)
            one.worth += worth
    points = _rounded({cell: one.worth for cell, one in sums.items()}, value)
    shares = {
        cell: Share(one.count, tuple(sorted(one.squares)), points[cell])
        for cell, one in sums.items()
    }
    for key, title, explanation in _words():
        yield Term(key, title, explanation, shares[key, BLACK], shares[key, WHITE])


def _placed(part: Part, position: Position) -> Iterator[_Amount]:
    """Put a count where players look for it: a man by itself, and apart from it what its square adds."""
    name, side, count, squares = part.name, part.side, part.count, part.squares
    if name == _MEN:
        home = squares[0] in _BACK_ROWS[side]
        yield _MEN, side, count, squares, Fraction(_MAN)
        yield _BACK_ROW if home else _PLACES, side, count, squares, part.worth - _MAN
    elif name == _BACK_ROW:
        # The row as a whole has a worth of its own; its men are counted one by one.
        yield _BACK_ROW, side, 0, squares, part.worth
    elif name == _THE_MOVE:
        # One side has it by the pieces of both.
        for whose in (BLACK, WHITE):
            own = set(squares).intersection(position.squares(whose))
            has_it = whose is side
            yield name, whose, count if has_it else 0, own, part.worth if has_it else Fraction(0)
    else:
        yield name, side, count, squares, part.worth


def _rounded(worth: dict[_Cell, Fraction], value: Score) -> dict[_Cell, int]:
    """Round each worth to whole points, and where that lost or gained most the other way, to reach the value.

    The value is cut to whole points itself, so a point or two are missing, or too many, in the sum. What
    is worth the same to both sides stays the same: such pairs change no sum, so there are enough others.
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


@cache
def _words() -> tuple[tuple[str, str, str], ...]:
    """Every term's key, title and explanation, in the order in which they are shown."""
    rows = rows_of(__file__, "terms.csv")
    return tuple((row["key"], row["title"], row["explanation"]) for row in rows)
