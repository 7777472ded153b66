"""Analyses on disk: games with variations, each as its PDN."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from crownhead.errors import ConflictError, DamagedError, NotFoundError, excerpt
from crownhead.store.database import Database, writes
from crownhead.store.names import is_name, new_name

_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "id": (str,),
    "version": (int,),
    "created": (float,),
    "updated": (float,),
    "name": (str,),
    "game": (str, type(None)),
    "pdn": (str,),
    "board": (str,),
    "move_count": (int,),
    "library": (int, type(None)),
}


@dataclass(frozen=True, slots=True)
class AnalysisRecord:
    """An analysis as it is stored; the columns are explained in schema.sql."""

    name: str
    pdn: str
    board: str
    move_count: int = 0
    game: str | None = None
    library: int | None = None
    id: str = ""
    version: int = 0
    created: float = 0.0
    updated: float = 0.0


class AnalysisStore:
    """Stores analyses beside the games. Any thread may call; what a call has stored is on disk."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now

    @writes
    def add(self, record: AnalysisRecord) -> AnalysisRecord:
        """Store a new analysis, and return it with its name and times."""
        now = self._now()
        record = replace(record, id=new_name(), version=1, created=now, updated=now)
        marks = ", ".join("?" * len(_TYPES))
        with self._database.transaction() as connection:
            connection.execute(
                f"INSERT INTO analyses ({', '.join(_TYPES)}) VALUES ({marks})",
                [getattr(record, name) for name in _TYPES],
            )
        return record

    @writes
    def save(self, record: AnalysisRecord) -> AnalysisRecord:
        """Store a changed analysis.

        Raises ConflictError if somebody else has changed it since it was read.
        """
        record = replace(record, updated=self._now())
        with self._database.transaction() as connection:
            changed = connection.execute(
                "UPDATE analyses SET version = version + 1, updated = ?, name = ?, pdn = ?, board = ?, "
                "move_count = ? WHERE id = ? AND version = ?",
                (
                    record.updated,
                    record.name,
                    record.pdn,
                    record.board,
                    record.move_count,
                    record.id,
                    record.version,
                ),
            )
            if changed.rowcount != 1:
                raise ConflictError(
                    "the analysis was changed or deleted elsewhere; it has been read again"
                )
        return replace(record, version=record.version + 1)

    def load(self, analysis_id: str) -> AnalysisRecord:
        """Read an analysis."""
        rows = self._rows("SELECT * FROM analyses WHERE id = ?", analysis_id)
        if not rows:
            raise _missing(analysis_id)
        return _read(rows[0])

    def version(self, analysis_id: str) -> int:
        """How often an analysis has been stored."""
        rows = self._rows("SELECT version FROM analyses WHERE id = ?", analysis_id)
        if not rows or not isinstance(rows[0][0], int):
            raise _missing(analysis_id)
        return rows[0][0]

    def of_game(self, game_id: str) -> AnalysisRecord | None:
        """The analysis of a game that was changed last, if there is one that can be read."""
        return self._latest("game", _text(game_id))

    def of_library(self, number: int) -> AnalysisRecord | None:
        """The same of a game of the library."""
        return self._latest("library", number)

    def _latest(self, column: str, value: object) -> AnalysisRecord | None:
        for row in self._database.rows(
            f"SELECT * FROM analyses WHERE {column} = ? ORDER BY updated DESC, id DESC", value
        ):
            try:
                return _read(row)
            except DamagedError:
                continue
        return None

    @writes
    def forget_unchanged(self, before: float) -> None:
        """Delete those of games of the library that were only looked at, and not since a moment."""
        with self._database.transaction() as connection:
            connection.execute(
                "DELETE FROM analyses WHERE library IS NOT NULL AND version = 1 AND updated < ?",
                (before,),
            )

    def page(self, limit: int, offset: int = 0) -> tuple[list[AnalysisRecord], bool]:
        """Analyses, those changed last first, and whether there are more.

        One that cannot be read is left out, and so is a game of the library that was only looked at.
        """
        found = []
        rows = self._database.rows(
            "SELECT * FROM analyses WHERE version > 1 OR library IS NULL "
            "ORDER BY updated DESC, id DESC LIMIT ? OFFSET ?",
            limit + 1,
            offset,
        )
        for row in rows[:limit]:
            try:
                found.append(_read(row))
            except DamagedError:
                continue
        return found, len(rows) > limit

    @writes
    def delete(self, analysis_id: str) -> None:
        """Delete an analysis."""
        with self._database.transaction() as connection:
            gone = connection.execute(
                "DELETE FROM analyses WHERE id = ?", (_text(analysis_id),)
            ).rowcount
            if gone != 1:
                raise _missing(analysis_id)

    def _rows(self, query: str, name: str) -> list[Any]:
        return self._database.rows(query, _text(name))


def _missing(analysis_id: str) -> NotFoundError:
    return NotFoundError(f"there is no analysis '{excerpt(analysis_id)}'; it may have been deleted")


def _text(name: str) -> str:
    """A name as SQLite can take it; what cannot name anything finds nothing."""
    return name if is_name(name) else ""


def _read(row: Any) -> AnalysisRecord:
    values = {name: row[name] for name in _TYPES}
    for name, kinds in _TYPES.items():
        if not isinstance(values[name], kinds):
            raise DamagedError(
                f"the analysis {excerpt(row['id'])} cannot be read: its {name} is damaged"
            )
    return AnalysisRecord(**values)
