"""A node in the record of a game: a move, the position after it, and its notes."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Any, Final, Literal

from crownhead.errors import MoveSyntaxError
from crownhead.move import Move
from crownhead.outcome import Outcome, Reason
from crownhead.position import Position
from crownhead.text.moves import legal_move, move_among

_UNSAID: Final = MappingProxyType(
    {"comment": "", "comment_before": "", "strength": "", "clock": None}
)


class Node:
    """A position after a move, with the moves that follow. The root has no move and no parent.

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

    #: Comments after the move, and before it if it begins a line.
    comment: str
    comment_before: str
    #: Numeric glyphs, as in `$1`.
    nags: list[int]
    #: `!`, `?`, `!?` and the like, or nothing.
    strength: str
    #: Seconds left on the mover's clock after the move.
    clock: float | None

    def __init__(
        self,
        position: Position,
        move: Move | None = None,
        parent: Node | None = None,
    ) -> None:
        self.position = position
        self.move = move
        self.parent = parent
        self.children: list[Node] = []
        #: The number of moves before this position.
        self.ply: int = parent.ply + 1 if parent is not None else 0
        #: Plies without progress, by the rule of quiet moves.
        self.quiet_plies = 0
        #: Plies since the last irreversible move: no earlier position can recur.
        self.reversible_plies = 0

    def __getattr__(self, name: str) -> Any:
        # Most nodes have no notes: unset ones are not stored.
        if name == "nags":
            self.nags = []
            return self.nags
        if name in _UNSAID:
            return _UNSAID[name]
        raise AttributeError(f"a Node has no attribute '{name}'")

    @property
    def before(self) -> Node:
        """The parent; raises for the root."""
        assert self.parent is not None
        return self.parent

    def after(self, move: Move | str) -> Node:
        """A new node for a legal move, not yet in the record."""
        if not isinstance(move, Move):
            move = legal_move(move, self.position)
        node = Node(self.position.play(move), move, self)
        node.quiet_plies, node.reversible_plies = self.position._quiet_after(
            move, self.quiet_plies, self.reversible_plies, self.position.rules.quiet_counts_men
        )
        return node

    def __repr__(self) -> str:
        return f"<Node {self.ply}: {self.move or 'start'}>"

    @property
    def number(self) -> str:
        """The number of the move in PDN: `3.` for the side that moves first, otherwise `3...`.

        >>> first = Node(Position.start()).add_text("11-15")[0]
        >>> first.number, first.add_text("23-19")[0].number
        ('1.', '1...')
        """
        if self.position.turn is self.position.rules.first_to_move:  # after the move
            return f"{(self.ply + 1) // 2}..."
        return f"{self.ply // 2 + 1}."

    def steps(self) -> Iterator[tuple[Literal["move", "(", ")"], Node]]:
        """Everything that follows, in the order of notation: a move, then its alternatives in brackets.

        Iterative, as variations may nest deeply.

        >>> node = Node(Position.start())
        >>> _ = node.add_text("11-15 23-19"), node.add_text("9-14")
        >>> [what if what in "()" else str(one.move) for what, one in node.steps()]
        ['11-15', '(', '9-14', ')', '23-19']
        """
        waiting: list[tuple[Literal["after", "move", "(", ")"], Node]] = [("after", self)]
        while waiting:
            what, node = waiting.pop()
            if what != "after":
                yield what, node
            elif node.children:
                main, *variations = node.children
                waiting.append(("after", main))
                for one in reversed(variations):
                    waiting += [(")", one), ("after", one), ("move", one), ("(", one)]
                waiting.append(("move", main))

    def child(self, move: Move | str) -> Node | None:
        """The child of a move, if the record has it.

        >>> node = Node(Position.start())
        >>> node.add("11-15") is node.child("11-15"), node.child("9-14")
        (True, None)
        """
        if not isinstance(move, Move):
            known = [child.move for child in self.children if child.move is not None]
            found = move_among(move, known)
            if found is None:
                return None
            move = found
        return next((child for child in self.children if child.move == move), None)

    def add(self, move: Move | str) -> Node:
        """Append a legal move: the main line or, if there is one, a variation."""
        child = self.after(move)
        self.children.append(child)
        return child

    def add_text(self, text: str) -> tuple[Node, int]:
        """Append the plain moves at the start of a text; fast.

        Return the last node, and the offset reached: the end, or the first move that is not plain,
        illegal or ambiguous.

        >>> node, end = Node(Position.start()).add_text("1. 11-15 23-19 2. 8-12")
        >>> node, end
        (<Node 2: 23-19>, 18)
        """
        if not isinstance(text, str):
            raise MoveSyntaxError("move.moves-not-text", kind=type(text).__name__)
        steps, end = self.position._play_text(
            text, self.quiet_plies, self.reversible_plies, self.position.rules.quiet_counts_men
        )
        node, new, siblings, ply = self, Node.__new__, self.children, self.ply
        for move, position, quiet, reversible in steps:
            # As in `after`, but without calls: reading files is mostly this.
            ply += 1
            child = new(Node)
            child.move, child.position = move, position
            child.parent, child.ply = node, ply
            child.quiet_plies, child.reversible_plies = quiet, reversible
            node.children = [child]
            node = child
        if steps:
            node.children = []
            siblings += self.children
            self.children = siblings
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
        """The following nodes of the main line."""
        node = self
        while node.children:
            node = node.children[0]
            yield node

    def walk(self) -> Iterator[Node]:
        """All descendants, parents first: main lines before variations.

        >>> node = Node(Position.start())
        >>> _ = node.add_text("11-15 23-19"), node.add_text("9-14")
        >>> [str(one.move) for one in node.walk()]
        ['11-15', '23-19', '9-14']
        """
        waiting = self.children[::-1]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    def last(self) -> Node:
        """The end of the following main line; this node if nothing follows."""
        node = self
        while node.children:
            node = node.children[0]
        return node

    def natural_outcome(self, repetitions: int | None = None) -> Outcome | None:
        """The result by the position and its history; `repetitions` as below."""
        position = self.position
        if position.is_over:
            left = position.squares(position.turn)
            return Outcome(position.turn.other, Reason.NO_MOVES if left else Reason.NO_PIECES)
        reason = self.draw_reason(repetitions)
        return Outcome(None, reason) if reason else None

    def draw_reason(self, repetitions: int | None = None) -> Reason | None:
        """The draw rule that applies, if any.

        `repetitions` avoids counting them, if known.
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
        """How often this position has occurred in the line, including now."""
        count = 1
        node: Node | None = self
        for step in range(1, self.reversible_plies + 1):
            node = node.parent if node is not None else None
            if step % 2 == 0 and node is not None and node.position == self.position:
                count += 1
        return count
