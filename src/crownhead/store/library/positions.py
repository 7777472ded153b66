"""The index of positions, in runs: each has the positions of a few thousand games, sorted by key.

A run is written once, leaf by leaf. A single index would be rewritten with every few hundred games, as
keys are practically random. Games that are not in a run yet are scanned.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import compress, islice
from sqlite3 import Connection
from threading import Lock
from typing import Final, NamedTuple

from crownhead._native import core
from crownhead.errors import CrownheadError
from crownhead.numeric import signed
from crownhead.position import Position
from crownhead.rules import ENGLISH, Rules
from crownhead.store.database import Database, insert, writes

LEAST_IN_RUN: Final = 1000  # fewer games are scanned just as quickly
MOST_IN_RUN: Final = 4000
_AT_ONCE: Final = 2000
# Masks and counts for `Shelf.find`.
Wanted = tuple[tuple[int, ...], tuple[tuple[int, int], ...], bool, bool]


@dataclass(frozen=True, slots=True)
class Moments:
    """Search results: games in ascending order, and the ply in each."""

    games: array[int] = field(default_factory=lambda: array("I"))
    plies: array[int] = field(default_factory=lambda: array("I"))

    @classmethod
    def read(cls, found: tuple[bytes, bytes]) -> Moments:
        """Results from the core."""
        return cls(array("I", found[0]), array("I", found[1]))

    def __len__(self) -> int:
        return len(self.games)

    def ply_in(self, game: int) -> int | None:
        """The ply in a game."""
        index = bisect_left(self.games, game)
        found = index < len(self.games) and self.games[index] == game
        return self.plies[index] if found else None

    def joined(self, later: Moments) -> Moments:
        """The union with other results, with the first ply of each game."""
        if not later or not self:
            return self or later
        if self.games[-1] < later.games[0]:
            return Moments(self.games + later.games, self.plies + later.plies)
        firsts = dict(zip(later.games, later.plies, strict=True))
        for game, ply in zip(self.games, self.plies, strict=True):
            firsts[game] = min(ply, firsts.get(game, ply))
        ordered = sorted(firsts)
        return Moments(array("I", ordered), array("I", [firsts[game] for game in ordered]))

    def both(self, other: Moments) -> Moments:
        """The games in both, at the plies of these."""
        wanted = set(other.games)
        chosen = [game in wanted for game in self.games]
        return Moments(
            array("I", compress(self.games, chosen)), array("I", compress(self.plies, chosen))
        )


@lru_cache(maxsize=256)
def start_of(rules: str | None, start: str | None) -> Position:
    """The start position of a library game; the usual one if it is unreadable."""
    try:
        chosen = ENGLISH if rules is None else Rules.parse(rules)
        return Position.start(chosen) if start is None else Position.from_fen(start, chosen)
    except CrownheadError:
        return Position.start()


class PositionIndex:
    """Finds games by position. Any thread may call."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._shelf = core.Shelf()  # the moves of all games, loaded for the first pattern search
        self._lock = Lock()

    # ---- searching

    def find(self, position: Position, *, reversed_too: bool = False) -> Moments:
        """The first ply with a position, for each game; with colours reversed too if asked.

        Deleted games may be among them.
        """
        wanted = [position, position.mirrored] if reversed_too else [position]
        with self._database.reading_aside() as connection:
            found, runs = Moments(), _runs(connection)
            for one in wanted:
                found = found.joined(self._in_runs(connection, runs, signed(one.key)))
            after = _last(runs)
        with self._lock:
            loose = self._shelf
            if loose.last >= after:
                self._catch_up()
            else:  # most games are not in memory yet, and these few are read quickly
                loose = core.Shelf()
                with self._database.reading_aside() as connection:
                    _fill(loose, connection, after)
            later = loose.find(wanted_position(position), reversed_too, after + 1)
        return found.joined(Moments.read(later))

    def look_through(self, wanted: Wanted, *, reversed_too: bool = False) -> Moments:
        """The first ply that fits a pattern, for each game, by scanning all games."""
        with self._lock:
            self._catch_up()
            return Moments.read(self._shelf.find(wanted, reversed_too))

    def next_moves(self, moments: Moments) -> tuple[bytes, list[tuple[int, ...]]]:
        """A byte for each result: 0 if nothing follows, else 1 + the index of the move in the list."""
        with self._lock:
            self._catch_up()
            return self._shelf.next_moves(moments.games.tobytes(), moments.plies.tobytes())

    def load(self, until: Callable[[], bool]) -> None:
        """Load all games into memory ahead of the first scan, in small steps; `until` ends it."""
        before = -1
        while not until() and self._shelf.last > before:
            with self._lock, self._database.reading_aside() as connection:
                before = self._shelf.last
                _fill(self._shelf, connection, before, _AT_ONCE)

    def _catch_up(self) -> None:
        """Load games added since."""
        with self._database.reading_aside() as connection:
            _fill(self._shelf, connection, self._shelf.last)

    @staticmethod
    def _in_runs(connection: Connection, runs: list[_Run], key: int) -> Moments:
        games, plies = array("I"), array("I")
        for run in runs:
            leaf = connection.execute(
                "SELECT key, leaf FROM positions WHERE run = ? AND key <= ? ORDER BY key DESC LIMIT 1",
                (run.id, key),
            ).fetchone()
            if leaf is not None and isinstance(leaf["leaf"], bytes):
                found = core.moments_in(leaf["key"], leaf["leaf"], key)
                games.frombytes(found[0])
                plies.frombytes(found[1])
        return Moments(games, plies)

    # ---- indexing

    def make_run(self, *, least: int = LEAST_IN_RUN) -> bool:
        """Index some games if there are enough; return whether they are indexed now."""
        with self._database.reading() as connection:
            after = _last(_runs(connection))
            ids = connection.execute(
                "SELECT id FROM library WHERE id > ? ORDER BY id LIMIT ?", (after, MOST_IN_RUN)
            ).fetchall()
        if len(ids) < max(1, least):
            return False
        self._add(self._gathered(after + 1, ids[-1]["id"]))
        return True

    @writes
    def _add(self, connection: Connection, run: _WrittenRun) -> None:
        """Store a new run, unless another program has indexed its games meanwhile."""
        after = run.first - 1
        if _last(_runs(connection)) == after:
            connection.execute("DELETE FROM runs WHERE last > ?", (after,))  # overlapping ones
            run.insert(connection)

    def has_work(self) -> bool:
        """Whether enough games are not indexed yet."""
        with self._database.reading() as connection:
            rows = connection.execute(
                "SELECT id FROM library WHERE id > ? LIMIT ?",
                (_last(_runs(connection)), LEAST_IN_RUN),
            )
            return len(rows.fetchall()) >= LEAST_IN_RUN

    def forget_what_is_gone(self) -> None:
        """Rewrite runs most of whose games were purged."""
        with self._database.reading() as connection:
            runs = _runs(connection)
            left = [
                connection.execute(
                    "SELECT count(*) FROM library WHERE id BETWEEN ? AND ?", (run.first, run.last)
                ).fetchone()[0]
                for run in runs
            ]
        for run, games in zip(runs, left, strict=True):
            if games * 2 < run.games:
                self._replace(run.id, self._gathered(run.first, run.last))

    @writes
    def _replace(self, connection: Connection, old: int, run: _WrittenRun) -> None:
        if connection.execute("DELETE FROM runs WHERE id = ?", (old,)).rowcount:
            run.insert(connection)

    def _gathered(self, first: int, last: int) -> _WrittenRun:
        """The positions of all games in a range of numbers."""
        postings, games = core.Postings(), 0
        with self._database.reading_aside() as connection:
            for number, start, line in _lines(connection, first - 1, last):
                postings.add(number, start, line)
                games += 1
        return _WrittenRun(first, last, games, postings.leaves())


