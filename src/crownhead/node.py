"""A point in the record of a game: a move, the position after it, and what is said about it."""

from __future__ import annotations

from collections.abc import Iterator

from crownhead._core import Move
from crownhead.outcome import Reason
from crownhead.position import Position


class Node:
    """The position after a move, with the moves that follow. The root has no move and no parent.

    The first of `children` is the main line, the others are variations.
    """

    __slots__ = (
        "children",
        "clock",
        "comment",
        "comment_before",
        "move",
        "nags",
        "parent",
        "ply",
        "position",
        "quiet_plies",
        "reversible_plies",
        "strength",
    )

    def __init__(
        self,
        position: Position,
        move: Move | None = None,
        parent: Node | None = None,
        *,
        reversible: bool | None = None,
    ) -> None:
        """`reversible` saves finding out whether a king moved without capturing."""
        self.position = position
        self.move = move
        self.parent = parent
        self.children: list[Node] = []
        #: What is said after the move, and before it where it begins a line.
        self.comment = ""
        self.comment_before = ""
        #: Numeric glyphs, as in `$1`.
        self.nags: list[int] = []
        #: `!`, `?`, `!?` and the like, or nothing.
        self.strength = ""
        #: Seconds left on the mover's clock after the move.
        self.clock: float | None = None
        #: How many moves were made before this position.
        self.ply: int = 0
        #: Plies since the last that counts against the draw by quiet moves.
        self.quiet_plies = 0
        #: Plies since the last that cannot be taken back: no earlier position can recur.
        self.reversible_plies = 0
        if move is None or parent is None:
            return
        self.ply = parent.ply + 1
        if reversible is None:
            king = parent.position.kings >> move.from_square - 1 & 1
            reversible = bool(king) and not move.is_capture
        if reversible:
            self.reversible_plies = parent.reversible_plies + 1
            self.quiet_plies = parent.quiet_plies + 1
        elif not position.rules.quiet_counts_men and not move.is_capture:
            self.quiet_plies = parent.quiet_plies + 1

    def __repr__(self) -> str:
        return f"<Node {self.ply}: {self.move or 'start'}>"

    def child(self, move: Move) -> Node | None:
        """The node after a move, if the record has it."""
        return next((child for child in self.children if child.move == move), None)

    def add(self, move: Move) -> Node:
        """Append a legal move as the main line or, where there is one, as a variation."""
        child = Node(self.position.play(move), move, self)
        self.children.append(child)
        return child

    def add_text(self, text: str) -> tuple[Node, int]:
        """Append the moves that a text begins with, for reading files fast.

        Returns the last node, and how far the text was read: to its end, or to the first move that is
        not plain, is illegal or could be several.

        >>> node, end = Node(Position.start()).add_text("1. 11-15 23-19 2. 8-12")
        >>> node, end
        (<Node 2: 23-19>, 18)
        """
        steps, end = self.position._play_text(text)
        node = self
        for move, position, reversible in steps:
            child = Node(position, move, node, reversible=reversible)
            node.children.append(child)
            node = child
        return node, end

    def line(self) -> list[Node]:
        """The nodes from the first move to this one."""
        nodes = []
        node = self
        while node.parent is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def main_line(self) -> Iterator[Node]:
        """The nodes that follow along the main line."""
        node = self
        while node.children:
            node = node.children[0]
            yield node

    def last(self) -> Node:
        """The end of the main line that follows, or this node where nothing does."""
        node = self
        while node.children:
            node = node.children[0]
        return node

    def draw_reason(self, repetitions: int | None = None) -> Reason | None:
        """The draw rule that the position and its history fulfil, if any.

        `repetitions` saves counting them where they are known.
        """
        rules = self.position.rules
        if rules.repetition_limit is not None:
            count = self.repetitions() if repetitions is None else repetitions
            if count >= rules.repetition_limit:
                return Reason.REPETITION
        if rules.quiet_limit is not None and self.quiet_plies >= rules.quiet_limit:
            return Reason.QUIET
        return None

    def repetitions(self) -> int:
        """How often this position has occurred in the line, this time included."""
        count = 1
        node: Node | None = self
        for step in range(1, self.reversible_plies + 1):
            node = node.parent if node is not None else None
            if step % 2 == 0 and node is not None and node.position == self.position:
                count += 1
        return count
