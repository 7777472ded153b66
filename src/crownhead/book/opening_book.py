"""A book that can be asked: which moves it has in a position, and what they are worth."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from crownhead.book.format import Table
from crownhead.engine.limits import Score
from crownhead.errors import BookError, CrownheadError
from crownhead.files import path_of, reading, refuse_unreadable, shown
from crownhead.move import Move
from crownhead.position import Position, checked_position

#: Hundredths of a man within which moves are equally good: searches do not tell such apart.
EQUAL: Final = 5

_ANOTHER: Final = "CROWNHEAD_BOOK"
_OFF: Final = "off"
_IN_THE_PACKAGE: Final = Path(__file__).with_name("book.bin")


class BookMove(NamedTuple):
    """A move that the book has, what it is worth to the side to move, and whether none is better."""

    move: Move
    score: Score
    is_best: bool


class OpeningBook:
    """Moves of the opening that the engine has looked at at leisure. It never changes.

    >>> book = OpeningBook.open()
    >>> [one.is_best for one in book.probe(Position.start())][0]
    True
    """

    def __init__(self, data: bytes) -> None:
        """Read a book from the bytes of its file; anything else is refused."""
        self._table = Table(data)
        self.bytes = len(data)

    @classmethod
    def open(cls, path: str | os.PathLike[str] | None = None) -> OpeningBook:
        """Open a book: that of a file, or the usual one, which is read once.

        `CROWNHEAD_BOOK` names another file than that in the package.
        """
        if path is not None:
            return _read(path_of(path, "book"))
        another = os.environ.get(_ANOTHER, "")
        return _packaged() if another in ("", _OFF) else _kept(Path(another))

    def __len__(self) -> int:
        """How many positions it knows."""
        return len(self._table.keys)

    @property
    def moves(self) -> int:
        """How many moves its positions have together."""
        return self._table.moves

    def probe(self, position: Position) -> list[BookMove]:
        """The moves that it has in a position, best first; none where it does not know it.

        It knows nothing of positions under rules by which pieces move otherwise.
        """
        if not checked_position(position).rules.moves_as_english:
            return []
        found = self._table.find(position.key)
        legal = position.legal_moves()
        if any(index >= len(legal) for index, _ in found):  # another position with the same key
            return []
        best = max((value for _, value in found), default=0)
        in_order = sorted(found, key=lambda one: (-one[1], one[0]))
        return [
            BookMove(legal[index], Score(value, position.turn), value == best)
            for index, value in in_order
        ]

    def choose(self, position: Position, random: Random, margin: int = EQUAL) -> Move | None:
        """Draw one of the moves that lose at most a margin against the best, good ones more often.

        None where the book does not know the position.
        """
        moves = self.probe(position)
        if not moves:
            return None
        losses = {one.move: moves[0].score.points - one.score.points for one in moves}
        good = [move for move, loss in losses.items() if loss <= margin]
        return random.choices(good, [margin + 1 - losses[move] for move in good])[0]


def usual_book() -> OpeningBook | None:
    """The book that computers play by; None where `CROWNHEAD_BOOK` is `off`."""
    return None if os.environ.get(_ANOTHER) == _OFF else OpeningBook.open()


def _packaged() -> OpeningBook:
    try:
        return _kept(_IN_THE_PACKAGE)
    except CrownheadError as error:
        raise BookError(f"{error}; install Crownhead again, or play without the book") from None


def _read(path: Path) -> OpeningBook:
    refuse_unreadable(path)
    with reading(path):
        data = path.read_bytes()
    try:
        return OpeningBook(data)
    except BookError as error:
        raise BookError(f"cannot use {shown(path)}: {error}") from None


_kept: Final = cache(_read)
