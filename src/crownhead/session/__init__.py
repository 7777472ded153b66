"""A game in progress as a value: commands go in, the next session and events come out.

`apply(session, command, now)` is pure. Nothing here reads a clock, waits, locks, starts a thread or
touches a file. Sessions are immutable: a command makes another one. The browser, the terminal and the
notebook all play by these rules; `crownhead.service.games` stores the sessions.

>>> from crownhead import Position
>>> from crownhead.session import Move, Session, Undo, apply
>>> begun = Session.of(Position.start())
>>> moved, events = apply(begun, Move("11-15"), now=0.0)
>>> moved.ply, events
(1, ())
>>> apply(moved, Undo(), now=0.0)[0].ply, begun.ply
(0, 0)
"""

from crownhead.session.clock import Clock, ClockKind, ClockSetting
from crownhead.session.commands import Command, DrawAsked, Event, Refused, apply
from crownhead.session.endings import AnswerDraw, OfferDraw, Resign, SettleDraw
from crownhead.session.moves import AnswerUndo, Move, Redo, Undo
from crownhead.session.seating import PERSON, Seating, Visitor
from crownhead.session.seats import FreeSeats, Invite, LeadTo, Rename, Sit
from crownhead.session.state import DrawWhy, Note, NoteCode, Played, Session, check_pace
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

__all__ = [
    "PERSON",
    "AnswerDraw",
    "AnswerUndo",
    "Change",
    "Chosen",
    "Clock",
    "ClockKind",
    "ClockSetting",
    "Command",
    "DrawAsked",
    "DrawWhy",
    "Event",
    "Failed",
    "FreeSeats",
    "Invite",
    "LeadTo",
    "Move",
    "Note",
    "NoteCode",
    "OfferDraw",
    "Played",
    "Redo",
    "Refused",
    "Rename",
    "Resign",
    "Rest",
    "Rethink",
    "Seating",
    "Session",
    "SettleDraw",
    "Sit",
    "Step",
    "Think",
    "Tick",
    "Undo",
    "Visitor",
    "Watch",
    "apply",
    "check_pace",
]
