"""What a command is, what it leaves to do, and the function that applies it."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from crownhead.errors import ConflictError, CrownheadError
from crownhead.pieces import Side
from crownhead.session.state import Note, Session


@dataclass(frozen=True, slots=True)
class DrawAsked:
    """A person has offered the computer a draw; `SettleDraw` answers."""

    computer: Side
    version: int


@dataclass(frozen=True, slots=True)
class Refused:
    """The command was refused, but the session changed: a clock had run out before."""

    error: ConflictError


#: What a command leaves to do besides showing the next session.
Event = DrawAsked | Refused
#: What changes a game: it gets the session and the time, and returns the next session and events.
Command = Callable[[Session, float], tuple[Session, tuple[Event, ...]]]


def apply(session: Session, command: Command, now: float) -> tuple[Session, tuple[Event, ...]]:
    """Apply a command; return the next session and events, or raise if the command is refused.

    `now` is in seconds on any steady clock. A clock that has run out by then takes effect before the
    command.
    """
    timed = session.with_time(now)
    try:
        after, events = command(timed, now)
    except CrownheadError as error:
        if timed is session:
            raise
        after, events = timed, (Refused(ConflictError(error.message)),)
    return _going_on(after, now), events


def _going_on(session: Session, now: float) -> Session:
    """Run the clock of the person to move while somebody watches, and pause endless games."""
    if not session.watched:
        return session
    if session.is_stalled:
        still = session.idle(now)
        session = still.kept(Note("stalled"), paused=True, resting_ply=session.ply)
    if session.outcome or session.failed:
        return replace(session, clock=session.clock.stop(now))
    if session.seating.is_person(session.turn):
        return replace(session, clock=session.clock.run(session.turn, now))
    return session
