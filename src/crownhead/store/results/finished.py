"""How the games of one person against a computer ended: what results are counted from."""

from __future__ import annotations

import sqlite3
from typing import Final, NamedTuple, get_type_hints

from crownhead.store.database import Database
from crownhead.store.ownership import ONE_PERSON, OPPONENT, OWNER, SIDE
from crownhead.store.values import MOST_SECONDS

# One pass over the games, without playing any.
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
    """A game of one person against a computer that is over, as the person sees it.

    `state` is won, drawn or lost; `owner` the browser that has the person's seat, None for a seat at
    the host's own screens; `line` the first moves, their squares joined by spaces, with / in between.
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


# What the columns hold. SQLite would keep anything in any of them.
_KINDS: Final = tuple(get_type_hints(FinishedGame).values())


def finished_games(database: Database, plies: int) -> list[FinishedGame]:
    """All games of one person against a computer that are over, the first one first.

    Each has as many moves of its beginning as are asked for; a damaged one is left out.
    """
    rows = database.rows(_QUERY, plies)
    return [FinishedGame(*row) for row in rows if _is_sound(row)]


def _is_sound(row: sqlite3.Row) -> bool:
    return all(map(isinstance, row, _KINDS)) and 0 <= row["updated"] < MOST_SECONDS