class _Run(NamedTuple):
    """A stored run: all games from its first number to its last."""

    id: int
    first: int
    last: int
    games: int


class _WrittenRun(NamedTuple):
    """A run to be stored."""

    first: int
    last: int
    games: int
    leaves: list[tuple[int, bytes]]

    def insert(self, connection: Connection) -> None:
        """Put it into the file."""
        columns = {"first": self.first, "last": self.last, "games": self.games}
        run = insert(connection, "runs", columns)
        connection.executemany(
            "INSERT INTO positions (run, key, leaf) VALUES (?, ?, ?)",
            ((run, key, leaf) for key, leaf in self.leaves),
        )


def wanted_position(position: Position) -> Wanted:
    """A whole position as a pattern."""
    men = (position.black & ~position.kings, position.white & ~position.kings)
    kings = (position.black & position.kings, position.white & position.kings)
    stands = (men[0], kings[0], men[1], kings[1], ~(position.black | position.white))
    forbidden = tuple(~mask & 0xFFFFFFFF for mask in stands)
    black = position.turn.value == "black"
    return forbidden, ((0, 12),) * 4, black, not black


def _runs(connection: Connection) -> list[_Run]:
    """The consecutive runs from the first game on.

    An overlapping or damaged run ends them: its games count as not indexed, and the next run made
    replaces it.
    """
    found: list[_Run] = []
    for row in connection.execute("SELECT id, first, last, games FROM runs ORDER BY first, last"):
        run = _Run(*row)
        sound = all(isinstance(value, int) for value in run)
        if not sound or run.first != _last(found) + 1 or run.last < run.first:
            break
        found.append(run)
    return found


def _last(runs: list[_Run]) -> int:
    """The last indexed game."""
    return runs[-1].last if runs else 0


def _fill(shelf: core.Shelf, connection: Connection, after: int, most: int | None = None) -> None:
    for number, start, line in islice(_lines(connection, after, None), most):
        shelf.add(number, start, line)


def _lines(
    connection: Connection, after: int, last: int | None
) -> Iterator[tuple[int, Position, bytes]]:
    """The undamaged games after a number, with their starts and moves."""
    rows = connection.execute(
        "SELECT id, rules, start, moves FROM library JOIN records USING (id) "
        "WHERE id > ? AND id <= ? ORDER BY id",
        (after, last if last is not None else 1 << 40),
    )
    while part := rows.fetchmany(_AT_ONCE):
        for number, rules, start, moves in part:
            if isinstance(moves, bytes):
                yield number, start_of(rules, start), moves
