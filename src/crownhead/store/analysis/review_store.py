"""Reviews of stored games: one for each game, deleted with it."""

import json
from dataclasses import dataclass
from sqlite3 import Connection, Row
from typing import Any

from crownhead.errors import NotFoundError, excerpt
from crownhead.store.database import Database, writes
from crownhead.store.values import parsed, seconds_of


@dataclass(frozen=True, slots=True)
class StoredReview:
    """A stored review: the game and its moves, the settings, and the findings.

    `line` names the moves: a game that went on has another. `settings` and `findings` are any JSON
    values.
    """

    game: str
    line: str
    settings: Any
    findings: Any
    created: float


class ReviewStore:
    """Stores reviews beside the games. Any thread may call; changes are on disk when a call returns."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @writes
    def save(self, connection: Connection, review: StoredReview) -> None:
        """Store the review of a game in place of an earlier one."""
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

    def load(self, game_id: str) -> StoredReview | None:
        """The review of a game; None if there is none, or it is unreadable."""
        rows = self._database.rows("SELECT * FROM reviews WHERE game = ?", game_id)
        return _from_row(rows[0]) if rows else None

    @writes
    def delete(self, connection: Connection, game_id: str) -> bool:
        """Delete the review of a game; return whether there was one."""
        done = connection.execute("DELETE FROM reviews WHERE game = ?", (game_id,))
        return done.rowcount > 0


def _from_row(row: Row) -> StoredReview | None:
    line, created = row["line"], seconds_of(row["created"])
    settings, findings = parsed(row["settings"]), parsed(row["findings"])
    if not isinstance(line, str) or created is None or settings is None or findings is None:
        return None
    return StoredReview(row["game"], line, settings, findings, created)
