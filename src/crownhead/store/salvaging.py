"""Makes a new file from all readable rows of a damaged one."""

import contextlib
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from crownhead.files import SQLITE
from crownhead.store.checking import tables_in
from crownhead.store.migrations import schema_of
from crownhead.store.pages import Pages, Row, Value, is_of_schema

# The index of positions is rebuilt from the games.
_LEFT_OUT: Final = frozenset({"runs", "positions"})
_LIBRARY: Final = "library"  # a table of version 7 and later
_INVITATION: Final = "invitation"  # a column of `seats` of the newest version
_RESCUED: Final = 1_000_000  # a collection for games that lost their own
_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "INTEGER": (int,),
    "REAL": (int, float),  # SQLite stores 2.0 as 2
    "TEXT": (str,),
    "BLOB": (bytes,),
}
_ANY: Final = (int, float, str, bytes)
_COMPUTED: Final = 2  # SQLite's code for a computed column
# What we write into a file's first bytes, by offset.
_HEADER: Final = (
    (0, SQLITE),
    (18, b"\x02\x02\x00\x40\x20\x20"),
    (44, b"\0\0\0\4" + bytes(8) + b"\0\0\0\1"),
)


@dataclass(frozen=True, slots=True)
class _Column:
    name: str
    types: tuple[type, ...]
    required: bool
    is_number: bool  # an alias of the row's number, stored as NULL


@dataclass(frozen=True, slots=True)
class _Table:
    """A table with its stored columns."""

    name: str
    columns: tuple[_Column, ...]
    has_numbers: bool  # not WITHOUT ROWID

    def fits(self, row: Row) -> bool:
        """Whether a row may be one of this table; rows older than a column are shorter."""
        if (row.number is None) == self.has_numbers or len(row.values) > len(self.columns):
            return False
        if any(column.required for column in self.columns[len(row.values) :]):
            return False
        return all(
            not column.required if value is None else isinstance(value, column.types)
            for column, value in zip(self.columns, row.values, strict=False)
        )

    def values(self, row: Row) -> tuple[Value, ...]:
        return tuple(
            row.number if column.is_number else value
            for column, value in zip(self.columns, row.values, strict=False)
        )


_SEQUENCE: Final = _Table(
    "sqlite_sequence",
    (_Column("name", (str,), True, False), _Column("seq", (int,), True, False)),
    has_numbers=True,
)


def salvage(damaged: Path, ready: Path, schema: str, version: int) -> int:
    """Copy the readable rows of a file into a new one, `ready`; return their number.

    `schema` is the newest, of version `version`; an earlier file keeps its version. Orphaned rows are
    left out. No SQL of the damaged file runs, except to learn the order of a table's columns. Raises
    sqlite3.Error if the new file cannot be made.
    """
    pages = Pages(_content(damaged))
    found = {
        _text(row.values[1]): _text(row.values[4])
        for number in pages.in_use()
        for row in pages.rows(number)
        if row.number is not None and is_of_schema(row) and row.values[4]
    }
    if (earlier := _earlier(found, pages.version, version)) is not None:
        version = earlier
        schema = schema_of(version)
    with contextlib.closing(sqlite3.connect(ready, isolation_level=None)) as target:
        target.execute("PRAGMA synchronous = OFF")  # the caller syncs
        target.executescript(schema)
        target.execute("BEGIN")
        count = _fill(target, pages, _tables(target, found, _schemas(version)))
        _replace_what_is_lost(target)
        _drop_what_belongs_to_nothing(target)
        target.execute(f"PRAGMA user_version = {version}")
        target.execute("COMMIT")
    return count


def _earlier(found: Mapping[str, str], said: int, newest: int) -> int | None:
    """The version of an older file; the stored number may be damaged too."""
    if said == newest or _INVITATION in found.get("seats", ""):
        return None
    least = 7 if _LIBRARY in found else 1
    if least <= said < newest:
        return said
    return least if _LIBRARY in found else None


def _text(value: Value) -> str:
    """A name or SQL; damage in it is tolerable only inside comments."""
    text = value.decode(errors="replace") if isinstance(value, bytes) else str(value)
    return text.replace("\0", " ")  # Python passes none to SQLite


def _content(path: Path) -> bytes:
    """The committed contents of a file, including those in SQLite's log beside it."""
    log = Path(f"{path}-wal")
    if not log.exists() or not log.stat().st_size:
        return path.read_bytes()
    with tempfile.TemporaryDirectory(prefix="salvaging-", dir=path.parent) as part_folder:
        part = Path(part_folder) / path.name
        part.write_bytes(_with_our_header(path.read_bytes()))
        shutil.copyfile(log, f"{part}-wal")
        with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(part)) as only:
            only.execute("PRAGMA schema_version").fetchone()  # so that closing empties the log
        return part.read_bytes()


def _with_our_header(content: bytes) -> bytes:
    """The contents with a header that lets SQLite open them."""
    pages = Pages(content)
    changed = bytearray(content)
    for at, written in (
        *_HEADER,
        (16, pages.size.to_bytes(2, "big")),
        (28, pages.count.to_bytes(4, "big")),
        (92, content[24:28]),
    ):
        changed[at : at + len(written)] = written
    return bytes(changed)


