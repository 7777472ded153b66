"""The history of imports: files, times and faults."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from sqlite3 import Connection, Row
from typing import Final, Literal, cast, get_args

from crownhead.errors import NotFoundError
from crownhead.store.database import Database, insert, writes
from crownhead.store.library import collections
from crownhead.store.library.entries import Fault, faults_of
from crownhead.store.library.living import Sign, is_alive, remove_dead
from crownhead.store.values import number_of, seconds_of

_SIGN: Final = "import-"
#: How an import may end.
ImportEnd = Literal["done", "stopped", "failed"]
#: `interrupted`: its program ended early. `undone`: its games were removed.
ImportState = Literal["running", "interrupted", "undone", ImportEnd]


@dataclass(frozen=True, slots=True)
class StoredImport:
    """An import: its progress and its results."""

    id: int
    collection: int
    source: str | None  # the file's name; None: standard input
    started: float | None
    finished: float | None
    state: ImportState
    added: int
    duplicates: int
    faulty: int
    faults: tuple[Fault, ...]
    games: int  # still in the library


def as_number(number: int) -> int:
    """A row's number for SQLite; one that is too large matches nothing.

    >>> as_number(7), as_number(10**30)
    (7, 0)
    """
    return number if 0 <= number < 1 << 53 else 0


@dataclass(frozen=True, slots=True)
class BegunImport:
    """An import running here, with its sign of life."""

    number: int
    collection: int
    sign: Sign


class Imports:
    """Stores imports beside the library. Any thread may call; changes are on disk when a call returns."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now
        remove_dead(self._folder, _SIGN)  # nobody asks for those of finished imports

    def begin(self, name: str, source: str | None) -> BegunImport:
        """Begin an import into a collection; a new one appears with its first game."""
        with ExitStack() as undo:
            begun = self._begin(name, source, undo)
            undo.pop_all()
        return begun

    @writes
    def _begin(
        self, connection: Connection, name: str, source: str | None, undo: ExitStack
    ) -> BegunImport:
        collection = collections.make_unseen(connection, name, self._now())
        collections.refuse_foreign(collection)
        is_unseen = "SELECT deletion IS NOT NULL FROM collections WHERE id = ?"
        (made,) = connection.execute(is_unseen, (collection,)).fetchone()
        columns = {"collection": collection, "source": source or "", "started": self._now()}
        number = insert(connection, "imports", {**columns, "state": "running", "made": made})
        # Before the row is visible: without a sign, an import counts as dead.
        sign = Sign(self._folder, _sign_of(number))
        undo.callback(sign.take_back)
        return BegunImport(number, collection, sign)

    def end(self, begun: BegunImport, state: ImportEnd, faulty: int, faults: str) -> None:
        """Store how an import ended; remove its own collection if it stayed empty."""
        try:
            self._end(begun, state, faulty, faults)
        finally:
            begun.sign.take_back()

    @writes
    def _end(
        self, connection: Connection, begun: BegunImport, state: ImportEnd, faulty: int, faults: str
    ) -> None:
        connection.execute(
            "UPDATE imports SET finished = ?, state = ?, faulty = ?, faults = ? WHERE id = ?",
            (self._now(), state, faulty, faults, begun.number),
        )
        collections.forget(
            connection, "id = ? AND deletion = ?", begun.collection, collections.UNSEEN
        )

    @property
    def _folder(self) -> Path:
        return self._database.path.parent

    def load(self, number: int) -> StoredImport:
        """One import."""
        for row in self._database.rows(f"{_SELECT} WHERE id = ?", as_number(number)):
            return self._stored(row)
        raise NotFoundError("imports.missing", name=str(number))

    def page(self, limit: int) -> list[StoredImport]:
        """The latest imports, the newest first."""
        rows = self._database.rows(f"{_SELECT} ORDER BY id DESC LIMIT ?", limit)
        return [self._stored(row) for row in rows]

    def _stored(self, row: Row) -> StoredImport:
        """An import; damaged values count as unknown."""
        return StoredImport(
            id=row["id"],
            collection=number_of(row["collection"]) or 0,
            source=str(row["source"]) or None,
            started=seconds_of(row["started"]),
            finished=seconds_of(row["finished"]),
            state=self._state(row),
            added=number_of(row["added"]) or 0,
            duplicates=number_of(row["duplicates"]) or 0,
            faulty=number_of(row["faulty"]) or 0,
            faults=faults_of(row["faults"]),
            games=row["games"],
        )

    def _state(self, row: Row) -> ImportState:
        if row["undone"] is not None:
            return "undone"
        if row["state"] in get_args(ImportEnd):
            return cast("ImportEnd", row["state"])
        # A program, this or another, may be working on it.
        is_running = row["state"] == "running" and is_alive(self._folder, _sign_of(row["id"]))
        return "running" if is_running else "interrupted"


def _sign_of(number: int) -> str:
    return f"{_SIGN}{number}"


_SELECT = (
    "SELECT *, (SELECT count(*) FROM library WHERE import = imports.id AND deletion IS NULL) "
    "AS games FROM imports"
)
