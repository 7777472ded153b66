"""A sign of life: a small file that a program locks while it works; the lock ends with the program.

Whoever removes a sign holds its lock, so nobody removes one that was just made.
"""

import contextlib
import os
import time
from pathlib import Path
from typing import IO, Final

from crownhead.locks import locked

_SUFFIX: Final = ".alive"
_TRIES: Final = 100
_PAUSE: Final = 0.01  # seconds


class Sign:
    """Shows that this program is at work, until it is taken back or the program ends."""

    def __init__(self, folder: Path, name: str) -> None:
        self._path = _path(folder, name)
        self._file: IO[bytes] | None = None
        # On a full disk, or one without locks, others take us for dead: no harm.
        with contextlib.suppress(OSError):
            for _ in range(_TRIES):
                self._path.touch(mode=0o600)
                self._file = self._path.open("ab")
                if locked(self._file) and _is_at(self._path, self._file):
                    return
                self._file.close()
                self._file = None
                time.sleep(_PAUSE)  # locked by a program that removes dead signs

    def take_back(self) -> None:
        """End the work."""
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)
            self._file.close()
            self._file = None


def is_alive(folder: Path, name: str) -> bool:
    """Whether any program, this one included, holds a sign; a dead sign is removed."""
    path = _path(folder, name)
    with contextlib.suppress(OSError), path.open("rb") as file:
        if not locked(file):
            return True
        if _is_at(path, file):
            path.unlink(missing_ok=True)
    return False


def remove_dead(folder: Path, beginning: str) -> tuple[str, ...]:
    """Remove dead signs; return the names of living ones."""
    names = [path.name.removesuffix(_SUFFIX) for path in folder.glob(f"{beginning}*{_SUFFIX}")]
    return tuple(name for name in names if is_alive(folder, name))


def _is_at(path: Path, file: IO[bytes]) -> bool:
    """Whether a name still leads to an open file."""
    try:
        return os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


def _path(folder: Path, name: str) -> Path:
    return folder / f"{name}{_SUFFIX}"
