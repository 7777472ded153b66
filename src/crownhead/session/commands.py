"""The one function that changes a game in progress, and all commands that it takes."""

from __future__ import annotations

from dataclasses import replace

from crownhead.session.endings import AnswerDraw, OfferDraw, Resign, SettleDraw
from crownhead.session.events import Event
from crownhead.session.moves import AnswerUndo, Move, Redo, Undo
from crownhead.session.seats import FreeSeats, Invite, LeadTo, Rename, Sit
from crownhead.session.state import Message, Session
from crownhead.session.thinking import Change, Chosen, Failed, Rest, Step, Think, Tick, Watch

_OfPeople = Move | Undo | AnswerUndo | Redo | Resign | OfferDraw | AnswerDraw | Change | Step
_OfSeats = Invite | Sit | Rename | FreeSeats | LeadTo
_OfComputers = Think | Chosen | Failed | SettleDraw | Watch | Rest | Tick
Command = _OfPeople | _OfSeats | _OfComputers


def apply(session: Session, command: Command, now: float) -> tuple[Session, tuple[Event, ...]]:
    """The session after a command, and what has happened; raises if the command is refused.

    `now` is the time in seconds by any clock that goes on evenly.
    """
    after, events = command.on(session, now)
    return _going_on(after, now), events


def _going_on(session: Session, now: float) -> Session:
    """Let the clock of the person to move run while somebody looks, and pause what is endless."""
    if not session.watched:
        return session
    if session.is_stalled:
        still = session.idle(now)
        session = still.kept(Message("stalled"), paused=True, resting_ply=session.ply)
    if session.outcome or session.failed:
        return replace(session, clock=session.clock.stop(now))
    if session.seating.is_person(session.turn):
        return replace(session, clock=session.clock.run(session.turn, now))
    return session
