"""What was imported: from which file, when, and what could not be read."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from crownhead.errors import NotFoundError
from crownhead.store.database import Database
from crownhead.store.entries import Fault, faults_of

#: `running` on disk is one that runs, or that was killed.
ImportState = Literal["running", "done", "stopped", "failed"]


@dataclass(frozen=True, slots=True)
class ImportRecord:
    """An import: how far it came, and what it has brought."""

    id: int
    collection: int
    source: str
    started: float
    finished: float | None
    state: ImportState
    added: int
    duplicates: int
    faulty: int
    faults: tuple[Fault, ...]
    games: int  # that are there now


def as_number(number: int) -> int:
    """A number of a row as SQLite can take it; what is too large finds nothing.

    >>> as_number(7), as_number(10**30)
    (7, 0)
    """
    return number if 0 <= number < 1 << 53 else 0


class Imports:
    """The imports beside the library. Any thread may call; what a call has stored is on disk."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now

    def begin(self, collection: int, source: str) -> int:
        """Begin an import, and return its number."""
        with self._database.transaction() as connection:
            made = connection.execute(
                "INSERT INTO imports (collection, source, started, state) VALUES (?, ?, ?, 'running')",
                (collection, source, self._now()),
            )
            return int(made.lastrowid or 0)

    def end(self, number: int, state: ImportState) -> None:
        """Say how an import ended."""
        with self._database.transaction() as connection:
            connection.execute(
                "UPDATE imports SET finished = ?, state = ? WHERE id = ?",
                (self._now(), state, number),
            )

    def load(self, number: int) -> ImportRecord:
        """One import."""
        for row in self._database.rows(f"{_SELECT} WHERE id = ?", as_number(number)):
            return _record(row)
        raise NotFoundError(f"there is no import {number}")

    def page(self, limit: int) -> list[ImportRecord]:
        """The last imports, the newest first."""
        rows = self._database.rows(f"{_SELECT} ORDER BY id DESC LIMIT ?", limit)
        return [_record(row) for row in rows]


_SELECT = (
    "SELECT *, (SELECT count(*) FROM library WHERE import = imports.id AND deletion IS NULL) "
    "AS games FROM imports"
)


def _record(row: sqlite3.Row) -> ImportRecord:
    return ImportRecord(
        id=row["id"],
        collection=row["collection"],
        source=str(row["source"]),
        started=row["started"],
        finished=row["finished"],
        state=row["state"],
        added=row["added"],
        duplicates=row["duplicates"],
        faulty=row["faulty"],
        faults=faults_of(row["faults"]),
        games=row["games"],
    )
