"""The graph of a growing book: positions with their values, and which to expand next.

Positions are keyed, so transpositions are one position. Only positions without kings are expanded: men
only move forwards, so there are no cycles.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from crownhead.engine.limits import Score
from crownhead.openings import ballots
from crownhead.pieces import squares_in
from crownhead.position import Position
from crownhead.text.diagram import row_and_column

#: A line that loses this many hundredths of a man is as important as one that is a ply longer.
POINTS_A_PLY: Final = 10
#: The advantage in plies of lines from the usual start, where most games begin, over ballots.
START_AHEAD: Final = 6
#: The value of a position without legal moves.
NO_MOVES: Final = -30_000

_PIECES: Final = 24


@dataclass(eq=False, slots=True)
class Entry:
    """A position with the engine's score for its side to move and, once expanded, its successors."""

    position: Position
    score: int | None
    #: Keys in the order of the legal moves; None is a leaf.
    successors: tuple[int, ...] | None = None
    #: The value by best play from here, found by weighing.
    value: int = 0
    #: Plies and losses of the most important line that leads here.
    cost: float = math.inf
    #: Grows with every move; see `progress`.
    progress: int = 0

    @property
    def can_be_expanded(self) -> bool:
        """Whether this is a leaf worth expanding: no proven end, and no kings."""
        score = Score(self.score or 0)
        return (
            self.successors is None
            and not self.position.kings
            and not (score.is_won or score.is_lost)
        )


class Candidate(NamedTuple):
    """A leaf to expand, with the moves that lead to unknown positions."""

    key: int
    fen: str
    moves: tuple[int, ...]


class Graph:
    """Positions from the usual start and the ballots.

    >>> graph = Graph()
    >>> len(graph.entries)
    157
    """

    def __init__(self) -> None:
        self.roots = {Position.start(): -float(START_AHEAD)}
        self.roots |= {one.position: 0.0 for one in ballots() if not one.is_barred}
        self.entries = {root.key: Entry(root, None) for root in self.roots}
        self._expanded: list[Entry] = []

    @property
    def expanded(self) -> int:
        """The number of expanded positions."""
        return len(self._expanded)

    def add(self, position: Position, score: int) -> None:
        """Add the score of a position."""
        known = self.entries.get(position.key)
        if known is None:
            self.entries[position.key] = Entry(position, score)
        elif known.score is None:
            known.score = score

    def expand(self, key: int) -> None:
        """Connect a leaf with its successors, which are all known."""
        entry = self.entries[key]
        position = entry.position
        entry.successors = tuple(position.play(move).key for move in position.legal_moves())
        entry.progress = progress(position)
        self._expanded.append(entry)

    def unknown_moves(self, position: Position) -> tuple[int, ...]:
        """The indices of moves to unknown positions."""
        found = []
        for index, move in enumerate(position.legal_moves()):
            entry = self.entries.get(position.play(move).key)
            if entry is None or (entry.score is None and entry.successors is None):
                found.append(index)
        return tuple(found)

    def weigh(self) -> None:
        """Carry values from the leaves to the roots, then costs from the roots to the leaves."""
        entries = self.entries
        for entry in entries.values():
            entry.cost = math.inf
            if entry.successors is None:
                entry.value = entry.score or 0
        in_order = sorted(self._expanded, key=lambda entry: entry.progress)
        for entry in reversed(in_order):
            values = (-entries[key].value for key in entry.successors or ())
            entry.value = max(values, default=NO_MOVES)
        for root, cost in self.roots.items():
            entries[root.key].cost = cost
        for entry in in_order:
            afters = [entries[key] for key in entry.successors or ()]
            ply = 0.0 if len(afters) == 1 else 1.0  # a forced move costs nothing
            for after in afters:
                loss = entry.value + after.value
                after.cost = min(after.cost, entry.cost + ply + loss / POINTS_A_PLY)

    def leaves(self) -> list[int]:
        """The keys of leaves to expand, the most important first, as of the last weighing."""
        found = [
            (entry.cost, key)
            for key, entry in self.entries.items()
            if entry.cost < math.inf and entry.can_be_expanded
        ]
        return [key for _, key in sorted(found)]

    def candidate(self, key: int) -> Candidate:
        """A leaf as a task."""
        position = self.entries[key].position
        return Candidate(key, position.fen, self.unknown_moves(position))

    def book(self, margin: int) -> Iterator[tuple[float, int, list[tuple[int, int]]]]:
        """The positions whose best move is settled: cost, key, and the indices of moves with values.

        Moves that lose more than a margin against the best are left out. So are moves to a leaf, because
        a search of the position itself would find as much.
        """
        for entry in self._expanded:
            after = [self.entries[key] for key in entry.successors or ()]
            moves = [
                (index, -one.value)
                for index, one in enumerate(after)
                if not one.can_be_expanded and entry.value + one.value <= margin
            ]
            if any(value == entry.value for _, value in moves) and entry.cost < math.inf:
                yield entry.cost, entry.position.key, moves


def progress(position: Position) -> int:
    """A number that grows with every move of a man and with every capture.

    >>> start = Position.start()
    >>> progress(start), progress(start.play("11-15"))
    (0, 1)
    """
    gone = _PIECES - (position.black | position.white).bit_count()
    # A captured piece takes up to seven rows with it, so it must count for more.
    return 16 * gone + _rows(position.black, 1) + _rows(position.white, 8) - 24


def _rows(pieces: int, home: int) -> int:
    return sum(abs(row_and_column(square)[0] - home) for square in squares_in(pieces))
