"""A sign of life: a small file that a program holds while it works, and lets go of however it ends."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import IO

from crownhead.locks import locked

_SUFFIX = ".alive"


class Sign:
    """Says that this program is at work, until it is taken back or the program ends."""

    def __init__(self, folder: Path, name: str) -> None:
        self._path = _path(folder, name)
        self._file: IO[bytes] | None = None
        # Where there is no room for it, or no such thing as a lock, others take us for dead: no harm.
        with contextlib.suppress(OSError):
            self._file = self._path.open("ab")
            self._path.chmod(0o600)
            locked(self._file)

    def take_back(self) -> None:
        """Say that the work is over."""
        if self._file is not None:
            self._file.close()
            self._file = None
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)


def is_alive(folder: Path, name: str) -> bool:
    """Whether some program, this one too, gives a sign; one that was left behind is removed."""
    path = _path(folder, name)
    try:
        with path.open("rb") as file:
            if not locked(file):
                return True
            if sys.platform != "win32":
                path.unlink(missing_ok=True)
        if sys.platform == "win32":  # where nobody can remove what another has open
            path.unlink(missing_ok=True)
    except OSError:
        return sys.platform == "win32" and path.exists()
    return False


def signs(folder: Path, beginning: str) -> list[str]:
    """The names of the signs that are there, of the living and of the dead."""
    return [path.name.removesuffix(_SUFFIX) for path in folder.glob(f"{beginning}*{_SUFFIX}")]


def _path(folder: Path, name: str) -> Path:
    return folder / f"{name}{_SUFFIX}"
