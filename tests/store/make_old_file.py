"""Play some games with another commit's Crownhead, and print its games' file as SQL.

`make old REF=COMMIT` builds a commit. Run this with that build's Python, and keep the output in this folder.
"""

from __future__ import annotations

import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import closing
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from crownhead.library.entry import entry_of
from crownhead.notation.pdn import read_games
from crownhead.pieces import BLACK, WHITE
from crownhead.rules import Rules
from crownhead.service import NewGame, Service, Visitor
from crownhead.service.games.live import LiveGame
from crownhead.session.endings import Resign
from crownhead.session.moves import Move

LINES = {
    "english": "11-15 23-19 8-11 22-17 4-8 17-13 15-18 24-20 11-15 28-24 8-11 26-23",
    "casual": "11-15 22-18 15x22 25x18 8-11 29-25",
}
SETTINGS = {"theme": "wood", "last": None}
HOST, GUEST = Visitor("the-host", is_host=True), Visitor("a-guest", is_host=False)
ANALYSIS = '[Event "Kept"]\n1. 11-15 {first} 23-19 (1... 22-18) 2. 8-11 *'
LIBRARY = '[Event "Cup"] [Black "Ann"] [White "Person"]\n1. 11-15 23-19 8-11 1-0\n'
WAIT = 60


def finished(service: Service, rules: str) -> LiveGame:
    """A two-player game that one side has resigned."""
    game = service.begin(NewGame(black="person", white="person", rules=Rules.parse(rules)))
    for text in LINES[rules].split():
        game.do(Move(text))
    game.do(Resign())
    return game


def play(service: Service) -> None:
    first = finished(service, "english")
    finished(service, "casual")
    service.begin(NewGame(black="person", white="person")).do(Move("9-14"))
    computer = service.begin(NewGame(black="person", white="level:1"))
    computer.do(Move("11-15"))
    computer.do(Resign())
    service.analyses.of_text(ANALYSIS)
    service.analyses.of_game(first.id, first.recorded())
    service.reviews.ask(first)
    wait(lambda: service.reviews.view(first)["state"] == "done")
    seats(service)
    from_book(service)
    library(service)
    service.store.store_setting("preferences", SETTINGS)


def seats(service: Service) -> None:
    """A game with an open invitation, and one on two devices."""
    waiting = service.begin(NewGame(black="person", white="person"))
    waiting.invite(WHITE, by=HOST, name="Holly")
    taken = service.begin(NewGame(black="person", white="person"))
    taken.sit(BLACK, GUEST.id, taken.invite(BLACK, by=HOST), "Gus")
    taken.do(Move("10-15", by=GUEST))


def from_book(service: Service) -> None:
    """A finished game in which the computer has played book moves."""
    game = service.begin(NewGame(black="person", white="level:11"))
    game.watch(lambda _what: None)  # without a watcher, no computer thinks
    game.do(Move("11-15"))
    wait(lambda: game.view()["ply"] == 2)
    assert game.view()["record"][1]["book"], "play this with the book"
    game.do(Resign())


def library(service: Service) -> None:
    """A collection's game and one that was played here, both opened in an analysis."""
    entries = [entry_of(game.record) for game in read_games(StringIO(LIBRARY))]
    store = service.store.library
    store.adding(store.make_collection("Club")).add(entries)
    found = service.library.search({"sort": "length"})
    assert {hit["game"]["collection"] for hit in found["hits"]} == {"Club", "Played here"}
    for hit in found["hits"]:
        if hit["game"]["collection"] == "Club":
            number = hit["game"]["id"]
            looked_at = service.analyses.of_library(number, service.library.whole_game(number))
            looked_at.rename("A game of the club")


def wait(done: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT
    while not done():
        assert time.monotonic() < end
        time.sleep(0.05)


def main() -> None:
    with TemporaryDirectory() as folder:
        service = Service(Path(folder), seed=1, book=True)
        play(service)
        service.close()
        with closing(sqlite3.connect(service.store.path)) as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            sys.stdout.write(
                "\n".join((*connection.iterdump(), f"PRAGMA user_version = {version};"))
            )
            sys.stdout.write("\n")


if __name__ == "__main__":
    main()
