"""Measure how long a review of a long game takes on the server, and how much it slows other games.

One real server. Moves are posted in games between two people at a steady pace: alone, then while a game of
sixty moves is reviewed and its page polls, then while thirty reviews wait. The baseline, measured in the
same run, is the moves alone.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from typing import Any

sys.path.extend(str(Path(__file__).parents[1] / part) for part in ("tests/web", "tests"))

import httpx
from serving import LONG, Server, begin

from crownhead import Game
from crownhead.players import player
from crownhead.service import NewGame, Service
from crownhead.session.endings import Resign
from crownhead.session.moves import Move

PLIES = 120
REVIEWS = 30
PAUSE = 0.05  # seconds between moves
PAUSE_OF_PAGE = 0.25  # seconds between a page's polls
NEEDS_SECONDS = 20.0
NEEDS_FIRST = 2.0
NEEDS_MOVE = 50.0  # milliseconds, in 99 of 100 cases


def long_game() -> Game:
    """A game of sixty moves between two levels that make mistakes; the same in every run."""
    for seed in range(100):
        game = Game()
        players = [player("level:4", seed=seed), player("level:5", seed=seed)]
        while game.outcome is None and game.ply < PLIES:
            game.push(players[game.ply % 2].choose(game))
        if game.ply == PLIES:
            return game
    raise AssertionError("no game was long enough")


def prepare(folder: Path, game: Game, count: int) -> list[str]:
    """Store the game several times, each resigned at its end, and return their ids."""
    service = Service(folder)
    names = []
    for _ in range(count):
        live = service.begin(NewGame(black="person", white="person"))
        for move in game.moves:
            live.do(Move(move.path))
        if not live.is_over:
            live.do(Resign())
        names.append(live.id)
    service.close()
    return names


@dataclass(slots=True)
class Mover:
    """Posts moves at a steady pace in its own thread, until it is stopped."""

    server: Server
    milliseconds: list[float] = field(default_factory=list)
    _stop: Event = field(default_factory=Event)

    def during(self, work: Callable[[], Any]) -> Any:
        """Post moves while other work is done, and return the result of that work."""
        thread = Thread(target=self._move)
        thread.start()
        try:
            return work()
        finally:
            self._stop.set()
            thread.join()

    def _move(self) -> None:
        chance = random.Random(1)
        with self.server.client() as client:
            view = begin(client, black="person", white="person")
            due = time.monotonic()
            while not self._stop.wait(max(0.0, due - time.monotonic())):
                if not view["choices"]["legal"]:
                    view = begin(client, black="person", white="person")
                path = chance.choice(view["choices"]["legal"])["path"]
                url, body = f"/api/games/{view['id']}/moves", {"ply": view["ply"], "path": path}
                sent = time.monotonic()
                answer = client.post(url, json=body)
                self.milliseconds.append(1000 * (time.monotonic() - sent))
                assert answer.status_code == 200, answer.text
                view = answer.json()
                due = max(due + PAUSE, time.monotonic())


def review(client: httpx.Client, name: str) -> tuple[float, float, dict[str, Any]]:
    """Seconds to the first and to the last judgement, as a page sees them, and the review."""
    begun, first, tag = time.monotonic(), None, ""
    client.post(f"/api/games/{name}/review", json={}).raise_for_status()
    while True:
        answer = client.get(f"/api/games/{name}/review", headers={"if-none-match": tag})
        tag = answer.headers["etag"]
        view = answer.json() if answer.status_code == 200 else {"state": "", "done": 0}
        if first is None and view["done"]:
            first = time.monotonic() - begun
        if view["state"] == "done":
            return first or 0.0, time.monotonic() - begun, view
        assert view["state"] != "failed", view
        assert time.monotonic() < begun + 10 * LONG
        time.sleep(PAUSE_OF_PAGE)


def ask_for_all(client: httpx.Client, names: list[str], seconds: float) -> int:
    """Request all reviews at once, poll one for a while, and return how many still wait."""
    for name in names:
        client.post(f"/api/games/{name}/review", json={}).raise_for_status()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        place = client.get(f"/api/games/{names[-1]}/review").json()["ahead"]
        time.sleep(PAUSE_OF_PAGE)
    return int(place)


def processor_seconds(server: Server) -> float:
    """The server's CPU time so far; other work on the machine does not count."""
    assert server.process is not None
    try:
        text = Path(f"/proc/{server.process.pid}/stat").read_text()
    except OSError:  # only on Linux
        return 0.0
    user, system = text.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def figures_of(milliseconds: list[float]) -> dict[str, float]:
    return {
        "moves": len(milliseconds),
        "p50": statistics.median(milliseconds),
        "p99": statistics.quantiles(milliseconds, n=100, method="inclusive")[98],
        "worst": max(milliseconds),
    }


def measure(seconds: float) -> dict[str, Any]:
    game = long_game()
    with tempfile.TemporaryDirectory() as folder:
        names = prepare(Path(folder), game, 1 + REVIEWS)
        server = Server(Path(folder))
        try:
            with server.client() as client:
                alone, beside, waiting = Mover(server), Mover(server), Mover(server)
                alone.during(lambda: time.sleep(seconds))
                before = processor_seconds(server)
                first, whole, view = beside.during(lambda: review(client, names[0]))
                used = processor_seconds(server) - before
                left = waiting.during(lambda: ask_for_all(client, names[1:], seconds))
        finally:
            server.stop()
    marks = sum(bool(move["mark"]) for move in view["moves"])
    return {
        "plies": view["total"],
        "marks": marks,
        "nodes": view["settings"]["nodes"],
        "first": first,
        "seconds": whole,
        "processor_seconds": used,
        "left": left,
        "alone": figures_of(alone.milliseconds),
        "reviewing": figures_of(beside.milliseconds),
        "waiting": figures_of(waiting.milliseconds),
    }


def report(found: dict[str, Any]) -> None:
    print(
        f"a game of {found['plies']} plies with {found['marks']} marks, {found['nodes']:,} nodes a "
        f"position: first judgement after {found['first']:.2f} s (needs {NEEDS_FIRST:g}), done after "
        f"{found['seconds']:.1f} s (needs {NEEDS_SECONDS:g})"
    )
    print(
        f"the server used {found['processor_seconds']:.1f} s of CPU time meanwhile, moves included"
    )
    for name, words in (
        ("alone", "without a review"),
        ("reviewing", "while it ran"),
        ("waiting", f"with {REVIEWS} reviews, {found['left']} of them left at the end"),
    ):
        one = found[name]
        print(
            f"a move confirmed {words}: median {one['p50']:.1f} ms, p99 {one['p99']:.1f} ms (needs "
            f"{NEEDS_MOVE:g}), worst {one['worst']:.1f} ms, of {one['moves']}"
        )
    for name, words in (("reviewing", "a review"), ("waiting", f"{REVIEWS} reviews")):
        ratio = found[name]["p50"] / found["alone"]["p50"]
        print(f"{words}: a move takes {ratio:.2f} x as long as without")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=15.0, help="of moves, twice")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = measure(options.seconds)
    if options.json:
        print(json.dumps(found))
    else:
        report(found)
    slowest = max(found["reviewing"]["p99"], found["waiting"]["p99"])
    met = found["first"] < NEEDS_FIRST and found["seconds"] < NEEDS_SECONDS and slowest < NEEDS_MOVE
    sys.exit(0 if met else 1)


if __name__ == "__main__":
    main()
