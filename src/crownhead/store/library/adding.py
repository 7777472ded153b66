"""Adds games to a collection, many in a transaction, without duplicates."""

from collections.abc import Iterable, Sequence
from sqlite3 import Connection
from typing import Any, Final

from crownhead.store.database import Database, insert, writes
from crownhead.store.library.entries import NAMED, LibraryEntry, columns_of, record_columns
from crownhead.store.library.folding import folded

_MOST_KNOWN: Final = 100_000  # names in memory


class Adding:
    """Adds games to one collection. For one thread."""

    def __init__(self, database: Database, collection: int, batch: int | None) -> None:
        self._database = database
        self._collection = collection
        self._batch = batch
        self._names: dict[str, int] = {}

    def add(
        self, entries: Sequence[LibraryEntry], faulty: int = 0, faults: str = "[]"
    ) -> tuple[int, int]:
        """Store games in one transaction; return how many are new, and how many are duplicates.

        The import's counts change in the same transaction. `faulty` is its number of games with errors
        so far, and `faults` the first of these, as JSON.
        """
        try:
            return self._add(entries, faulty, faults)
        except BaseException:
            self._names.clear()  # some may not have been stored
            raise

    @writes
    def _add(
        self, connection: Connection, entries: Sequence[LibraryEntry], faulty: int, faults: str
    ) -> tuple[int, int]:
        fresh = self._fresh(connection, entries)
        self.insert(connection, fresh)
        duplicates = len(entries) - len(fresh)
        connection.execute(
            "UPDATE imports SET added = added + ?, duplicates = duplicates + ?, "
            "faulty = ?, faults = ? WHERE id = ?",
            (len(fresh), duplicates, faulty, faults, self._batch),
        )
        connection.execute(
            "UPDATE collections SET version = version + 1, deletion = NULL WHERE id = ?",
            (self._collection,),
        )
        return len(fresh), duplicates

    def insert(self, connection: Connection, entries: Sequence[LibraryEntry]) -> None:
        """Store games in the open transaction."""
        self._learn(connection, (getattr(one, name) for one in entries for name in NAMED))
        for entry in entries:
            columns = columns_of(entry, self._collection, self._batch, self._names)
            number = insert(connection, "library", columns)
            insert(connection, "records", {"id": number, **record_columns(entry)})
            if entry.remarks:
                insert(connection, "remarks", {"id": number, "text": entry.remarks})

    def columns(self, connection: Connection, values: dict[str, Any]) -> dict[str, Any]:
        """A game's values as columns: names become numbers."""
        self._learn(connection, (values[name] for name in NAMED if name in values))
        return {
            name: self._names[value] if name in NAMED and value is not None else value
            for name, value in values.items()
        }

    def _learn(self, connection: Connection, names: Iterable[str | None]) -> None:
        """Number new names."""
        if len(self._names) > _MOST_KNOWN:
            self._names.clear()
        for name in dict.fromkeys(names):
            if name is None or name in self._names:
                continue
            row = connection.execute("SELECT id FROM names WHERE name = ?", (name,)).fetchone()
            if row is None:
                self._names[name] = insert(
                    connection, "names", {"name": name, "folded": folded(name)}
                )
            else:
                self._names[name] = row["id"]

    def _fresh(self, connection: Connection, entries: Sequence[LibraryEntry]) -> list[LibraryEntry]:
        """The games that are neither in the collection nor repeated here."""
        fresh: list[LibraryEntry] = []
        alike: dict[int, list[LibraryEntry]] = {}
        for entry in entries:
            others = alike.setdefault(entry.digest, [])
            if any(_agree(entry, one.date, one.round, one.event) for one in others):
                continue
            if not self._is_known(connection, entry):
                others.append(entry)
                fresh.append(entry)
        return fresh

    def _is_known(self, connection: Connection, entry: LibraryEntry) -> bool:
        """Whether the collection has the same game."""
        rows = connection.execute(
            "SELECT date, round, (SELECT name FROM names WHERE id = library.event) AS event "
            "FROM library WHERE digest = ? AND collection = ? AND deletion IS NULL",
            (entry.digest, self._collection),
        )
        return any(_agree(entry, row["date"], row["round"], row["event"]) for row in rows)


def _agree(entry: LibraryEntry, date: object, number: object, event: object) -> bool:
    return may_be_same(((entry.date, date), (entry.round, number), (entry.event, event)))


def may_be_same(pairs: Iterable[tuple[object, object]]) -> bool:
    """Whether two games may be the same: missing values match anything.

    >>> may_be_same([("Cup", "CUP."), (None, "1954")]), may_be_same([("1", "2")])
    (True, False)
    """
    return all(
        one is None or two is None or folded(str(one)) == folded(str(two)) for one, two in pairs
    )
