"""What a command has made happen."""

from __future__ import annotations

from dataclasses import dataclass

from crownhead.errors import CrownheadError
from crownhead.outcome import Outcome
from crownhead.pieces import Side


@dataclass(frozen=True, slots=True)
class Moved:
    """A move was made; `ply` is where the game stands now."""

    ply: int
    book: bool = False


@dataclass(frozen=True, slots=True)
class Travelled:
    """Moves were taken back or made again; `ply` is where the game stands now."""

    ply: int


@dataclass(frozen=True, slots=True)
class Ended:
    """Somebody has ended the game, or a clock has run out."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class DrawAsked:
    """A person has offered the computer a draw. `SettleDraw` brings the answer."""

    computer: Side
    version: int


@dataclass(frozen=True, slots=True)
class Refused:
    """The command was refused although it has changed the session: its clock had run out."""

    error: CrownheadError


Event = Moved | Travelled | Ended | DrawAsked | Refused
