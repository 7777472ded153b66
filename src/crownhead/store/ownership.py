"""Defines a person's own games: those against a computer with the person's seat.

Results, searches and the explorer all use this.
"""

from dataclasses import dataclass
from typing import Final

#: Columns for a row of `games`: on which side its person plays, against whom, and the browser that owns
#: the person's seat. An unowned seat, at the host's own screens, has no row.
SIDE: Final = "CASE black WHEN 'person' THEN 'black' ELSE 'white' END"
OPPONENT: Final = "CASE black WHEN 'person' THEN white ELSE black END"
_SEAT: Final = f"(SELECT {{}} FROM seats WHERE game = games.id AND side = {SIDE})"
OWNER: Final = _SEAT.format("visitor")
#: Whether a game has one person. An invited seat is nobody's yet.
ONE_PERSON: Final = (
    f"(black = 'person') <> (white = 'person') AND {_SEAT.format('invitation')} IS NULL"
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
