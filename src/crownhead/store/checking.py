"""Checks whether a file is usable, and repairs what can be rebuilt."""

import contextlib
import re
import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

from crownhead.messages import Message
from crownhead.sqlite_errors import is_of_schema
from crownhead.store.values import is_name, new_name

_MOST_COMPLAINTS: Final = 1000
# SQLite's complaints about single rows: only that game is damaged, which reading it shows.
_OF_A_ROW: Final = re.compile(r"(NULL|TEXT|NUMERIC|non-\w+) value in |CHECK constraint failed in ")
# Complaints about the order of rows and about indexes, which can be rebuilt.
_OF_AN_ORDER: Final = re.compile(
    r"(row not in PRIMARY KEY order for |row \d+ missing from index |wrong # of entries in index "
    r"|non-unique entry in index |rowid not at end-of-record for row \d+ of index "
    r"|row \d+ values differ from index )"
)
# Tables that are their own index, and the condition for rows that belong to something.
_IN_ORDER_OF_KEYS: Final = MappingProxyType(
    {
        "moves": "game IN (SELECT id FROM games)",
        "seats": "game IN (SELECT id FROM games)",
        "reviews": "game IN (SELECT id FROM games)",
        "settings": "TRUE",
        "positions": "run IN (SELECT id FROM runs)",
    }
)
# The format versions in the header; a file with others is read-only.
_WAYS_TO_USE: Final = slice(18, 20)
_KNOWN_WAYS: Final = (b"\x01\x01", b"\x02\x02")


@contextlib.contextmanager
def damage_told() -> Iterator[None]:
    """Raise the errors that damage causes in SQLite and Python as DatabaseError."""
    try:
        yield
    except UnicodeDecodeError:  # SQLite quotes the damaged schema, which is not valid text
        raise sqlite3.DatabaseError(Message("store.schema-damaged")) from None
    except sqlite3.OperationalError as error:
        if is_of_schema(error):
            raise sqlite3.DatabaseError(*error.args) from None
        raise


def check_header(path: Path) -> None:
    """Raise DatabaseError if SQLite could read a file but not write it."""
    with path.open("rb") as file:
        ways = file.read(100)[_WAYS_TO_USE]
    if ways and ways not in _KNOWN_WAYS:
        raise sqlite3.DatabaseError(Message("store.beginning-damaged"))


def check_content(connection: sqlite3.Connection, copy: Callable[[], Path]) -> Path | None:
    """Repair disorder; raise DatabaseError if more than single rows is damaged.

    If orphaned rows were removed, return the copy of the file before, made by `copy`.
    """
    serious = complaints(connection)
    kept = None
    if serious and all(map(_OF_AN_ORDER.match, serious)):
        kept = _repaired(connection, copy)
        serious = complaints(connection)
    if serious:
        raise sqlite3.DatabaseError(serious[0].splitlines()[-1])
    _name_the_nameless(connection)
    return kept


def _repaired(connection: sqlite3.Connection, copy: Callable[[], Path]) -> Path | None:
    """Repair a file; keep the copy of the original if anything was lost."""
    remembered: dict[int, object] = {}
    with contextlib.suppress(sqlite3.DatabaseError):  # the index itself may be damaged
        rows = connection.execute("SELECT rowid, id FROM games INDEXED BY sqlite_autoindex_games_1")
        remembered = dict(map(tuple, rows.fetchall()))
    with contextlib.ExitStack() as unneeded:
        with _at_once(connection):
            kept = copy()
            unneeded.callback(kept.unlink, missing_ok=True)
            lost = _repair(connection, remembered)
        if not lost:
            return None
        unneeded.pop_all()
    return kept


@contextlib.contextmanager
def _at_once(connection: sqlite3.Connection) -> Iterator[None]:
    """Change all or nothing; foreign keys are checked at the end."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute("PRAGMA defer_foreign_keys = ON")
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def tables_in(connection: sqlite3.Connection) -> dict[str, str]:
    """The tables of a file with their SQL: an earlier version has fewer, a new file none."""
    rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
    return dict(map(tuple, rows.fetchall()))


def _name_the_nameless(connection: sqlite3.Connection) -> None:
    """Rename games and analyses whose names no address can hold: nobody could delete them."""
    tables = tables_in(connection)
    for table in ("games", "analyses"):
        if table not in tables:
            continue
        rows = connection.execute(f"SELECT rowid, id FROM {table}").fetchall()
        nameless = [row[0] for row in rows if not is_name(row[1])]
        if nameless:
            # Those with references from elsewhere keep their names.
            with contextlib.suppress(sqlite3.IntegrityError), _at_once(connection):
                for rowid in nameless:
                    _rename(connection, tables, table, rowid, new_name())


def _rename(
    connection: sqlite3.Connection, tables: Collection[str], table: str, rowid: int, name: str
) -> None:
    """Rename a game or an analysis, and the references to it."""
    referring = {"moves", "seats", "reviews", "analyses", "library"} if table == "games" else set()
    for child in sorted(referring.intersection(tables)):
        connection.execute(  # the old name need not be valid text
            f"UPDATE {child} SET game = ? WHERE game = (SELECT id FROM games WHERE rowid = ?)",
            (name, rowid),
        )
    connection.execute(f"UPDATE {table} SET id = ? WHERE rowid = ?", (name, rowid))


def check_shape(connection: sqlite3.Connection, schema: str) -> None:
    """Raise DatabaseError if a part of the schema is missing."""
    with contextlib.closing(sqlite3.connect(":memory:")) as fresh:
        fresh.executescript(schema)
        missing = _shape(fresh) - _shape(connection)
        connection.execute("SELECT * FROM games LIMIT 1").fetchall()  # evaluates computed columns
    if missing:
        raise sqlite3.DatabaseError(Message("store.part-missing", {"name": min(missing)[0]}))


def complaints(connection: sqlite3.Connection) -> list[str]:
    """SQLite's complaints about a file, except those about single rows."""
    rows = connection.execute(f"PRAGMA integrity_check({_MOST_COMPLAINTS})").fetchall()
    found = [str(row[0]) for row in rows]
    return [one for one in found if one != "ok" and not _OF_A_ROW.match(one)]


