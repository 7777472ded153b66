"""Games on disk, and the settings beside them."""

from __future__ import annotations

import json
import secrets
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from crownhead.errors import ConflictError, NotFoundError, StoreError, excerpt
from crownhead.store.database import Database


@dataclass(frozen=True, slots=True)
class MoveRecord:
    """A move as it is stored: its squares, and what the clocks showed after it."""

    path: tuple[int, ...]
    black_left: float | None = None
    white_left: float | None = None


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game as it is stored; the columns are explained in schema.sql."""

    black: str
    white: str
    rules: str
    start: str
    clock: dict[str, Any]
    black_left: float | None = None
    white_left: float | None = None
    opening_plies: int = 0
    ply: int = 0
    pace: float = 1.0
    paused: bool = False
    draw_offer: str | None = None
    ending: dict[str, Any] | None = None
    moves: tuple[MoveRecord, ...] = field(default=(), repr=False)
    id: str = ""
    version: int = 0
    created: float = 0.0
    updated: float = 0.0


# The columns that change while a game is played.
_CHANGING = (
    "black",
    "white",
    "black_left",
    "white_left",
    "ply",
    "pace",
    "paused",
    "draw_offer",
    "ending",
)
_FIXED = ("id", "version", "created", "updated", "rules", "start", "clock", "opening_plies")


class GameStore:
    """Stores games in a folder. Any thread may call; what a call has stored is on disk.

    >>> from tempfile import mkdtemp
    >>> store = GameStore(Path(mkdtemp()))
    >>> stored = store.add(GameRecord("person", "level:1", "english", "B:W21:B1", {}))
    >>> store.load(stored.id).white
    'level:1'
    >>> store.close()
    """

    def __init__(self, folder: Path, *, now: Callable[[], float] = time.time) -> None:
        self._database = Database(folder)
        self._now = now

    @property
    def notice(self) -> str | None:
        """What a person should know about the file, such as that it was damaged."""
        return self._database.notice

    @property
    def path(self) -> Path:
        """Where the games are."""
        return self._database.path

    def add(self, record: GameRecord) -> GameRecord:
        """Store a new game, and return it with its name and times."""
        now = self._now()
        record = replace(record, id=_new_id(), version=1, created=now, updated=now)
        columns = (*_FIXED, *_CHANGING)
        marks = ", ".join("?" * len(columns))
        with self._database.transaction() as connection:
            connection.execute(
                f"INSERT INTO games ({', '.join(columns)}) VALUES ({marks})",
                [_to_column(record, name) for name in columns],
            )
            _write_moves(connection, record.id, 0, record.moves)
        return record

    def save(self, record: GameRecord, *, unchanged_moves: int) -> GameRecord:
        """Store a changed game; its first moves are known to be on disk already.

        Raises ConflictError if somebody else has changed the game since it was read.
        """
        record = replace(record, updated=self._now())
        settings = ", ".join(f"{name} = ?" for name in ("updated", *_CHANGING))
        with self._database.transaction() as connection:
            changed = connection.execute(
                f"UPDATE games SET version = version + 1, {settings} WHERE id = ? AND version = ?",
                [
                    *(_to_column(record, name) for name in ("updated", *_CHANGING)),
                    record.id,
                    record.version,
                ],
            )
            if changed.rowcount != 1:
                raise ConflictError("the game was changed or deleted elsewhere; it is read again")
            connection.execute(
                "DELETE FROM moves WHERE game = ? AND ply > ?", (record.id, unchanged_moves)
            )
            _write_moves(connection, record.id, unchanged_moves, record.moves)
        return replace(record, version=record.version + 1)

    def save_clocks(self, game_id: str, version: int, black_left: float, white_left: float) -> None:
        """Store what the clocks show, unless the game has changed; nobody need hear of this."""
        with self._database.transaction() as connection:
            connection.execute(
                "UPDATE games SET black_left = ?, white_left = ? WHERE id = ? AND version = ?",
                (black_left, white_left, game_id, version),
            )

    def load(self, game_id: str) -> GameRecord:
        """Read a game."""
        rows = self._database.rows("SELECT * FROM games WHERE id = ?", game_id)
        if not rows:
            raise NotFoundError(f"there is no game '{excerpt(game_id)}'; it may have been deleted")
        moves = self._database.rows(
            "SELECT path, black_left, white_left FROM moves WHERE game = ? ORDER BY ply", game_id
        )
        return replace(_from_row(rows[0]), moves=tuple(_move_from_row(row) for row in moves))

    def version(self, game_id: str) -> int:
        """How often a game was changed; it grows with every `save`, whoever saves."""
        rows = self._database.rows("SELECT version FROM games WHERE id = ?", game_id)
        if not rows:
            raise NotFoundError(f"there is no game '{excerpt(game_id)}'; it may have been deleted")
        return int(rows[0]["version"])

    def pulse(self) -> int:
        """A number that is another one after other programs have written to the file."""
        return int(self._database.rows("PRAGMA data_version")[0][0])

    def recent(self, limit: int) -> list[str]:
        """The names of the games that were changed last, newest first."""
        rows = self._database.rows("SELECT id FROM games ORDER BY updated DESC LIMIT ?", limit)
        return [row["id"] for row in rows]

    def delete(self, game_id: str) -> None:
        """Delete a game and its moves."""
        with self._database.transaction() as connection:
            if connection.execute("DELETE FROM games WHERE id = ?", (game_id,)).rowcount != 1:
                raise NotFoundError(f"there is no game '{excerpt(game_id)}'")

    def setting(self, name: str) -> Any:
        """Read a setting, or None if it was never stored."""
        rows = self._database.rows("SELECT value FROM settings WHERE name = ?", name)
        try:
            return json.loads(rows[0]["value"]) if rows else None
        except ValueError:
            return None  # unreadable is as good as never stored

    def store_setting(self, name: str, value: Any) -> None:
        """Store a setting: anything that JSON can hold."""
        self.change_setting(name, lambda _before: value)

    def change_setting(self, name: str, change: Callable[[Any], Any]) -> Any:
        """Store what a function makes of a setting, and return it; nobody else writes in between."""
        with self._database.transaction() as connection:
            value = change(self.setting(name))
            connection.execute(
                "INSERT INTO settings (name, value) VALUES (?, ?) "
                "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                (name, json.dumps(value)),
            )
        return value

    def close(self) -> None:
        """Finish the file."""
        self._database.close()


def _new_id() -> str:
    alphabet = "abcdefghijkmnpqrstuvwxyz23456789"  # none that are taken for another
    return "".join(secrets.choice(alphabet) for _ in range(12))


def _write_moves(
    connection: sqlite3.Connection, game_id: str, unchanged: int, moves: tuple[MoveRecord, ...]
) -> None:
    connection.executemany(
        "INSERT INTO moves (game, ply, path, black_left, white_left) VALUES (?, ?, ?, ?, ?)",
        [
            (game_id, ply, " ".join(map(str, move.path)), move.black_left, move.white_left)
            for ply, move in enumerate(moves[unchanged:], start=unchanged + 1)
        ],
    )


def _to_column(record: GameRecord, name: str) -> Any:
    value = getattr(record, name)
    if name == "clock" or (name == "ending" and value is not None):
        return json.dumps(value)
    return int(value) if name == "paused" else value


def _from_row(row: sqlite3.Row) -> GameRecord:
    try:
        values = {name: row[name] for name in (*_FIXED, *_CHANGING)}
        values["clock"] = json.loads(values["clock"])
        values["ending"] = json.loads(values["ending"]) if values["ending"] else None
        values["paused"] = bool(values["paused"])
        if not isinstance(values["clock"], dict):
            raise TypeError("its clock is none")
        return GameRecord(**values)
    except (ValueError, TypeError) as error:
        raise StoreError(f"the game {excerpt(row['id'])} cannot be read: {error}") from None


def _move_from_row(row: sqlite3.Row) -> MoveRecord:
    try:
        path = tuple(int(square) for square in row["path"].split())
    except ValueError:
        raise StoreError(f"'{excerpt(row['path'])}' is no move of a stored game") from None
    return MoveRecord(path, row["black_left"], row["white_left"])
