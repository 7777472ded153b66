"""Who sits where: a computer, a person at this program's own screens, or a browser of its own."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from crownhead.errors import ConflictError, GameError
from crownhead.pieces import BLACK, WHITE, Side
from crownhead.service.games.choices import Seat, seat
from crownhead.store import GameRecord
from crownhead.store.games.records import Seats
from crownhead.store.ownership import HOST, Person

#: What a view calls the owner of a seat that is kept for whoever follows a link.
INVITED: Final = "invited"


def public_id(visitor: str) -> str:
    """What others may know of a browser: it can be compared, and opens nothing.

    >>> len(public_id("somebody"))
    12
    """
    return hashlib.sha256(visitor.encode()).hexdigest()[:12]


def public_owners(seats: Seats | GameRecord) -> dict[str, str]:
    """Who has the seats of a game, as everybody may see it.

    >>> public_owners(Seats({}, {"white": "0f3a"}))
    {'white': 'invited'}
    """
    owners = {side: public_id(owner) for side, owner in seats.owners.items()}
    return owners | dict.fromkeys(seats.invitations, INVITED)


@dataclass(frozen=True, slots=True)
class Visitor:
    """A browser. Hosts came by the start address; guests by links to `games`."""

    id: str
    is_host: bool
    games: tuple[str, ...] = ()


def person_of(by: Visitor | None) -> Person:
    """Whose games a browser's are; without one, a program of the host's own."""
    return HOST if by is None else Person(by.id, by.is_host)


@dataclass(frozen=True, slots=True)
class Seating:
    """The two seats of a game. A seat without an owner belongs to every host, or waits for a guest.

    `by` is the browser that asks, or None for a program of the host's own.
    """

    seats: Mapping[Side, Seat]
    owners: Mapping[Side, str]
    invitations: Mapping[Side, str]  # codes of links
    names: Mapping[Side, str | None]

    @classmethod
    def of(cls, record: GameRecord) -> Seating:
        """The seating of a stored game."""
        return cls(
            {BLACK: seat(record.black), WHITE: seat(record.white)},
            {Side(side): owner for side, owner in record.owners.items()},
            {Side(side): code for side, code in record.invitations.items()},
            {BLACK: record.black_name, WHITE: record.white_name},
        )

    @property
    def persons(self) -> list[Side]:
        """The sides that people play."""
        return [side for side in (BLACK, WHITE) if self.seats[side].is_person]

    def of_visitor(self, by: Visitor | None) -> list[Side]:
        """The sides that a browser may play."""
        if by is None:
            return self.persons
        anybody = by.id if by.is_host else None
        return [
            side
            for side in self.persons
            if side not in self.invitations and self.owners.get(side, anybody) == by.id
        ]

    @property
    def is_apart(self) -> bool:
        """Whether two people play on two devices: neither may decide for the other."""
        return len({self.owners[side] for side in self.persons if side in self.owners}) == 2

    def check_seated(self, by: Visitor | None) -> list[Side]:
        """The sides that a browser may play; refuse those who only watch.

        Where only computers play, the hosts decide.
        """
        mine = self.of_visitor(by)
        if not mine and (self.persons or (by is not None and not by.is_host)):
            raise GameError("you are watching this game; only the players can do that")
        return mine

    def check_turn(self, by: Visitor | None, turn: Side) -> None:
        """Refuse a move for a side that another browser plays."""
        if turn not in self.check_seated(by):
            raise ConflictError(
                f"{turn.label} has not joined yet; send the link"
                if turn in self.invitations
                else "it is not your turn"
            )

    def player_name(self, side: Side) -> str:
        """Who plays a side, for a record."""
        seat = self.seats[side]
        return (self.names[side] or seat.name) if seat.is_person else seat.name
