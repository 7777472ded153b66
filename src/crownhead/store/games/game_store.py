"""Games on disk, and the settings beside them."""

import json
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from sqlite3 import Connection
from typing import Any, Final, Literal

from crownhead.errors import ConflictError, NotFoundError, excerpt
from crownhead.files import path_of
from crownhead.store.analysis.analysis_store import AnalysisStore
from crownhead.store.analysis.review_store import ReviewStore
from crownhead.store.database import UNCHANGED, Database, insert, quoted, update, writes
from crownhead.store.games.rows import (
    LIST_COLUMNS,
    DamageError,
    GameSummary,
    MatchGame,
    Seats,
    StoredGame,
    StoredMove,
    Summary,
    changing_columns_of,
    columns_of,
    damaged,
    ended_from_row,
    game_from_row,
    listed_from_row,
    move_from_row,
    summary_columns,
)
from crownhead.store.library.collections import touch
from crownhead.store.library.entries import PLAYED_HERE
from crownhead.store.library.library_store import LibraryStore
from crownhead.store.results.finished import finished_games
from crownhead.store.values import as_text, new_name, parsed, readable

GameState = Literal["going", "won", "lost", "drawn", "over"]
# Who has the seats of a game.
_SEATS: Final = ", ".join(
    f"(SELECT {column} FROM seats WHERE game = id AND side = '{side}') AS {side}_{name}"
    for column, name in (("visitor", "owner"), ("invitation", "invitation"))
    for side in ("black", "white")
)

# Among games without moves, only the newest is worth listing.
_WORTH_SHOWING: Final = (
    "(NOT untouched OR rowid = "
    "(SELECT rowid FROM games WHERE untouched ORDER BY updated DESC, id DESC LIMIT 1))"
)
# Two people on two devices: whoever has only the winner's seat has won.
_SEATED: Final = (
    "EXISTS (SELECT 1 FROM seats WHERE game = games.id AND visitor = ? AND side {} winner)"
)
_BETWEEN_PEOPLE: Final = "state = 'over' AND winner IS NOT NULL"


