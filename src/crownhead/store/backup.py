"""A copy of all games in one file, made while the program runs, and the way back."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Final

from crownhead.errors import ConflictError, StoreError
from crownhead.files import reason, refuse_unreadable, shown, writable_file
from crownhead.store.checking import check_header
from crownhead.store.database import FILE_NAME, SCHEMA_VERSION, Database

_PAGES_AT_ONCE: Final = 2000
Watch = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Losses:
    """What is here and not in a backup, or newer here than there."""

    games: int = 0
    analyses: int = 0
    library: int = 0

    def __bool__(self) -> bool:
        return bool(self.games or self.analyses or self.library)

    def __str__(self) -> str:
        """Count them in words.

        >>> str(Losses(1, 2))
        '1 game and 2 analyses'
        """
        counted = [
            (self.games, "game", "games"),
            (self.analyses, "analysis", "analyses"),
            (self.library, "game of your collections", "games of your collections"),
        ]
        said = [f"{count:,} {one if count == 1 else many}" for count, one, many in counted if count]
        return " and ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)


def back_up(
    folder: Path, out: Path, *, replace: bool = False, watch: Watch = lambda _done, _all: None
) -> int:
    """Copy the file of a folder to another, as it is at this moment; the bytes of the copy.

    Others may write meanwhile. The copy is complete or not there at all.
    """
    out = writable_file(out)
    if out.exists() and not replace:
        raise ConflictError(f"{shown(out)} exists already; choose another name, or add --replace")
    database = Database(folder)
    unfinished = out.with_name(f"{out.name}.{os.getpid()}.part")
    try:
        with database.reading_aside() as connection:
            connection.execute("SELECT count(*) FROM games").fetchone()  # this moment
            unfinished.touch(mode=0o600)
            _copy(connection, unfinished, watch)
        unfinished.replace(out)
    except (sqlite3.Error, OSError) as error:
        why = reason(error) if isinstance(error, OSError) else str(error)
        raise StoreError(f"cannot write {shown(out)}: {why}") from None
    finally:
        unfinished.unlink(missing_ok=True)
        database.close()
    return out.stat().st_size


def _copy(connection: sqlite3.Connection, path: Path, watch: Watch) -> None:
    with contextlib.closing(sqlite3.connect(path)) as target:
        connection.backup(
            target,
            pages=_PAGES_AT_ONCE,
            progress=lambda _status, left, pages: watch(pages - left, pages),
        )
        target.execute("PRAGMA journal_mode = DELETE")  # one file, whoever opens it next


def losses(folder: Path, backup: Path) -> Losses:
    """What a folder would lose if a backup took the place of its file."""
    _check_backup(backup)
    if not (folder / FILE_NAME).exists():
        return Losses()
    database = Database(folder)  # brings it up to date
    try:
        with database.reading_aside() as connection:
            connection.execute("ROLLBACK")
            connection.execute("ATTACH ? AS backup", (f"{backup.resolve().as_uri()}?mode=ro",))
            try:
                return _compare(connection)
            finally:
                connection.execute("DETACH backup")
    except sqlite3.Error as error:
        raise StoreError(f"cannot compare with {shown(backup)}: {error}") from None
    finally:
        database.close()


def _compare(connection: sqlite3.Connection) -> Losses:
    tables = connection.execute("SELECT name FROM backup.sqlite_master WHERE type = 'table'")
    known = {row[0] for row in tables.fetchall()}

    def count(table: str, condition: str) -> int:
        missing = (
            f"NOT EXISTS (SELECT 1 FROM backup.{table} b WHERE {condition})"
            if table in known
            else "TRUE"
        )
        found = connection.execute(f"SELECT count(*) FROM main.{table} m WHERE {missing}")
        return int(found.fetchone()[0])

    newer = "b.id = m.id AND b.version >= m.version AND b.updated >= m.updated"
    return Losses(
        games=count("games", newer) if "games" in known else 0,
        analyses=count("analyses", newer),
        library=count("library", "b.id = m.id AND b.digest = m.digest OR m.game IS NOT NULL"),
    )


def restore(folder: Path, backup: Path, *, replace: bool = False) -> Path | None:
    """Put a backup in the place of the file of a folder; where the old file is kept, if there was one.

    Raises ConflictError, with what would be lost, unless `replace` says that it may.
    """
    lost = losses(folder, backup)
    if lost and not replace:
        raise ConflictError(
            f"{shown(backup)} lacks {lost} that you have now; nothing was changed. "
            "To go back to the backup all the same, add --replace: your present file is kept beside it"
        )
    path = folder / FILE_NAME
    unfinished = folder / f"{FILE_NAME}.{os.getpid()}.part"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        shutil.copyfile(backup, unfinished)
        unfinished.chmod(0o600)
        aside = _set_aside(path)
        unfinished.replace(path)
    except OSError as error:
        raise StoreError(f"cannot restore {shown(backup)}: {reason(error)}") from None
    finally:
        unfinished.unlink(missing_ok=True)
    Database(folder).close()  # which brings an older one up to date
    return aside


def _set_aside(path: Path) -> Path | None:
    """Keep the present file under another name; refuse while another program uses it."""
    if not path.exists():
        return None
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        try:
            connection.execute("PRAGMA busy_timeout = 500")
            connection.execute("PRAGMA journal_mode = DELETE")  # only who is alone may do this
        except sqlite3.OperationalError:
            raise ConflictError(
                "another Crownhead uses your games now; stop it, and restore again"
            ) from None
    now = datetime.now(timezone.utc).strftime("%Y%m%d-%H%M%S-%f")
    return path.rename(path.with_name(f"games-before-restore-{now}.sqlite3"))


def _check_backup(path: Path) -> None:
    """Refuse what is not a sound file of games."""
    refuse_unreadable(path)
    try:
        check_header(path)
        uri = f"{path.resolve().as_uri()}?mode=ro"
        with contextlib.closing(sqlite3.connect(uri, uri=True)) as connection:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            tables = connection.execute("SELECT name FROM sqlite_master WHERE name = 'games'")
            found = tables.fetchone() is not None
            said = connection.execute("PRAGMA quick_check(1)").fetchone()[0] if found else "ok"
    except sqlite3.Error as error:
        raise StoreError(f"{shown(path)} is not a backup that can be restored: {error}") from None
    if not found or not version >= 1:
        raise StoreError(f"{shown(path)} is not a backup of Crownhead's games")
    if version > SCHEMA_VERSION:
        raise StoreError(
            f"{shown(path)} was made by a newer Crownhead; install that one to restore it"
        )
    if said != "ok":
        raise StoreError(f"{shown(path)} is damaged: {said}")
