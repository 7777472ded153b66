"""Library games as plain values, and their rows."""

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from types import MappingProxyType
from typing import Any, Final, Literal, cast

from crownhead.messages import Message, plain, understood
from crownhead.store.values import number_of, parsed

#: The collection of games played here.
PLAYED_HERE: Final = 1
ResultCode = Literal["unknown", "black", "white", "draw", "both lost"]


class Result(IntEnum):
    """The stored result of a library game."""

    UNKNOWN = 0
    BLACK = 1
    WHITE = 2
    DRAW = 3
    BOTH_LOST = 4

    @property
    def code(self) -> ResultCode:
        """The result as a code.

        >>> Result.BOTH_LOST.code
        'both lost'
        """
        return cast("ResultCode", self.name.lower().replace("_", " "))


@dataclass(frozen=True, slots=True)
class Fault:
    """A part of a file that could not be read: in which game, where, and why."""

    game: int
    line: int | None
    column: int | None
    message: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryFacts:
    """What the library knows of any game; schema.sql explains the columns."""

    plies: int
    result: Result = Result.UNKNOWN
    black: str | None = None
    white: str | None = None
    event: str | None = None
    site: str | None = None
    opening: str | None = None
    ballot: int | None = None
    day: int | None = None
    date: str | None = None
    round: str | None = None
    rules: str | None = None
    start: str | None = None
    game: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryEntry(LibraryFacts):
    """A game to be stored in the library."""

    moves: bytes
    digest: int
    tags: Mapping[str, str] = field(default_factory=dict)
    pdn: str | None = None
    remarks: str = ""
    faults: tuple[Fault, ...] = ()
    seen: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryRow(LibraryFacts):
    """A library game in short, for lists."""

    id: int
    collection: int
    noted: bool
    faulty: bool


@dataclass(frozen=True, slots=True)
class LibraryGame:
    """A library game with everything known about it."""

    row: LibraryRow
    moves: bytes
    tags: dict[str, str]
    pdn: str | None
    faults: tuple[Fault, ...]


#: Results by code.
RESULTS: Final = MappingProxyType[str, Result]({result.code: result for result in Result})
NAMED: Final = ("black", "white", "event", "site", "opening")  # numbers of names
_PLAIN: Final = (
    "ballot",
    "plies",
    "day",
    "date",
    "round",
    "rules",
    "start",
    "digest",
    "game",
    "seen",
)
_SHORT: Final = (
    *("id", "collection", "result", "plies", "ballot", "day", "date", "round"),
    *("rules", "start", "noted", "faulty", "game"),
)
_SHOWN: Final = ", ".join(
    [
        *(f"l.{name}" for name in _SHORT),
        *(f"(SELECT name FROM names WHERE id = l.{name}) AS {name}" for name in NAMED),
    ]
)
#: The columns of lists, and all columns.
SELECT_ROWS: Final = f"SELECT {_SHOWN} FROM library l"
SELECT_GAMES: Final = (
    f"SELECT {_SHOWN}, moves, tags, pdn, faults FROM library l JOIN records r ON r.id = l.id"
)


def columns_of(
    entry: LibraryEntry, collection: int, batch: int | None, names: Mapping[str, int]
) -> dict[str, Any]:
    """The columns of `library`; `names` has the numbers of the names."""
    named = {one: getattr(entry, one) for one in NAMED}
    return {
        "collection": collection,
        "import": batch,
        **{one: None if name is None else names[name] for one, name in named.items()},
        **{one: getattr(entry, one) for one in _PLAIN},
        "result": int(entry.result),
        "noted": int(entry.pdn is not None),
        "faulty": int(bool(entry.faults)),
    }


def record_columns(entry: LibraryEntry) -> dict[str, Any]:
    """The columns of `records`."""
    tags = json.dumps(entry.tags, separators=(",", ":")) if entry.tags else None
    faults = faults_text(entry.faults)
    return {"moves": entry.moves, "tags": tags, "pdn": entry.pdn, "faults": faults}


def row_of(row: sqlite3.Row) -> LibraryRow:
    """A game in short; damaged values count as unknown."""
    texts = (*NAMED, "date", "round", "rules", "start", "game")
    return LibraryRow(
        id=row["id"],
        collection=number_of(row["collection"]) or 0,
        result=Result(row["result"]) if row["result"] in range(5) else Result.UNKNOWN,
        plies=number_of(row["plies"]) or 0,
        noted=bool(row["noted"]),
        faulty=bool(row["faulty"]),
        ballot=number_of(row["ballot"]),
        day=number_of(row["day"]),
        **{name: row[name] if isinstance(row[name], str) else None for name in texts},
    )


def game_of(row: sqlite3.Row) -> LibraryGame:
    """A whole game; damaged values are left out."""
    moves, pdn = row["moves"], row["pdn"]
    return LibraryGame(
        row=row_of(row),
        moves=moves if isinstance(moves, bytes) else b"",
        tags=tags_of(row["tags"]),
        pdn=pdn if isinstance(pdn, str) else None,
        faults=faults_of(row["faults"]),
    )


def faults_text(faults: tuple[Fault, ...]) -> str | None:
    """Faults as JSON."""
    rows = [[one.game, one.line, one.column, plain(one)] for one in faults]
    return json.dumps(rows, separators=(",", ":")) if rows else None


def faults_of(text: object) -> tuple[Fault, ...]:
    """Read the JSON of `faults_text`."""
    try:
        return tuple(_fault(*row) for row in json.loads(text)) if isinstance(text, str) else ()
    except (ValueError, TypeError, LookupError, RecursionError):
        return ()


def _fault(game: object, line: object, column: object, said: Any) -> Fault:
    message = understood(said) if isinstance(said, dict) else Message(str(said))
    return Fault(number_of(game) or 0, number_of(line), number_of(column), message)


def tags_of(text: object) -> dict[str, str]:
    """Read a game's tags; none if damaged."""
    found = parsed(text)
    if not isinstance(found, dict):
        return {}
    return {str(name): str(value) for name, value in found.items()}
