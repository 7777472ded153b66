"""Analyses on disk: games with variations, each as its PDN."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final, get_type_hints

from crownhead.errors import ConflictError, DamagedError, NotFoundError, excerpt
from crownhead.store.database import Database, writes
from crownhead.store.names import as_text, new_name


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


# What each column holds. SQLite would keep anything in any of them.
_TYPES: Final = MappingProxyType(get_type_hints(AnalysisRecord))
# The columns that change while somebody looks into a game.
_CHANGING: Final = ("updated", "name", "pdn", "board", "move_count")


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
                f"UPDATE analyses SET version = version + 1, {' = ?, '.join(_CHANGING)} = ? "
                "WHERE id = ? AND version = ?",
                [getattr(record, name) for name in (*_CHANGING, "id", "version")],
            )
            if changed.rowcount != 1:
                raise ConflictError("analyses.changed")
        return replace(record, version=record.version + 1)

    def load(self, analysis_id: str) -> AnalysisRecord:
        """Read an analysis."""
        for row in self._database.rows("SELECT * FROM analyses WHERE id = ?", as_text(analysis_id)):
            return _read(row)
        raise _missing(analysis_id)

    def version(self, analysis_id: str) -> int:
        """How often an analysis has been stored."""
        rows = self._database.rows(
            "SELECT version FROM analyses WHERE id = ?", as_text(analysis_id)
        )
        if not rows or not isinstance(rows[0][0], int):
            raise _missing(analysis_id)
        return rows[0][0]

    def of_game(self, game_id: str) -> AnalysisRecord | None:
        """The analysis of a game that was changed last, if there is one that can be read."""
        return self._latest("game", as_text(game_id))

    def of_library(self, number: int) -> AnalysisRecord | None:
        """The same of a game of the library."""
        return self._latest("library", number)

    def _latest(self, column: str, value: object) -> AnalysisRecord | None:
        rows = self._database.rows(
            f"SELECT * FROM analyses WHERE {column} = ? ORDER BY updated DESC, id DESC", value
        )
        return next(_readable(rows), None)

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
        rows = self._database.rows(
            "SELECT * FROM analyses WHERE version > 1 OR library IS NULL "
            "ORDER BY updated DESC, id DESC LIMIT ? OFFSET ?",
            limit + 1,
            offset,
        )
        return list(_readable(rows[:limit])), len(rows) > limit

    @writes
    def delete(self, analysis_id: str) -> None:
        """Delete an analysis."""
        with self._database.transaction() as connection:
            gone = connection.execute(
                "DELETE FROM analyses WHERE id = ?", (as_text(analysis_id),)
            ).rowcount
            if gone != 1:
                raise _missing(analysis_id)


def _missing(analysis_id: str) -> NotFoundError:
    return NotFoundError("analyses.missing", name=excerpt(analysis_id))


def _readable(rows: Iterable[Any]) -> Iterator[AnalysisRecord]:
    """Those that are not damaged."""
    for row in rows:
        with suppress(DamagedError):
            yield _read(row)


def _read(row: Any) -> AnalysisRecord:
    values = {name: row[name] for name in _TYPES}
    for name, kind in _TYPES.items():
        if not isinstance(values[name], kind):
            raise DamagedError("analyses.damaged", name=excerpt(row["id"]), column=name)
    return AnalysisRecord(**values)
