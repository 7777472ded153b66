"""The PDN file of a match: games are added as they end, and the match goes on from it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from crownhead.errors import CrownheadError
from crownhead.game import Game
from crownhead.notation import pdn

EVENT: Final = "Crownhead arena"
_FIRST_LINE: Final = f'[Event "{EVENT}"]\n'.encode()
_END: Final = b"\n\n"  # a blank line follows each game, and there is none inside
_RESULTS: Final = (b"1-0", b"0-1", b"1/2-1/2")


class Record:
    """A file that grows by whole games. A last game that was cut off does not count.

    One program at a time.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._whole = b""

    def games(self) -> Iterator[Game]:
        """Read the whole games; the file stays as it is."""
        data = self.path.read_bytes() if self.path.exists() else b""
        self._whole = _without_cut_game(data)
        for number, game in enumerate(pdn.parse_games(self._whole.decode("utf-8", "replace")), 1):
            if game.errors:
                raise CrownheadError(f"game {number} in {self.path} is faulty: {game.errors[0]}")
            yield game

    def begin(self) -> None:
        """Make ready for more games, once those in the file were read; fails if it is not writable."""
        with self.path.open("ab") as file:
            file.truncate(len(self._whole))
            file.write(_missing_end(self._whole))

    def add(self, text: str) -> None:
        """Add a game in one step: an interruption comes before it or after it."""
        data = text.encode() + b"\n"
        with self.path.open("ab", buffering=0) as file:
            if file.write(data) < len(data):
                raise CrownheadError(f"{self.path} does not take a whole game; is the disk full?")


def _without_cut_game(data: bytes) -> bytes:
    """All but a last game of an arena that was being written when the program was killed."""
    last = data[data.rfind(_END) + len(_END) :] if _END in data else data
    ours = last.startswith(_FIRST_LINE) or _FIRST_LINE.startswith(last)
    cut = ours and not last.rstrip().endswith(_RESULTS)
    return data[: len(data) - len(last)] if cut else data


def _missing_end(whole: bytes) -> bytes:
    """The blank line that a killed program, or somebody's editor, left out."""
    if not whole or whole.endswith(_END):
        return b""
    return b"\n" if whole.endswith(b"\n") else _END
