"""Commands of computers and clocks, and of people who control computers."""

from dataclasses import dataclass, replace

from crownhead.errors import ConflictError, GameError
from crownhead.messages import Message
from crownhead.move import Move
from crownhead.pieces import BLACK, WHITE
from crownhead.session.commands import Event
from crownhead.session.moves import moved
from crownhead.session.state import Note, Session, check_pace


@dataclass(frozen=True, slots=True)
class Think:
    """The computer to move starts choosing: its clock runs."""

    def __call__(self, session: Session, now: float) -> tuple[Session, tuple[Event, ...]]:
        if not session.wants_thought(now):
            raise ConflictError("session.no-computer")
        turn = session.turn
        clock, number = session.clock.run(turn, now), session.thought + 1
        return replace(session, thinking=turn, thought=number, stepping=False, clock=clock), ()


@dataclass(frozen=True, slots=True)
class Chosen:
    """A computer's move, chosen or from its book.

    `thought` is the session's number of the choice; answers to earlier ones are refused.
    """

    move: Move
    thought: int
    book: bool = False

    def __call__(self, session: Session, now: float) -> tuple[Session, tuple[Event, ...]]:
        if session.thinking is None or session.thought != self.thought:
            raise ConflictError("session.thought-too-late")
        after = moved(session, self.move, now, book=self.book)
        return replace(after, not_before=now + session.pace), ()


@dataclass(frozen=True, slots=True)
class Failed:
    """A computer could not move; a person may choose another. `detail` has the error."""

    detail: Message
    thought: int

    def __call__(self, session: Session, now: float) -> tuple[Session, tuple[Event, ...]]:
        computers_turn = not session.outcome and not session.seating.is_person(session.turn)
        if session.thought != self.thought or not computers_turn:
            return session, ()
        note = Note("cannot-move", session.turn, detail=self.detail)
        return replace(session.idle(now), failed=True, note=note), ()


@dataclass(frozen=True, slots=True)
class Rethink:
    """A computer was stopped before it could choose: it starts again, even if the game is paused."""

    thought: int

    def __call__(self, session: Session, now: float) -> tuple[Session, tuple[Event, ...]]:
        if session.thinking is None or session.thought != self.thought:
            return session, ()
        return replace(session.idle(now), stepping=True), ()


@dataclass(frozen=True, slots=True)
class Change:
    """Change the players, or how two computers play."""

    black: str | None = None
    white: str | None = None
    paused: bool | None = None
    pace: float | None = None

    def __call__(self, session: Session, now: float) -> tuple[Session, tuple[Event, ...]]:
        pace = session.pace if self.pace is None else check_pace(self.pace)
        paused = session.paused if self.paused is None else self.paused
        named = {BLACK: self.black, WHITE: self.white}
        players = {side: named[side] or old for side, old in session.seating.players.items()}
        others = self.black is not None or self.white is not None
        still = session.idle(now) if others or paused or session.failed else session
        if others:
            still = replace(still, clock=still.clock.stop(now), draw_offer=None)
        after = still.kept(
            seating=replace(session.seating, players=players),
            pace=pace,
            paused=paused,
            not_before=min(session.not_before, now + pace),
        )
        return after, ()


@dataclass(frozen=True, slots=True)
class Step:
    """Let the computer make one move of a paused game."""

    def __call__(self, session: Session, now: float) -> tuple[Session, tuple[Event, ...]]:
        session.refuse_ended()
        if session.persons:
            raise GameError("session.no-steps")
        ready = session.idle(now) if session.failed else session
        return replace(ready, stepping=session.thinking is None), ()


@dataclass(frozen=True, slots=True)
class Watch:
    """Somebody watches the game: clocks run and computers think."""

    def __call__(self, session: Session, _now: float) -> tuple[Session, tuple[Event, ...]]:
        return replace(session, watched=True), ()


@dataclass(frozen=True, slots=True)
class Rest:
    """Nobody watches any more: clocks and computers stop."""

    def __call__(self, session: Session, now: float) -> tuple[Session, tuple[Event, ...]]:
        still = session.idle(now)
        return replace(still, watched=False, clock=still.clock.stop(now)), ()


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed: a clock may have run out, or the next computer may be due."""

    def __call__(self, session: Session, _now: float) -> tuple[Session, tuple[Event, ...]]:
        return session, ()
