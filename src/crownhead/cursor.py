"""A place in the record of a game, with the history that leads there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from crownhead.errors import GameError, excerpt, quoted
from crownhead.move import Move, move_list
from crownhead.node import Node
from crownhead.numeric import as_whole
from crownhead.outcome import Outcome, Reason
from crownhead.phrases import counted
from crownhead.pieces import Side
from crownhead.position import Position
from crownhead.rules import Rules

if TYPE_CHECKING:
    from typing_extensions import Self

    from crownhead.game import Game

#: What a cursor that comes from elsewhere finds again when it is first asked for.
OF_ITS_PLACE: Final = ("root", "_node", "_seen", "_times")
# Both sides move a king away and back again.
_SHORTEST_WAY_BACK: Final = 4


class Cursor:
    """A place in a record. It moves and leaves the record as it is; each knows its own history.

    `Game.cursor()` makes one. A `Game` is a cursor that can also change its record.

    >>> from crownhead import Game
    >>> game = Game.from_moves("11-15 23-19 8-11")
    >>> cursor = game.cursor()
    >>> cursor.forward(), cursor.ply, game.ply
    (<Move 11-15>, 1, 3)
    """

    root: Node

    def __init__(self, game: Game, node: Node | None = None) -> None:
        if not isinstance(game, Cursor):
            raise GameError(f"a cursor is a place in a Game, not in {quoted(game)}")
        self._game = game.game
        self.root = game.root
        self._reset(self.root)
        if node is not None:
            self.go_to(node)

    def copy(self) -> Self:
        """Another cursor in the same place, to be moved without moving this one.

        >>> from crownhead import Game
        >>> here = Game.from_moves("11-15 23-19").cursor()
        >>> there = here.copy()
        >>> there.forward(), here.ply
        (<Move 11-15>, 0)
        """
        twin = type(self).__new__(type(self))
        seen = self._seen  # which finds its place, if it comes from elsewhere
        twin.__dict__ |= self.__dict__
        if seen is not None:
            twin._seen, twin._times = None, self.repetitions  # each counts for itself from here on
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    @property
    def game(self) -> Game:
        """The game whose record this is."""
        return self._game

    @property
    def node(self) -> Node:
        """The point of the record where it stands."""
        return self._node

    def _reset(self, node: Node) -> None:
        self._node = node
        self._times: int | None = None  # that this position has occurred, where it is known
        # How often each position has occurred on the way here; counted when it is first asked for.
        self._seen: Counter[Position] | None = None

    def _stand_at(self, node: Node) -> None:
        self._times = None
        if self._seen is None or node is self._node:
            self._reset(node)
        elif node.parent is self._node:
            self._seen[node.position] += 1
            self._node = node
        elif self._node.parent is node:
            self._seen[self._node.position] -= 1
            self._node = node
        else:
            self._reset(node)

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
        """The position here."""
        return self._node.position

    @property
    def turn(self) -> Side:
        """The side to move."""
        return self._node.position.turn

    @property
    def ply(self) -> int:
        """How many moves have been made."""
        return self._node.ply

    @property
    def moves(self) -> list[Move]:
        """The moves made so far; `in`, `count` and `index` know them as text too.

        >>> from crownhead import Game
        >>> "11-15" in Game.from_moves("11-15 23-19").moves
        True
        """
        return move_list([node.move for node in self._node.line() if node.move is not None])

    def legal_moves(self) -> list[Move]:
        """The moves that may be made here: none when the game is over."""
        return move_list([]) if self.outcome else self.position.legal_moves()

    def choices(self) -> list[Move]:
        """The moves that may be made here, for who has to choose one; a game that is over is an error.

        >>> from crownhead import Game
        >>> Game().choices()[0]
        <Move 9-13>
        """
        moves = self.legal_moves()
        if not moves:
            raise GameError(f"the game is over, and there is no move to choose: {self.outcome}")
        return moves

    # ---- going through the record

    def forward(self, move: Move | str | None = None) -> Move:
        """Go to the next move of the main line, or along a move that the record has here.

        >>> from crownhead import Game
        >>> Game.from_pdn("1. 11-15 (1. 9-14 22-18) 23-19 *").cursor().forward("9-14")
        <Move 9-14>
        """
        node = self._following(move)
        self._stand_at(node)
        assert node.move is not None
        return node.move

    def _following(self, move: Move | str | None) -> Node:
        children = self._node.children
        if move is None:
            if not children:
                raise GameError("no move follows here: this is the end of the line")
            return children[0]
        found = self._node.child(move)
        if found is not None:
            return found
        known = ", ".join(str(child.move) for child in children) or "none"
        raise GameError(f"the record has no move {excerpt(move)} here; the moves it has: {known}")

    def back(self) -> Move:
        """Go back by a move, and return the one that led here."""
        node = self._node
        if node.parent is None or node.move is None:
            raise GameError("no move comes before this: it is the start of the game")
        self._stand_at(node.parent)
        return node.move

    def go_to(self, node: Node) -> None:
        """Stand at any node of this game."""
        if not isinstance(node, Node):
            raise GameError(
                f"go_to takes a Node of this game, such as game.root or list(game.main_line())[0], "
                f"not '{excerpt(node)}'"
            )
        self._refuse_strangers(node)
        self._stand_at(node)

    def _refuse_strangers(self, node: Node) -> None:
        line = [self.root, *node.line()]
        connected = all(child in parent.children for parent, child in pairwise(line))
        if not connected or (node is not self.root and len(line) == 1):
            raise GameError("this node belongs to another game, or is no longer in this one")

    def go_to_start(self) -> None:
        """Stand before the first move."""
        self._stand_at(self.root)

    def go_to_end(self) -> None:
        """Stand after the last move of the main line."""
        self._stand_at(self.root.last())

    def main_line(self) -> Iterator[Node]:
        """The nodes of the main line from the first move on."""
        return self.root.main_line()

    def node_at(self, ply: int | None = None) -> Node:
        """The point of the main line after so many moves; without a number, its end.

        >>> from crownhead import Game
        >>> Game.from_moves("11-15 23-19").node_at(1)
        <Node 1: 11-15>
        """
        nodes = [self.root, *self.main_line()]
        if ply is None:
            return nodes[-1]
        number = as_whole(ply)
        if number is None or not 0 <= number < len(nodes):
            raise GameError(f"the game has {counted(len(nodes) - 1, 'move')}, not {excerpt(ply)}")
        return nodes[number]

    # ---- what the history says

    @property
    def repetitions(self) -> int:
        """How often the position has occurred with the same side to move, this time included."""
        if self._node.reversible_plies < _SHORTEST_WAY_BACK:
            return 1
        if self._times is None:
            self._times = self._occurrences()[self.position]
        return self._times

    @property
    def quiet_plies(self) -> int:
        """Plies since the last capture or, where the rules count it, the last man's advance."""
        return self._node.quiet_plies

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        ending = self.game._ending
        if ending is not None and ending[0] is self._node:
            return ending[1]
        return self._natural_outcome(self._node)

    def _natural_outcome(self, node: Node) -> Outcome | None:
        """The result that a position and its history give by themselves."""
        position = node.position
        if position.is_over:
            left = position.squares(position.turn)
            return Outcome(position.turn.other, Reason.NO_MOVES if left else Reason.NO_PIECES)
        if not self.game.automatic_draws:
            return None
        reason = node.draw_reason(self.repetitions if node is self._node else None)
        return Outcome(None, reason) if reason else None

    @property
    def claimable_draw(self) -> Reason | None:
        """The draw that the side to move may claim: here, or by the move it is about to make."""
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

    # ---- copies elsewhere: the record once, and the way from its start

    def __getstate__(self) -> dict[str, Any]:
        self._refuse_strangers(self._node)
        line = [self.root, *self._node.line()]
        way = [parent.children.index(child) for parent, child in pairwise(line)]
        kept = {key: value for key, value in vars(self).items() if key not in OF_ITS_PLACE}
        return {**kept, "_way": way}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        if "root" in vars(self._game):  # a game that is read with its cursors has no record yet
            self._find_place()

    def _find_place(self) -> None:
        node = self._game.root
        for place in vars(self)["_way"]:
            node = node.children[place]
        self.root = self._game.root
        self._reset(node)
        del vars(self)["_way"]

    def __getattr__(self, name: str) -> Any:
        if name not in OF_ITS_PLACE or "_way" not in vars(self):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        self._find_place()
        return getattr(self, name)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} after {self._node.move or 'no move'}, ply {self.ply}>"
