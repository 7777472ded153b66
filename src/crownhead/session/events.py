"""What a command leaves to do besides showing the new session."""

from dataclasses import dataclass

from crownhead.errors import ConflictError
from crownhead.pieces import Side


@dataclass(frozen=True, slots=True)
class DrawAsked:
    """A person has offered the computer a draw; `SettleDraw` answers."""

    computer: Side
    version: int


@dataclass(frozen=True, slots=True)
class Refused:
    """The command was refused, but the session changed: a clock had run out before."""

    error: ConflictError


Event = DrawAsked | Refused
