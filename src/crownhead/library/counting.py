"""Statistics of a collection: games, players, dates, openings and results."""

from dataclasses import dataclass
from typing import Final

from crownhead.library.finding import selection_of
from crownhead.library.query import Query
from crownhead.outcome import moves_in
from crownhead.store.library.library_store import LibraryStore
from crownhead.store.ownership import HOST, Person

_MOST: Final = 10  # players, events and openings


@dataclass(frozen=True, slots=True)
class Tally:
    """Games by result."""

    games: int = 0
    black: int = 0
    white: int = 0
    draws: int = 0
    both_lost: int = 0


@dataclass(frozen=True, slots=True)
class Statistics(Tally):
    """Statistics of some games; `players`, `events` and `openings` are those with the most games."""

    unknown: int = 0
    moves: int = 0  # of one side, on average
    longest: int = 0
    first_year: int | None = None
    last_year: int | None = None
    with_comments: int = 0
    with_faults: int = 0
    players: tuple[tuple[str | None, int], ...] = ()  # None: unnamed people here
    events: tuple[tuple[str, int], ...] = ()
    openings: tuple[tuple[str, int], ...] = ()


def statistics(library: LibraryStore, query: Query, person: Person = HOST) -> Statistics:
    """Count the games that a search finds."""
    selection = selection_of(library, query, person)
    if selection is None:
        return Statistics()
    tallies = library.tallies
    found = tallies.totals(selection)
    if not found["games"]:
        return Statistics()
    found |= {"moves": moves_in(round(found["moves"])), "longest": moves_in(found["longest"])}
    return Statistics(
        **found,
        players=tallies.players(selection, _MOST),
        events=tallies.names(selection, "event", _MOST),
        openings=tallies.names(selection, "opening", _MOST),
    )
