"""Libraries for tests: games that were read once, and the plain scan that searches are compared with."""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from crownhead import Game, Position
from crownhead.library.importing import ImportProgress, import_games
from crownhead.library.tinsley import tinsley_pdn
from crownhead.notation.pdn import read_games
from crownhead.store import GameStore
from crownhead.store.library.library_store import LibraryStore

Moments = dict[int, int]  # the ply in each game, by its number
INDEXED = 400  # of Tinsley's games; the others are looked through


@cache
def tinsley_games() -> tuple[Game, ...]:
    return tuple(read_games(tinsley_pdn()))


@cache
def reached() -> dict[Position, Moments]:
    """Every position of Tinsley's games, with the games that reached it."""
    found: dict[Position, Moments] = {}
    for number, game in enumerate(tinsley_games(), start=1):
        for node in (game.root, *game.root.main_line()):
            found.setdefault(node.position, {}).setdefault(number, node.ply)
    return found


def filled(folder: Path) -> GameStore:
    """A store with Tinsley's games: number n is the n-th; the first of them are indexed."""
    store = GameStore(folder)
    text = tinsley_pdn().getvalue()
    starts = [0, *(start + 1 for start in _game_starts(text))]
    cut = starts[INDEXED]
    add(store.library, "Marion Tinsley", text[:cut])
    assert store.library.positions.make_run(least=1)
    add(store.library, "Marion Tinsley", text[cut:])
    return store


def _game_starts(text: bytes) -> Iterable[int]:
    at = text.find(b"\n[Event ")
    while at >= 0:
        yield at
        at = text.find(b"\n[Event ", at + 1)


def add(library: LibraryStore, name: str, text: str | bytes) -> ImportProgress:
    """Import a text into a collection."""
    content = text.encode() if isinstance(text, str) else text
    return import_games(library, name, io.BytesIO(content), "games.pdn")
