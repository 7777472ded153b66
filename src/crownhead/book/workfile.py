"""The work file in which a book grows, and its export as a small file.

Each expansion is one transaction, so growing can be stopped at any time.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Final, NamedTuple

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
from crownhead.sqlite_errors import is_busy

#: Hundredths of a man by which a move in a book may be worse than the best.
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
    """The settings that stay the same while a book grows."""

    #: Nodes for each position.
    nodes: int
    #: The engine's evaluation.
    evaluation: str


class GrowthFile:
    """A work file, opened by one program at a time."""

    def __init__(self, path: Path, settings: Settings | None = None) -> None:
        """Open a file. With settings it is created if necessary, and must match them."""
        self.path = writable_file(path, database=True) if settings else path
        if settings is None or self.path.exists():
            refuse_unreadable(self.path)
            with self.path.open("rb") as file:
                header = file.read(100)
            if header and not header.startswith(SQLITE):
                raise BookError("book.not-growing", path=shown(self.path))
        with self._in_words():
            self._connection = sqlite3.connect(self.path, isolation_level=None, timeout=0.1)
            try:
                self.settings = self._begin(settings)
            except BaseException:
                self._connection.close()
                raise

    def _begin(self, wanted: Settings | None) -> Settings:
        # No other program may read or write the file until this one ends.
        connection = self._connection
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        if wanted is not None and not list(connection.execute("SELECT 1 FROM sqlite_master")):
            with self._transaction():  # which `executescript` would end
                for statement in _SCHEMA.split(";"):
                    connection.execute(statement)
                rows = wanted._asdict().items()
                connection.executemany("INSERT INTO settings VALUES (?, ?)", rows)
        pragmas = ("application_id", "user_version")
        found = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas]
        if found != [_APPLICATION, _VERSION]:
            raise BookError("book.not-growing", path=shown(self.path))
        with self._transaction():  # the lock is held from here on
            known = dict(connection.execute("SELECT name, value FROM settings"))
        return Settings(int(known["nodes"]), str(known["evaluation"]))

    def _transaction(self) -> AbstractContextManager[object]:
        """Begin a transaction, which ends with the block."""
        self._connection.execute("BEGIN EXCLUSIVE")
        return self._connection

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        name = shown(self.path)
        try:
            yield
        except sqlite3.OperationalError as error:
            if is_busy(error):
                raise BookError("book.in-use", path=name) from None
            raise BookError("file.unusable", path=name, why=error) from None
        except (sqlite3.DatabaseError, KeyError, ValueError) as error:
            raise BookError("book.damaged", path=name, why=error) from None
        except OSError as error:
            raise BookError("file.unusable", path=name, why=reason(error)) from None

    def graph(self) -> Graph:
        """The graph of the file, weighed."""
        graph = Graph()
        expanded = []
        with self._in_words():
            rows = self._connection.execute("SELECT key, fen, score, expanded FROM positions")
            for key, fen, score, is_expanded in rows:
                position = Position.from_fen(fen)
                if signed(position.key) != key:
                    raise ValueError(fen)
                if score is not None:
                    graph.add(position, score)
                if is_expanded:
                    expanded.append(position.key)
            for key in expanded:
                graph.expand(key)
        graph.weigh()
        return graph

    def add(self, expanded: Position, scores: Iterable[tuple[Position, int]]) -> None:
        """Store an expansion with new scores. It is on disk when this returns."""
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
        """Close the file."""
        self._connection.close()


def export_book(grown: Path, out: Path, *, replace: bool = False) -> int:
    """Write the book from a work file in one step; return its size in bytes."""
    refuse_replacing(grown, out)
    new_file(out, replace=replace)
    with closing(GrowthFile(grown)) as file:
        data = packed(file.graph())
    with draft(out, replace=replace) as part:
        part.write_bytes(data)
    return len(data)


def packed(graph: Graph, most_bytes: int = MOST_BYTES) -> bytes:
    """The bytes of a book, without the least important positions if they do not fit."""
    rows = sorted(graph.book(MARGIN))
    return pack([(key, moves) for _, key, moves in rows], most_bytes)
