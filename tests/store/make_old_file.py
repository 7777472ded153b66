"""Plays some games with the Crownhead of another commit, and prints its file of games as SQL.

`make old REF=COMMIT` builds a commit; run this with that build's Python, and keep what it prints here.
"""

from __future__ import annotations

import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from crownhead.rules import Rules
from crownhead.service import NewGame, Service
from crownhead.service.games.live import LiveGame

LINES = {
    "english": "11-15 23-19 8-11 22-17 4-8 17-13 15-18 24-20 11-15 28-24 8-11 26-23",
    "casual": "11-15 22-18 15x22 25x18 8-11 29-25",
}
SETTINGS = {"theme": "wood", "last": None}
WAIT = 60


def finished(service: Service, rules: str) -> LiveGame:
    """A game between people that somebody has resigned."""
    game = service.begin(NewGame(black="person", white="person", rules=Rules.parse(rules)))
    for text in LINES[rules].split():
        game.move(text)
    game.resign()
    return game


def play(service: Service) -> None:
    first = finished(service, "english")
    finished(service, "casual")
    service.begin(NewGame(black="person", white="person")).move("9-14")
    computer = service.begin(NewGame(black="person", white="level:1"))
    computer.move("11-15")
    computer.resign()
    service.analyses.of_text('[Event "Kept"]\n1. 11-15 {first} 23-19 (1... 22-18) 2. 8-11 *')
    service.reviews.ask(first)
    end = time.monotonic() + WAIT
    while service.reviews.view(first)["state"] != "done" and time.monotonic() < end:
        time.sleep(0.05)
    service.store.store_setting("preferences", SETTINGS)


def main() -> None:
    with TemporaryDirectory() as folder:
        service = Service(Path(folder), seed=1)
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
