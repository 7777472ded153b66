"""Searches of the library, with cached name order and counts."""

from collections.abc import Callable
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from sqlite3 import Connection
from typing import Final

from crownhead.store.database import Database
from crownhead.store.library.collections import version_in
from crownhead.store.library.entries import SELECT_ROWS, row_of
from crownhead.store.library.selection import Found, Selection

_MOST_COUNTS: Final = 16  # a condition may hold a byte for each game


class Searches:
    """Finds games. Any thread may call; the connection is for one at a time, which guards the caches."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._counted = lru_cache(_MOST_COUNTS)(_count)
        self._version = 0  # of the library, at the time of the counts
        self._ranks = lru_cache(1)(_ranks)

    def find(self, selection: Selection, *, limit: int, offset: int = 0) -> Found:
        """Count the games of a selection, and read a page of them in order."""
        with self._database.reading_aside() as connection:
            where, values = selection.condition(connection)
            if (version := version_in(connection)) != self._version:
                self._counted.cache_clear()
                self._version = version
            # Seats change without the library.
            counted: Callable[..., int] = _count if selection.own is not None else self._counted
            count = counted(connection, where, tuple(values))
            limit = min(limit, count - offset)
            if limit <= 0:
                return Found(count, [])
            # A page of the second half is nearer to the end: search backwards.
            backward = offset > count // 2
            first = count - offset - limit if backward else offset
            order, ranks = self._order(connection, selection, backward=backward)
            ids = connection.execute(
                f"SELECT id FROM library l WHERE {where} ORDER BY {order} LIMIT ? OFFSET ?",
                [*values, *ranks, limit, first],
            ).fetchall()
            numbers = [row[0] for row in (reversed(ids) if backward else ids)]
            marks = ", ".join("?" * len(numbers))
            rows = connection.execute(f"{SELECT_ROWS} WHERE l.id IN ({marks})", numbers).fetchall()
        found = {row["id"]: row_of(row) for row in rows}
        return Found(count, [found[number] for number in numbers])

    def ids(self, selection: Selection) -> list[int]:
        """The numbers of all games of a selection, in order."""
        with self._database.reading_aside() as connection:
            where, values = selection.condition(connection)
            order, ranks = self._order(connection, selection)
            rows = connection.execute(
                f"SELECT id FROM library l WHERE {where} ORDER BY {order}", [*values, *ranks]
            )
            return [row[0] for row in rows.fetchall()]

    def _order(
        self, connection: Connection, selection: Selection, *, backward: bool = False
    ) -> tuple[str, list[object]]:
        """The ORDER BY clause and its values."""
        order, by_name = selection.order(backward=backward)
        if not by_name:
            return order, []
        names = connection.execute("SELECT count(*), max(id) FROM names").fetchone()
        return order, [self._ranks(connection, *names)]


def _count(connection: Connection, where: str, values: tuple[object, ...]) -> int:
    """The number of games that meet a condition."""
    row = connection.execute(f"SELECT count(*) FROM library l WHERE {where}", values)
    return int(row.fetchone()[0])


def _ranks(connection: Connection, _count: int, largest: int | None) -> bytes:
    """The ranks of all names, four bytes each, which SQLite compares directly."""
    names = connection.execute("SELECT folded, id FROM names ORDER BY folded").fetchall()
    ranks = bytearray(4 * (largest or 0))
    for rank, (_, same) in enumerate(groupby(names, key=itemgetter(0)), start=1):
        for _, number in same:
            ranks[4 * number - 4 : 4 * number] = rank.to_bytes(4, "big")
    return bytes(ranks)
