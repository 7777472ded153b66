"""Commands for seats on several devices: a link gives a seat to another browser."""

from dataclasses import dataclass, replace

from crownhead.errors import GameError
from crownhead.pieces import Side
from crownhead.session.commands import Event
from crownhead.session.seating import Visitor
from crownhead.session.state import Note, Session


@dataclass(frozen=True, slots=True)
class Invite:
    """Keep a person's seat for whoever follows a link with a code; a kept seat keeps its code.

    The asker, called `name`, takes the other seat if it is free.
    """

    side: Side
    by: Visitor
    code: str
    name: str | None = None

    def __call__(self, session: Session, _now: float) -> tuple[Session, tuple[Event, ...]]:
        seating, other = session.seating, self.side.other
        if self.side not in seating.persons:
            raise GameError("session.computers-seat")
        if self.side in seating.owners:
            raise GameError("session.seat-taken")
        invited = {self.side: self.code, **seating.invitations}
        owners, names = seating.owners, seating.names
        if other in seating.persons and other not in {**owners, **invited}:
            owners = {**owners, other: self.by.id}
            names = {**names, other: self.name} if self.name else names
        seated = replace(seating, owners=owners, invitations=invited, names=names)
        return (session if seated == seating else session.kept(seating=seated)), ()


@dataclass(frozen=True, slots=True)
class Sit:
    """Take the seat of a link. If it is taken, the browser only watches.

    A browser that has a seat in this game keeps it.
    """

    side: Side
    visitor: str
    code: str
    name: str | None = None

    def __call__(self, session: Session, _now: float) -> tuple[Session, tuple[Event, ...]]:
        seating, side = session.seating, self.side
        free = seating.is_person(side) and seating.invitations.get(side) == self.code
        if self.visitor in seating.owners.values() or not free:
            return session, ()
        seated = replace(
            seating,
            owners={**seating.owners, side: self.visitor},
            invitations={one: code for one, code in seating.invitations.items() if one is not side},
            names={**seating.names, side: self.name} if self.name else seating.names,
        )
        return session.kept(Note("seat-taken", side), seating=seated), ()


@dataclass(frozen=True, slots=True)
class Rename:
    """Rename the owner of a seat."""

    visitor: str
    name: str | None

    def __call__(self, session: Session, _now: float) -> tuple[Session, tuple[Event, ...]]:
        seating = session.seating
        mine = [side for side, owner in seating.owners.items() if owner == self.visitor]
        names = {side: name for side, name in seating.names.items() if side not in mine}
        if self.name:
            names |= dict.fromkeys(mine, self.name)
        if names == seating.names:
            return session, ()
        renamed = replace(seating, names=names)
        return session.kept(seating=renamed, undo_request=session.undo_request), ()


@dataclass(frozen=True, slots=True)
class FreeSeats:
    """Let everybody at the host's own screens play both sides again; links become void."""

    def __call__(self, session: Session, _now: float) -> tuple[Session, tuple[Event, ...]]:
        seating = replace(session.seating, owners={}, invitations={})
        return session.kept(Note("seats-freed"), seating=seating), ()


@dataclass(frozen=True, slots=True)
class LeadTo:
    """Tell watchers that the players go on in another game."""

    game_id: str

    def __call__(self, session: Session, _now: float) -> tuple[Session, tuple[Event, ...]]:
        return replace(session, next=self.game_id), ()
