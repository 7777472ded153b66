"""Kill the server at random moments, a hundred times, and look for acknowledged moves that are lost.

A two-player game is played as fast as the server answers, and a thread kills the server after a random
time. After each restart, every move that was acknowledged must be there. Run by `make soak`.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import threading
from pathlib import Path

import httpx
from rich.progress import track
from serving import Server, begin


def play_until_killed(client: httpx.Client, server: Server, rng: random.Random) -> dict[str, int]:
    """Play games until the server dies; return the plies that were acknowledged, by game."""
    known: dict[str, int] = {}
    killer = threading.Timer(rng.uniform(0.0, 0.6), server.kill)
    killer.start()
    try:
        while True:
            view = begin(client, black="person", white="person")
            known[view["id"]] = 0
            while view["choices"]["legal"] and view["ply"] < 80:
                path = rng.choice(view["choices"]["legal"])["path"]
                answer = client.post(
                    f"/api/games/{view['id']}/moves", json={"ply": view["ply"], "path": path}
                )
                assert answer.status_code == 200, answer.text
                view = answer.json()
                known[view["id"]] = view["ply"]
    except httpx.TransportError:
        pass  # it is dead
    finally:
        killer.join()
    return known


def main() -> int:
    """Kill the server, check the games, and print the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    moves = lost = 0
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), lasting=True)
        with server.client() as client:
            for _ in track(range(options.kills), description="killing the server"):
                known = play_until_killed(client, server, rng)
                server.start()
                for game, ply in known.items():
                    found = client.get(f"/api/games/{game}").json()["ply"]
                    moves += ply
                    if found < ply:
                        lost += ply - found
                        print(f"game {game}: {ply} moves were acknowledged, {found} are there")
        server.stop()
    print(f"{options.kills} kills, {moves} acknowledged moves, {lost} lost")
    return 1 if lost or not moves else 0


if __name__ == "__main__":
    sys.exit(main())
