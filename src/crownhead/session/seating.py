"""Who plays which side: a computer, a person at the host's own screens, or a browser."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from crownhead.errors import ConflictError, GameError
from crownhead.pieces import BLACK, WHITE, Side

#: A person as a player; any other player is a computer's name.
PERSON: Final = "person"


@dataclass(frozen=True, slots=True)
class Visitor:
    """A browser. Hosts came by the start address; guests by links to `games`."""

    id: str
    is_host: bool
    games: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Seating:
    """The two seats of a game. A person's seat without owner and invitation belongs to every host.

    In all methods, `by` is the browser that asks, or None for a program of the host's own.
    """

    players: Mapping[Side, str]
    owners: Mapping[Side, str] = field(default_factory=dict)
    #: The codes of links to seats that are kept for somebody.
    invitations: Mapping[Side, str] = field(default_factory=dict)
    #: The names of people.
    names: Mapping[Side, str] = field(default_factory=dict)

    @property
    def persons(self) -> list[Side]:
        """The sides that people play."""
        return [side for side in (BLACK, WHITE) if self.is_person(side)]

    def is_person(self, side: Side) -> bool:
        """Whether a person plays a side."""
        return self.players[side] == PERSON

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
        owners = {self.owners.get(side) for side in self.persons}
        return len(owners) == 2 and None not in owners

    def check_seated(self, by: Visitor | None) -> list[Side]:
        """The sides that a browser may play; refuses those who only watch.

        If only computers play, hosts decide.
        """
        mine = self.of_visitor(by)
        if not mine and (self.persons or (by is not None and not by.is_host)):
            raise GameError("session.watching")
        return mine

    def check_turn(self, by: Visitor | None, turn: Side) -> None:
        """Refuse a move for a side that another browser plays."""
        if turn not in self.check_seated(by):
            if turn in self.invitations:
                raise ConflictError("session.not-joined", side=turn)
            raise ConflictError("session.not-your-turn")
