"""Finds games, and the moment that was searched for in each."""

from dataclasses import dataclass

from crownhead.library.dates import last_day, read_day
from crownhead.library.query import Query
from crownhead.openings import named_openings
from crownhead.store.library.entries import LibraryRow
from crownhead.store.library.folding import folded
from crownhead.store.library.library_store import LibraryStore
from crownhead.store.library.positions import Moments
from crownhead.store.library.selection import Selection
from crownhead.store.ownership import HOST, Person


@dataclass(frozen=True, slots=True)
class Hit:
    """A game that was found, and the ply of the position searched for."""

    row: LibraryRow
    ply: int | None


@dataclass(frozen=True, slots=True)
class Answer:
    """The number of games found, and one page of them."""

    count: int
    hits: list[Hit]


def search(library: LibraryStore, query: Query, person: Person = HOST) -> Answer:
    """Find games: their number, and a page of them; own games are the person's."""
    selection = selection_of(library, query, person)
    if selection is None:
        return Answer(0, [])
    found = library.searches.find(selection, limit=query.size, offset=(query.page - 1) * query.size)
    moments = selection.moments
    return Answer(
        found.count, [Hit(row, moments.ply_in(row.id) if moments else None) for row in found.rows]
    )


def numbers_of(library: LibraryStore, query: Query, person: Person = HOST) -> list[int]:
    """The numbers of all games found."""
    selection = selection_of(library, query, person)
    return [] if selection is None else library.searches.ids(selection)


def selection_of(library: LibraryStore, query: Query, person: Person = HOST) -> Selection | None:
    """A query for the store; None if nothing can match."""
    moments = _moments(library, query)
    if moments is not None and not len(moments):
        return None
    coded = query.own and query.opponent in library.tallies.opponents(person)
    return Selection(
        collections=tuple(library.collection_id(name) for name in query.collections),
        player=_folded(query.player),
        opponent=query.opponent if coded else _folded(query.opponent),
        colour=query.colour,
        result=query.result,
        since=None if query.since is None else read_day(query.since),
        until=None if query.until is None else last_day(query.until),
        event=_folded(query.event),
        opening=_folded(query.opening),
        whole_opening=_is_opening(query.opening),
        ballot=query.ballot,
        # Moves are those of one side: 30 moves are 59 or 60 plies.
        shortest=None if query.shortest is None else 2 * query.shortest - 1,
        longest=None if query.longest is None else 2 * query.longest,
        comment=_folded(query.comment),
        rules=query.rules,
        batch=query.batch,
        games=query.games,
        own=person if query.own else None,
        coded=coded,
        moments=moments,
        sort=query.sort,
        descending=query.descending,
    )


def _moments(library: LibraryStore, query: Query) -> Moments | None:
    """The games with the position or pattern; None if the query has neither."""
    position, drawing = query.position, query.drawing
    found: Moments | None = None
    if position is not None:
        found = library.positions.find(position, reversed_too=query.reversed)
    if drawing is not None:
        fitting = library.positions.look_through(drawing.wanted, reversed_too=query.reversed)
        found = fitting if found is None else found.both(fitting)
    return found


def _is_opening(text: str | None) -> bool:
    """Whether a text is the whole name of an opening: then longer names do not match."""
    return text is not None and folded(text) in {folded(one.name) for one in named_openings()}


def _folded(text: str | None) -> str | None:
    return None if text is None else folded(text)
