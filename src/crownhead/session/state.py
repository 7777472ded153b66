"""The session: the complete state of a game at one moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from crownhead.errors import ConflictError, GameError, excerpt
from crownhead.game import Game
from crownhead.messages import Message
from crownhead.node import Node
from crownhead.outcome import Outcome, Reason
from crownhead.pieces import BLACK, WHITE, Side
from crownhead.position import Position
from crownhead.rules import Rules
from crownhead.session.clock import Clock, ClockSetting
from crownhead.session.seating import PERSON, Seating

DrawWhy = Literal["winning", "better", "early"]
NoteCode = Literal[
    "draw-declined", "undo-declined", "stalled", "cannot-move", "seat-taken", "seats-freed"
]
# Two computers that shuffle kings under rules without draws are paused after this many plies.
_ENDLESS_PLIES: Final = 200
SLOWEST_PACE: Final = 60  # seconds between the moves of two computers


@dataclass(frozen=True, slots=True)
class Note:
    """A note for the people at the board."""

    code: NoteCode
    side: Side | None = None
    why: DrawWhy | None = None
    detail: Message | None = None  # what went wrong


@dataclass(frozen=True, slots=True)
class Played:
    """A move that was made: its node, the clocks after it, and whether it was a book move."""

    node: Node
    left: Mapping[Side, float] | None = None
    book: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A game in progress. It is immutable; `apply` makes another one.

    `moves` includes those that were taken back: the game is after the first `ply` of them. `version`
    grows with every change that is stored; the fields below it are not stored.
    """

    start: Node
    seating: Seating
    clock: Clock
    opening_plies: int = 0  # a ballot's moves, which nobody takes back
    moves: tuple[Played, ...] = ()
    ply: int = 0
    ending: Outcome | None = None  # a declared ending after the last move
    draw_offer: Side | None = None
    pace: float = 1.0  # seconds between the moves of two computers
    paused: bool = False
    version: int = 0

    note: Note | None = None
    undo_request: Side | None = None  # who asks, on two devices; a move answers
    next: str | None = None  # the game in which the players go on
    watched: bool = False  # clocks run and computers think only while somebody watches
    thinking: Side | None = None
    thought: int = 0  # number of computers' choices so far; an answer names its own
    failed: bool = False  # the computer could not move; it waits for a change
    stepping: bool = False  # a paused game makes one move
    not_before: float = 0.0  # when the next of two computers begins
    resting_ply: int | None = None  # where two computers were paused for lack of progress

    @classmethod
    def of(
        cls,
        start: Position,
        *,
        black: str = PERSON,
        white: str = PERSON,
        clock: ClockSetting | None = None,
    ) -> Session:
        """Begin a game, by default between two people."""
        seating = Seating({BLACK: black, WHITE: white})
        return cls(start=Node(start), seating=seating, clock=Clock.of(clock or ClockSetting()))

    # ---- the current position

    @property
    def node(self) -> Node:
        """The last move, and the position after it."""
        return self.moves[self.ply - 1].node if self.ply else self.start

    @property
    def position(self) -> Position:
        """The position now."""
        return self.node.position

    @property
    def turn(self) -> Side:
        """The side to move."""
        return self.node.position.turn

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.start.position.rules

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        if self.ending is not None and self.ply == len(self.moves):
            return self.ending
        return self.node.natural_outcome()

    @property
    def persons(self) -> list[Side]:
        """The sides that people play."""
        return self.seating.persons

    def game(self) -> Game:
        """The game with the moves that were taken back, at the session's ply."""
        game = Game(self.start.position)
        for played in self.moves:
            mover, move = game.turn, played.node.move
            assert move is not None
            game.push(move)
            game.node.clock = played.left[mover] if played.left else None
        if self.ending is not None:
            game.record_outcome(self.ending)
        while game.ply > self.ply:
            game.undo()
        return game

    @property
    def can_restart(self) -> bool:
        """Whether a restart leaves nobody on another device in mid-game."""
        return self.outcome is not None or not self.seating.is_apart

    # ---- undo and redo

    @property
    def has_spoken_end(self) -> bool:
        """Whether the game ended by declaration, which can be taken back; time cannot."""
        at_end = self.ply == len(self.moves)
        return at_end and self.ending is not None and self.ending.reason is not Reason.TIME

    def who_can_undo(self) -> list[Side]:
        """The sides that have a move to take back; between computers, anybody may."""
        free = self.has_spoken_end
        sides = self.persons or [BLACK, WHITE]
        return [side for side in sides if free or self.earlier_ply([side]) is not None]

    def earlier_ply(self, mine: Sequence[Side]) -> int | None:
        """The last ply at which one of these sides was to move; without sides, any."""
        return self._ply_of(mine, range(self.ply - 1, self.opening_plies - 1, -1))

    def later_ply(self, mine: Sequence[Side]) -> int | None:
        """The next ply at which one of these sides is to move, among moves taken back, or their end."""
        plies = range(self.ply + 1, len(self.moves) + 1)
        found = self._ply_of(mine, plies)
        return plies[-1] if found is None and plies and self.persons else found

    def _ply_of(self, sides: Sequence[Side], plies: range) -> int | None:
        """The first of these plies at which one of these sides is to move; without sides, any."""
        first = self.start.position.turn
        for ply in plies:
            if not sides or (first if ply % 2 == 0 else first.other) in sides:
                return ply
        return None

    # ---- for computers and clocks

    def wants_thought(self, now: float) -> bool:
        """Whether a computer should start thinking."""
        if not self.watched or self.thinking or self.failed or self.outcome:
            return False
        if self.seating.is_person(self.turn):
            return False
        return bool(self.persons) or self.stepping or not (self.paused or now < self.not_before)

    @property
    def is_stalled(self) -> bool:
        """Whether two computers make no progress."""
        quiet = self.node.quiet_plies
        endless = quiet > 0 and quiet % _ENDLESS_PLIES == 0 and self.resting_ply != self.ply
        return endless and not self.persons and not self.paused

    # ---- shared by all commands

    def expect(self, ply: int | None) -> None:
        """Refuse somebody who sees the game at another ply."""
        if ply is not None and ply != self.ply:
            raise ConflictError("session.changed")

    def refuse_ended(self) -> None:
        """Refuse if the game is over."""
        if self.outcome:
            raise GameError("record.over", outcome=self.outcome)

    def kept(self, note: Note | None = None, **changes: Any) -> Session:
        """Change what is stored; the earlier note and, by default, an undo request end."""
        told = {"note": note, "undo_request": None, **changes}
        return replace(self, version=self.version + 1, **told)

    def with_time(self, now: float) -> Session:
        """The session at this time: whoever has run out of time has lost."""
        running = self.clock.running
        if running is None or self.outcome or not self.clock.has_fallen(running, now):
            return self
        return self.ended(Outcome(running.other, Reason.TIME), now)

    def ended(self, outcome: Outcome, now: float) -> Session:
        """End the game by declaration or on time; moves that were taken back are dropped."""
        self.refuse_ended()
        still = self.idle(now)
        return still.kept(
            moves=self.moves[: self.ply],
            ending=outcome,
            clock=still.clock.stop(now),
            draw_offer=None,
        )

    def idle(self, now: float) -> Session:
        """Cancel a computer's choice, and stop its clock."""
        if self.thinking is None and not self.failed:
            return self
        return replace(self, thinking=None, failed=False, clock=self.clock.stop(now))


def check_pace(pace: float) -> float:
    """Refuse a pace out of range."""
    if not 0 <= pace <= SLOWEST_PACE:
        raise GameError("session.wrong-pace", most=SLOWEST_PACE, value=excerpt(pace))
    return float(pace)
