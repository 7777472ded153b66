"""Who is thinking in a worker, on disk: a player may end the whole process that it thinks in."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from crownhead.pieces import Side


class Thought(NamedTuple):
    """A player of a game that was asked for a move."""

    game: int
    side: Side


class Notes(NamedTuple):
    """Notes of workers, in a folder that they share. What a process leaves behind, it died over."""

    folder: Path

    @contextmanager
    def thinking(self, thought: Thought) -> Iterator[None]:
        """Note who is asked, and remove the note with the answer, however that is given."""
        note = self.folder / str(os.getpid())
        note.write_text(f"{thought.game} {thought.side.value}", encoding="utf-8")
        try:
            yield
        finally:
            note.unlink(missing_ok=True)

    def forget(self) -> None:
        """Remove the note of this process, which is told to end while somebody thinks."""
        (self.folder / str(os.getpid())).unlink(missing_ok=True)

    def left_behind(self) -> list[Thought]:
        """Who was thinking when a process died; their notes are removed.

        >>> from tempfile import mkdtemp
        >>> notes = Notes(Path(mkdtemp()))
        >>> with notes.thinking(Thought(7, Side.BLACK)):
        ...     notes.left_behind()
        [Thought(game=7, side=<Side.BLACK: 'black'>)]
        """
        found = []
        for note in sorted(self.folder.iterdir()):
            game, _, side = note.read_text(encoding="utf-8").partition(" ")
            note.unlink(missing_ok=True)
            if side:  # else it died while it wrote
                found.append(Thought(int(game), Side(side)))
        return found
