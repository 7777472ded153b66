"""The ballots of three-move restriction, and the named openings.

>>> from crownhead import Game
>>> game = Game()
>>> for move in "11-15 23-19 8-11 22-17 4-8".split():
...     _ = game.push(move)
>>> opening_of(game).name
'Old Fourteenth'
>>> ballot(60).name, ballot(60).is_barred
('Black Hole', False)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TypeVar

from crownhead.cursor import Cursor
from crownhead.errors import CrownheadError, excerpt
from crownhead.numeric import as_whole
from crownhead.position import Position, checked_position
from crownhead.rules import ENGLISH
from crownhead.tables import rows_of

_Named = TypeVar("_Named", "Opening", "Ballot")


@dataclass(frozen=True, slots=True)
class Opening:
    """A named opening, its usual order of moves, and the position after them."""

    name: str
    moves: tuple[str, ...]
    position: Position = field(repr=False)


@dataclass(frozen=True, slots=True)
class Ballot:
    """One of the 174 three-move openings that are drawn by lot, as numbered by the ACF.

    `classes` say where it is played: `crossboard`, `mailplay`, `ctd`, or `barred` for the 18 that
    tournaments exclude. Few ballots have names of their own. One that ends with a forced capture is
    named after the opening before it: nothing has been decided since.

    >>> ballot(120).moves, ballot(120).name
    (('11-15', '22-18', '15x22'), 'Single Corner')
    """

    number: int
    moves: tuple[str, ...]
    classes: tuple[str, ...]
    name: str
    position: Position = field(repr=False)

    @property
    def family(self) -> str:
        """The last named opening on its way, such as Edinburgh; three ballots have none.

        >>> ballot(1).name, ballot(1).family
        ('', 'Edinburgh')
        """
        position, name = Position.start(ENGLISH), ""
        for move in self.moves:
            position = position.play(move)
            known = opening_at(position)
            name = known.name if known else name
        return name

    @property
    def is_barred(self) -> bool:
        """Whether tournaments exclude this ballot."""
        return "barred" in self.classes


@cache
def ballots() -> tuple[Ballot, ...]:
    """All 174 ballots in the order of their numbers.

    >>> len([ballot for ballot in ballots() if not ballot.is_barred])
    156
    """
    return tuple(
        Ballot(
            int(row["number"]), moves, tuple(row["class"].split("+")), row["name"], _after(moves)
        )
        for row in rows_of(__file__, "ballots.csv")
        for moves in [tuple(row["moves"].split())]
    )


def ballot(number: int) -> Ballot:
    """The ballot of a number from 1 to 174."""
    found = as_whole(number)
    if found is None or not 1 <= found <= len(ballots()):
        raise CrownheadError("ballot.unknown", number=excerpt(number), most=len(ballots()))
    return ballots()[found - 1]


@cache
def named_openings() -> tuple[Opening, ...]:
    """All named openings, including those of ballots."""
    named = [(row["name"], tuple(row["moves"].split())) for row in rows_of(__file__, "names.csv")]
    known = {_after(moves) for _, moves in named}
    named += [
        (item.name, item.moves) for item in ballots() if item.name and item.position not in known
    ]
    return tuple(Opening(name, moves, _after(moves)) for name, moves in named)


def opening_of(game: Cursor | Position) -> Opening | None:
    """Name the opening of a game: its last position that has a name.

    Openings transpose, so positions are compared, not moves. The rules do not matter. A lone position
    has a name or none.
    """
    return _latest(_openings_by_key(), _keys_of(game))


def opening_at(position: Position) -> Opening | None:
    """The opening that reaches exactly this position, if any.

    >>> opening_at(Position.start().play("11-15").play("23-19")).name
    'Old Faithful'
    """
    return _openings_by_key().get(checked_position(position).key)


def ballot_of(game: Cursor | Position) -> Ballot | None:
    """The ballot of a game's way, or of a position, if any."""
    return _latest(_ballots_by_key(), _keys_of(game))


def named_along(start: Position, line: bytes, plies: int) -> tuple[Opening | None, Ballot | None]:
    """The opening and the ballot of a game given as packed moves and a number of plies.

    >>> named_along(Position.start(), bytes([10 | 0x80, 14, 22 | 0x80, 18]), 2)[0].name
    'Old Faithful'
    """
    keys = [start._after_line(line, ply).key for ply in range(min(plies, _deepest()) + 1)]
    return _latest(_openings_by_key(), keys), _latest(_ballots_by_key(), keys)


def _keys_of(game: Cursor | Position) -> list[int]:
    """The keys of a game's first positions, where openings are looked up."""
    if isinstance(game, Position):
        return [game.key]
    if not isinstance(game, Cursor):
        raise CrownheadError("position.or-game", value=excerpt(game))
    nodes = [game.root, *game.node.line(), *game.node.main_line()]
    return [node.position.key for node in nodes[: _deepest() + 1]]


def _latest(known: Mapping[int, _Named], keys: Sequence[int]) -> _Named | None:
    """The opening or ballot of the last position on a way that has one."""
    return next((known[key] for key in reversed(keys) if key in known), None)


@cache
def _openings_by_key() -> dict[int, Opening]:
    return {opening.position.key: opening for opening in named_openings()}


@cache
def _ballots_by_key() -> dict[int, Ballot]:
    return {ballot.position.key: ballot for ballot in ballots()}


@cache
def _deepest() -> int:
    """The number of moves of the longest opening."""
    return max(len(opening.moves) for opening in named_openings())


def _after(moves: tuple[str, ...]) -> Position:
    position = Position.start(ENGLISH)
    for move in moves:
        position = position.play(move)
    return position