class GameStore:
    """Stores games in a folder. Any thread may call; changes are on disk when a call returns.

    >>> from tempfile import mkdtemp
    >>> store = GameStore(Path(mkdtemp()))
    >>> stored = store.add(StoredGame("person", "level:1", "english", "B:W21:B1", {}))
    >>> store.load(stored.id).white
    'level:1'
    >>> store.close()
    """

    def __init__(self, folder: str | Path, *, now: Callable[[], float] = time.time) -> None:
        self._database = Database(path_of(folder, "games"))
        self._now = now
        #: Analyses, in the same file.
        self.analyses = AnalysisStore(self._database, now)
        #: Reviews of the games.
        self.reviews = ReviewStore(self._database)
        #: Lists the results of games between a person and a computer, with their first moves.
        self.finished = partial(finished_games, self._database)
        #: Collections of games, in the same file.
        self.library = LibraryStore(self._database, now)
        #: The path of the file.
        self.path = self._database.path
        #: A notice about the file, such as that it was damaged.
        self.notice = self._database.notice
        #: Returns a number that changes when other programs write to the file.
        self.pulse = self._database.pulse
        #: Run a job on the writing thread: queued, or at once for its result. A job must not wait for
        #: what another thread holds while it writes.
        self.submit, self.run = self._database.writer.submit, self._database.writer.run
        #: Stop waiting for other programs that hold the file: calls that would wait fail.
        self.stop_waiting = self._database.writer.stop_waiting

    @writes
    def add(self, connection: Connection, stored: StoredGame) -> StoredGame:
        """Store a new game; return it with its name and times."""
        now = self._now()
        stored = replace(stored, id=new_name(), version=1, created=now, updated=now)
        insert(connection, "games", columns_of(stored))
        _write_moves(connection, stored.id, 0, stored.moves)
        _write_seats(connection, stored)
        return stored

    @writes
    def save(
        self, connection: Connection, stored: StoredGame, *, unchanged_moves: int
    ) -> StoredGame:
        """Store a changed game, whose first moves are already on disk.

        Raises ConflictError if the game has been changed since it was read.
        """
        saved = replace(stored, version=stored.version + 1, updated=self._now())
        columns = changing_columns_of(saved)
        if not update(connection, "games", columns, UNCHANGED, stored.id, stored.version):
            raise ConflictError("games.changed")
        connection.execute(
            "DELETE FROM moves WHERE game = ? AND ply > ?", (stored.id, unchanged_moves)
        )
        _write_moves(connection, stored.id, unchanged_moves, stored.moves)
        _write_seats(connection, stored)
        return saved

    @writes
    def save_clocks(
        self,
        connection: Connection,
        game_id: str,
        version: int,
        black_left: float,
        white_left: float,
    ) -> None:
        """Store the clocks, unless the game has changed."""
        columns = {"black_left": black_left, "white_left": white_left}
        update(connection, "games", columns, UNCHANGED, game_id, version)

    @writes
    def summarize(
        self, connection: Connection, game_id: str, version: int, summary: Summary | None
    ) -> None:
        """Store a game's summary, unless the game has changed; listeners are not told.

        None marks a game that cannot be replayed: it is listed with an error.
        """
        update(connection, "games", summary_columns(summary), UNCHANGED, game_id, version)

    def load(self, game_id: str) -> StoredGame:
        """Read a game."""
        name = as_text(game_id)
        with self._database.reading() as connection:
            row = connection.execute("SELECT * FROM games WHERE id = ?", (name,)).fetchone()
            moves = connection.execute(
                "SELECT ply, path, black_left, white_left, book FROM moves WHERE game = ? ORDER BY ply",
                (name,),
            ).fetchall()
            seats = _seats_in(connection, [name])[name]
        if row is None:
            raise _missing(game_id)
        if [one["ply"] for one in moves] != list(range(1, len(moves) + 1)):
            raise damaged(DamageError("store.move-missing"))
        return game_from_row(row, tuple(move_from_row(one) for one in moves), seats)

    def version(self, game_id: str) -> int:
        """The number of changes to a game; grows with every `save` by any program."""
        rows = self._database.rows("SELECT version FROM games WHERE id = ?", as_text(game_id))
        if not rows:
            raise _missing(game_id)
        return int(rows[0]["version"])

    @writes
    def delete(self, connection: Connection, game_id: str) -> None:
        """Delete a game with its moves, seats and review."""
        gone = connection.execute("DELETE FROM games WHERE id = ?", (as_text(game_id),))
        if gone.rowcount != 1:
            raise _missing(game_id)
        touch(connection, [PLAYED_HERE])

    # ---- lists

    def page(
        self,
        limit: int,
        *,
        before: tuple[float, str] | None = None,
        state: GameState | None = None,
        opponent: str | None = None,
        visitor: str | None = None,
    ) -> list[GameSummary]:
        """Games in short, last changed first; `before` is (updated, id) of the last one seen.

        `won` and `lost` are games of one person against a computer, or of a visitor against another;
        `over` are all that ended. An opponent may be on either side; `person` finds games between two
        people. Among games without moves, only the newest is listed.
        """
        query, values = page_query(before, state, opponent, visitor)
        return [listed_from_row(row) for row in self._database.rows(query, *values, limit)]

    def seats_of(self, game_ids: Sequence[str]) -> dict[str, Seats]:
        """The owned and invited seats of these games; games without any are left out."""
        with self._database.reading() as connection:
            return _seats_in(connection, game_ids)

    def unsummarized(self, limit: int) -> list[str]:
        """The names of games without a summary, newest first."""
        rows = self._database.rows(
            "SELECT id FROM games WHERE board IS NULL ORDER BY updated DESC, id DESC LIMIT ?", limit
        )
        return [readable(row["id"]) for row in rows]

    def opponents(self) -> list[str]:
        """The opponents that `page` can filter by; `person` if two people have played."""
        pairs = self._database.rows("SELECT DISTINCT black, white FROM games")
        people = any(row["black"] == row["white"] == "person" for row in pairs)
        names = {name for row in pairs for name in row if isinstance(name, str)} - {"person"}
        return sorted(names | {"person"} if people else names)

    def match_score(self, match_id: str) -> list[MatchGame]:
        """The finished games of a series of rematches, in order."""
        rows = self._database.rows(
            f"SELECT black, white, winner, reason, black_name, white_name, {_SEATS} FROM games "
            'WHERE (id = ? OR "match" = ?) AND reason IS NOT NULL ORDER BY created, id',
            match_id,
            match_id,
        )
        return [ended for row in rows if (ended := ended_from_row(row))]

    def count_seats(self, visitor: str, *, seconds: float | None = None) -> int:
        """Count the games in which a browser has a seat; with `seconds`, only recent ones."""
        since = 0.0 if seconds is None else self._now() - seconds
        rows = self._database.rows(
            "SELECT count(*) AS found FROM seats JOIN games ON games.id = seats.game "
            "WHERE visitor = ? AND created >= ?",
            visitor,
            since,
        )
        return int(rows[0]["found"])

    # ---- settings

    def setting(self, name: str) -> Any:
        """Read a setting, or None if it was never stored or is damaged."""
        rows = self._database.rows("SELECT value FROM settings WHERE name = ?", name)
        return parsed(rows[0]["value"]) if rows else None

    def store_setting(self, name: str, value: Any) -> None:
        """Store a setting: any JSON value."""
        self.change_setting(name, lambda _before: value)

    @writes
    def change_setting(
        self, connection: Connection, name: str, change: Callable[[Any], Any]
    ) -> Any:
        """Change a setting by a function, and return it; nobody else writes in between."""
        value = change(self.setting(name))
        connection.execute(
            "INSERT INTO settings (name, value) VALUES (?, ?) "
            "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            (name, json.dumps(value)),
        )
        return value

    def close(self) -> None:
        """Close the file."""
        self._database.close()


