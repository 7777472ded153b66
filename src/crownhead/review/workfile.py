"""Keeps what is finished: an interrupted review goes on from its work file."""

from __future__ import annotations

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

# How every first line begins, whatever the review.
_BEGINNING: Final = b'{"format": '
# A first line is far shorter; a longer one is not that of a work file.
_LONGEST_FIRST_LINE: Final = 10_000


class WorkFile:
    """Finished reviews, a line each, after a first line that says of what.

    A line is a checksum and JSON. One that was cut off, by a full disk or a lost machine, is dropped
    when the file is opened. The file is locked while it is open: one review at a time writes to it.
    """

    def __init__(self, path: Path, task: dict[str, Any]) -> None:
        self.path = path
        self.positions = 0  # that the finished games have together
        self._places: dict[int, int] = {}  # where in the file each game's line begins
        self._held = self._locked()
        try:
            self._begin(json.dumps(task).encode() + b"\n")
        except BaseException:
            self._held.close()  # and leave what is there as it is
            raise

    def _locked(self) -> IO[bytes]:
        """Open the file, new or old, for us alone."""
        if self.path.is_symlink() or (self.path.exists() and not self.path.is_file()):
            raise self._strange()
        while True:
            file = self.path.open("ab")
            if not is_ours(file):
                file.close()
                raise StoreError(
                    f"another review is writing {self.path}; wait for it, or name another --out"
                )
            try:
                if os.path.samestat(os.fstat(file.fileno()), self.path.stat()):
                    return file
            except FileNotFoundError:
                pass
            file.close()  # the review that had it has ended and removed it: make a new one

    def _begin(self, first: bytes) -> None:
        with self.path.open("rb+") as file:
            line = file.readline(_LONGEST_FIRST_LINE)
            if line != first:
                self._refuse_others(line, file.readline())
                file.truncate(0)
                file.seek(0)
                file.write(first)
            else:
                self._resume(file, len(first))

    def _refuse_others(self, line: bytes, next_line: bytes) -> None:
        """Refuse what is not a work file, and one that has a finished game of another review."""
        if not (line.startswith(_BEGINNING) or _BEGINNING.startswith(line)):
            raise self._strange()
        if next_line.endswith(b"\n"):
            raise StoreError(
                f"{self.path} holds an unfinished review of other games, with other limits or endgame "
                "tables, or by another version; finish that one, name another --out, or remove the file"
            )

    def _resume(self, file: IO[bytes], place: int) -> None:
        for line in file:
            if not line.endswith(b"\n"):
                file.truncate(place)
                break
            review = self._read(line)
            self._places[review.number] = place
            self.positions += len(review.chances)
            place += len(line)

    def _read(self, line: bytes) -> GameReview:
        checksum, _, values = line.partition(b" ")
        if checksum != _checksum(values):
            raise StoreError(f"{self.path} is damaged; remove it to start again")
        return GameReview.from_values(json.loads(values))

    def _strange(self) -> StoreError:
        return StoreError(
            f"{self.path} was not written by a review; name another --out, or remove it"
        )

    def __contains__(self, number: int) -> bool:
        return number in self._places

    def __len__(self) -> int:
        return len(self._places)

    def add(self, review: GameReview) -> None:
        """Keep a review; it is in the file when this returns."""
        values = json.dumps(asdict(review)).encode() + b"\n"
        with self.path.open("ab") as file:
            self._places[review.number] = file.tell()
            file.write(_checksum(values) + b" " + values)
        self.positions += len(review.chances)

    def __iter__(self) -> Iterator[GameReview]:
        """The reviews by the number of their game, one in memory at a time."""
        with self.path.open("rb") as file:
            for number in sorted(self._places):
                file.seek(self._places[number])
                yield self._read(file.readline())

    def close(self) -> None:
        """Let others have the file. Without a finished game there is nothing in it to go on from."""
        if not self._places:
            self.remove()
        self._held.close()

    def remove(self) -> None:
        """Remove the file: all is done."""
        if sys.platform == "win32":
            self._held.close()  # it cannot be removed while it is open
        self.path.unlink(missing_ok=True)


def _checksum(values: bytes) -> bytes:
    return b"%08x" % zlib.crc32(values)
