"""Reads and writes the files of commands: only regular files, and outputs are complete or absent."""

import errno
import os
import select
import stat
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final

from crownhead.errors import ConflictError, CrownheadError, StoreError, excerpt, quoted
from crownhead.messages import Listed, Message, say

#: The first bytes of every SQLite file.
SQLITE: Final = b"SQLite format 3\0"

# The length of a path in messages: longer ones are mistakes, not paths.
_LONGEST_PATH: Final = 200
_MILLISECONDS_OF_SILENCE: Final = 1000
_LONGEST_BEGINNING: Final = 32  # of a file's name, at the start of its draft's name
_FOR_ALL: Final = 0o666  # less what the umask forbids
_OF_SQLITE: Final = ("", "-wal", "-shm", "-journal")  # the endings of a database's files


def shown(path: Path | str) -> str:
    """A path for messages.

    >>> shown(Path("games.pdn"))
    'games.pdn'
    """
    return excerpt(path, _LONGEST_PATH)


def path_of(given: object, what: str) -> Path:
    """Convert a path given by a caller; `what` is a key after `file.`.

    >>> path_of(5, "book")
    Traceback (most recent call last):
    crownhead.errors.CrownheadError: a book must be a path, not 5
    """
    if not isinstance(given, (str, os.PathLike)):
        raise CrownheadError("file.no-path", what=Message(f"file.{what}"), value=quoted(given))
    path = os.fspath(given)
    if not isinstance(path, str):
        raise CrownheadError("file.path-of-bytes", what=Message(f"file.{what}"))
    return Path(path)


def system_message(error: OSError | ValueError) -> Message | str:
    """The system's reason, worded to follow a colon.

    >>> system_message(OSError(28, "No space left on device"))
    'no space left on device'
    """
    said = getattr(error, "strerror", None) or str(error)
    return said[:1].lower() + said[1:] if said else Message("file.why.unknown")


def reason(error: OSError | ValueError) -> Message | str:
    """The system's reason for an error, without its number. An impossible file name is a ValueError.

    >>> print(reason(FileNotFoundError(2, "No such file or directory")))
    there is no such file
    """
    if isinstance(error, (FileNotFoundError, ValueError)):
        return Message("file.why.missing")
    if isinstance(error, NotADirectoryError):
        return Message("file.why.path")
    if error.errno == errno.ELOOP:
        return Message("file.why.circle")
    return system_message(error)


@contextmanager
def explained(kind: type[CrownheadError], code: str, /, **values: Any) -> Iterator[None]:
    """Turn the system's errors in the block into one that `why` explains."""
    try:
        yield
    except OSError as error:
        raise kind(code, **values, why=reason(error)) from None


def reading(path: Path) -> AbstractContextManager[None]:
    """Explain the system's errors while a file is read."""
    return explained(CrownheadError, "file.unreadable", path=shown(path))


def unreadable(path: Path, why: str) -> CrownheadError:
    """The error of a file that cannot be read; `why` is a key after `file.why.`."""
    return CrownheadError("file.unreadable", path=shown(path), why=Message(f"file.why.{why}"))


def unwritable(path: Path, why: str) -> StoreError:
    """The error of a file that cannot be written; `why` is a key after `file.why.`."""
    return StoreError("file.unwritable", path=shown(path), why=Message(f"file.why.{why}"))


def refuse_unreadable(path: Path, *, pipes: bool = False) -> None:
    """Refuse to read anything but a regular file: devices never end, and pipes can be read only once.

    A caller that reads once may allow `pipes`.
    """
    try:
        kind = path.stat().st_mode
    except (OSError, ValueError) as error:
        raise CrownheadError("file.unreadable", path=shown(path), why=reason(error)) from None
    if stat.S_ISDIR(kind):
        raise unreadable(path, "folder")
    if not (stat.S_ISREG(kind) or (pipes and stat.S_ISFIFO(kind))):
        raise unreadable(path, "not-regular")


def open_to_read(path: Path) -> IO[bytes]:
    """Open a file, possibly a pipe, to read it once.

    Opening a pipe may wait for ever. After a second, standard error says what it is waiting for.
    """
    refuse_unreadable(path, pipes=True)
    with reading(path):
        if not path.is_fifo():
            return path.open("rb")
        number = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # otherwise this would wait silently
        try:
            writer = select.poll()
            writer.register(number, select.POLLIN)
            if not writer.poll(_MILLISECONDS_OF_SILENCE):
                print(f"crownhead: {say('file.waiting', path=shown(path))}", file=sys.stderr)
                writer.poll()
            os.set_blocking(number, True)
        except BaseException:
            os.close(number)
            raise
        return os.fdopen(number, "rb")


