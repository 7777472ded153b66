"""The record of a game: a tree of moves from a start position, its tags, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from crownhead.errors import PdnError
from crownhead.node import Node
from crownhead.outcome import Outcome
from crownhead.position import Position

_NOTES: Final = ("comment", "comment_before", "nags", "strength", "clock")
_UNSAID: Final[tuple[object, ...]] = ("", None, [])


class Record:
    """The record of a game. A `Game` changes it; each `Cursor` is at one of its nodes.

    >>> record = Record(Position.start(), {"Black": "Ann"})
    >>> record.root.add_text("11-15 23-19")[0], record.result
    (<Node 2: 23-19>, '*')
    """

    def __init__(
        self,
        start: Position,
        tags: Mapping[str, str] | None = None,
        *,
        automatic_draws: bool = True,
    ) -> None:
        self.root = Node(start)
        self.tags: dict[str, str] = dict(tags or {})
        self.automatic_draws = automatic_draws
        #: What could not be read, for a game from a file.
        self.errors: list[PdnError] = []
        #: A declared ending, and the node where it was declared.
        self.declared: tuple[Node, Outcome] | None = None

    def copy(self) -> Record:
        """An independent copy."""
        twin = Record.__new__(Record)
        twin.__setstate__(self.__getstate__())
        return twin

    def outcome_at(self, node: Node, repetitions: int | None = None) -> Outcome | None:
        """How the game ended at a node: as declared, or by rule; None while it goes on.

        `repetitions` avoids counting them, if known.
        """
        if self.declared is not None and self.declared[0] is node:
            return self.declared[1]
        if not (self.automatic_draws or node.position.is_over):
            return None
        return node.natural_outcome(repetitions)

    @property
    def ending(self) -> Outcome | None:
        """How the game ended: as declared, or after the last move of the main line."""
        return self.declared[1] if self.declared else self.outcome_at(self.root.last())

    @property
    def result(self) -> str:
        """The PDN result; 1-0 says that the side that moves first won."""
        ending = self.ending
        return ending.result(self.root.position.rules.first_to_move) if ending else "*"

    def declare(self, outcome: Outcome | None) -> None:
        """Declare the ending after the last move; None leaves it to the board."""
        self.declared = None if outcome is None else (self.root.last(), outcome)

    def __getstate__(self) -> tuple[Any, ...]:
        """Flatten the tree, so that long games do not exhaust the pickler's stack."""
        nodes = [self.root, *self.root.walk()]
        numbers = {id(node): number for number, node in enumerate(nodes)}
        rows = [
            (numbers.get(id(node.parent)), node.move, *(getattr(node, note) for note in _NOTES))
            for node in nodes
        ]
        # The node of the declared ending may have been removed.
        at, outcome = self.declared or (None, None)
        ended = (numbers[id(at)], outcome) if id(at) in numbers else None
        tags, errors = dict(self.tags), list(self.errors)
        return self.root.position, rows, ended, tags, errors, self.automatic_draws

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        start, rows, ended, self.tags, self.errors, self.automatic_draws = state
        nodes: list[Node] = []
        for parent, move, *notes in rows:
            node = Node(start) if parent is None else nodes[parent].add(move)
            for note, value in zip(_NOTES, notes, strict=True):
                if value not in _UNSAID:
                    setattr(node, note, list(value) if note == "nags" else value)
            nodes.append(node)
        self.root = nodes[0]
        self.declared = ended and (nodes[ended[0]], ended[1])