def _repair(connection: sqlite3.Connection, remembered: Mapping[int, object]) -> int:
    """Sort rows, rebuild indexes, and restore damaged names from an index.

    Return how many rows of games were lost.
    """
    tables = tables_in(connection)
    connection.execute("REINDEX games")
    for table in _IN_ORDER_OF_KEYS:
        if table in tables:
            connection.execute(f"CREATE TEMP TABLE kept_{table} AS SELECT * FROM {table}")
            _make_anew(connection, table)
    rows = connection.execute("SELECT rowid, id FROM games").fetchall()
    taken = {name for _, name in rows}
    for rowid, name in rows:
        known = remembered.get(rowid)
        if known in taken or not is_name(known):
            continue
        if _has_moves(connection, known, rather_than=name):
            taken.add(known)
            connection.execute("UPDATE games SET id = ? WHERE rowid = ?", (known, rowid))
    names = [name for (name,) in connection.execute("SELECT id FROM games") if is_name(name)]
    lost = 0
    for table, wanted in _IN_ORDER_OF_KEYS.items():
        if table in tables:
            if "games" in wanted:
                _correct_names(connection, f"kept_{table}", names)
            connection.execute(
                f"INSERT OR IGNORE INTO {table} SELECT * FROM kept_{table} WHERE {wanted}"
            )
            if table != "positions":  # rebuilt from the games
                lost += _count(connection, f"kept_{table}") - _count(connection, table)
            connection.execute(f"DROP TABLE kept_{table}")
    connection.execute("REINDEX")
    return lost


def _correct_names(connection: sqlite3.Connection, table: str, names: Sequence[str]) -> None:
    """Assign orphaned rows to the only game whose name differs in one bit."""
    rows = connection.execute(
        f"SELECT DISTINCT CAST(game AS BLOB) FROM {table} WHERE game NOT IN (SELECT id FROM games)"
    ).fetchall()
    for (damaged,) in rows:
        near = [name for name in names if _differ_in_one_bit(name.encode(), damaged)]
        if len(near) == 1:
            connection.execute(
                f"UPDATE {table} SET game = ? WHERE CAST(game AS BLOB) = ?", (near[0], damaged)
            )


def _differ_in_one_bit(one: bytes, other: bytes) -> bool:
    difference = int.from_bytes(one, "big") ^ int.from_bytes(other, "big")
    return len(one) == len(other) and difference.bit_count() == 1


def _make_anew(connection: sqlite3.Connection, table: str) -> None:
    """Empty a table by recreating it: in disorder, deleting would miss rows."""
    statements = connection.execute(
        "SELECT sql FROM sqlite_master WHERE tbl_name = ? AND sql IS NOT NULL ORDER BY type = 'index'",
        (table,),
    ).fetchall()
    connection.execute(f"DROP TABLE {table}")
    for (statement,) in statements:
        if not isinstance(statement, str):
            raise sqlite3.DatabaseError(Message("store.schema-damaged"))
        connection.execute(statement)


def _count(connection: sqlite3.Connection, table: str) -> int:
    return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def _has_moves(connection: sqlite3.Connection, name: object, *, rather_than: object) -> bool:
    """Whether the sorted moves belong to a game of one name, and none to the other."""
    (ours, theirs) = (
        connection.execute("SELECT count(*) FROM kept_moves WHERE game = ?", (one,)).fetchone()[0]
        for one in (name, rather_than)
    )
    return bool(ours > theirs)


def _shape(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    """The columns, indexes and foreign keys of each table."""
    found: set[tuple[str, str]] = set()
    rows = connection.execute("SELECT type, name FROM sqlite_master").fetchall()
    for kind, name in rows:
        pragmas = ("table_xinfo", "foreign_key_list") if kind == "table" else ("index_xinfo",)
        for pragma in pragmas:
            for row in connection.execute(f"PRAGMA {pragma}('{name}')").fetchall():
                # Without column numbers, which depend on when each was added.
                found.add((name, repr(tuple(row)[1 + (kind == "index") :])))
    return found