def _schemas(version: int) -> dict[str, str]:
    """The SQL of each table in a file that began as version 1."""
    with contextlib.closing(sqlite3.connect(":memory:")) as alone:
        alone.executescript(schema_of(version))
        return tables_in(alone)


def _tables(target: sqlite3.Connection, *others: Mapping[str, str]) -> list[_Table]:
    """The tables of a file in their own and in the usual column orders, the narrowest first.

    The order of columns depends on when each was added. A row also fits wider tables, whose last
    columns may be missing.
    """
    tables = [_SEQUENCE]
    for name, sql in tables_in(target).items():
        if name in _LEFT_OUT or name.startswith("sqlite_"):
            continue
        usual = _table(name, sql)
        known = {column.name: column for column in usual.columns}
        for other in others:
            with contextlib.suppress(sqlite3.Error, sqlite3.Warning, KeyError):  # may be damaged
                names = [column.name for column in _table(name, other[name]).columns]
                tables.append(replace(usual, columns=tuple(known[one] for one in names)))
        tables.append(usual)
    return sorted(tables, key=lambda one: len(one.columns))


def _table(name: str, sql: str) -> _Table:
    """Parse a table's SQL, possibly from a damaged file, where it can do no harm."""
    if not re.match(r"CREATE TABLE\b", sql):
        raise sqlite3.DatabaseError("not a table")
    with contextlib.closing(sqlite3.connect(":memory:")) as alone:
        alone.execute(sql)
        rows = alone.execute(f"PRAGMA table_xinfo({name})").fetchall()
    has_numbers = "WITHOUT ROWID" not in sql
    if not has_numbers:
        rows = sorted(rows, key=lambda row: row[5] or len(rows))  # the key comes first
    keys = sum(row[5] > 0 for row in rows)
    columns = []
    for _, column, kind, required, default, key, hidden in rows:
        if hidden != _COMPUTED:
            is_number = has_numbers and kind == "INTEGER" and key == keys == 1
            types = () if is_number else _TYPES.get(kind, _ANY)
            needed = bool(required) and default is None
            columns.append(_Column(column, types, needed, is_number))
    return _Table(name, tuple(columns), has_numbers)


def _fill(target: sqlite3.Connection, pages: Pages, tables: list[_Table]) -> int:
    """Copy rows into the tables that the rows of each page fit; all tables have different columns."""
    before = target.total_changes
    sequences = []
    for number in pages.in_use():
        rows = pages.rows(number)
        table = next((one for row in rows for one in tables if one.fits(row)), None)
        if table is _SEQUENCE:
            sequences += [row.values for row in rows if table.fits(row)]
        elif table is not None:
            _insert(target, table, rows)
    count = target.total_changes - before
    for name, last in sequences:  # so that no number is reused
        target.execute("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", (last, name))
    return count


def _insert(target: sqlite3.Connection, table: _Table, rows: list[Row]) -> None:
    # The newest schema brings a collection of its own.
    way = "REPLACE" if table.name == "collections" else "IGNORE"
    for row in rows:
        if len(row.values) <= len(table.columns):
            names = ", ".join(f'"{column.name}"' for column in table.columns[: len(row.values)])
            marks = ", ".join("?" * len(row.values))
            with contextlib.suppress(sqlite3.IntegrityError):  # orphaned by damage
                target.execute(
                    f"INSERT OR {way} INTO {table.name} ({names}) VALUES ({marks})",
                    table.values(row),
                )


def _replace_what_is_lost(target: sqlite3.Connection) -> None:
    """Make library games visible whose collection, or everything but their moves, is lost."""
    if _LIBRARY not in tables_in(target):
        return
    rows = target.execute(
        "SELECT id, moves, pdn FROM records WHERE id NOT IN (SELECT id FROM library)"
    )
    target.executemany(
        "INSERT INTO library (id, collection, result, plies, digest, noted, faulty) "
        "VALUES (?, ?, 0, ?, ?, ?, 1)",
        [
            (number, _RESCUED, sum(byte < 128 for byte in moves), -number, pdn is not None)
            for number, moves, pdn in rows.fetchall()
            if isinstance(moves, bytes)
        ],
    )
    target.execute(  # a damaged row may hold anything there
        "UPDATE library SET collection = ? WHERE typeof(collection) <> 'integer'", (_RESCUED,)
    )
    target.execute(
        "INSERT OR IGNORE INTO collections (id, name, created, version) SELECT DISTINCT "
        "collection, 'Rescued games ' || collection, strftime('%s'), 1 FROM library "
        "WHERE collection NOT IN (SELECT id FROM collections)"
    )


def _drop_what_belongs_to_nothing(target: sqlite3.Connection) -> None:
    rows = target.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid")
    for (table,) in rows.fetchall():  # referenced tables come first
        for key in target.execute(f"PRAGMA foreign_key_list({table})").fetchall():
            parent, column, name = key[2:5]
            target.execute(  # an empty table does not contain NULL either
                f"DELETE FROM {table} WHERE {column} IS NOT NULL "
                f"AND {column} NOT IN (SELECT {name} FROM {parent})"
            )
