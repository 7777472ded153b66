"""Searches of the library, with cached name order and counts."""

from collections import OrderedDict
from itertools import groupby
from operator import itemgetter
from sqlite3 import Connection
from typing import Final

from crownhead.store.database import Database
from crownhead.store.library.collections import version_in
from crownhead.store.library.entries import SELECT_ROWS, row_of
from crownhead.store.library.selection import Found, Selection

_MOST_COUNTS: Final = 16  # a condition may hold a byte for each game
_Condition = tuple[str, list[object]]


class Searches:
    """Finds games. Any thread may call; the connection is for one at a time, which guards the caches."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._ranks = b""
        self._ranked: tuple[int, ...] = ()  # the names they were made from
        self._counts: OrderedDict[object, int] = OrderedDict()
        self._version = 0  # of the library, at the time of the counts

    def find(self, selection: Selection, *, limit: int, offset: int = 0) -> Found:
        """Count the games of a selection, and read a page of them in order."""
        with self._database.reading_aside() as connection:
            condition = selection.condition(connection)
            count = self._count(connection, selection, condition)
            limit = min(limit, count - offset)
            if limit <= 0:
                return Found(count, [])
            # A page of the second half is nearer to the end: search backwards.
            backward = offset > count // 2
            first = count - offset - limit if backward else offset
            where, values = condition
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

    def _count(self, connection: Connection, selection: Selection, condition: _Condition) -> int:
        """The number of games; cached for the pages of a search until the library changes."""
        where, values = condition
        asked = (where, tuple(values))
        version = version_in(connection)
        if version != self._version:
            self._counts.clear()
            self._version = version
        if asked in self._counts and selection.own is None:  # seats change without the library
            self._counts.move_to_end(asked)
            return self._counts[asked]
        row = connection.execute(f"SELECT count(*) FROM library l WHERE {where}", values)
        self._counts[asked] = count = int(row.fetchone()[0])
        if len(self._counts) > _MOST_COUNTS:
            self._counts.popitem(last=False)
        return count

    def _order(
        self, connection: Connection, selection: Selection, *, backward: bool = False
    ) -> tuple[str, list[object]]:
        """The ORDER BY clause and its values."""
        order, by_name = selection.order(backward=backward)
        return order, [self._ranks_of(connection)] if by_name else []

    def _ranks_of(self, connection: Connection) -> bytes:
        """The ranks of all names, four bytes each, which SQLite compares directly."""
        now = tuple(connection.execute("SELECT count(*), max(id) FROM names").fetchone())
        if now != self._ranked:
            names = connection.execute("SELECT folded, id FROM names ORDER BY folded").fetchall()
            ranks = bytearray(4 * (now[1] or 0))
            for rank, (_, same) in enumerate(groupby(names, key=itemgetter(0)), start=1):
                for _, number in same:
                    ranks[4 * number - 4 : 4 * number] = rank.to_bytes(4, "big")
            self._ranks, self._ranked = bytes(ranks), now
        return self._ranks
