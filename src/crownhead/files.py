"""Files that commands are told to read or write: anything but a plain file is refused in words."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from crownhead.errors import CrownheadError, StoreError, excerpt

# What a path is shortened to in a message: longer ones are mistakes, not paths.
_LONGEST_PATH: Final = 200


def shown(path: Path | str) -> str:
    """A path as messages show it.

    >>> shown(Path("games.pdn"))
    'games.pdn'
    """
    return excerpt(path, _LONGEST_PATH)


def reason(error: OSError) -> str:
    """Why the system refused something, without its number.

    >>> reason(FileNotFoundError(2, "No such file or directory"))
    'there is no such file'
    """
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    if isinstance(error, NotADirectoryError):
        return "a part of its path is not a folder"
    said = error.strerror or str(error)
    return said[:1].lower() + said[1:]


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn what the system says while a file is read into a sentence."""
    try:
        yield
    except OSError as error:
        raise CrownheadError(f"cannot read {shown(path)}: {reason(error)}") from None


def refuse_unreadable(path: Path, *, pipes: bool = False) -> None:
    """Refuse to read anything but a plain file: a device never ends, and a pipe can be read once.

    Who reads once may allow `pipes`.
    """
    with reading(path):
        try:
            kind = path.stat().st_mode
        except ValueError:  # a name that no file can have
            raise CrownheadError(f"cannot read {shown(path)}: there is no such file") from None
        if stat.S_ISDIR(kind):
            raise CrownheadError(f"cannot read {shown(path)}: it is a folder")
        if not (stat.S_ISREG(kind) or (pipes and stat.S_ISFIFO(kind))):
            raise CrownheadError(
                f"cannot read {shown(path)}: it is {_kind(kind)}, and this needs a plain file"
            )


def _kind(mode: int) -> str:
    return "a pipe" if stat.S_ISFIFO(mode) else "a device or a socket"


def writable_file(path: Path) -> Path:
    """The file that is really meant, behind links; what cannot be written is refused.

    Only a plain file is ever replaced or added to: a pipe or a device in its place would be lost,
    or swallow everything.
    """
    try:
        real = path.resolve()
        exists, plain, circle = real.exists(), real.is_file(), real.is_symlink()
    except RuntimeError:  # so older Pythons tell of links in a circle; newer ones do not
        circle = True
    except ValueError:  # a name that no file can have
        raise StoreError(f"cannot write {shown(path)}: no file can be called that") from None
    except OSError as error:
        raise StoreError(f"cannot write {shown(path)}: {reason(error)}") from None
    if circle:
        raise StoreError(f"cannot write {shown(path)}: its links lead nowhere")
    if real.is_dir():
        raise StoreError(f"cannot write {shown(path)}: it is a folder")
    if exists and not plain:
        raise StoreError(f"cannot write {shown(path)}: it exists already and is not a plain file")
    if not real.parent.is_dir():
        raise StoreError(f"cannot write {shown(path)}: there is no folder {shown(real.parent)}")
    # What is new may be written beside it first.
    if not (os.access(real.parent, os.W_OK) and (not exists or os.access(real, os.W_OK))):
        raise StoreError(f"cannot write {shown(path)}: you are not allowed to")
    return real
