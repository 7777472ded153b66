"""What a collection has: how many games, by whom, when, with what openings and results."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from crownhead.library.finding import selection_of
from crownhead.library.query import Query
from crownhead.outcome import moves_in
from crownhead.store.library import LibraryStore

_MOST: int = 10


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts over some games; `players`, `events` and `openings` are those with most games."""

    games: int = 0
    black: int = 0
    white: int = 0
    draws: int = 0
    unknown: int = 0
    moves: int = 0  # of one side, on average
    longest: int = 0
    first_year: int | None = None
    last_year: int | None = None
    with_comments: int = 0
    with_faults: int = 0
    players: tuple[tuple[str, int], ...] = ()
    events: tuple[tuple[str, int], ...] = ()
    openings: tuple[tuple[str, int], ...] = ()


def statistics(library: LibraryStore, query: Query) -> Statistics:
    """Count the games that a search finds."""
    selection = selection_of(library, replace(query, page=1))
    if selection is None:
        return Statistics()
    where, values = selection.condition()
    row = library.ask(
        "SELECT count(*), sum(result = 1), sum(result = 2), sum(result = 3), avg(plies), max(plies), "
        f"min(day) / 10000, max(day) / 10000, sum(noted), sum(faulty) FROM library l WHERE {where}",
        *values,
    )[0]
    games, black, white, draws, average, longest, first, last, noted, faulty = row
    if not games:
        return Statistics()

    def most(column: str) -> tuple[tuple[str, int], ...]:
        return _most(library, f"SELECT {column} AS name FROM library l WHERE {where}", values)

    both = (
        f"SELECT black AS name FROM library l WHERE {where} "
        f"UNION ALL SELECT white FROM library l WHERE {where}"
    )
    return Statistics(
        games,
        black,
        white,
        draws,
        games - black - white - draws,
        moves_in(round(average)),
        moves_in(longest),
        first,
        last,
        noted,
        faulty,
        _most(library, both, [*values, *values]),
        most("event"),
        most("opening"),
    )


def _most(library: LibraryStore, names: str, values: list[Any]) -> tuple[tuple[str, int], ...]:
    rows = library.ask(
        f"SELECT (SELECT names.name FROM names WHERE id = found.name), count(*) FROM ({names}) found "
        f"WHERE found.name IS NOT NULL GROUP BY found.name ORDER BY 2 DESC, found.name LIMIT {_MOST}",
        *values,
    )
    return tuple((str(name), count) for name, count in rows)
