"""Backs up all games to one file while the program runs, and restores them."""

import contextlib
import hashlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from crownhead.errors import ConflictError, DamagedError, StoreError
from crownhead.files import (
    belongs_to_database,
    draft,
    is_database,
    new_file,
    reading,
    reason,
    refuse_unreadable,
    shown,
    sync,
)
from crownhead.messages import Message
from crownhead.sqlite_errors import is_busy
from crownhead.store.checking import complaints, damage_told
from crownhead.store.database import (
    FILE_NAME,
    SCHEMA_VERSION,
    Database,
    dated,
    keep_aside,
    keep_log_aside,
)
from crownhead.store.losses import Losses, compared

_PAGES_AT_ONCE: Final = 2000
_PREFIX: Final = "restoring-"  # where a backup is prepared
# These first bytes mark a file in use: a backup is written in one piece.
_WAY_TO_USE: Final = slice(18, 20)
_IN_USE: Final = b"\x02\x02"
# A backup ends with this and the SHA-256 of everything before it, in hexadecimal. SQLite reads whole
# pages, and only as many as its header counts.
_SEAL: Final = b"Crownhead backup SHA-256 "
_SEAL_LENGTH: Final = len(_SEAL) + 64 + 1
Watch = Callable[[int, int], None]
Tell = Callable[[Message], None]


def back_up(
    folder: Path,
    out: Path,
    *,
    replace: bool = False,
    watch: Watch = lambda _done, _all: None,
    tell: Tell = lambda _notice: None,
) -> int:
    """Back up the file of a folder as it is now; return the size in bytes.

    Others may write meanwhile. The backup is complete or absent. `tell` gets notices about the file
    itself, such as that it was repaired.
    """
    out = new_file(out, replace=replace, database=True)
    _refuse_in_use(out)
    database = Database(folder, begin_again=False)
    if database.notice:
        tell(database.notice)
    with (
        contextlib.closing(database),
        draft(out, replace=replace, database=True, mode=0o600) as unfinished,
    ):
        with database.reading_aside() as connection:
            connection.execute("SELECT count(*) FROM games").fetchone()  # begins the snapshot
            _copy(connection, unfinished, watch, out)
        with unfinished.open("ab") as file:
            file.write(_seal(unfinished, unfinished.stat().st_size))
    return out.stat().st_size


def _refuse_in_use(out: Path) -> None:
    """Refuse to overwrite a file that holds games, or a file of SQLite beside one."""
    if not belongs_to_database(out):
        return
    with contextlib.suppress(FileNotFoundError), out.open("rb") as file:
        if is_database(out) and file.read(_WAY_TO_USE.stop)[_WAY_TO_USE] != _IN_USE:
            return  # an earlier backup
    raise ConflictError("backup.in-use", file=shown(out))


def _copy(connection: sqlite3.Connection, path: Path, watch: Watch, out: Path) -> None:
    try:
        with contextlib.closing(sqlite3.connect(path)) as target:
            connection.backup(
                target,
                pages=_PAGES_AT_ONCE,
                progress=lambda _status, left, pages: watch(pages - left, pages),
            )
            target.execute("PRAGMA journal_mode = DELETE")  # a single file, also for others
    except sqlite3.OperationalError as error:  # damage is a different error with its own message
        raise StoreError("backup.not-written", file=shown(out), why=error) from None


def restore(
    folder: Path, backup: Path, *, replace: bool = False, tell: Tell = lambda _notice: None
) -> Path | None:
    """Replace the file of a folder by a backup; return where the old file is kept, if there was one.

    Raises ConflictError with what would be lost, unless `replace`. If killed at any moment, it leaves
    the old or the new file. `tell` hears of a backup without a checksum.
    """
    path = folder / FILE_NAME
    if path.exists() and backup.exists() and backup.samefile(path):
        raise StoreError("backup.own-file", file=shown(backup))
    with _prepared(folder, backup) as ready:
        lost = compared(folder, ready) if path.exists() else Losses()
        if lost and not replace:
            raise ConflictError("backup.lacks", file=shown(backup), lost=lost.listed)
        try:
            aside = _kept_aside(path) if path.exists() else None
            # A deleted file may have left its log.
            keep_log_aside(path, dated(path, "before-restore"))
            ready.replace(path)
        except OSError as error:
            raise StoreError("backup.not-restored", file=shown(backup), why=reason(error)) from None
    with contextlib.suppress(OSError):  # not supported by every disk
        sync(folder)
    if not _is_sealed(backup):
        tell(Message("backup.no-checksum", {"file": shown(backup)}))
    return aside


