"""Collections by name. Only this module compares names, ignoring case and extra blanks."""

from collections.abc import Sequence
from sqlite3 import Connection, Row
from typing import Final, NamedTuple, cast

from crownhead.errors import ConflictError, LibraryError, NotFoundError, excerpt
from crownhead.messages import say
from crownhead.store.database import insert
from crownhead.store.library.entries import PLAYED_HERE

LONGEST_NAME: Final = 100
#: Marks a collection that is still hidden: made for an import without a game so far.
UNSEEN: Final = 0
# A collection's version; a damaged one counts as 0 until the next change.
_VERSION: Final = "CASE typeof(version) WHEN 'integer' THEN version & 0xFFFFFFFFFFFF ELSE 0 END"


class StoredCollection(NamedTuple):
    """A collection: its name and number of games."""

    id: int
    name: str
    games: int


def shown_name(row: Row) -> str:
    """The name of a collection; the one of games played here is named in the program's language."""
    return say("collections.played-here") if row["id"] == PLAYED_HERE else str(row["name"])


def readable_name(name: str) -> str:
    """Normalize a name; refuses an invalid one.

    >>> readable_name("  My   games ")
    'My games'
    """
    shown = " ".join(name.split())
    if "," in shown:
        raise LibraryError("collections.comma", "collection", name=excerpt(shown))
    if not shown or len(shown) > LONGEST_NAME or not shown.isprintable():
        raise LibraryError(
            "collections.bad-name", "collection", name=excerpt(name), most=LONGEST_NAME
        )
    return shown


def name_after(file: str) -> str:
    """The default collection for a file.

    >>> name_after("Ohio, 1946.PDN"), name_after(".pdn"), len(name_after("x" * 300))
    ('Ohio 1946', 'My games', 100)
    """
    stem = file[:-4] if file.lower().endswith((".pdn", ".txt")) else file
    shown = "".join(letter if letter.isprintable() else " " for letter in stem.replace(",", " "))
    return " ".join(shown.split())[:LONGEST_NAME].strip() or say("collections.my-games")


def find(connection: Connection, name: str) -> int:
    """The number of a collection."""
    row = _called(connection, name)
    if row is not None and row["deletion"] is None:
        return int(row["id"])
    rows = connection.execute("SELECT * FROM collections WHERE deletion IS NULL ORDER BY id")
    known = ", ".join(map(shown_name, rows))
    raise NotFoundError("collections.unknown", name=excerpt(name), known=known)


def make(connection: Connection, name: str, now: float) -> int:
    """Make a collection, or find the existing one of this name."""
    made = make_unseen(connection, name, now)
    connection.execute(
        f"UPDATE collections SET deletion = NULL, version = {_VERSION} + 1 "
        "WHERE id = ? AND deletion IS NOT NULL",
        (made,),
    )
    return made


def make_unseen(connection: Connection, name: str, now: float) -> int:
    """Make a collection that appears with its first game, or find the existing one of this name."""
    row = _called(connection, name)
    if row is not None:
        # A deleted collection keeps its name; its games may still be restored.
        return int(row["id"])
    columns = {"name": readable_name(name), "created": now, "version": 1, "deletion": UNSEEN}
    return insert(connection, "collections", columns)


def rename(connection: Connection, collection: int, name: str) -> None:
    """Rename a collection."""
    refuse_own(collection, "collections.own-name")
    shown = readable_name(name)
    other = _called(connection, shown)
    if other is not None and other["id"] != collection:
        kind = "taken" if other["deletion"] is None else "deleted"
        raise ConflictError(f"collections.name-{kind}", name=excerpt(shown))
    renamed = connection.execute(
        f"UPDATE collections SET name = ?, version = {_VERSION} + 1 "
        "WHERE id = ? AND deletion IS NULL",
        (shown, collection),
    )
    if not renamed.rowcount:
        raise no_collection()


def refuse_known(connection: Connection, name: str) -> None:
    """Refuse the name of an existing collection."""
    row = _called(connection, name)
    if row is not None and row["deletion"] is None:
        raise ConflictError("collections.name-taken", name=excerpt(shown_name(row)))


def name_of_target(connection: Connection, name: str) -> str:
    """The stored form of a name for new games."""
    row = _called(connection, name)
    if row is not None:
        refuse_foreign(int(row["id"]))
        if row["deletion"] is None:
            return str(row["name"])
    return readable_name(name)


def refuse_own(collection: int, code: str) -> None:
    """Refuse changes to the collection of games played here."""
    if collection == PLAYED_HERE:
        raise ConflictError(code)


def refuse_foreign(collection: int) -> None:
    """Refuse foreign games for the collection of games played here."""
    if collection == PLAYED_HERE:
        raise LibraryError("collections.own-only", "collection")


def no_collection() -> NotFoundError:
    """The error for a missing collection."""
    return NotFoundError("collections.missing")


def _called(connection: Connection, name: str) -> Row | None:
    """The collection of this name, shown or stored, existing ones before deleted ones."""
    wanted = readable_name(name).casefold()
    rows = connection.execute("SELECT * FROM collections ORDER BY deletion IS NOT NULL, id")
    for row in rows.fetchall():
        if wanted in (shown_name(row).casefold(), str(row["name"]).casefold()):
            return cast(Row, row)
    return None


def forget(connection: Connection, condition: str, *values: object) -> None:
    """Remove collections for good; the first one takes over their versions, so that the sum only grows."""
    connection.execute(
        f"UPDATE collections SET version = {_VERSION} + (SELECT coalesce(sum({_VERSION} + 1), 0) "
        f"FROM collections WHERE {condition}) WHERE id = {PLAYED_HERE}",
        values,
    )
    connection.execute(f"DELETE FROM collections WHERE {condition}", values)


def version_in(connection: Connection) -> int:
    """A number that grows with any change of any collection."""
    row = connection.execute(f"SELECT sum({_VERSION}) + count(*) FROM collections").fetchone()
    return int(row[0] or 0)


def touch(connection: Connection, collections: Sequence[int] = ()) -> None:
    """Bump the versions of collections; of all by default."""
    where = f" WHERE id IN ({', '.join('?' * len(collections))})" if collections else ""
    connection.execute(f"UPDATE collections SET version = {_VERSION} + 1{where}", list(collections))
