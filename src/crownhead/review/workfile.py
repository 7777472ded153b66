"""Keeps what is finished: an interrupted review goes on from its work file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from crownhead.errors import StoreError
from crownhead.review.record import GameReview


class WorkFile:
    """Finished reviews, a line of JSON each, after a first line that says of what.

    A line that was cut off, by a full disk or a lost machine, is dropped when the file is opened.
    """

    def __init__(self, path: Path, task: dict[str, Any]) -> None:
        self.path = path
        self._places: dict[int, int] = {}  # where in the file each game's line begins
        first = json.dumps(task).encode() + b"\n"
        if path.exists() and path.stat().st_size >= len(first):
            self._resume(first)
        else:
            path.write_bytes(first)

    def _resume(self, first: bytes) -> None:
        place = len(first)
        with self.path.open("rb+") as file:
            if file.read(place) != first:
                raise StoreError(
                    f"{self.path} holds an unfinished review of other games, with other limits or by "
                    "another version; finish that one, name another --out, or remove the file"
                )
            for line in file:
                if not line.endswith(b"\n"):
                    file.truncate(place)
                    break
                self._places[self._number(line)] = place
                place += len(line)

    def _number(self, line: bytes) -> int:
        try:
            return int(json.loads(line)["number"])
        except (ValueError, TypeError, KeyError):
            raise StoreError(f"{self.path} is damaged; remove it to begin anew") from None

    def __contains__(self, number: int) -> bool:
        return number in self._places

    def __len__(self) -> int:
        return len(self._places)

    def add(self, review: GameReview) -> None:
        """Keep a review; it is in the file when this returns."""
        line = json.dumps(review.to_values()).encode() + b"\n"
        with self.path.open("ab") as file:
            self._places[review.number] = file.tell()
            file.write(line)

    def __iter__(self) -> Iterator[GameReview]:
        """The reviews by the number of their game, one in memory at a time."""
        with self.path.open("rb") as file:
            for number in sorted(self._places):
                file.seek(self._places[number])
                yield GameReview.from_values(json.loads(file.readline()))

    def remove(self) -> None:
        """Remove the file: all is done."""
        self.path.unlink()
