"""A cursor: a node in the record of a game, with the history that leads there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import reduce
from typing import TYPE_CHECKING, Any, Final

from crownhead.errors import GameError, excerpt, quoted
from crownhead.messages import Listed, counted
from crownhead.move import Move, move_list
from crownhead.node import Node
from crownhead.numeric import as_whole
from crownhead.outcome import Outcome, Reason
from crownhead.pieces import Side
from crownhead.position import Position
from crownhead.record import Record
from crownhead.rules import Rules

if TYPE_CHECKING:
    from typing_extensions import Self

# Both sides move a king away and back again.
_SHORTEST_WAY_BACK: Final = 4


class Cursor:
    """A node in a record. Moving it leaves the record unchanged; each cursor knows its own history.

    `Game.cursor()` makes one. A `Game` is a cursor that can also change its record.

    >>> from crownhead import Game
    >>> game = Game.from_moves("11-15 23-19 8-11")
    >>> cursor = game.cursor()
    >>> cursor.forward(), cursor.ply, game.ply
    (<Move 11-15>, 1, 3)
    """

    __slots__ = ("_node", "_seen", "_times", "record")

    #: The record, which a game shares with its cursors.
    record: Record

    def __init__(self, game: Cursor, node: Node | None = None) -> None:
        if not isinstance(game, Cursor):
            raise GameError("record.cursor", value=quoted(game))
        self._begin(game.record, game.root)
        if node is not None:
            self.go_to(node)

    @classmethod
    def at(cls, record: Record, node: Node, times: int | None = None) -> Self:
        """A cursor at a node of a record; `times` is how often its position has occurred, if known."""
        cursor = cls.__new__(cls)
        cursor._begin(record, node, times)
        return cursor

    @classmethod
    def _along(cls, record: Record, way: Iterable[int]) -> Self:
        """A cursor at the end of a path: the index of the child at each step from the root."""
        return cls.at(record, reduce(lambda node, step: node.children[step], way, record.root))

    def _begin(self, record: Record, node: Node, times: int | None = None) -> None:
        self.record = record
        self._node = node
        self._times = times  # how often this position has occurred, if known
        # How often each position on the path has occurred; counted on first use.
        self._seen: Counter[Position] | None = None

    def copy(self) -> Self:
        """Another cursor at the same node.

        >>> from crownhead import Game
        >>> here = Game.from_moves("11-15 23-19").cursor()
        >>> there = here.copy()
        >>> there.forward(), here.ply
        (<Move 11-15>, 0)
        """
        return self.at(
            self.record, self._node, self._times if self._seen is None else self.repetitions
        )

    def __copy__(self) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        # Callers may have set more attributes.
        more = getattr(self, "__dict__", None)
        return type(self)._along, (self.record, self._way_to(self._node)), more

    def _way_to(self, node: Node) -> list[int]:
        """The index of the child at each step to a node, as far as the record has them."""
        way, here = [], self.root
        for step in node.line():
            if step not in here.children:
                break
            way.append(here.children.index(step))
            here = step
        return way

    @property
    def root(self) -> Node:
        """The root of the record."""
        return self.record.root

    @property
    def node(self) -> Node:
        """The current node."""
        return self._node

    def _stand_at(self, node: Node) -> None:
        here, seen = self._node, self._seen
        self._node, self._times = node, None
        if seen is not None and node.parent is here:
            seen[node.position] += 1
        elif seen is not None and here.parent is node:
            seen[here.position] -= 1
        else:
            self._seen = None

    def _occurrences(self) -> Counter[Position]:
        if self._seen is None:
            line = self._node.line()
            self._seen = Counter([self.root.position, *(step.position for step in line)])
        return self._seen

    @property
    def start(self) -> Position:
        """The position in which the game began."""
        return self.root.position

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.root.position.rules

    @property
    def position(self) -> Position:
        """The current position."""
        return self._node.position

    @property
    def turn(self) -> Side:
        """The side to move."""
        return self._node.position.turn

    @property
    def ply(self) -> int:
        """The number of moves made."""
        return self._node.ply

    @property
    def moves(self) -> list[Move]:
        """The moves so far; `in`, `count` and `index` also accept text.

        >>> from crownhead import Game
        >>> "11-15" in Game.from_moves("11-15 23-19").moves
        True
        """
        return move_list([node.move for node in self._node.line() if node.move is not None])

    def legal_moves(self) -> list[Move]:
        """The moves that may be made; none if the game is over."""
        return move_list([]) if self.outcome else self.position.legal_moves()

    def choices(self) -> list[Move]:
        """The moves to choose from; raises if the game is over.

        >>> from crownhead import Game
        >>> Game().choices()[0]
        <Move 9-13>
        """
        moves = self.legal_moves()
        if not moves:
            raise GameError("record.nothing-to-choose", outcome=self.outcome)
        return moves

    # ---- moving through the record

    def forward(self, move: Move | str | None = None) -> Move:
        """Follow the main line, or a move that the record has here.

        >>> from crownhead import Game
        >>> Game.from_pdn("1. 11-15 (1. 9-14 22-18) 23-19 *").cursor().forward("9-14")
        <Move 9-14>
        """
        children = self._node.children
        if move is None and not children:
            raise GameError("record.end")
        node = children[0] if move is None else self._node.child(move)
        if node is None:
            moves = Listed([str(child.move) for child in children], "and", most=len(children))
            key = "record.other-moves" if children else "record.no-moves"
            raise GameError(key, move=excerpt(move), moves=moves)
        self._stand_at(node)
        assert node.move is not None
        return node.move

    def back(self) -> Move:
        """Go back one move, and return it."""
        node = self._node
        if node.parent is None or node.move is None:
            raise GameError("record.start")
        self._stand_at(node.parent)
        return node.move

    def go_to(self, node: Node) -> None:
        """Go to any node of this game."""
        if not isinstance(node, Node):
            raise GameError("record.go-to", value=excerpt(node))
        self._refuse_strangers(node)
        self._stand_at(node)

    def _refuse_strangers(self, node: Node) -> None:
        if len(self._way_to(node)) < node.ply or not (node.ply or node is self.root):
            raise GameError("record.strange-node")

    def go_to_start(self) -> None:
        """Go before the first move."""
        self._stand_at(self.root)

    def go_to_end(self) -> None:
        """Go to the end of the main line."""
        self._stand_at(self.root.last())

    def main_line(self) -> Iterator[Node]:
        """The nodes of the main line after the root."""
        return self.root.main_line()

    def node_at(self, ply: int | None = None) -> Node:
        """The node of the main line at this ply; by default the last.

        >>> from crownhead import Game
        >>> Game.from_moves("11-15 23-19").node_at(1)
        <Node 1: 11-15>
        """
        nodes = [self.root, *self.main_line()]
        if ply is None:
            return nodes[-1]
        number = as_whole(ply)
        if number is None or not 0 <= number < len(nodes):
            raise GameError(
                "record.length", moves=counted("move", len(nodes) - 1), ply=excerpt(ply)
            )
        return nodes[number]

    # ---- history

    @property
    def repetitions(self) -> int:
        """How often the position has occurred with the same side to move, including now."""
        if self._node.reversible_plies < _SHORTEST_WAY_BACK:
            return 1
        if self._times is None:
            self._times = self._occurrences()[self.position]
        return self._times

    @property
    def quiet_plies(self) -> int:
        """Plies since the last capture or, by some rules, the last advance of a man."""
        return self._node.quiet_plies

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        times = self.repetitions if self.record.automatic_draws else None
        return self.record.outcome_at(self._node, times)

    @property
    def claimable_draw(self) -> Reason | None:
        """The draw that the side to move may claim, here or by its next move."""
        if self.outcome:
            return None
        here = self._node.draw_reason(self.repetitions)
        if here:
            return here
        for move in self.position.legal_moves():
            node = self._node.after(move)
            reason = node.draw_reason(self._occurrences()[node.position] + 1)
            if reason:
                return reason
        return None

    def __repr__(self) -> str:
        return f"<{type(self).__name__} after {self._node.move or 'no move'}, ply {self.ply}>"
