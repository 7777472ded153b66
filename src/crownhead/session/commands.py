"""The one function that changes a game in progress, and all commands that it takes."""

from __future__ import annotations

from dataclasses import replace

from crownhead.errors import ConflictError, CrownheadError
from crownhead.session.endings import AnswerDraw, OfferDraw, Resign, SettleDraw
from crownhead.session.events import Event, Refused
from crownhead.session.moves import AnswerUndo, Move, Redo, Undo
from crownhead.session.seats import FreeSeats, Invite, LeadTo, Rename, Sit
from crownhead.session.state import Note, Session
from crownhead.session.thinking import (
    Change,
    Chosen,
    Failed,
    Rest,
    Rethink,
    Step,
    Think,
    Tick,
    Watch,
)

_OfPeople = Move | Undo | AnswerUndo | Redo | Resign | OfferDraw | AnswerDraw | Change | Step
_OfSeats = Invite | Sit | Rename | FreeSeats | LeadTo
_OfComputers = Think | Chosen | Failed | Rethink | SettleDraw | Watch | Rest | Tick
Command = _OfPeople | _OfSeats | _OfComputers


def apply(session: Session, command: Command, now: float) -> tuple[Session, tuple[Event, ...]]:
    """The session after a command, and what is left to do; raises if the command is refused.

    `now` is the time in seconds by any clock that goes on evenly. A clock that has run out by then comes
    before the command.
    """
    timed = session.with_time(now)
    try:
        after, events = command.on(timed, now)
    except CrownheadError as error:
        if timed is session:
            raise
        after, events = timed, (Refused(ConflictError(error.message)),)
    return _going_on(after, now), events


def _going_on(session: Session, now: float) -> Session:
    """Let the clock of the person to move run while somebody looks, and pause what is endless."""
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
