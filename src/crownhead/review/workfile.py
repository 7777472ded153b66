"""The work file of a review: an interrupted review continues from it."""

import json
import os
import sys
import zlib
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any, Final

from crownhead.errors import StoreError
from crownhead.locks import is_ours
from crownhead.review.game_review import GameReview

# The beginning of every first line.
_BEGINNING: Final = b'{"format": '
# Longer than any first line.
_LONGEST_FIRST_LINE: Final = 10_000


class WorkFile:
    """Finished reviews, a line each, after a first line that identifies the task.

    A line is a checksum and JSON. A truncated line, from a full disk or a crash, is dropped when the
    file is opened. The file is locked while it is open: only one review at a time writes to it.
    """

    def __init__(self, path: Path, task: dict[str, Any]) -> None:
        self.path = path
        self.positions = 0  # in all finished games together
        self._offsets: dict[int, int] = {}  # of each game's line
        self._held = self._locked()
        try:
            self._begin(json.dumps(task).encode() + b"\n")
        except BaseException:
            self._held.close()
            raise

    def _locked(self) -> IO[bytes]:
        """Open and lock the file, which may be new."""
        if self.path.is_symlink() or (self.path.exists() and not self.path.is_file()):
            raise self._strange()
        while True:
            file = self.path.open("ab")
            if not is_ours(file):
                file.close()
                raise StoreError("review.work.in-use", path=self.path)
            try:
                if os.path.samestat(os.fstat(file.fileno()), self.path.stat()):
                    return file
            except FileNotFoundError:
                pass
            file.close()  # another review has just ended and removed it: make a new one

    def _begin(self, first: bytes) -> None:
        with self.path.open("rb+") as file:
            line = file.readline(_LONGEST_FIRST_LINE)
            if line == first:
                self._resume(file, len(first))
                return
            if not (line.startswith(_BEGINNING) or _BEGINNING.startswith(line)):
                raise self._strange()
            if file.readline().endswith(b"\n"):  # a finished game
                raise StoreError("review.work.other-task", path=self.path)
            file.truncate(0)
            file.seek(0)
            file.write(first)

    def _resume(self, file: IO[bytes], offset: int) -> None:
        for line in file:
            if not line.endswith(b"\n"):
                file.truncate(offset)
                break
            review = self._read(line)
            self._offsets[review.number] = offset
            self.positions += len(review.chances)
            offset += len(line)

    def _read(self, line: bytes) -> GameReview:
        checksum, _, values = line.partition(b" ")
        if checksum != _checksum(values):
            raise StoreError("review.work.damaged", path=self.path)
        return GameReview.from_values(json.loads(values))

    def _strange(self) -> StoreError:
        return StoreError("review.work.other-file", path=self.path)

    def __contains__(self, number: int) -> bool:
        return number in self._offsets

    def __len__(self) -> int:
        return len(self._offsets)

    def add(self, review: GameReview) -> None:
        """Append a review; it is in the file when this returns."""
        values = json.dumps(asdict(review)).encode() + b"\n"
        with self.path.open("ab") as file:
            self._offsets[review.number] = file.tell()
            file.write(_checksum(values) + b" " + values)
        self.positions += len(review.chances)

    def __iter__(self) -> Iterator[GameReview]:
        """The reviews in the order of their games, one in memory at a time."""
        with self.path.open("rb") as file:
            for number in sorted(self._offsets):
                file.seek(self._offsets[number])
                yield self._read(file.readline())

    def close(self) -> None:
        """Unlock the file, and remove it if it has no finished game."""
        if not self._offsets:
            self.remove()
        self._held.close()

    def remove(self) -> None:
        """Remove the file."""
        if sys.platform == "win32":
            self._held.close()  # an open file cannot be removed
        self.path.unlink(missing_ok=True)


def _checksum(values: bytes) -> bytes:
    return b"%08x" % zlib.crc32(values)
