"""Whether a file can be used, and the repair of what can be made again from the rest."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Final

from crownhead.store.names import is_name, new_name

_MOST_COMPLAINTS: Final = 1000
# What SQLite says of single rows: reading shows the game that has one as damaged, and no other.
_OF_A_ROW: Final = re.compile(r"(NULL|TEXT|NUMERIC|non-\w+) value in |CHECK constraint failed in ")
# What it says of the order of rows and of indices, which can be made again.
_OF_AN_ORDER: Final = re.compile(
    r"(row not in PRIMARY KEY order for |row \d+ missing from index |wrong # of entries in index "
    r"|non-unique entry in index |rowid not at end-of-record for row \d+ of index "
    r"|row \d+ values differ from index )"
)
# Tables that are their own index, and which of their rows belong to anything.
_IN_ORDER_OF_KEYS: Final = MappingProxyType(
    {
        "moves": "game IN (SELECT id FROM games)",
        "seats": "game IN (SELECT id FROM games)",
        "reviews": "game IN (SELECT id FROM games)",
        "settings": "TRUE",
        "positions": "run IN (SELECT id FROM runs)",
    }
)
# In the file's first bytes, what says how it may be written and read; others cannot be written.
_WAYS_TO_USE: Final = slice(18, 20)
_KNOWN_WAYS: Final = (b"\x01\x01", b"\x02\x02")


@contextlib.contextmanager
def damage_told() -> Iterator[None]:
    """Tell what damage makes SQLite and Python say in one way."""
    try:
        yield
    except UnicodeDecodeError:  # SQLite quotes the damaged schema, and Python cannot read that
        raise sqlite3.DatabaseError("its schema is damaged") from None
    except sqlite3.OperationalError as error:
        said = str(error)
        if re.match(
            r"unsupported file format|no such (column|table|function)|.* has no column", said
        ):
            raise sqlite3.DatabaseError(said) from None
        raise


def check_header(path: Path) -> None:
    """Raise DatabaseError if SQLite would read a file, but could not write to it."""
    with path.open("rb") as file:
        ways = file.read(100)[_WAYS_TO_USE]
    if ways and ways not in _KNOWN_WAYS:
        raise sqlite3.DatabaseError("its beginning is damaged")


def check_content(connection: sqlite3.Connection) -> None:
    """Put in order what is in disorder; raise DatabaseError if more than single rows is damaged."""
    serious = _complaints(connection)
    if serious and all(map(_OF_AN_ORDER.match, serious)):
        _repair(connection)
        serious = _complaints(connection)
    if serious:
        raise sqlite3.DatabaseError(serious[0].splitlines()[-1])
    _name_the_nameless(connection)


def _name_the_nameless(connection: sqlite3.Connection) -> None:
    """Name games whose names stand in no address: nobody could delete them."""
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master").fetchall()}
    if "games" not in tables:
        return  # a new file
    rows = connection.execute("SELECT rowid, id FROM games").fetchall()
    nameless = [row[0] for row in rows if not is_name(row[1])]
    if not nameless:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute("PRAGMA defer_foreign_keys = ON")
        for rowid in nameless:
            name = new_name()
            for table in {"moves", "seats", "reviews", "analyses", "library"} & tables:
                connection.execute(  # what it was called need not be a text that Python can read
                    f"UPDATE {table} SET game = ? "
                    "WHERE game = (SELECT id FROM games WHERE rowid = ?)",
                    (name, rowid),
                )
            connection.execute("UPDATE games SET id = ? WHERE rowid = ?", (name, rowid))
        connection.execute("COMMIT")
    except sqlite3.IntegrityError:  # something else refers to it: it stays as it is
        connection.execute("ROLLBACK")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def check_shape(connection: sqlite3.Connection, schema: str) -> None:
    """Raise DatabaseError if anything of the schema is missing."""
    with contextlib.closing(sqlite3.connect(":memory:")) as fresh:
        fresh.executescript(schema)
        missing = _shape(fresh) - _shape(connection)
        connection.execute("SELECT * FROM games LIMIT 1").fetchall()  # computes what is computed
    if missing:
        raise sqlite3.DatabaseError(f"{min(missing)[0]} is missing")


def _complaints(connection: sqlite3.Connection) -> list[str]:
    rows = connection.execute(f"PRAGMA integrity_check({_MOST_COMPLAINTS})").fetchall()
    found = [str(row[0]) for row in rows]
    return [one for one in found if one != "ok" and not _OF_A_ROW.match(one)]


def _repair(connection: sqlite3.Connection) -> None:
    """Put rows in order, and make the indices again."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute("REINDEX")
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        names = {name for (name,) in tables.fetchall()}  # an earlier version has fewer
        for table, wanted in _IN_ORDER_OF_KEYS.items():
            if table not in names:
                continue
            connection.execute(f"CREATE TEMP TABLE kept AS SELECT * FROM {table}")
            connection.execute(f"DELETE FROM {table}")
            connection.execute(f"INSERT OR IGNORE INTO {table} SELECT * FROM kept WHERE {wanted}")
            connection.execute("DROP TABLE kept")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _shape(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    """The columns of each table, their indices and what they refer to."""
    found: set[tuple[str, str]] = set()
    rows = connection.execute("SELECT type, name FROM sqlite_master").fetchall()
    for kind, name in rows:
        pragmas = ("table_xinfo", "foreign_key_list") if kind == "table" else ("index_xinfo",)
        for pragma in pragmas:
            for row in connection.execute(f"PRAGMA {pragma}('{name}')").fetchall():
                # Without the numbers of columns, which depend on when each was added.
                found.add((f"a part of {name}", repr(tuple(row)[1 + (kind == "index") :])))
    return found
