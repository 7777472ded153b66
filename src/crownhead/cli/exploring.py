"""The moves played in a position, as a table."""

from typing import Any, Final

from crownhead.book import usual_book
from crownhead.cli.shared import print_json
from crownhead.cli.tables import print_table
from crownhead.library.exploring import Explored, ExploredMove, Explorer, OwnScore
from crownhead.library.query import Query
from crownhead.messages import figure, say
from crownhead.openings import opening_at
from crownhead.pieces import Side
from crownhead.position import Position
from crownhead.rules import Rules
from crownhead.service.games.choices import name_of
from crownhead.store.library.library_store import LibraryStore

_COUNTS: Final = ("games", "black", "white", "draws")  # of a tally


def show_explored(library: LibraryStore, query: Query, *, as_json: bool) -> None:
    """Print the moves, the most frequent first, with the book's values."""
    rules = Rules() if query.rules is None else Rules.parse(query.rules)
    position = query.position or Position.start(rules)
    found = Explorer(library).explore(position, query)
    book = usual_book()
    values = {one.move.path: one.score.points for one in (book.probe(position) if book else [])}
    if as_json:
        print_json(_values(found, values))
        return
    opening = opening_at(position)
    if opening is not None:
        print(opening.name)
    rows = [_row(one, values.get(one.move.path), found, own=query.own) for one in found.moves]
    if rows:
        print_table(
            (
                "column.move",
                "column.games",
                "side.black",
                "side.white",
                "column.draws",
                "column.years",
                "column.book",
                "column.you" if query.own else "column.players",
            ),
            rows,
        )
    print(say("cli.explore.reached", count=found.tally.games))


def _row(one: ExploredMove, points: int | None, found: Explored, *, own: bool) -> tuple[str, ...]:
    years = "-".join(str(year) for year in dict.fromkeys((one.first_year, one.last_year)) if year)
    last = ", ".join(name or say("game.you") for name, _ in one.players)
    if own:
        last = "; ".join(map(_score, found.own_by_move.get(one.move.path, ())))
    counts = (figure(getattr(one.tally, name)) for name in _COUNTS)
    value = "" if points is None else figure(points / 100, "+.2f")
    return (str(one.move), *counts, years, value, last)


def _score(score: OwnScore) -> str:
    """A score against one opponent.

    >>> _score(OwnScore("level:2", "black", 3, 0, 1))
    'Sprout, as Black: +3 =0 -1'
    """
    points = f"+{score.won} ={score.drawn} -{score.lost}"
    opponent, side = name_of(score.opponent), Side(score.colour)
    return say("cli.explore.score", opponent=opponent, side=side, points=points)


def _values(found: Explored, values: dict[tuple[int, ...], int]) -> dict[str, Any]:
    return {
        "fen": found.position.fen,
        "games": found.tally.games,
        "moves": [
            {
                "move": str(one.move),
                **{name: getattr(one.tally, name) for name in _COUNTS},
                "first_year": one.first_year,
                "last_year": one.last_year,
                "players": [name for name, _ in one.players],
                "book": values.get(one.move.path),
            }
            for one in found.moves
        ],
    }
