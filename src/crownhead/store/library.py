"""Collections of games on disk: what is in them, what was imported, edited and deleted."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from crownhead.errors import ConflictError, LibraryError, NotFoundError, excerpt
from crownhead.store.adding import Adding
from crownhead.store.database import Database
from crownhead.store.entries import (
    PLAYED_HERE,
    SELECT_ROWS,
    LibraryEntry,
    StoredGame,
    faults_of,
    row_of,
    tags_of,
)
from crownhead.store.imports import ImportRecord, Imports, as_number
from crownhead.store.positions import PositionIndex
from crownhead.store.searching import Searches, version_in
from crownhead.store.selection import Found, Selection
from crownhead.store.tallies import Tallies

_LONGEST_NAME: Final = 100
# Collections that were deleted as a whole, unless games of theirs were deleted since.
_GONE: Final = (
    "deletion = ? AND id NOT IN (SELECT collection FROM library WHERE collection = collections.id)"
)
# The library's version is the sum of all: what goes leaves its own to the collection that stays.
_LEAVE_VERSIONS: Final = (
    "UPDATE collections SET version = version + "
    f"(SELECT coalesce(sum(version + 1), 0) FROM collections WHERE {_GONE}) WHERE id = {PLAYED_HERE}"
)
_DELETE_COLLECTIONS: Final = f"DELETE FROM collections WHERE {_GONE}"
_AT_ONCE: Final = 1000  # games that are changed in one transaction: nobody waits long for it
_SECONDS_KEPT: Final = 7 * 24 * 3600.0  # deleted games, before they are gone for good


@dataclass(frozen=True, slots=True)
class CollectionRecord:
    """A collection: its name, and how many games are in it."""

    id: int
    name: str
    created: float
    version: int
    games: int


@dataclass(frozen=True, slots=True)
class Deletion:
    """Games that were deleted together, and can come back together."""

    id: int
    made: float
    what: str
    games: int


class LibraryStore:
    """The library beside the games. Any thread may call; what a call has stored is on disk."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now
        #: What was imported, from which files.
        self.imports = Imports(database, now)
        #: Which games reached which positions.
        self.positions = PositionIndex(database)
        self._searches = Searches(database)
        #: Counts over many games.
        self.tallies = Tallies(database)

    # ---- collections

    def collections(self) -> list[CollectionRecord]:
        """All collections, the games that were played here first."""
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
            CollectionRecord(
                row["id"],
                str(row["name"]),
                row["created"],
                row["version"],
                counts.get(row["id"], 0),
            )
            for row in rows
        ]

    def names_of_collections(self) -> dict[int, str]:
        """What the collections are called."""
        rows = self._database.rows("SELECT id, name FROM collections ORDER BY id")
        return {row["id"]: str(row["name"]) for row in rows}

    def version(self) -> int:
        """A number that grows with any change of any collection."""
        with self._database.reading() as connection:
            return version_in(connection)

    def collection_id(self, name: str) -> int:
        """The number of a collection, whatever case its name is written in."""
        rows = self._database.rows(
            "SELECT id, name FROM collections WHERE deletion IS NULL ORDER BY id"
        )
        wanted = _readable_name(name).casefold()
        for row in rows:
            if str(row["name"]).casefold() == wanted:
                return int(row["id"])
        known = ", ".join(str(row["name"]) for row in rows)
        raise NotFoundError(f"there is no collection '{excerpt(name)}'; there are: {known}")

    def make_collection(self, name: str) -> int:
        """Make a collection, or find the one that is called so already."""
        try:
            return self.collection_id(name)
        except NotFoundError:
            pass
        with self._database.transaction() as connection:
            # Where one of this name was deleted, its place is taken; its games may still come back.
            made = connection.execute(
                "INSERT INTO collections (name, created, version) VALUES (?, ?, 1) "
                "ON CONFLICT (name) DO UPDATE SET deletion = NULL, version = version + 1 "
                "RETURNING id",
                (_readable_name(name), self._now()),
            ).fetchone()
            return int(made[0])

    def rename_collection(self, collection: int, name: str) -> None:
        """Call a collection something else."""
        _refuse_own(collection, "keeps its name")
        with self._database.transaction() as connection:
            try:
                connection.execute(
                    "UPDATE collections SET name = ?, version = version + 1 WHERE id = ?",
                    (_readable_name(name), collection),
                )
            except sqlite3.IntegrityError:
                raise ConflictError(
                    f"there is a collection '{excerpt(name)}' already, or it was deleted and can "
                    "be brought back; choose another name"
                ) from None

    def remove_collection(self, collection: int) -> Deletion:
        """Delete a collection with its games; `restore` brings both back for a week."""
        _refuse_own(collection, "cannot be deleted")
        name = self.names_of_collections().get(collection)
        if name is None:
            raise NotFoundError("there is no such collection; it may have been deleted")
        games = self.all_ids(Selection(collections=(collection,)))
        made = self.delete(games, f"the collection “{name}”")
        with self._database.transaction() as connection:
            connection.execute(
                "UPDATE collections SET deletion = ?, version = version + 1 WHERE id = ?",
                (made.id, collection),
            )
        return made

    # ---- games

    def adding(self, collection: int, batch: int | None = None) -> Adding:
        """What adds games to a collection, many at a time; `batch` is the import they come from."""
        return Adding(self._database, collection, batch)

    def load(self, number: int) -> StoredGame:
        """A game with everything that is known of it; one that was deleted is not found."""
        known = as_number(number)
        with self._database.reading() as connection:
            row = connection.execute(f"{SELECT_ROWS} WHERE l.id = ?", (known,)).fetchone()
            rest = connection.execute("SELECT * FROM records WHERE id = ?", (known,)).fetchone()
        if row is None or row["deletion"] is not None or rest is None:
            raise NotFoundError(
                f"there is no game {number} in the library; it may have been deleted"
            )
        return _stored(row, rest)

    def games(self, numbers: Iterable[int]) -> Iterator[StoredGame]:
        """These games in their order, read in parts, so that any number takes no memory."""
        waiting = iter(numbers)
        while part := list(islice(waiting, _AT_ONCE // 4)):
            marks = ", ".join("?" * len(part))
            with self._database.reading_aside() as connection:
                rows = connection.execute(f"{SELECT_ROWS} WHERE l.id IN ({marks})", part).fetchall()
                rest = connection.execute(f"SELECT * FROM records WHERE id IN ({marks})", part)
                rests = {row["id"]: row for row in rest.fetchall()}
            found = {row["id"]: row for row in rows}
            for number in part:
                if number in found and number in rests:
                    yield _stored(found[number], rests[number])

    def select(self, selection: Selection, *, limit: int, offset: int = 0) -> Found:
        """Count the games of a selection, and read a part of them in its order."""
        return self._searches.find(selection, limit, offset)

    def all_ids(self, selection: Selection) -> list[int]:
        """The numbers of all games of a selection, in its order."""
        return self._searches.ids(selection)

    def edit(self, number: int, changes: dict[str, Any], digest: int) -> None:
        """Give a game other names, another date or result; the digest is that of the changed game."""
        row = self.load(number).row
        if row.collection == PLAYED_HERE:
            raise ConflictError("a game that was played here cannot be edited; copy it first")
        with self._database.transaction() as connection:
            adding = Adding(self._database, row.collection, None)
            values = adding.columns(connection, changes) | {"digest": digest}
            settings = ", ".join(f"{name} = ?" for name in values)
            connection.execute(
                f"UPDATE library SET {settings} WHERE id = ?", [*values.values(), number]
            )
            touch(connection, [row.collection])

    # ---- deleting, and coming back

    def delete(self, numbers: Sequence[int], what: str) -> Deletion:
        """Delete games; `restore` brings them back for a week. Games played here are left."""
        made = self._now()
        with self._database.transaction() as connection:
            deletion = connection.execute(
                "INSERT INTO deletions (made, what) VALUES (?, ?)", (made, what)
            ).lastrowid
        waiting, count = map(as_number, numbers), 0
        while part := list(islice(waiting, _AT_ONCE)):
            marks = ", ".join("?" * len(part))
            with self._database.transaction() as connection:
                count += connection.execute(
                    f"UPDATE library SET deletion = ? WHERE id IN ({marks}) "
                    "AND deletion IS NULL AND game IS NULL",
                    (deletion, *part),
                ).rowcount
                touch(connection)
        return Deletion(int(deletion or 0), made, what, count)

    def restore(self, deletion: int) -> int:
        """Bring back what was deleted together; how many games that are."""
        count = 0
        deletion = as_number(deletion)
        for ids in self._slices("deletion = ?", (deletion,)):
            marks = ", ".join("?" * len(ids))
            with self._database.transaction() as connection:
                count += connection.execute(
                    f"UPDATE library SET deletion = NULL WHERE id IN ({marks})", ids
                ).rowcount
                connection.execute(
                    "UPDATE collections SET deletion = NULL WHERE deletion IS NOT NULL AND id IN "
                    f"(SELECT collection FROM library WHERE id IN ({marks}))",
                    ids,
                )
                touch(connection)
        with self._database.transaction() as connection:
            connection.execute(
                "UPDATE collections SET deletion = NULL, version = version + 1 WHERE deletion = ?",
                (deletion,),
            )
            gone = connection.execute("DELETE FROM deletions WHERE id = ?", (deletion,)).rowcount
        if not gone and not count:
            raise NotFoundError("there is nothing to bring back; after a week it is gone for good")
        return count

    def deletions(self) -> list[Deletion]:
        """What can be brought back, the newest first."""
        rows = self._database.rows(
            "SELECT id, made, what, (SELECT count(*) FROM library WHERE deletion = deletions.id) "
            "AS games, EXISTS (SELECT 1 FROM collections WHERE deletion = deletions.id) AS whole "
            "FROM deletions ORDER BY id DESC"
        )
        return [
            Deletion(row["id"], row["made"], str(row["what"]), row["games"])
            for row in rows
            if row["games"] or row["whole"]
        ]

    def undo_import(self, number: int) -> Deletion:
        """Delete all games of an import together."""
        record: ImportRecord = self.imports.load(number)
        rows = self._database.rows(
            "SELECT id FROM library WHERE import = ? AND deletion IS NULL", record.id
        )
        if not rows:
            why = "was undone already" if record.added else "has brought no games"
            raise ConflictError(f"import {number} {why}; there is nothing to undo")
        return self.delete([row["id"] for row in rows], f"the import of {record.source}")

    def has_work(self) -> bool:
        """Whether games wait to be brought in, indexed or removed for good."""
        old = self._database.rows(
            "SELECT 1 FROM deletions WHERE made < ? LIMIT 1", self._now() - _SECONDS_KEPT
        )
        return bool(old) or bool(self.unseen(1)) or self.positions.has_work()

    def purge(self, *, until: Callable[[], bool] = lambda: False) -> None:
        """Remove for good what was deleted a week ago, in small steps; `until` ends it early."""
        before = self._now() - _SECONDS_KEPT
        for row in self._database.rows("SELECT id FROM deletions WHERE made < ?", before):
            for ids in self._slices("deletion = ?", (row["id"],)):
                if until():
                    return
                self._purge(ids)
            with self._database.transaction() as connection:
                connection.execute(_LEAVE_VERSIONS, (row["id"],))
                connection.execute(_DELETE_COLLECTIONS, (row["id"],))
                connection.execute("DELETE FROM deletions WHERE id = ?", (row["id"],))
        self.positions.forget_what_is_gone()

    def _purge(self, ids: Sequence[int]) -> None:
        marks = ", ".join("?" * len(ids))
        with self._database.transaction() as connection:
            connection.execute(f"DELETE FROM library WHERE id IN ({marks})", list(ids))

    def _slices(self, condition: str, values: Sequence[object]) -> Iterator[list[int]]:
        """Numbers of games, some at a time, until there are none left or all were seen."""
        last = 0
        while True:
            rows = self._database.rows(
                f"SELECT id FROM library WHERE {condition} AND id > ? ORDER BY id LIMIT {_AT_ONCE}",
                *values,
                last,
            )
            if not rows:
                return
            last = rows[-1]["id"]
            yield [row["id"] for row in rows]

    # ---- games that were played here

    def state_of_games(self) -> tuple[object, ...]:
        """What is another value after any game was changed, begun or deleted."""
        return tuple(
            self._database.rows("SELECT max(updated), count(*), sum(reason IS NULL) FROM games")[0]
        )

    def unseen(self, limit: int) -> list[tuple[str, int]]:
        """Games that are over and not in the library as they are now, the newest first."""
        rows = self._database.rows(
            "SELECT id, version FROM games WHERE reason IS NOT NULL AND NOT EXISTS "
            "(SELECT 1 FROM library WHERE game = games.id AND seen = games.version) "
            "ORDER BY updated DESC, id DESC LIMIT ?",
            limit,
        )
        return [(row["id"], row["version"]) for row in rows if isinstance(row["id"], str)]

    def mirror(self, entry: LibraryEntry | None, game: str) -> None:
        """Put a game that is over into the library in the place of what was there; None takes it out."""
        with self._database.transaction() as connection:
            gone = connection.execute("DELETE FROM library WHERE game = ?", (game,)).rowcount
            if entry is not None:
                Adding(self._database, PLAYED_HERE, None).insert(connection, [entry])
            if gone or entry is not None:
                touch(connection, [PLAYED_HERE])

    def take_out_going(self) -> None:
        """Take games out of the library that go on again."""
        with self._database.transaction() as connection:
            gone = connection.execute(
                "DELETE FROM library WHERE game IN (SELECT id FROM games WHERE reason IS NULL)"
            ).rowcount
            if gone:
                touch(connection, [PLAYED_HERE])


def touch(connection: sqlite3.Connection, collections: Sequence[int] = ()) -> None:
    """Let everybody know that collections have changed; without any, all of them."""
    where = f" WHERE id IN ({', '.join('?' * len(collections))})" if collections else ""
    connection.execute(f"UPDATE collections SET version = version + 1{where}", list(collections))


def _stored(row: sqlite3.Row, rest: sqlite3.Row) -> StoredGame:
    moves, pdn = rest["moves"], rest["pdn"]
    return StoredGame(
        row=row_of(row),
        moves=moves if isinstance(moves, bytes) else b"",
        tags=tags_of(rest["tags"]),
        pdn=pdn if isinstance(pdn, str) else None,
        faults=faults_of(rest["faults"]),
    )


def _readable_name(name: str) -> str:
    shown = " ".join(name.split())
    if not shown or len(shown) > _LONGEST_NAME or not shown.isprintable() or "," in shown:
        raise LibraryError(
            f"'{excerpt(name)}' cannot name a collection; use 1 to {_LONGEST_NAME} letters, no commas"
        )
    return shown


def _refuse_own(collection: int, sentence: str) -> None:
    if collection == PLAYED_HERE:
        raise ConflictError(f"the collection of games played here {sentence}")
