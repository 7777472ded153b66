"""The PDN file of a match. Games are appended as they end, and a match can continue from it."""

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
# Bytes at the end of a file that contain its last game: far more than any game has.
_TAIL: Final = 2**18


class GameFile:
    """A file to which whole games are appended by one program at a time. A truncated game is dropped."""

    def __init__(self, path: Path) -> None:
        writable_file(path)
        self.path = path
        self._size = 0  # bytes, when it was read
        self._whole = 0  # bytes of whole games

    def games(self) -> Iterator[Game]:
        """Read the whole games, one in memory at a time, without changing the file."""
        if not self.path.exists():
            return
        refuse_unreadable(self.path)
        with reading(self.path), self.path.open("rb") as file:
            self._size = file.seek(0, os.SEEK_END)
            self._whole = _whole_games(file)
            whole = cast(IO[bytes], _Beginning(file, self._whole))
            for number, game in enumerate(pdn.read_games(whole), 1):
                if game.errors:
                    what = {"number": number, "file": shown(self.path), "error": game.errors[0]}
                    raise CrownheadError("arena.faulty-game", **what)
                yield game

    @contextmanager
    def growing(self) -> Iterator[None]:
        """Allow appending. The games must have been read and the file unchanged since."""
        writable_file(self.path)
        with self._writing():
            file = self.path.open("ab+", buffering=0)
        with file:
            if not is_ours(file) or file.seek(0, os.SEEK_END) != self._size:
                raise StoreError("arena.in-use", file=shown(self.path))
            with self._writing():
                file.truncate(self._whole)
                file.write(_missing_end(file, self._whole))
            yield

    def add(self, text: str) -> None:
        """Append a game in one step, so that an interruption does not cut it."""
        data = text.encode() + b"\n"
        with self._writing(), self.path.open("ab", buffering=0) as file:
            written = file.write(data)
        if written < len(data):
            raise StoreError("arena.disk-full", file=shown(self.path))

    def _writing(self) -> AbstractContextManager[None]:
        return explained(StoreError, "file.unwritable", path=shown(self.path))


class _Beginning:
    """The first bytes of a file as a file."""

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
    """The size without a last game that a killed program has left incomplete."""
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
    """The missing part of the blank line after the last game."""
    tail = _tail(file, whole, len(_END))
    if not tail or tail == _END:
        return b""
    return b"\n" if tail.endswith(b"\n") else _END


def _tail(file: IO[bytes], end: int, length: int = _TAIL) -> bytes:
    file.seek(max(end - length, 0))
    return file.read(min(end, length))
