"""Defines a person's own games: those against a computer with the person's seat.

Results, searches and the explorer all use this.
"""

from dataclasses import dataclass
from typing import Final

#: Columns for a row of `games`: whether it has one person, on which side, against whom, and the browser
#: that owns the person's seat. An unowned seat, at the host's own screens, has no row; the owner of an
#: invited seat is the invitation's code, which is no browser's name.
ONE_PERSON: Final = "(black = 'person') <> (white = 'person')"
SIDE: Final = "CASE black WHEN 'person' THEN 'black' ELSE 'white' END"
OPPONENT: Final = "CASE black WHEN 'person' THEN white ELSE black END"
OWNER: Final = (
    f"(SELECT coalesce(visitor, invitation) FROM seats WHERE game = games.id AND side = {SIDE})"
)


@dataclass(frozen=True, slots=True)
class Person:
    """The person whose games are meant: a browser's; a host also has those at the host's own screens."""

    browser: str | None = None
    is_host: bool = True

    def owns(self, owner: str | None) -> bool:
        """Whether a seat with this owner is the person's.

        >>> host, guest = Person("h"), Person("g", is_host=False)
        >>> [one.owns(owner) for one in (host, guest) for owner in ("h", "g", None)]
        [True, False, True, False, True, False]
        """
        return self.is_host if owner is None else owner == self.browser

    def condition(self) -> tuple[str, list[object]]:
        """The same as SQL and values, for a row of `games`."""
        known = f"coalesce({OWNER} = ?, {self.is_host:d})"
        return f"{ONE_PERSON} AND {known}", [self.browser or ""]


#: A program of the host's own.
HOST: Final = Person()
