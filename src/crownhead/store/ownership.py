"""One's own games: those of one person against a computer in which the person's seat is one's own.

Results, searches and the explorer all count by what stands here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

#: About a row of `games`: whether it has one person, which side that is, who is on the other, and which
#: browser owns the person's seat. A seat that nobody owns, at the host's own screens, has no row; the
#: owner of one that is kept for a guest is the code of the link, which is nobody's name.
ONE_PERSON: Final = "(black = 'person') <> (white = 'person')"
SIDE: Final = "CASE black WHEN 'person' THEN 'black' ELSE 'white' END"
OPPONENT: Final = "CASE black WHEN 'person' THEN white ELSE black END"
OWNER: Final = (
    f"(SELECT coalesce(visitor, invitation) FROM seats WHERE game = games.id AND side = {SIDE})"
)


@dataclass(frozen=True, slots=True)
class Person:
    """Whose games they are: a browser's; a host also has those at the host's own screens."""

    browser: str | None = None
    is_host: bool = True

    def owns(self, owner: str | None) -> bool:
        """Whether a seat is the person's, by the browser that owns it.

        >>> host, guest = Person("h"), Person("g", is_host=False)
        >>> [one.owns(owner) for one in (host, guest) for owner in ("h", "g", None)]
        [True, False, True, False, True, False]
        """
        return self.is_host if owner is None else owner == self.browser

    def condition(self) -> tuple[str, list[object]]:
        """The same of a row of `games`, as SQL and its values."""
        known = f"coalesce({OWNER} = ?, {self.is_host:d})"
        return f"{ONE_PERSON} AND {known}", [self.browser or ""]


#: A program of the host's own.
HOST: Final = Person()
