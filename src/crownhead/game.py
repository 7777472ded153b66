"""A game: the one record that changes. It owns what depends on history: draws, clocks, results.

After `undo`, `push` replaces the undone moves; `add_variation` keeps them. A declared result
(resignation, time, agreement) belongs to the node where it was declared: undoing past it lets the
game go on, redoing brings it back. A game from a file does not end automatically at a repetition:
people played on, and the file says how it ended.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING

from crownhead.cursor import Cursor
from crownhead.errors import GameError, IllegalMoveError, PdnError, PositionError, excerpt, quoted
from crownhead.messages import Message, counted
from crownhead.move import Move
from crownhead.node import Node
from crownhead.numeric import as_number
from crownhead.outcome import Outcome, Reason
from crownhead.pieces import Side, as_side
from crownhead.position import Position
from crownhead.record import Record
from crownhead.rules import ENGLISH, Rules
from crownhead.text.moves import legal_move

if TYPE_CHECKING:
    from typing_extensions import Self


class Game(Cursor):
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

    A game belongs to one thread: it has no lock, and calls from several threads at once can raise
    any error or spoil the record. Give each thread its own `copy()`.

    `automatic_draws=False` lets a game go on past the draws of its rules until one is claimed.
    """

    def __init__(
        self,
        start: Position | None = None,
        *,
        rules: Rules | None = None,
        tags: Mapping[str, str] | None = None,
        automatic_draws: bool = True,
    ) -> None:
        if start is None:
            start = Position.start(ENGLISH if rules is None else rules)
        elif not isinstance(start, Position):
            raise GameError("record.begins")
        elif rules is not None and rules != start.rules:
            start = start.with_rules(rules)
        record = Record(start, _checked_tags(tags), automatic_draws=automatic_draws)
        self._begin(record, record.root)

    @classmethod
    def of(cls, record: Record) -> Self:
        """The game of a record, at the end of the main line."""
        return cls.at(record, record.root.last())

    @classmethod
    def from_pdn(cls, text: str) -> Game:
        """Read the first game of a text; raises its first error.

        >>> Game.from_pdn("1. 11-15 23-19 *").ply
        2
        """
        from crownhead.pdn.reader import parse_records  # rarely needed

        for record in parse_records(text):
            if record.errors:
                raise record.errors[0]
            return Game.of(record)
        raise PdnError("pdn.no-game", 1, 1)

    @classmethod
    def from_moves(
        cls,
        moves: Iterable[Move | str],
        start: Position | None = None,
        *,
        rules: Rules | None = None,
        tags: Mapping[str, str] | None = None,
        automatic_draws: bool = True,
    ) -> Self:
        """Make a game from moves: values, texts, or one text with blanks between them.

        >>> Game.from_moves("11-15 23-19").moves == Game.from_moves(["11-15", "23-19"]).moves
        True
        """
        if not isinstance(moves, Iterable):
            raise GameError("record.moves", value=excerpt(moves))
        game = cls(start, rules=rules, tags=tags, automatic_draws=automatic_draws)
        for move in moves.split() if isinstance(moves, str) else moves:
            game.push(move)
        return game

    @property
    def pdn(self) -> str:
        """The game as PDN."""
        from crownhead.pdn.writer import write_record

        return write_record(self.record)

    @property
    def tags(self) -> dict[str, str]:
        """The PDN tags: Event, Date, Black, White and others."""
        return self.record.tags

    @tags.setter
    def tags(self, tags: dict[str, str]) -> None:
        self.record.tags = tags

    @property
    def errors(self) -> list[PdnError]:
        """What could not be read, for a game from a file."""
        return self.record.errors

    @property
    def automatic_draws(self) -> bool:
        """Whether draws by rule end the game automatically."""
        return self.record.automatic_draws

    @automatic_draws.setter
    def automatic_draws(self, automatic: bool) -> None:
        self.record.automatic_draws = automatic

    def cursor(self, node: Node | None = None) -> Cursor:
        """An independent cursor, at a node or before the first move."""
        return Cursor(self, node)

    def walk(self) -> Iterator[Cursor]:
        """Walk the main line with cursors, from the start; the game itself stays.

        >>> [(here.ply, str(here.node.move)) for here in Game.from_moves("11-15 23-19").walk()]
        [(0, 'None'), (1, '11-15'), (2, '23-19')]
        """
        times: dict[Position, int] = {}
        for node in chain([self.root], self.main_line()):
            position = node.position
            times[position] = count = times.get(position, 0) + 1
            yield Cursor.at(self.record, node, count)

    def copy(self) -> Self:
        """A copy with variations and notes, at the same node."""
        twin = self._along(self.record.copy(), self._way_to(self.node))
        vars(twin).update(vars(self))
        return twin

    # ---- making and taking back moves

    def push(self, move: Move | str, *, clock: float | None = None) -> Move:
        """Make a move. It replaces undone moves unless it is the first of them.

        `clock` is the mover's remaining time in seconds.
        """
        if self.outcome:
            over = Message("refusal.over", {"outcome": self.outcome})
            raise IllegalMoveError("refusal.tried", tried=excerpt(move), reason=over)
        found = legal_move(move, self.position)
        left = None if clock is None else as_number(clock)
        if clock is not None and not (left is not None and 0 <= left < math.inf):
            raise GameError("record.clock", value=excerpt(clock))
        children = self.node.children
        child = self.node.child(found) or self.node.after(found)
        dropped = children.pop(0) if children and children[0] is not child else None
        ended = self.record.declared and self.record.declared[0]
        if ended and (child is ended or dropped in ended.line()):
            self.record.declared = None  # the game goes on
        if child in children:
            children.remove(child)
        children.insert(0, child)
        child.clock = left if left is not None else child.clock
        self._stand_at(child)
        return found

    def add_variation(self, move: Move | str) -> Node:
        """Record an alternative to the main line, and return its node; the game stays where it is.

        Without a following move, it becomes the main line.

        >>> game = Game()
        >>> _ = game.push("11-15"); _ = game.undo()
        >>> game.go_to(game.add_variation("10-15"))
        >>> game.pdn.splitlines()[-1]
        '1. 11-15 (1. 10-15) *'
        """
        found = legal_move(move, self.position)
        if self.outcome and self.node is self.root.last():
            raise GameError("record.over", outcome=self.outcome)
        return self.node.child(found) or self.node.add(found)

    def undo(self) -> Move:
        """Take the last move back, with a resignation after it; `redo` makes it again."""
        if self.node.parent is None:
            raise GameError("record.no-undo")
        return self.back()

    def redo(self) -> Move:
        """Make the undone move again, or the next one of the main line."""
        if not self.node.children:
            raise GameError("record.no-redo")
        return self.forward()

    # ---- variations

    def promote(self, node: Node) -> None:
        """Move a variation up by one; the first is the main line."""
        siblings, index = self._among_siblings(node)
        if index:
            siblings[index - 1 : index + 1] = siblings[index], siblings[index - 1]

    def promote_to_main(self, node: Node) -> None:
        """Make the line to a node the main line; a recorded result stays.

        >>> game = Game.from_pdn("1. 11-15 (1. 9-14 22-18) 23-19 *")
        >>> game.promote_to_main(game.root.children[1])
        >>> game.pdn.splitlines()[-1]
        '1. 9-14 (1. 11-15 23-19) 1... 22-18 *'
        """
        self._among_siblings(node)
        for step in node.line():
            siblings, index = self._among_siblings(step)
            siblings.insert(0, siblings.pop(index))

    def remove(self, node: Node) -> None:
        """Remove a move with everything after it; the game steps back if it stands there."""
        siblings, index = self._among_siblings(node)
        if node.parent is not None and node in self.node.line():
            self._stand_at(node.parent)
        if self.record.declared is not None and node in self.record.declared[0].line():
            self.record.declared = None
        del siblings[index]

    def truncate(self) -> None:
        """Drop everything after this node, including the result.

        >>> game = Game.from_pdn("1. 11-15 23-19 2. 8-11 1-0")
        >>> _ = game.undo(); game.truncate()
        >>> game.pdn.splitlines()[-1]
        '1. 11-15 23-19 *'
        """
        if self.node.children:
            self.node.children.clear()
            self.record.declared = None

    def _among_siblings(self, node: Node) -> tuple[list[Node], int]:
        """A node's siblings, and its index among them."""
        if not isinstance(node, Node):
            raise GameError("record.variation", value=excerpt(node))
        self._refuse_strangers(node)
        if node.parent is None:
            raise GameError("record.start-is-no-variation")
        siblings = node.parent.children
        return siblings, next(index for index, one in enumerate(siblings) if one is node)

    # ---- draws and results

    @property
    def ending(self) -> Outcome | None:
        """How the record ends, wherever the game stands."""
        return self.record.ending

    @property
    def declared_ending(self) -> Outcome | None:
        """A declared ending, such as a resignation; None if the board decides."""
        return self.record.declared[1] if self.record.declared else None

    @property
    def result(self) -> str:
        """The PDN result; 1-0 says that the side that moves first won."""
        return self.record.result

    def claim_draw(self) -> Outcome:
        """Claim a draw that the rules allow now."""
        reason = self.claimable_draw
        if reason is None:
            self._refuse_ended()
            raise GameError(
                "record.no-draw",
                times=counted("time", self.repetitions),
                quiet=counted("quiet-move", self.quiet_plies),
            )
        return self._end(None, reason)

    def agree_draw(self) -> Outcome:
        """End the game as a draw by agreement."""
        return self._end(None, Reason.AGREEMENT)

    def resign(self, side: Side | str | None = None) -> Outcome:
        """Resign for a side, by default the side to move."""
        return self._end(self._named(side).other, Reason.RESIGNATION)

    def lose_on_time(self, side: Side | str | None = None) -> Outcome:
        """Lose on time for a side, by default the side to move."""
        return self._end(self._named(side).other, Reason.TIME)

    def _named(self, side: Side | str | None) -> Side:
        return self.turn if side is None else as_side(side)

    def record_outcome(self, outcome: Outcome | None) -> None:
        """Set the result after the last move, as a file or an arbiter does; None removes it."""
        if not (outcome is None or isinstance(outcome, Outcome)):
            raise GameError("record.outcome")
        self.record.declare(outcome)

    def _end(self, winner: Side | None, reason: Reason) -> Outcome:
        """End the game here; undone moves are dropped with their variations."""
        self._refuse_ended()
        if any(node is not node.parent.children[0] for node in self.node.line() if node.parent):
            raise GameError("record.in-variation")
        self.node.children.clear()
        outcome = Outcome(winner, reason)
        self.record.declared = (self.node, outcome)
        return outcome

    def _refuse_ended(self) -> None:
        if self.outcome:
            raise GameError("record.over", outcome=self.outcome)

    # ---- display

    def __repr__(self) -> str:
        players = " v ".join(str(self.tags.get(tag, "?")) for tag in ("Black", "White"))
        return f"<Game {players}, ply {self.ply}, {self.result}>"

    def __str__(self) -> str:
        return self.pdn

    def _repr_svg_(self) -> str:
        from crownhead import svg

        return svg.board(self.position, last_move=self.node.move)


def cursor_of(given: Position | Cursor) -> Cursor:
    """A game or cursor unchanged; a position becomes a game that begins there."""
    if isinstance(given, Position):
        return Game(given)
    if not isinstance(given, Cursor):
        raise PositionError("position.or-game", value=quoted(given))
    return given


def _checked_tags(tags: Mapping[str, str] | None) -> dict[str, str]:
    if tags is None:
        return {}
    if not isinstance(tags, Mapping):
        raise GameError("record.tags", value=quoted(tags))
    return dict(tags)
