"""A search of the library as a value: which games in which order, and its SQL."""

import json
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from crownhead.pieces import SideName
from crownhead.store.library.entries import NAMED, RESULTS, LibraryRow, ResultCode
from crownhead.store.library.folding import folded
from crownhead.store.library.positions import Moments
from crownhead.store.ownership import OPPONENT, SIDE, Person
from crownhead.tags import NAMELESS

Sort = Literal["added", "date", "black", "white", "event", "length", "result", "opening"]
Outcome = Literal[ResultCode, "won", "lost"]
# Up to this many games are looked up one by one, more by a map with a byte for each.
_FEW: Final = 2000
_IS_NAMED: Final = "substr(?, l.{0}, 1) = x'01'"  # in a map with a byte for each name
_IS_NAMELESS: Final = "(l.{0} IS NULL AND l.game IS NOT NULL)"
Demand = Callable[..., None]
_ORDERS: Final = MappingProxyType[str, tuple[str, ...]](
    {
        "added": ("id",),
        "date": ("day", "id"),
        "black": ("black", "id"),
        "white": ("white", "id"),
        "event": ("event", "day", "id"),
        "length": ("plies", "id"),
        "result": ("result", "id"),
        "opening": ("opening", "ballot", "id"),
    }
)
_RANK: Final = "substr(?, 4 * l.{0} - 3, 4)"  # of a name, among the ranks of all names


@dataclass(frozen=True, slots=True)
class Found:
    """The number of games, and a page of them."""

    count: int
    rows: list[LibraryRow]


@dataclass(frozen=True, slots=True)
class Selection:
    """The conditions of a search; None matches anything. Texts are folded and may be parts of names.

    `won` and `lost` refer to the player. `whole_opening`: the exact name. `own` games were played here
    by a person against a computer; without a player, colour, `won` and `lost` refer to the person, and
    a `coded` opponent is named as in games. `moments` are games by position.
    """

    collections: Sequence[int] = ()
    player: str | None = None
    opponent: str | None = None
    colour: SideName | None = None
    result: Outcome | None = None
    since: int | None = None
    until: int | None = None
    event: str | None = None
    opening: str | None = None
    whole_opening: bool = False
    ballot: int | None = None
    shortest: int | None = None
    longest: int | None = None
    comment: str | None = None
    rules: str | None = None
    batch: int | None = None
    games: Sequence[int] = ()
    own: Person | None = None
    coded: bool = False
    moments: Moments | None = None
    sort: Sort = "added"
    descending: bool = True

    def order(self, *, backward: bool = False) -> tuple[str, bool]:
        """The ORDER BY clause, and whether it needs the ranks of names.

        Unknown values come last in both directions.
        """
        way, unknown = ("DESC" if self.descending else "ASC"), "LAST"
        if backward:
            way, unknown = ("ASC" if self.descending else "DESC"), "FIRST"
        keys = [_RANK.format(one) if one in NAMED else one for one in _ORDERS[self.sort]]
        order = ", ".join(f"{key} {way} NULLS {unknown}" for key in keys)
        return order, _ORDERS[self.sort][0] in NAMED

    def condition(self, connection: sqlite3.Connection) -> tuple[str, list[object]]:
        """The WHERE clause about a table `l`, and its values; names are looked up."""
        parts = ["l.deletion IS NULL"]
        values: list[object] = []

        def demand(sql: str, *given: object) -> None:
            parts.append(sql)
            values.extend(given)

        if self.collections:
            demand(f"l.collection IN ({_marks(self.collections)})", *self.collections)
        if self.games:
            demand(f"l.id IN ({_marks(self.games)})", *self.games)
        for sql, number in (
            ("l.result = ?", RESULTS.get(self.result or "")),  # not `won` or `lost`
            ("l.day >= ?", self.since),
            ("l.day <= ?", self.until),
            ("l.ballot = ?", self.ballot),
            ("l.plies >= ?", self.shortest),
            ("l.plies <= ?", self.longest),
            ("l.import = ?", self.batch),
        ):
            if number is not None:
                demand(sql, number)
        if self.own is not None:
            self._demand_own(self.own, demand)
        if self.rules is not None:
            demand("coalesce(l.rules, 'english') = ?", self.rules)
        if self.comment is not None:
            demand("l.id IN (SELECT id FROM remarks WHERE instr(text, ?))", self.comment)
        if self.moments is not None:
            demand(*_among(self.moments))
        # SQLite evaluates conditions in order: the expensive ones come last.
        self._demand_names(connection, demand)
        return " AND ".join(parts), values

    def _demand_names(self, connection: sqlite3.Connection, demand: Demand) -> None:
        if self.opening is not None:
            like = self.opening if self.whole_opening else _like(self.opening)
            demand(_IS_NAMED.format("opening"), _names_like(connection, like))
        if self.event is not None:  # an event is often known by its site
            names = _names_like(connection, _like(self.event))
            demand(f"({_IS_NAMED.format('event')} OR {_IS_NAMED.format('site')})", names, names)
        self._demand_players(connection, demand)

    def _demand_players(self, connection: sqlite3.Connection, demand: Demand) -> None:
        """The player on either side or on one, the opponent on the other."""
        named = (self.player, None if self.coded else self.opponent)
        if named == (None, None):
            return
        maps = [None if one is None else _names_like(connection, _like(one)) for one in named]
        people = [one is not None and _calls_the_nameless(connection, one) for one in named]
        ways, values = [], []
        for side in [self.colour] if self.colour else ["black", "white"]:
            other = "white" if side == "black" else "black"
            parts = []
            if self.result in ("won", "lost"):
                winner = side if self.result == "won" else other
                parts.append(f"l.result = {RESULTS[winner]:d}")
            for names, nameless, column in zip(maps, people, (side, other), strict=True):
                if names is not None:
                    is_named = _IS_NAMED.format(column)
                    parts.append(
                        f"({is_named} OR {_IS_NAMELESS.format(column)})" if nameless else is_named
                    )
                    values.append(names)
            ways.append(" AND ".join(parts))
        demand("(" + " OR ".join(f"({way})" for way in ways) + ")", *values)

    def _demand_own(self, own: Person, demand: Demand) -> None:
        """A person's own games; without a player, colour and result refer to the person."""
        sql, values = own.condition()
        if self.player is None:
            for part, value in (
                (f"{SIDE} = ?", self.colour),
                ("state = ?", self.result if self.result in ("won", "lost") else None),
            ):
                if value is not None:
                    sql, values = f"{sql} AND {part}", [*values, value]
        if self.coded:
            sql, values = f"{sql} AND {OPPONENT} = ?", [*values, self.opponent]
        demand(f"l.game IN (SELECT id FROM games WHERE {sql})", *values)


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))


