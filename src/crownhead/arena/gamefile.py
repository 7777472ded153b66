"""The PDN file of a match: games are added as they end, and the match goes on from it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import IO, Final, cast

from crownhead.errors import CrownheadError, StoreError
from crownhead.files import explained, reading, refuse_unreadable, shown, writable_file
from crownhead.game import Game
from crownhead.locks import is_ours
from crownhead.notation import pdn

EVENT: Final = "Crownhead arena"
_FIRST_LINE: Final = f'[Event "{EVENT}"]\n'.encode()
_END: Final = b"\n\n"  # a blank line follows each game, and there is none inside
_RESULTS: Final = (b"1-0", b"0-1", b"1/2-1/2")
# Bytes at the end of a file in which its last game is looked for: far more than a game has.
_TAIL: Final = 2**18


class GameFile:
    """A file that grows by whole games. A last game that was cut off does not count.

    One program at a time adds to it.
    """

    def __init__(self, path: Path) -> None:
        writable_file(path)
        self.path = path
        self._size = 0  # bytes when it was read
        self._whole = 0  # of these, bytes of whole games

    def games(self) -> Iterator[Game]:
        """Read the whole games, one in memory at a time; the file stays as it is."""
        if not self.path.exists():
            return
        refuse_unreadable(self.path)
        with reading(self.path), self.path.open("rb") as file:
            self._size = file.seek(0, os.SEEK_END)
            self._whole = _whole_games(file)
            whole = cast(IO[bytes], _Beginning(file, self._whole))
            for number, game in enumerate(pdn.read_games(whole), 1):
                if game.errors:
                    raise CrownheadError(
                        f"game {number} in {shown(self.path)} has an error: {game.errors[0]}"
                    )
                yield game

    @contextmanager
    def growing(self) -> Iterator[None]:
        """Let games be added that those in the file, which were read, lack; fails if it is not writable."""
        writable_file(self.path)
        with self._writing():
            file = self.path.open("ab+", buffering=0)
        with file:
            if not is_ours(file) or file.seek(0, os.SEEK_END) != self._size:
                raise StoreError(
                    f"another match is writing {shown(self.path)}; wait for it, or name another file"
                )
            with self._writing():
                file.truncate(self._whole)
                file.write(_missing_end(file, self._whole))
            yield

    def add(self, text: str) -> None:
        """Add a game in one step: an interruption comes before it or after it."""
        data = text.encode() + b"\n"
        with self._writing(), self.path.open("ab", buffering=0) as file:
            written = file.write(data)
        if written < len(data):
            raise StoreError(f"cannot write a whole game to {shown(self.path)}; is the disk full?")

    def _writing(self) -> AbstractContextManager[None]:
        return explained(StoreError, "file.unwritable", path=shown(self.path))


class _Beginning:
    """The first bytes of a file, to be read line by line."""

    def __init__(self, file: IO[bytes], length: int) -> None:
        self._file = file
        self._left = length
        file.seek(0)

    def readline(self, size: int) -> bytes:
        line = self._file.readline(min(size, self._left))
        self._left -= len(line)
        return line

    def read(self, size: int) -> bytes:
        block = self._file.read(min(size, self._left))
        self._left -= len(block)
        return block


def _whole_games(file: IO[bytes]) -> int:
    """Bytes without a last game of an arena that was being written when the program was killed."""
    size = file.seek(0, os.SEEK_END)
    tail = _tail(file, size)
    if _END in tail:
        last = tail[tail.rfind(_END) + len(_END) :]
    elif size <= _TAIL:
        last = tail
    else:
        return size
    ours = last.startswith(_FIRST_LINE) or _FIRST_LINE.startswith(last)
    cut = ours and not last.rstrip().endswith(_RESULTS)
    return size - len(last) if cut else size


def _missing_end(file: IO[bytes], whole: int) -> bytes:
    """The blank line that a killed program, or somebody's editor, left out."""
    tail = _tail(file, whole, len(_END))
    if not tail or tail == _END:
        return b""
    return b"\n" if tail.endswith(b"\n") else _END


def _tail(file: IO[bytes], end: int, length: int = _TAIL) -> bytes:
    file.seek(max(end - length, 0))
    return file.read(min(end, length))
