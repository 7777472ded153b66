"""The SQLite file: opened, migrated, and replaced if it is damaged."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future
from datetime import datetime, timezone
from functools import wraps
from importlib.resources import files
from pathlib import Path
from sqlite3 import Connection
from threading import Lock, RLock
from types import MappingProxyType
from typing import Concatenate, Final, ParamSpec, Protocol, TypeVar

from crownhead.errors import DamagedError, StoreError
from crownhead.files import reason, refuse_unreadable, shown, sync
from crownhead.locks import locked
from crownhead.messages import Message
from crownhead.sqlite_errors import is_busy, is_of_disk
from crownhead.store.checking import (
    check_content,
    check_header,
    check_shape,
    damage_told,
    tables_in,
)
from crownhead.store.migrations import schema_of, step_from
from crownhead.store.salvaging import salvage
from crownhead.store.writer import Writer

FILE_NAME: Final = "games.sqlite3"
SCHEMA_VERSION: Final = 8
# Tables with the version that introduced them.
_TABLES: Final = MappingProxyType(
    {"games": 1, "moves": 1, "settings": 1, "seats": 2, "reviews": 5, "analyses": 6, "library": 7}
)
_SUFFIXES: Final = ("", "-wal", "-shm")  # that SQLite adds to the file's name
_PREFIX: Final = "salvaging-"  # where a damaged file is salvaged
_LOCK: Final = "repair.lock"  # held by the program that repairs the file
_SECONDS_BETWEEN_LOOKS: Final = 0.05
_MILLISECONDS_TO_OPEN: Final = 5000
_BUSY_MILLISECONDS: Final = 20  # in SQLite itself; longer waits are in `Writer`
#: The condition for a row that nobody has changed since its version was read.
UNCHANGED: Final = "id = ? AND version = ?"


_P = ParamSpec("_P")
_T = TypeVar("_T")


class _Store(Protocol):
    _database: Database


_S = TypeVar("_S", bound=_Store)


def writes(
    method: Callable[Concatenate[_S, Connection, _P], _T],
) -> Callable[Concatenate[_S, _P], _T]:
    """Run a method of a store in a transaction on the writer's thread; on disk when it returns."""

    @wraps(method)
    def queued(self: _S, /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        def job() -> _T:
            with self._database.transaction() as connection:
                return method(self, connection, *args, **kwargs)

        return self._database.writer.run(job)

    return queued


def insert(connection: Connection, table: str, columns: Mapping[str, object]) -> int:
    """Insert a row; return its number."""
    marks = ", ".join("?" * len(columns))
    made = connection.execute(
        f"INSERT INTO {table} ({', '.join(quoted(columns))}) VALUES ({marks})",
        list(columns.values()),
    )
    return int(made.lastrowid or 0)


def update(
    connection: Connection, table: str, columns: Mapping[str, object], where: str, *values: object
) -> int:
    """Set columns of the rows that meet a condition; return their number."""
    settings = ", ".join(f"{name} = ?" for name in quoted(columns))
    changed = connection.execute(
        f"UPDATE {table} SET {settings} WHERE {where}", [*columns.values(), *values]
    )
    return changed.rowcount


def quoted(columns: Iterable[str]) -> list[str]:
    """Names of columns in SQL, where `match` and `import` are keywords."""
    return [f'"{name}"' for name in columns]


class Database:
    """A writing connection on a thread of its own, and reading ones. Any thread may use it.

    A transaction is on disk when it is left; it waits for other programs that are writing. Readers
    never wait for writers, but share a connection and take turns.
    """

    def __init__(self, folder: Path, *, begin_again: bool = True) -> None:
        """Open or create the file of a folder; replace a damaged one only if `begin_again`."""
        self.path = folder / FILE_NAME
        self._begin_again = begin_again
        #: A notice about the file, such as that it was damaged.
        self.notice: Message | None = None
        #: Runs everything that writes.
        self.writer = Writer(self.path)
        self._read_lock = RLock()
        self._aside_lock = Lock()
        self._aside: Connection | None = None
        self._look: Future[int] | None = None
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._writing, self._reader = self._open_or_replace()
            self._identity = self._identity_now()
            self._pulse = self._data_version()
        except OSError as error:
            why = _why(folder, error)
            raise StoreError("store.unusable-folder", folder=shown(folder), why=why) from None

    @contextlib.contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Write all or nothing; on disk afterwards. Only for jobs of the writer."""
        assert self.writer.is_here
        connection = self._writing
        with self._told("store.not-written"):
            self.writer.insist(lambda: connection.execute("BEGIN IMMEDIATE"))
            try:
                yield connection
                self._refuse_if_gone()
                self.writer.insist(lambda: connection.execute("COMMIT"))
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    def _refuse_if_gone(self) -> None:
        """Refuse to write if the file's name now leads elsewhere: nobody would find the changes."""
        if self._identity_now() != self._identity:
            raise StoreError("store.file-gone", file=self.path)

    def _identity_now(self) -> tuple[object, ...]:
        """The identities of the file and of SQLite's log, by their names."""
        return tuple(_identity(Path(f"{self.path}{suffix}")) for suffix in ("", "-wal"))

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """Read a consistent snapshot; inside a transaction, with its own changes."""
        here = self.writer.is_here
        lock = contextlib.nullcontext() if here else self._read_lock
        connection = self._writing if here else self._reader
        with self._told("store.not-read"), lock, _at_one_moment(connection):
            yield connection

    @contextlib.contextmanager
    def reading_aside(self) -> Iterator[Connection]:
        """Read on a separate connection: for slow queries, so that others need not wait."""
        with self._told("store.not-read"), self._aside_lock:
            if self._aside is None:
                self._aside = self._connect()
            with _at_one_moment(self._aside):
                yield self._aside

    @contextlib.contextmanager
    def _told(self, code: str) -> Iterator[None]:
        """Raise SQLite's errors as a message."""
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(code, file=self.path, why=error) from error

    def rows(self, query: str, *values: object) -> list[sqlite3.Row]:
        """Read the rows of a query."""
        with self.reading() as connection:
            return connection.execute(query, values).fetchall()

    def pulse(self) -> int:
        """A number that changes soon after other programs write to the file."""
        if self._look is None or self._look.done():
            last, self._look = self._look, self.writer.submit(self._data_version)
            if last is not None:
                self._pulse = last.result()
        return self._pulse

    def _data_version(self) -> int:
        # Only the writing connection can tell others' changes from our own.
        with self._told("store.not-read"):
            return int(self._writing.execute("PRAGMA data_version").fetchone()[0])

    def close(self) -> None:
        """Close the file; nothing can be read or written afterwards."""
        self.writer.stop_waiting()
        self.writer.close()
        self._writing.close()
        with self._read_lock:
            self._reader.close()
        with self._aside_lock:
            if self._aside is not None:
                self._aside.close()
            self._aside = self._reader  # closed, so that nobody opens another

    # ---- opening

    def _open_or_replace(self) -> tuple[Connection, Connection]:
        found = _identity(self.path)
        try:
            return self._open(), self._connect()
        except sqlite3.OperationalError as error:
            # The file may be sound: it is locked, or the disk is full or read-only.
            if is_busy(error):
                raise StoreError("store.held-to-open", file=self.path) from None
            raise StoreError("store.not-opened", file=self.path, why=error) from error
        except sqlite3.DatabaseError as error:
            if not self._begin_again:
                raise DamagedError("store.damaged", file=self.path) from None
            with self._alone():
                if _identity(self.path) == found:  # otherwise another program has repaired it
                    self._replace_damaged(error)
        try:
            return self._open(), self._connect()
        except sqlite3.Error as error:
            raise StoreError("store.not-opened", file=self.path, why=error) from error

    def _open(self) -> Connection:
        self._make_private()
        check_header(self.path)
        connection = self._connect()
        try:
            connection.execute(f"PRAGMA busy_timeout = {_MILLISECONDS_TO_OPEN}")
            with damage_told():
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = FULL")
                connection.execute("PRAGMA foreign_keys = ON")
                version = connection.execute("PRAGMA user_version").fetchone()[0]
                self._refuse_newer(version)
                if version == SCHEMA_VERSION:  # so that damage cannot sort rows by the wrong schema
                    check_shape(connection, _schema())
                self._tell_repair(check_content(connection, self._copied))
            if version != SCHEMA_VERSION:
                self._bring_up_to_date(connection)
                with damage_told():
                    check_shape(connection, _schema())
            connection.execute(f"PRAGMA busy_timeout = {_BUSY_MILLISECONDS}")
        except BaseException:
            connection.close()
            raise
        return connection

    def _connect(self) -> Connection:
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        connection.row_factory = sqlite3.Row
        connection.text_factory = _text
        connection.execute(f"PRAGMA busy_timeout = {_BUSY_MILLISECONDS}")
        return connection

    def _make_private(self) -> None:
        """Deny others access to the games and the secret of cookies, whoever created the files.

        The target of a link is left alone, as it may be anything; special files are refused first.
        """
        files = [Path(f"{self.path}{suffix}") for suffix in _SUFFIXES]
        for file in files:
            if os.path.lexists(file):
                refuse_unreadable(file)
        self.path.touch(mode=0o600)
        for file in files:
            with contextlib.suppress(OSError):  # missing, or on a disk without owners
                if not file.is_symlink():
                    file.chmod(0o600)

    def _refuse_newer(self, version: int) -> None:
        if version > SCHEMA_VERSION:
            raise StoreError(
                "store.newer-file", file=self.path, version=version, known=SCHEMA_VERSION
            )

    def _bring_up_to_date(self, connection: Connection) -> None:
        connection.execute("BEGIN IMMEDIATE")
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        self._refuse_newer(version)
        if version < 0 or not _fits(connection, version):
            with damage_told():
                check_shape(connection, _schema())  # otherwise only the version number is damaged
        elif version == 0:
            _run_script(connection, _schema())
        else:
            with damage_told():
                check_shape(connection, schema_of(version))
            for step in range(version, SCHEMA_VERSION):
                _run_script(connection, step_from(step))
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        connection.execute("COMMIT")

    def _copied(self) -> Path:
        """Copy a file before its repair: it keeps what the repair loses.

        SQLite makes the copy. Opening and closing the file in any other way would release its locks.
        """
        kept = dated(self.path, "before-repair")
        try:
            kept.touch(mode=0o600)
            with (
                contextlib.closing(self._connect()) as source,
                contextlib.closing(sqlite3.connect(kept)) as target,
            ):
                source.backup(target)
        except BaseException:
            kept.unlink(missing_ok=True)
            raise
        return kept

    def _tell_repair(self, kept: Path | None) -> None:
        """Note what was lost, and where it is kept."""
        if kept is not None:
            kept_as = {"file": kept.name, "folder": kept.parent}
            self.notice = Message("store.repaired", kept_as)

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Wait until no other program is repairing the file."""
        with (self.path.parent / _LOCK).open("ab") as file:
            with contextlib.suppress(OSError):  # a file system without locks
                while not locked(file):
                    time.sleep(_SECONDS_BETWEEN_LOOKS)
            yield

    def _replace_damaged(self, error: sqlite3.DatabaseError) -> None:
        """Replace a damaged file by one with all readable rows; keep the damaged one."""
        self._refuse_in_use()
        for left in self.path.parent.glob(f"{_PREFIX}*"):  # left by a killed program
            shutil.rmtree(left, ignore_errors=True)
        with tempfile.TemporaryDirectory(prefix=_PREFIX, dir=self.path.parent) as folder_name:
            ready = Path(folder_name) / FILE_NAME
            rows = self._salvage(ready)
            aside = keep_aside(self.path, "damaged")
            if rows:
                ready.replace(self.path)
                self._tell_repair(aside)
                return
        self.path.unlink()
        kept_as = {"file": aside.name, "folder": aside.parent, "why": error}
        self.notice = Message("store.begun-again", kept_as)

    def _refuse_in_use(self) -> None:
        """Refuse to replace a file that another program has open: it would write to the old one."""
        wait = _MILLISECONDS_TO_OPEN / 1000  # other programs read it too while they start
        with contextlib.closing(sqlite3.connect(self.path, timeout=wait)) as alone:
            try:
                alone.execute("PRAGMA locking_mode = EXCLUSIVE")
                alone.execute("PRAGMA schema_version").fetchone()
            except sqlite3.DatabaseError as error:
                if is_busy(error):
                    raise StoreError("store.damaged-in-use", file=self.path) from None

    def _salvage(self, ready: Path) -> int:
        """Make a sound file from a damaged one; return its number of rows."""
        try:
            rows = salvage(self.path, ready, _schema(), SCHEMA_VERSION)
            Database(ready.parent, begin_again=False).close()
            sync(ready)
        except (sqlite3.DatabaseError, StoreError) as error:
            why = error.__cause__ or error
            if isinstance(why, sqlite3.Error) and is_of_disk(why):
                raise StoreError("store.not-repaired", file=self.path, why=why) from error
            return 0
        return rows


@contextlib.contextmanager
def _at_one_moment(connection: Connection) -> Iterator[None]:
    """Fix a connection's snapshot at this moment, or that of the open transaction."""
    if connection.in_transaction:
        yield
        return
    connection.execute("BEGIN")
    try:
        yield
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def keep_log_aside(path: Path, aside: Path) -> None:
    """Rename SQLite's log of a file: SQLite would apply it to the file's successor."""
    for suffix in ("-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            Path(f"{path}{suffix}").rename(f"{aside}{suffix}")


def keep_aside(path: Path, what: str) -> Path:
    """Give a file a second, dated name, and move SQLite's files beside it to that name."""
    aside = dated(path, what)
    keep_log_aside(path, aside)
    try:
        os.link(path, aside)
    except OSError:  # a disk without hard links
        shutil.copyfile(path, aside)
        aside.chmod(0o600)
        sync(aside)
    return aside


def _identity(path: Path) -> tuple[int, int] | None:
    """The identity of the file that a name leads to, if any."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def dated(path: Path, what: str) -> Path:
    """An unused, dated name beside the file of games."""
    now = datetime.now(timezone.utc).strftime("%Y%m%d-%H%M%S-%f")
    return path.with_name(f"games-{what}-{now}.sqlite3")


def _why(folder: Path, error: OSError) -> Message | str:
    """Why a folder cannot be used."""
    if folder.is_symlink() and not folder.exists():
        return Message("file.why.broken-link")
    if folder.exists() and not folder.is_dir():
        return Message("store.not-a-folder")
    return reason(error)


def _schema() -> str:
    """The newest schema."""
    return files(__package__).joinpath("schema.sql").read_text(encoding="utf-8")


def _fits(connection: Connection, version: int) -> bool:
    """Whether a file has exactly the tables of a version."""
    found = tables_in(connection)
    return all((name in found) == (version >= since) for name, since in _TABLES.items())


def _text(stored: bytes) -> str | bytes:
    """Decode text; damaged text stays bytes, and spoils only its own row."""
    try:
        return stored.decode()
    except UnicodeDecodeError:
        return stored


def _run_script(connection: Connection, script: str) -> None:
    """Run statements inside the open transaction, which `executescript` would end."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            connection.execute(statement)
            statement = ""