def _like(text: str) -> str:
    """A folded text as a LIKE pattern: its words in order, anything between."""
    return f"%{'%'.join(text.split())}%"


def _calls_the_nameless(connection: sqlite3.Connection, text: str) -> bool:
    """Whether a text is a part of what games call people without a name."""
    row = connection.execute("SELECT ? LIKE ?", (folded(NAMELESS), _like(text))).fetchone()
    return bool(row[0])


def _names_like(connection: sqlite3.Connection, pattern: str) -> bytes:
    """A byte for every name up to the last match: 1 for a match."""
    rows = connection.execute("SELECT id FROM names WHERE folded LIKE ? ORDER BY id", (pattern,))
    return byte_map([row[0] for row in rows.fetchall()])


def _among(moments: Moments) -> tuple[str, object]:
    """Only the games of a search for positions."""
    if len(moments) <= _FEW:
        return "l.id IN (SELECT value FROM json_each(?))", json.dumps(list(moments.games))
    return "substr(?, l.id, 1) = x'01'", byte_map(moments.games)


def byte_map(numbers: Sequence[int], codes: bytes | None = None) -> bytes:
    r"""A byte for every number up to the last: 1 or its code for the given ones, else 0.

    SQLite reads it as quickly as a column.

    >>> byte_map([2, 4]), byte_map([2, 3], bytes([7, 9]))
    (b'\x00\x01\x00\x01', b'\x00\x07\t')
    """
    found = bytearray(numbers[-1] if numbers else 0)
    for number, code in zip(numbers, codes or b"\1" * len(numbers), strict=True):
        found[number - 1] = code
    return bytes(found)
