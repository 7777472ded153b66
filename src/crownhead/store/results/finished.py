"""The results of games between one person and one computer."""

import sqlite3
from typing import Final, NamedTuple, get_type_hints

from crownhead.store.database import Database
from crownhead.store.ownership import ONE_PERSON, OPPONENT, OWNER, SIDE
from crownhead.store.values import MOST_SECONDS

# One pass over the games; no moves are replayed.
_QUERY: Final = f"""
SELECT id, updated, rules, start, state, {SIDE} AS side, {OPPONENT} AS opponent, {OWNER} AS owner,
    coalesce((SELECT group_concat(path, '/') FROM
        (SELECT path FROM moves WHERE game = games.id AND ply <= min(games.ply, ?) ORDER BY ply)
    ), '') AS line
FROM games
WHERE state IN ('won', 'drawn', 'lost') AND {ONE_PERSON}
ORDER BY updated, id
"""


class FinishedGame(NamedTuple):
    """A finished game of one person against a computer, from the person's view.

    `state` is won, drawn or lost. `owner` is the browser with the person's seat, None at the host's
    own screens. `line` has the first moves: squares joined by spaces, moves by /.
    """

    id: str
    ended: float
    rules: str
    start: str
    state: str
    side: str
    opponent: str
    owner: str | None
    line: str


# The valid values of each column; SQLite would store anything.
_KINDS: Final = tuple(get_type_hints(FinishedGame).values())


def finished_games(database: Database, plies: int) -> list[FinishedGame]:
    """All finished games of one person against a computer, in order.

    Each comes with its first `plies` moves; damaged ones are left out.
    """
    rows = database.rows(_QUERY, plies)
    return [FinishedGame(*row) for row in rows if _is_sound(row)]


def _is_sound(row: sqlite3.Row) -> bool:
    return all(map(isinstance, row, _KINDS)) and 0 <= row["updated"] < MOST_SECONDS
