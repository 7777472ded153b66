"""A game: the one record that changes. It owns what depends on history: draws, clocks, results."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

from crownhead._core import Move
from crownhead.errors import GameError, IllegalMoveError, PdnError, excerpt
from crownhead.node import Node
from crownhead.notation.moves import legal_move
from crownhead.outcome import Outcome, Reason
from crownhead.pieces import Side
from crownhead.position import Position
from crownhead.rules import ENGLISH, Rules

_NOTES: Final = ("comment", "comment_before", "nags", "strength", "clock")


class Game:
    """Moves from a start position, with variations, comments, clocks and a result.

    >>> game = Game()
    >>> game.push("11-15")
    <Move 11-15>
    >>> game.undo()
    <Move 11-15>
    >>> game.redo()
    <Move 11-15>
    >>> game.ply, game.outcome
    (1, None)

    One caller at a time. `automatic_draws=False` lets a game go on past the draws of its rules
    until one is claimed.
    """

    def __init__(
        self,
        start: Position | None = None,
        *,
        rules: Rules | None = None,
        tags: dict[str, str] | None = None,
        automatic_draws: bool = True,
    ) -> None:
        if start is None:
            start = Position.start(ENGLISH if rules is None else rules)
        elif not isinstance(start, Position):
            raise GameError("a game starts from a Position; Position.from_fen reads one from text")
        elif rules is not None and rules != start.rules:
            start = start.with_rules(rules)
        self.root = Node(start)
        self._node = self.root
        # How often each position has occurred on the way to the node where the game stands.
        self._seen = Counter([start])
        self.tags: dict[str, str] = dict(tags or {})
        self.automatic_draws = automatic_draws
        #: What could not be read, where the game comes from a file.
        self.errors: list[PdnError] = []
        self._ending: tuple[Node, Outcome] | None = None

    @classmethod
    def from_pdn(cls, text: str) -> Game:
        """Read the first game of a text; the first error in it is raised.

        >>> Game.from_pdn("1. 11-15 23-19 *").ply
        2
        """
        from crownhead.notation import pdn  # PDN stands on games

        for game in pdn.parse_games(text):
            if game.errors:
                raise game.errors[0]
            return game
        raise PdnError("there is no game in this text", 1, 1)

    @property
    def pdn(self) -> str:
        """The game as PDN."""
        from crownhead.notation import pdn

        return pdn.write_game(self)

    @property
    def node(self) -> Node:
        """Where the game stands; `undo`, `redo` and `go_to` move it."""
        return self._node

    def _stand_at(self, node: Node) -> None:
        if node.parent is self._node:
            self._seen[node.position] += 1
        elif self._node.parent is node:
            self._seen[self._node.position] -= 1
        else:
            self._seen = Counter([self.root.position, *(step.position for step in node.line())])
        self._node = node

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
        """The position now."""
        return self.node.position

    @property
    def turn(self) -> Side:
        """The side to move."""
        return self.node.position.turn

    @property
    def ply(self) -> int:
        """How many moves have been made."""
        return self.node.ply

    @property
    def moves(self) -> list[Move]:
        """The moves made so far."""
        return [node.move for node in self.node.line() if node.move is not None]

    def legal_moves(self) -> list[Move]:
        """The moves that may be made now: none when the game is over."""
        return [] if self.outcome else self.position.legal_moves()

    # ---- making and taking back moves

    def push(self, move: Move | str, *, clock: float | None = None) -> Move:
        """Make a move. Moves that were undone are replaced unless this is the first of them.

        `clock` is the time in seconds that the mover has left.
        """
        found = self._find(move)
        if clock is not None and not (isinstance(clock, (int, float)) and 0 <= clock < math.inf):
            raise GameError(f"a clock shows seconds from 0 on, not '{excerpt(clock)}'")
        children = self.node.children
        child = self.node.child(found)
        if child is None:
            child = Node(self.position.play(found), found, self.node)
        dropped = children.pop(0) if children and children[0] is not child else None
        ended = self._ending and self._ending[0]
        if ended and (child is ended or dropped in ended.line()):
            self._ending = None  # it was taken back, and the game goes on
        if child in children:
            children.remove(child)
        children.insert(0, child)
        child.clock = clock if clock is not None else child.clock
        self._stand_at(child)
        return found

    def _find(self, move: Move | str) -> Move:
        if self.outcome:
            raise IllegalMoveError(f"{move} cannot be played: the game is over ({self.outcome})")
        return legal_move(move, self.position)

    def add_variation(self, move: Move | str) -> Node:
        """Record another move than the main line's, and return its node; the game stays where it is.

        Where no move follows yet, it is the first of the main line.

        >>> game = Game()
        >>> _ = game.push("11-15"); _ = game.undo()
        >>> game.go_to(game.add_variation("10-15"))
        >>> game.pdn.splitlines()[-1]
        '1. 11-15 (1. 10-15) *'
        """
        found = legal_move(move, self.position)
        if self.outcome and self.node is self.root.last():
            raise GameError(f"the game is over here: {self.outcome}")
        return self.node.child(found) or self.node.add(found)

    def undo(self) -> Move:
        """Take the last move back; `redo` makes it again. Takes back a resignation with it."""
        if self.node.parent is None or self.node.move is None:
            raise GameError("there is no move to take back")
        move = self.node.move
        self._stand_at(self.node.parent)
        return move

    def redo(self) -> Move:
        """Make the move again that was undone, or the next of the main line."""
        if not self.node.children or self.node.children[0].move is None:
            raise GameError("there is no move to make again")
        self._stand_at(self.node.children[0])
        assert self.node.move is not None
        return self.node.move

    def go_to(self, node: Node) -> None:
        """Stand at any node of this game."""
        line = [self.root, *node.line()]
        connected = all(child in parent.children for parent, child in pairwise(line))
        if not connected or (node is not self.root and len(line) == 1):
            raise GameError("this node belongs to another game, or is not in this one any more")
        self._stand_at(node)

    def go_to_start(self) -> None:
        """Stand before the first move."""
        self._stand_at(self.root)

    def go_to_end(self) -> None:
        """Stand after the last move of the main line."""
        self._stand_at(self.root.last())

    def main_line(self) -> Iterator[Node]:
        """The nodes of the main line from the first move on."""
        return self.root.main_line()

    # ---- draws and results

    @property
    def repetitions(self) -> int:
        """How often the position has occurred with the same side to move, this time included."""
        return self._seen[self.position]

    @property
    def quiet_plies(self) -> int:
        """Plies since the last capture or, where the rules count it, the last man's advance."""
        return self.node.quiet_plies

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if self._ending is not None and self._ending[0] is self.node:
            return self._ending[1]
        return self._natural_outcome(self.node, self.repetitions)

    @property
    def ending(self) -> Outcome | None:
        """How the record ends, wherever in it the game stands now."""
        if self._ending is not None:
            return self._ending[1]
        last = self.root.last()
        return self._natural_outcome(last, last.repetitions())

    @property
    def declared_ending(self) -> Outcome | None:
        """The ending that somebody declared, such as a resignation; None where the board decides."""
        return self._ending[1] if self._ending is not None else None

    def _natural_outcome(self, node: Node, repetitions: int) -> Outcome | None:
        """The result that a position and its history give by themselves."""
        position = node.position
        if position.is_over:
            own = position.black if position.turn is Side.BLACK else position.white
            return Outcome(position.turn.other, Reason.NO_MOVES if own else Reason.NO_PIECES)
        reason = node.draw_reason(repetitions) if self.automatic_draws else None
        return Outcome(None, reason) if reason else None

    @property
    def result(self) -> str:
        """The PDN result of the record: 1-0 says that the side that moves first won."""
        ending = self.ending
        return ending.result(self.rules.first_to_move) if ending else "*"

    @property
    def claimable_draw(self) -> Reason | None:
        """The draw that the side to move may claim: here, or by the move it is about to make."""
        if self.outcome:
            return None
        here = self.node.draw_reason(self.repetitions)
        if here:
            return here
        for move in self.position.legal_moves():
            node = Node(self.position.play(move), move, self.node)
            reason = node.draw_reason(self._seen[node.position] + 1)
            if reason:
                return reason
        return None

    def claim_draw(self) -> Outcome:
        """End the game by a draw that the rules allow now."""
        reason = self.claimable_draw
        if reason is None:
            self._refuse_ended()
            raise GameError(
                f"no draw can be claimed: this position has occurred {self.repetitions} time(s) "
                f"and {self.quiet_plies} quiet plies were played"
            )
        return self._end(None, reason)

    def agree_draw(self) -> Outcome:
        """End the game as a draw by agreement."""
        return self._end(None, Reason.AGREEMENT)

    def resign(self, side: Side | None = None) -> Outcome:
        """End the game: the side to move, or the side named, gives up."""
        return self._end(_side(side or self.turn).other, Reason.RESIGNATION)

    def lose_on_time(self, side: Side | None = None) -> Outcome:
        """End the game: the side to move, or the side named, has run out of time."""
        return self._end(_side(side or self.turn).other, Reason.TIME)

    def record_outcome(self, outcome: Outcome | None) -> None:
        """Give the record a result after its last move, as a file or an arbiter does; None removes it."""
        if not (outcome is None or isinstance(outcome, Outcome)):
            raise GameError(
                "a result is recorded as an Outcome, such as Outcome(BLACK, Reason.TIME)"
            )
        self._ending = None if outcome is None else (self.root.last(), outcome)

    def _end(self, winner: Side | None, reason: Reason) -> Outcome:
        """End the game where it stands; moves that were undone are dropped with their variations."""
        self._refuse_ended()
        if any(node is not node.parent.children[0] for node in self.node.line() if node.parent):
            raise GameError("the game stands in a variation; go_to_end leads back to the main line")
        self.node.children.clear()
        outcome = Outcome(winner, reason)
        self._ending = (self.node, outcome)
        return outcome

    def _refuse_ended(self) -> None:
        if self.outcome:
            raise GameError(f"the game is over: {self.outcome}")

    # ---- display and pickling

    def __repr__(self) -> str:
        players = " v ".join(self.tags.get(tag, "?") for tag in ("Black", "White"))
        return f"<Game {players}, {self.ply} plies, {self.result}>"

    def __str__(self) -> str:
        return self.pdn

    def _repr_svg_(self) -> str:
        from crownhead import svg

        return svg.board(self.position, last_move=self.node.move)

    def __getstate__(self) -> dict[str, Any]:
        """Flatten the tree, so that a long game does not exhaust the stack of the pickler."""
        nodes = list(_preorder(self.root))
        numbers = {id(node): number for number, node in enumerate(nodes)}
        rows = [
            (
                numbers[id(node.parent)] if node.parent else None,
                node.move,
                *(getattr(node, note) for note in _NOTES),
            )
            for node in nodes
        ]
        state = {
            key: value
            for key, value in vars(self).items()
            if key not in ("root", "_node", "_seen", "_ending")
        }
        ended = self._ending is not None and id(self._ending[0]) in numbers
        ending = (numbers[id(self._ending[0])], self._ending[1]) if self._ending and ended else None
        return {
            **state,
            "start": self.start,
            "rows": rows,
            "at": numbers.get(id(self.node), 0),
            "ending": ending,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        start, rows, at, ending = (state.pop(key) for key in ("start", "rows", "at", "ending"))
        nodes: list[Node] = []
        for parent, move, *notes in rows:
            node = Node(start) if parent is None else nodes[parent].add(move)
            for note, value in zip(_NOTES, notes, strict=True):
                setattr(node, note, value)
            nodes.append(node)
        vars(self).update(state, root=nodes[0], _node=nodes[0], _seen=Counter([start]))
        self._stand_at(nodes[at])
        self._ending = ending and (nodes[ending[0]], ending[1])


def _side(side: Side | str) -> Side:
    try:
        return Side(side)
    except ValueError:
        raise GameError(f"the sides are black and white, not '{excerpt(side)}'") from None


def _preorder(root: Node) -> Iterator[Node]:
    """Every node before the nodes that follow it, a node's children in their order."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(node.children))
