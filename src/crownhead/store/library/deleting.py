"""Deletes and restores groups of games, each in one transaction."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from sqlite3 import Connection
from typing import NamedTuple, cast

from crownhead.errors import NotFoundError
from crownhead.messages import Message, plain, understood
from crownhead.store.database import insert
from crownhead.store.library.adding import may_be_same
from crownhead.store.library.collections import touch
from crownhead.store.values import parsed


@dataclass(frozen=True, slots=True)
class Deletion:
    """Games that were deleted together, and can be restored together.

    `what` names the collection or import they were; it is None for games that somebody selected.
    """

    id: int
    made: float
    what: Message | None
    games: int


class Restored(NamedTuple):
    """How many games are restored, and how many already existed."""

    games: int
    known: int


def delete(
    connection: Connection, numbers: Iterable[int], what: Message | None, now: float
) -> Deletion:
    """Delete games; those played here stay."""
    text = json.dumps(plain(what)) if what else ""
    number = insert(connection, "deletions", {"made": now, "what": text})
    games = connection.execute(
        "UPDATE library SET deletion = ? WHERE id IN (SELECT value FROM json_each(?)) "
        "AND deletion IS NULL AND game IS NULL",
        (number, json.dumps(list(numbers))),
    ).rowcount
    touch(connection)
    return Deletion(number, now, what, games)


def what_of(text: object) -> Message | None:
    """Read what was deleted. Earlier programs stored it in words.

    >>> str(what_of('{"code": "deletions.import", "values": {"file": "cup.pdn"}}'))
    'the import of cup.pdn'
    >>> str(what_of("the import of cup.pdn"))
    'the import of cup.pdn'
    """
    match parsed(text):
        case {"code": str(), "values": dict()} as found:
            return cast("Message", understood(found))
    return Message(str(text)) if text else None


def restore(connection: Connection, deletion: int) -> Restored:
    """Restore a deletion; games imported again meanwhile are not duplicated."""
    twins = _twins(connection, deletion)
    connection.execute(
        "DELETE FROM library WHERE id IN (SELECT value FROM json_each(?))", (json.dumps(twins),)
    )
    connection.execute(
        "UPDATE collections SET deletion = NULL WHERE deletion = ?1 OR (deletion IS NOT NULL "
        "AND id IN (SELECT collection FROM library WHERE deletion = ?1))",
        (deletion,),
    )
    back = connection.execute(
        "UPDATE library SET deletion = NULL WHERE deletion = ?", (deletion,)
    ).rowcount
    connection.execute("UPDATE imports SET undone = NULL WHERE undone = ?", (deletion,))
    gone = connection.execute("DELETE FROM deletions WHERE id = ?", (deletion,)).rowcount
    if not gone and not back:
        raise NotFoundError("deletions.gone")
    touch(connection)
    return Restored(back, len(twins))


def _twins(connection: Connection, deletion: int) -> list[int]:
    """Deleted games that their collection has again, by the same rules as for imports."""
    event = "(SELECT name FROM names WHERE names.id = {0}.event)"
    rows = connection.execute(
        f"SELECT l.id, l.date, o.date, l.round, o.round, {event.format('l')}, {event.format('o')} "
        "FROM library l JOIN library o ON o.digest = l.digest AND o.collection = l.collection "
        "WHERE l.deletion = ? AND o.deletion IS NULL",
        (deletion,),
    ).fetchall()
    return sorted(
        {
            number
            for number, *pairs in rows
            if may_be_same(zip(pairs[::2], pairs[1::2], strict=True))
        }
    )
