"""Reviews of stored games: one for each game, deleted with it."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from typing import Any

from crownhead.errors import NotFoundError, excerpt
from crownhead.store.database import Database, writes
from crownhead.store.values import seconds_of


@dataclass(frozen=True, slots=True)
class ReviewRecord:
    """A review as it is stored: of which game and which moves of it, how it was made, and what it found.

    `line` names the moves: a game that has gone on since has another. `settings` and `findings` are
    anything that JSON can hold.
    """

    game: str
    line: str
    settings: Any
    findings: Any
    created: float


class ReviewStore:
    """The reviews beside the games. Any thread may call; what a call has stored is on disk."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @writes
    def save(self, review: ReviewRecord) -> None:
        """Store the review of a game in the place of an earlier one."""
        with self._database.transaction() as connection:
            stored = connection.execute(
                "INSERT OR REPLACE INTO reviews (game, line, settings, findings, created) "
                "SELECT id, ?, ?, ?, ? FROM games WHERE id = ?",
                (
                    review.line,
                    json.dumps(review.settings),
                    json.dumps(review.findings, separators=(",", ":")),
                    review.created,
                    review.game,
                ),
            )
            if stored.rowcount != 1:
                raise NotFoundError("games.missing", name=excerpt(review.game))

    def load(self, game_id: str) -> ReviewRecord | None:
        """The review of a game; None where there is none, or none that can be read."""
        rows = self._database.rows("SELECT * FROM reviews WHERE game = ?", game_id)
        return _from_row(rows[0]) if rows else None

    @writes
    def delete(self, game_id: str) -> bool:
        """Forget the review of a game; whether there was one."""
        with self._database.transaction() as connection:
            done = connection.execute("DELETE FROM reviews WHERE game = ?", (game_id,))
            return done.rowcount > 0


def _from_row(row: sqlite3.Row) -> ReviewRecord | None:
    line, created = row["line"], seconds_of(row["created"])
    if not isinstance(line, str) or created is None:
        return None
    try:
        settings, findings = json.loads(row["settings"]), json.loads(row["findings"])
    except (ValueError, TypeError, RecursionError):
        return None
    return ReviewRecord(row["game"], line, settings, findings, created)
