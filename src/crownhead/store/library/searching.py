"""Searches through the library, with what is kept between them: the order of names, and counts of games."""

from __future__ import annotations

import sqlite3
from collections import OrderedDict
from itertools import groupby
from operator import itemgetter
from threading import Lock
from typing import Final

from crownhead.store.database import Database
from crownhead.store.library.collections import version_in
from crownhead.store.library.entries import SELECT_ROWS, row_of
from crownhead.store.library.selection import Found, Selection

_MOST_COUNTS: Final = 16  # a condition may be as large as a byte for each game
_Condition = tuple[str, list[object]]


class Searches:
    """Finds games. Any thread may call."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = Lock()
        self._ranks = b""
        self._ranked: tuple[int, ...] = ()  # what the names looked like then
        self._counts: OrderedDict[object, int] = OrderedDict()
        self._version = 0  # of the library, when it was counted

    def find(self, selection: Selection, *, limit: int, offset: int = 0) -> Found:
        """Count the games of a selection, and read a part of them in its order."""
        with self._database.reading_aside() as connection:
            condition = selection.condition(connection)
            count = self._count(connection, selection, condition)
            limit = min(limit, count - offset)
            if limit <= 0:
                return Found(count, [])
            # A page of the second half is nearer to the end: then the last games are found first.
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
        """The numbers of all games of a selection, in its order."""
        with self._database.reading_aside() as connection:
            where, values = selection.condition(connection)
            order, ranks = self._order(connection, selection)
            rows = connection.execute(
                f"SELECT id FROM library l WHERE {where} ORDER BY {order}", [*values, *ranks]
            )
            return [row[0] for row in rows.fetchall()]

    def _count(
        self, connection: sqlite3.Connection, selection: Selection, condition: _Condition
    ) -> int:
        """How many games there are; pages of one search are counted once, until the library changes."""
        where, values = condition
        asked = (where, tuple(values))
        with self._lock:
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
        self, connection: sqlite3.Connection, selection: Selection, *, backward: bool = False
    ) -> tuple[str, list[object]]:
        """What stands after ORDER BY, and its values."""
        order, by_name = selection.order(backward=backward)
        return order, [self._ranks_of(connection)] if by_name else []

    def _ranks_of(self, connection: sqlite3.Connection) -> bytes:
        """The places of all names in their order, four bytes each, which SQLite compares as they are."""
        now = tuple(connection.execute("SELECT count(*), max(id) FROM names").fetchone())
        with self._lock:
            if now != self._ranked:
                names = connection.execute(
                    "SELECT folded, id FROM names ORDER BY folded"
                ).fetchall()
                ranks = bytearray(4 * (now[1] or 0))
                for rank, (_, same) in enumerate(groupby(names, key=itemgetter(0)), start=1):
                    for _, number in same:
                        ranks[4 * number - 4 : 4 * number] = rank.to_bytes(4, "big")
                self._ranks, self._ranked = bytes(ranks), now
            return self._ranks