def refuse_replacing(source: Path, out: Path) -> None:
    """Refuse to overwrite the source, under any name: links lead to the same file."""
    with reading(source):
        if out.exists() and source.exists() and out.samefile(source):
            raise unwritable(out, "read")


def is_database(path: Path) -> bool:
    """Whether a file is an SQLite database."""
    try:
        with path.open("rb") as file:
            return file.read(len(SQLITE)) == SQLITE
    except OSError:
        return False


def belongs_to_database(path: Path) -> bool:
    """Whether a name is a database, or a file that SQLite would use with one."""
    return any(
        path.name.endswith(suffix)
        and path.name != suffix
        and is_database(path.with_name(path.name.removesuffix(suffix)))
        for suffix in _OF_SQLITE
    )


def new_file(path: Path, *, replace: bool, database: bool = False) -> Path:
    """The file to write, as in `writable_file`; an existing one needs `replace`."""
    if str(path) == "-":
        raise StoreError("file.standard-output")
    real = writable_file(path, database=database)
    if real.exists() and not replace:
        raise ConflictError("file.exists", path=shown(path))
    return real


def writable_file(path: Path, *, database: bool = False) -> Path:
    """The file to write, behind links; refuses what cannot be written.

    Only regular files are replaced or appended to: a pipe or device would be lost, or swallow
    everything. Databases are left to callers that write a `database`: one may be somebody's games.
    """
    try:
        real = path.resolve()
        exists, plain, circle = real.exists(), real.is_file(), real.is_symlink()
    except RuntimeError:  # older Pythons report cyclic links this way; newer ones do not
        circle = True
    except ValueError:  # an impossible file name
        raise unwritable(path, "name") from None
    except OSError as error:
        raise StoreError("file.unwritable", path=shown(path), why=reason(error)) from None
    if circle:
        raise unwritable(path, "broken-link")
    if real.is_dir():
        raise unwritable(path, "folder")
    if exists and not plain:
        raise unwritable(path, "not-regular")
    if not database and belongs_to_database(real):
        raise unwritable(path, "database")
    if not real.parent.is_dir():
        why = Message("file.why.no-folder", {"folder": shown(real.parent)})
        raise StoreError("file.unwritable", path=shown(path), why=why)
    # New contents may be written beside it first.
    if not (os.access(real.parent, os.W_OK) and (not exists or os.access(real, os.W_OK))):
        raise unwritable(path, "permission")
    return real


@contextmanager
def draft(
    path: Path, *, replace: bool, database: bool = False, mode: int = _FOR_ALL
) -> Iterator[Path]:
    """A single draft, as in `drafts`."""
    with drafts(path, replace=replace, database=database, mode=mode) as (part,):
        yield part


@contextmanager
def drafts(
    *paths: Path, replace: bool, database: bool = False, mode: int = _FOR_ALL
) -> Iterator[list[Path]]:
    """Temporary files that take their final names when the block ends.

    No name changes before all files are on disk, and none if the block fails. A full disk or power cut
    leaves either the old file or the new one. Replaced files keep their mode; new ones get `mode`,
    less the umask.
    """
    parts: list[Path] = []
    try:
        for path in paths:
            real = new_file(path, replace=replace, database=database)
            beginning = real.name[:_LONGEST_BEGINNING]
            part = real.with_name(f".{beginning}.{os.urandom(4).hex()}.part")
            parts.append(part)
            part.touch(mode, exist_ok=False)
        yield parts
        # The work may have taken hours: check all names again before the first change.
        reals = [new_file(path, replace=replace, database=database) for path in paths]
        for part, real in zip(parts, reals, strict=True):
            if real.exists():
                part.chmod(stat.S_IMODE(real.stat().st_mode))
            sync(part)
        for part, real in zip(parts, reals, strict=True):
            part.replace(real)
        for folder in {real.parent for real in reals}:
            with suppress(OSError):  # not every file system can
                sync(folder)
    except OSError as error:
        if error.filename not in (None, *map(str, parts)):
            raise  # about another file, such as one being read
        names = Listed([shown(path) for path in paths], "and")
        raise StoreError("file.unwritable", path=names, why=reason(error)) from None
    finally:
        for part in parts:
            for left in (part, Path(f"{part}-journal")):  # SQLite may leave it on a full disk
                left.unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
