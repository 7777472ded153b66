"""Games to list, each a second newer than the one before, and damage to their rows."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any

from crownhead.store import GameStore, GameSummary, StoredGame, StoredMove, Summary

BOARD = "bbbbbbbbbbbb........wwwwwwwwwwww"
MOVE = StoredMove((11, 15))
STORED = StoredGame(
    black="person",
    white="level:4",
    rules="english",
    start="B:W21:B1",
    clock={"kind": "move", "seconds": 30.0, "increment": 0.0},
    ply=1,
    moves=(MOVE,),
    summary=Summary(BOARD, "white"),
)


class Clock:
    """A clock that a test advances; several games may share a moment."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


def begin(store: GameStore, clock: Clock, **changes: Any) -> StoredGame:
    """A game that is a second newer than the one before."""
    clock.seconds += 1
    return store.add(replace(STORED, **changes))


def ended(reason: str, winner: str | None = None) -> Summary:
    return Summary(BOARD, "white", winner, reason)


def ids(page: list[GameSummary]) -> list[str]:
    return [one.id for one in page]


def pages(store: GameStore, limit: int) -> Iterator[list[GameSummary]]:
    """All pages of a list, as scrolling shows them; there must be an end."""
    page = store.page(limit)
    for _ in range(100):
        if not page:
            return
        yield page
        page = store.page(limit, before=(page[-1].updated, page[-1].id))
    raise AssertionError(f"the list goes on and on with {page}")


def change(store: GameStore, statement: str, *values: object) -> None:
    """Write what no program would write."""
    with closing(sqlite3.connect(store.path)) as connection, connection:
        assert connection.execute(statement, values).rowcount == 1
