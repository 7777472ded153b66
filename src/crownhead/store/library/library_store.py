"""Collections of games on disk: contents, imports, edits and deletions."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from sqlite3 import Connection
from typing import Any, Final

from crownhead.errors import ConflictError, NotFoundError
from crownhead.messages import Message
from crownhead.store.database import Database, update, writes
from crownhead.store.library import collections, deleting
from crownhead.store.library.adding import Adding
from crownhead.store.library.collections import (
    StoredCollection,
    shown_name,
    touch,
    version_in,
)
from crownhead.store.library.deleting import Deletion, Restored
from crownhead.store.library.entries import (
    PLAYED_HERE,
    SELECT_GAMES,
    LibraryEntry,
    LibraryGame,
    game_of,
)
from crownhead.store.library.imports import Imports, as_number
from crownhead.store.library.positions import PositionIndex
from crownhead.store.library.searching import Searches
from crownhead.store.library.tallies import Tallies
from crownhead.store.values import seconds_of

# Collections deleted as a whole, unless games of theirs were deleted since.
_GONE: Final = (
    "deletion = ? AND id NOT IN (SELECT collection FROM library WHERE collection = collections.id)"
)
_AT_ONCE: Final = 1000  # games removed or read in one step, which must be short
_SECONDS_KEPT: Final = 7 * 24 * 3600.0  # that deleted games are kept


class LibraryStore:
    """The library beside the games. Any thread may call; changes are on disk when a call returns."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now
        #: The history of imports.
        self.imports = Imports(database, now)
        #: The index of positions.
        self.positions = PositionIndex(database)
        #: Searches.
        self.searches = Searches(database)
        #: Statistics.
        self.tallies = Tallies(database)

    # ---- collections

    def collections(self) -> list[StoredCollection]:
        """All collections, the one of games played here first."""
        with self._database.reading_aside() as connection:
            counts = dict(
                connection.execute(
                    "SELECT collection, count(*) FROM library WHERE deletion IS NULL GROUP BY 1"
                ).fetchall()
            )
            rows = connection.execute(
                "SELECT * FROM collections WHERE deletion IS NULL ORDER BY id"
            ).fetchall()
        return [
            StoredCollection(row["id"], shown_name(row), counts.get(row["id"], 0)) for row in rows
        ]

    def names_of_collections(self) -> dict[int, str]:
        """The names of all collections, deleted ones too."""
        rows = self._database.rows("SELECT id, name FROM collections ORDER BY id")
        return {row["id"]: shown_name(row) for row in rows}

    def version(self) -> int:
        """A number that grows with any change of any collection."""
        with self._database.reading() as connection:
            return version_in(connection)

    def collection_id(self, name: str) -> int:
        """The number of a collection, ignoring case."""
        with self._database.reading() as connection:
            return collections.find(connection, name)

    @writes
    def make_collection(self, connection: Connection, name: str) -> int:
        """Make an empty collection; the name must be new."""
        collections.refuse_known(connection, name)
        return collections.make(connection, name, self._now())

    def name_of_target(self, name: str) -> str:
        """The stored form of a name for new games."""
        with self._database.reading() as connection:
            return collections.name_of_target(connection, name)

    @writes
    def make_target(self, connection: Connection, name: str) -> int:
        """Make or find a collection for new games; refuses that of games played here."""
        made = collections.make(connection, name, self._now())
        collections.refuse_foreign(made)
        return made

    @writes
    def rename_collection(self, connection: Connection, collection: int, name: str) -> None:
        """Rename a collection."""
        collections.rename(connection, as_number(collection), name)

    @writes
    def remove_collection(self, connection: Connection, collection: int) -> Deletion:
        """Delete a collection with its games; `restore` restores both for a week."""
        collections.refuse_own(collection, "collections.own-kept")
        row = connection.execute(
            "SELECT name FROM collections WHERE id = ? AND deletion IS NULL",
            (as_number(collection),),
        ).fetchone()
        if row is None:
            raise collections.no_collection()
        rows = connection.execute(
            "SELECT id FROM library WHERE collection = ? AND deletion IS NULL ORDER BY id",
            (collection,),
        )
        games = [number for (number,) in rows.fetchall()]
        what = Message("deletions.collection", {"name": row["name"]})
        made = deleting.delete(connection, games, what, self._now())
        connection.execute(
            "UPDATE collections SET deletion = ? WHERE id = ?", (made.id, collection)
        )
        return made

    # ---- games

    def adding(self, collection: int, batch: int | None = None) -> Adding:
        """An object that adds games to a collection; `batch` is their import."""
        return Adding(self._database, collection, batch)

    def load(self, number: int) -> LibraryGame:
        """Everything known about a game; deleted ones are not found."""
        query = f"{SELECT_GAMES} WHERE l.id = ? AND deletion IS NULL"
        for row in self._database.rows(query, as_number(number)):
            return game_of(row)
        raise NotFoundError("collections.no-game", number=str(number))

    def games(self, numbers: Iterable[int]) -> Iterator[LibraryGame]:
        """These games in order, read in parts to save memory."""
        waiting = iter(numbers)
        while part := list(islice(waiting, _AT_ONCE // 4)):
            marks = ", ".join("?" * len(part))
            with self._database.reading_aside() as connection:
                rows = connection.execute(f"{SELECT_GAMES} WHERE l.id IN ({marks})", part)
                found = {row["id"]: row for row in rows.fetchall()}
            yield from (game_of(found[number]) for number in part if number in found)

    @writes
    def edit(
        self, connection: Connection, number: int, changes: dict[str, Any], digest: int
    ) -> None:
        """Change a game's names, date or result; the digest is that of the changed game."""
        row = self.load(number).row
        if row.collection == PLAYED_HERE:
            raise ConflictError("collections.own-game")
        adding = Adding(self._database, row.collection, None)
        values = adding.columns(connection, changes) | {"digest": digest}
        update(connection, "library", values, "id = ?", number)
        touch(connection, [row.collection])

    # ---- deleting and restoring

    @writes
    def delete(self, connection: Connection, numbers: Sequence[int]) -> Deletion:
        """Delete games; `restore` restores them for a week. Games played here stay."""
        return deleting.delete(connection, map(as_number, numbers), None, self._now())

    @writes
    def restore(self, connection: Connection, deletion: int) -> Restored:
        """Restore a deletion."""
        return deleting.restore(connection, as_number(deletion))

    def deletions(self) -> list[Deletion]:
        """Deletions that can be restored, the newest first."""
        rows = self._database.rows(
            "SELECT id, made, what, (SELECT count(*) FROM library WHERE deletion = deletions.id) "
            "AS games, EXISTS (SELECT 1 FROM collections WHERE deletion = deletions.id) AS whole "
            "FROM deletions ORDER BY id DESC"
        )
        return [
            Deletion(
                row["id"],
                seconds_of(row["made"]) or 0.0,
                deleting.what_of(row["what"]),
                row["games"],
            )
            for row in rows
            if row["games"] or row["whole"]
        ]

    @writes
    def undo_import(self, connection: Connection, number: int) -> Deletion:
        """Delete all games of an import, and the collection made for it if it is empty."""
        stored = self.imports.load(number)
        if stored.state == "running":
            raise ConflictError("imports.running", number=str(number))
        if stored.state == "undone":
            raise ConflictError("imports.undone", number=str(number))
        if not stored.games:
            raise ConflictError(
                "imports.empty-now" if stored.added else "imports.empty", number=str(number)
            )
        rows = connection.execute("SELECT id FROM library WHERE import = ?", (number,))
        games = [row["id"] for row in rows.fetchall()]
        source = stored.source or Message("file.standard-input")
        what = Message("deletions.import", {"file": source})
        made = deleting.delete(connection, games, what, self._now())
        connection.execute("UPDATE imports SET undone = ? WHERE id = ?", (made.id, number))
        connection.execute(
            "UPDATE collections SET deletion = ? WHERE deletion IS NULL "
            "AND id = (SELECT collection FROM imports WHERE id = ? AND made) AND NOT EXISTS "
            "(SELECT 1 FROM library WHERE collection = collections.id AND deletion IS NULL)",
            (made.id, number),
        )
        return made

    def has_work(self) -> bool:
        """Whether games are waiting to be added, indexed or purged."""
        old = self._database.rows(
            "SELECT 1 FROM deletions WHERE made < ? LIMIT 1", self._now() - _SECONDS_KEPT
        )
        return bool(old) or bool(self.unseen(1)) or self.positions.has_work()

    def purge(self, *, until: Callable[[], bool] = lambda: False) -> None:
        """Purge deletions older than a week, in small steps; `until` ends it early."""
        before = self._now() - _SECONDS_KEPT
        for row in self._database.rows("SELECT id FROM deletions WHERE made < ?", before):
            while self._purge(row["id"]):
                if until():
                    return
            self._forget(row["id"])
        self.positions.forget_what_is_gone()

    @writes
    def _forget(self, connection: Connection, deletion: int) -> None:
        collections.forget(connection, _GONE, deletion)
        connection.execute("DELETE FROM deletions WHERE id = ?", (deletion,))

    @writes
    def _purge(self, connection: Connection, deletion: int) -> int:
        """Purge some games of a deletion; return how many."""
        return connection.execute(
            "DELETE FROM library WHERE id IN "
            f"(SELECT id FROM library WHERE deletion = ? LIMIT {_AT_ONCE})",
            (deletion,),
        ).rowcount

    # ---- games played here

    def state_of_games(self) -> tuple[object, ...]:
        """A value that changes when any game is changed, begun or deleted."""
        return tuple(
            self._database.rows("SELECT max(updated), count(*), sum(reason IS NULL) FROM games")[0]
        )

    def unseen(self, limit: int) -> list[tuple[str, int]]:
        """Finished games that the library lacks in their current version, the newest first."""
        rows = self._database.rows(
            "SELECT id, version FROM games WHERE reason IS NOT NULL AND NOT EXISTS "
            "(SELECT 1 FROM library WHERE game = games.id AND seen = games.version) "
            "ORDER BY updated DESC, id DESC LIMIT ?",
            limit,
        )
        return [(row["id"], row["version"]) for row in rows if isinstance(row["id"], str)]

    @writes
    def mirror(self, connection: Connection, entry: LibraryEntry) -> None:
        """Put a finished game into the library, replacing its earlier version."""
        connection.execute("DELETE FROM library WHERE game = ?", (entry.game,))
        Adding(self._database, PLAYED_HERE, None).insert(connection, [entry])
        touch(connection, [PLAYED_HERE])

    @writes
    def take_out_going(self, connection: Connection) -> None:
        """Remove games from the library that go on again."""
        gone = connection.execute(
            "DELETE FROM library WHERE game IN (SELECT id FROM games WHERE reason IS NULL)"
        ).rowcount
        if gone:
            touch(connection, [PLAYED_HERE])
