"""Analyses on disk: each is a PDN with variations."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from sqlite3 import Connection
from types import MappingProxyType
from typing import Any, Final, Literal, get_type_hints

from crownhead.errors import ConflictError, DamagedError, NotFoundError, excerpt
from crownhead.store.database import UNCHANGED, Database, insert, update, writes
from crownhead.store.values import as_text, new_name


@dataclass(frozen=True, slots=True)
class StoredAnalysis:
    """A stored analysis; schema.sql explains the columns."""

    name: str
    pdn: str
    board: str
    game: str | None = None
    library: int | None = None
    move_count: int = 0
    id: str = ""
    version: int = 0
    created: float = 0.0
    updated: float = 0.0


# The valid values of each column; SQLite would store anything.
_TYPES: Final = MappingProxyType(get_type_hints(StoredAnalysis))
# The columns that change during an analysis.
_CHANGING: Final = ("version", "updated", "name", "pdn", "board", "move_count")


class AnalysisStore:
    """Stores analyses beside the games. Any thread may call; changes are on disk when a call returns."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now

    @writes
    def add(self, connection: Connection, stored: StoredAnalysis) -> StoredAnalysis:
        """Store a new analysis, and return it with its name and times."""
        now = self._now()
        stored = replace(stored, id=new_name(), version=1, created=now, updated=now)
        insert(connection, "analyses", asdict(stored))
        return stored

    @writes
    def save(self, connection: Connection, stored: StoredAnalysis) -> StoredAnalysis:
        """Store a changed analysis.

        Raises ConflictError if it has been changed since it was read.
        """
        saved = replace(stored, version=stored.version + 1, updated=self._now())
        columns = {name: getattr(saved, name) for name in _CHANGING}
        if not update(connection, "analyses", columns, UNCHANGED, stored.id, stored.version):
            raise ConflictError("analyses.changed")
        return saved

    def load(self, analysis_id: str) -> StoredAnalysis:
        """Read an analysis."""
        for row in self._database.rows("SELECT * FROM analyses WHERE id = ?", as_text(analysis_id)):
            return _read(row)
        raise _missing(analysis_id)

    def version(self, analysis_id: str) -> int:
        """The number of times an analysis has been stored."""
        rows = self._database.rows(
            "SELECT version FROM analyses WHERE id = ?", as_text(analysis_id)
        )
        if not rows or not isinstance(rows[0][0], int):
            raise _missing(analysis_id)
        return rows[0][0]

    def latest(self, column: Literal["game", "library"], value: str | int) -> StoredAnalysis | None:
        """The last changed readable analysis of a game played here, or of a library game, if any."""
        rows = self._database.rows(
            f"SELECT * FROM analyses WHERE {column} = ? ORDER BY updated DESC, id DESC", value
        )
        return next(_readable(rows), None)

    @writes
    def forget_unchanged(self, connection: Connection, before: float) -> None:
        """Delete analyses of library games that were never changed and are older than a moment."""
        connection.execute(
            "DELETE FROM analyses WHERE library IS NOT NULL AND version = 1 AND updated < ?",
            (before,),
        )

    def page(self, limit: int, offset: int = 0) -> tuple[list[StoredAnalysis], bool]:
        """Analyses, last changed first, and whether there are more.

        Unreadable ones are left out, and so are unchanged ones of library games.
        """
        rows = self._database.rows(
            "SELECT * FROM analyses WHERE version > 1 OR library IS NULL "
            "ORDER BY updated DESC, id DESC LIMIT ? OFFSET ?",
            limit + 1,
            offset,
        )
        return list(_readable(rows[:limit])), len(rows) > limit

    @writes
    def delete(self, connection: Connection, analysis_id: str) -> None:
        """Delete an analysis."""
        gone = connection.execute(
            "DELETE FROM analyses WHERE id = ?", (as_text(analysis_id),)
        ).rowcount
        if gone != 1:
            raise _missing(analysis_id)


def _missing(analysis_id: str) -> NotFoundError:
    return NotFoundError("analyses.missing", name=excerpt(analysis_id))


def _readable(rows: Iterable[Any]) -> Iterator[StoredAnalysis]:
    """The undamaged ones."""
    for row in rows:
        with suppress(DamagedError):
            yield _read(row)


def _read(row: Any) -> StoredAnalysis:
    values = {name: row[name] for name in _TYPES}
    for name, kind in _TYPES.items():
        if not isinstance(values[name], kind):
            raise DamagedError("analyses.damaged", name=excerpt(row["id"]), column=name)
    return StoredAnalysis(**values)
