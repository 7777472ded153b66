"""The file in which a book grows, and how it becomes the small one that is asked.

Every expansion is one transaction, so growing can end at any moment.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from crownhead.book.format import MOST_BYTES, pack
from crownhead.book.graph import Graph
from crownhead.errors import BookError
from crownhead.files import (
    SQLITE,
    draft,
    new_file,
    reason,
    refuse_replacing,
    refuse_unreadable,
    shown,
    writable_file,
)
from crownhead.numeric import signed
from crownhead.position import Position

#: Hundredths of a man that a move may lose against the best and still be in a book.
MARGIN: Final = 60

_APPLICATION: Final = 0x43484742  # "CHGB"
_VERSION: Final = 1
_SCHEMA: Final = f"""
PRAGMA application_id = {_APPLICATION};
PRAGMA user_version = {_VERSION};
CREATE TABLE settings (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
CREATE TABLE positions (
    key      INTEGER PRIMARY KEY,         -- Position.key as a signed number
    fen      TEXT NOT NULL,
    score    INTEGER,                     -- the engine's, for the side to move (NULL: a root without one)
    expanded INTEGER NOT NULL DEFAULT 0   -- 1: all its successors are here too
);
"""


class Settings(NamedTuple):
    """What must stay the same while a book grows."""

    #: Nodes for each position.
    nodes: int
    #: Which evaluation the engine had.
    evaluation: str


class GrowthFile:
    """A work file, opened by one program at a time."""

    def __init__(self, path: Path, settings: Settings | None = None) -> None:
        """Open a file; with settings it is made where there is none, and it must have been made so."""
        self.path = writable_file(path, database=True) if settings else path
        if not (settings and not self.path.exists()):
            refuse_unreadable(self.path)
            self._refuse_others()
        with self._in_words():
            self._connection = sqlite3.connect(self.path, isolation_level=None, timeout=0.1)
            try:
                self.settings = self._begin(settings)
            except BaseException:
                self._connection.close()
                raise

    def _refuse_others(self) -> None:
        with self.path.open("rb") as file:
            header = file.read(100)
        if header and not header.startswith(SQLITE):
            raise BookError(f"{shown(self.path)} is not a growing book")

    def _begin(self, wanted: Settings | None) -> Settings:
        # Nobody else may write, nor read what is half done, until this program ends, however it ends.
        self._connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        is_empty = not self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if is_empty and wanted is not None:
            with self._transaction():  # which `executescript` would end
                for statement in _SCHEMA.split(";"):
                    self._connection.execute(statement)
                rows = wanted._asdict().items()
                self._connection.executemany("INSERT INTO settings VALUES (?, ?)", rows)
        found = self._pragma("application_id"), self._pragma("user_version")
        if found != (_APPLICATION, _VERSION):
            raise BookError(
                f"{shown(self.path)} is not a growing book, or is one of another version"
            )
        with self._transaction():  # and holds the lock from here on
            known = dict(self._connection.execute("SELECT name, value FROM settings"))
        return Settings(int(known["nodes"]), str(known["evaluation"]))

    def _pragma(self, name: str) -> Any:
        return self._connection.execute(f"PRAGMA {name}").fetchone()[0]

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN EXCLUSIVE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        name = shown(self.path)
        try:
            yield
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise BookError(f"another program is growing {name}; wait for it") from None
            raise BookError(f"cannot use {name}: {error}") from None
        except (sqlite3.DatabaseError, KeyError, ValueError) as error:
            raise BookError(f"{name} is damaged: {error}; remove it to start over") from None
        except OSError as error:
            raise BookError(f"cannot use {name}: {reason(error)}") from None

    def graph(self) -> Graph:
        """Everything that is known, weighed."""
        graph = Graph()
        expanded = []
        with self._in_words():
            rows = self._connection.execute("SELECT key, fen, score, expanded FROM positions")
            for key, fen, score, is_expanded in rows:
                position = Position.from_fen(fen)
                if signed(position.key) != key:
                    raise ValueError(f"{fen} has another key")
                if score is not None:
                    graph.add(position, score)
                if is_expanded:
                    expanded.append(position.key)
            for key in expanded:
                graph.expand(key)
        graph.weigh()
        return graph

    def add(self, expanded: Position, scores: Iterable[tuple[Position, int]]) -> None:
        """Keep an expansion, with the scores of what was not known; it is on disk when this returns."""
        rows = [(signed(one.key), one.fen, score) for one, score in scores]
        with self._in_words(), self._transaction():
            self._connection.executemany(
                "INSERT INTO positions (key, fen, score) VALUES (?, ?, ?) "
                "ON CONFLICT (key) DO UPDATE SET score = coalesce(score, excluded.score)",
                rows,
            )
            self._connection.execute(
                "INSERT INTO positions (key, fen, expanded) VALUES (?, ?, 1) "
                "ON CONFLICT (key) DO UPDATE SET expanded = 1",
                (signed(expanded.key), expanded.fen),
            )

    def close(self) -> None:
        """Let others have the file."""
        self._connection.close()


def export_book(grown: Path, out: Path, *, replace: bool = False) -> int:
    """Write the book that has grown in a file, in one step; return its bytes."""
    refuse_replacing(grown, out)
    new_file(out, replace=replace)
    with closing(GrowthFile(grown)) as file:
        data = packed(file.graph())
    with draft(out, replace=replace) as part:
        part.write_bytes(data)
    return len(data)


def packed(graph: Graph, most_bytes: int = MOST_BYTES) -> bytes:
    """A book as the bytes of its file; the least important positions are left out if there is no room."""
    rows = sorted(graph.book(MARGIN))
    return pack([(key, moves) for _, key, moves in rows], most_bytes)