@contextlib.contextmanager
def _prepared(folder: Path, backup: Path) -> Iterator[Path]:
    """A copy of a backup beside the file of a folder: checked, migrated and synced."""
    _check_seal(backup)
    _check_backup(backup)
    is_new = not folder.exists()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for left in folder.glob(f"{_PREFIX}*"):  # left by a killed program
            shutil.rmtree(left, ignore_errors=True)
        with tempfile.TemporaryDirectory(prefix=_PREFIX, dir=folder) as folder_name:
            copy = Path(folder_name) / FILE_NAME
            shutil.copyfile(backup, copy)
            if _is_sealed(copy):
                os.truncate(copy, copy.stat().st_size - _SEAL_LENGTH)
            else:
                _check_order(copy, backup)
            _bring_up_to_date(copy, backup)
            sync(copy)
            yield copy
    except OSError as error:
        raise StoreError("backup.not-restored", file=shown(backup), why=reason(error)) from None
    finally:
        if is_new:
            with contextlib.suppress(OSError):  # it contains games
                folder.rmdir()


def _check_order(copy: Path, backup: Path) -> None:
    """Refuse a backup without a checksum whose indexes and rows disagree."""
    try:
        with damage_told(), contextlib.closing(sqlite3.connect(copy)) as connection:
            if complaints(connection):
                raise sqlite3.DatabaseError
    except sqlite3.DatabaseError:
        raise _damaged(backup) from None


def _bring_up_to_date(copy: Path, backup: Path) -> None:
    """Open a copy once, to migrate it and to find damage."""
    try:
        database = Database(copy.parent, begin_again=False)
    except DamagedError:
        raise _damaged(backup) from None
    except StoreError as error:
        why = error.__cause__ or error
        raise StoreError("backup.unusable", file=shown(backup), why=why) from None
    database.close()
    if database.notice:
        raise _damaged(backup)


def _kept_aside(path: Path) -> Path:
    """Give the current file a second name; refuse while another program uses it."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        try:
            connection.execute("PRAGMA busy_timeout = 500")
            connection.execute("PRAGMA journal_mode = DELETE")  # works only without other users
        except sqlite3.DatabaseError as error:
            if is_busy(error):
                raise ConflictError("backup.other-program") from None
            # Otherwise it is damaged: the files of SQLite beside it go with it.
    return keep_aside(path, "before-restore")


def _seal(path: Path, length: int) -> bytes:
    """The checksum line for the first `length` bytes of a backup."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while part := file.read(min(length, 1 << 20)):
            digest.update(part)
            length -= len(part)
    return _SEAL + digest.hexdigest().encode() + b"\n"


def _is_sealed(path: Path) -> bool:
    """Whether anything follows the pages of a backup: it should be a checksum."""
    with path.open("rb") as file:
        header = file.read(32)
    return path.stat().st_size != int.from_bytes(header[16:18], "big") * int.from_bytes(
        header[28:32], "big"
    )


def _check_seal(path: Path) -> None:
    """Refuse a backup with a wrong checksum."""
    refuse_unreadable(path)
    with reading(path):
        if is_database(path) and _is_sealed(path):
            length = max(0, path.stat().st_size - _SEAL_LENGTH)
            with path.open("rb") as file:
                file.seek(length)
                if file.read() != _seal(path, length):
                    raise _damaged(path)


def _check_backup(path: Path) -> None:
    """Refuse a file that is not a known version of a file of games."""
    if not is_database(path):
        raise StoreError("backup.not-a-backup", file=shown(path))
    try:
        uri = f"{path.resolve().as_uri()}?mode=ro"
        with damage_told(), contextlib.closing(sqlite3.connect(uri, uri=True)) as connection:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            tables = connection.execute("SELECT name FROM sqlite_master WHERE name = 'games'")
            found = tables.fetchone() is not None
    except sqlite3.Error:
        raise _damaged(path) from None
    if not found or not version >= 1:
        raise StoreError("backup.not-a-backup", file=shown(path))
    if version > SCHEMA_VERSION:
        raise StoreError("backup.newer", file=shown(path))


def _damaged(path: Path) -> StoreError:
    return StoreError("backup.damaged", file=shown(path))