def page_query(
    before: tuple[float, str] | None,
    state: GameState | None,
    opponent: str | None,
    visitor: str | None = None,
) -> tuple[str, list[object]]:
    """A query with all values but its limit; wins and losses include a visitor's games on two devices.

    Games of the same moment are ordered by name, so a page continues exactly after the one before,
    whatever changes meanwhile.
    """
    wanted: list[str] = [_WORTH_SHOWING]
    values: list[object] = []
    if before is not None:
        wanted.append("(updated, id) < (?, ?)")
        values += before
    if state == "over":
        wanted.append("state <> 'going'")
    elif state in ("won", "lost") and visitor is not None:
        mine, other = ("=", "<>") if state == "won" else ("<>", "=")
        seated = f"{_SEATED.format(mine)} AND NOT {_SEATED.format(other)}"
        wanted.append(f"(state = ? OR ({_BETWEEN_PEOPLE} AND {seated}))")
        values += [state, visitor, visitor]
    elif state is not None:
        wanted.append("state = ?")
        values.append(state)
    if opponent == "person":
        wanted.append("black = 'person' AND white = 'person'")
    elif opponent is not None:
        wanted.append("? IN (black, white)")
        values.append(opponent)
    return (
        f"SELECT {', '.join(quoted(LIST_COLUMNS))} FROM games WHERE {' AND '.join(wanted)} "
        "ORDER BY updated DESC, id DESC LIMIT ?",
        values,
    )


def _missing(game_id: str) -> NotFoundError:
    return NotFoundError("games.missing", name=excerpt(game_id))


def _write_moves(
    connection: Connection, game_id: str, unchanged: int, moves: tuple[StoredMove, ...]
) -> None:
    connection.executemany(
        "INSERT INTO moves (game, ply, path, black_left, white_left, book) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        [
            (game_id, ply, _path(move), move.black_left, move.white_left, int(move.book))
            for ply, move in enumerate(moves[unchanged:], start=unchanged + 1)
        ],
    )


def _write_seats(connection: Connection, stored: StoredGame) -> None:
    """Make the seats on disk those of this game."""
    seats = Seats(dict(stored.owners), dict(stored.invitations))
    if _seats_in(connection, [stored.id])[stored.id] == seats:
        return
    connection.execute("DELETE FROM seats WHERE game = ?", (stored.id,))
    for column, by_side in (("visitor", seats.owners), ("invitation", seats.invitations)):
        connection.executemany(
            f"INSERT INTO seats (game, side, {column}) VALUES (?, ?, ?)",
            [(stored.id, side, value) for side, value in by_side.items()],
        )


def _seats_in(connection: Connection, game_ids: Sequence[str]) -> dict[str, Seats]:
    marks = ", ".join("?" * len(game_ids))
    found: dict[str, Seats] = defaultdict(lambda: Seats({}, {}))
    for game, side, visitor, invitation in connection.execute(
        f"SELECT game, side, visitor, invitation FROM seats WHERE game IN ({marks})", game_ids
    ):
        if invitation is not None:
            found[game].invitations[side] = readable(invitation)
        else:  # damaged: the seat is nobody's, not everybody's
            found[game].owners[side] = readable(visitor)
    return found


def _path(move: StoredMove) -> str:
    return " ".join(map(str, move.path))
