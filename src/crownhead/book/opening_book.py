"""Looking up positions in a book: its moves and their values."""

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

#: Moves within this many hundredths of a man are equally good: searches do not distinguish them.
EQUAL: Final = 5

_ANOTHER: Final = "CROWNHEAD_BOOK"
_OFF: Final = "off"
_IN_THE_PACKAGE: Final = Path(__file__).with_name("book.bin")


class BookMove(NamedTuple):
    """A move of the book, its score for the side to move, and whether it is one of the best."""

    move: Move
    score: Score
    is_best: bool


class OpeningBook:
    """An immutable table of opening moves with scores from long searches.

    >>> book = OpeningBook.open()
    >>> [one.is_best for one in book.probe(Position.start())][0]
    True
    """

    def __init__(self, data: bytes) -> None:
        """Read a book from the bytes of its file."""
        self._table = Table(data)
        self.bytes = len(data)

    @classmethod
    def open(cls, path: str | os.PathLike[str] | None = None) -> OpeningBook:
        """Open the book in a file, or the usual one, which is read once.

        The usual one is in the package, unless `CROWNHEAD_BOOK` names another.
        """
        if path is not None:
            return _read(path_of(path, "book"))
        another = os.environ.get(_ANOTHER, "")
        return _packaged() if another in ("", _OFF) else _kept(Path(another))

    def __len__(self) -> int:
        """The number of positions."""
        return len(self._table.keys)

    @property
    def moves(self) -> int:
        """The number of moves of all positions."""
        return self._table.moves

    def probe(self, position: Position) -> list[BookMove]:
        """The moves of the book in a position, best first; none if it is not in the book.

        The book only covers rules by which pieces move as in English checkers.
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
        """Choose at random among moves within a margin of the best, better ones more often.

        None if the position is not in the book.
        """
        moves = self.probe(position)
        if not moves:
            return None
        losses = {one.move: moves[0].score.points - one.score.points for one in moves}
        good = [move for move, loss in losses.items() if loss <= margin]
        return random.choices(good, [margin + 1 - losses[move] for move in good])[0]


def usual_book() -> OpeningBook | None:
    """The book that computers use; None if `CROWNHEAD_BOOK` is `off`."""
    return None if os.environ.get(_ANOTHER) == _OFF else OpeningBook.open()


def _packaged() -> OpeningBook:
    try:
        return _kept(_IN_THE_PACKAGE)
    except CrownheadError as error:
        raise BookError("book.reinstall", fault=error) from None


def _read(path: Path) -> OpeningBook:
    refuse_unreadable(path)
    with reading(path):
        data = path.read_bytes()
    try:
        return OpeningBook(data)
    except BookError as error:
        raise BookError("file.unusable", path=shown(path), why=error) from None


_kept: Final = cache(_read)
