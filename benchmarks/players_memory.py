"""Measure a server's memory while few and many games are played against a computer.

There is one real server for each number of games, in the same run. In each game a person has made some
moves and a page is watching, so the computer keeps its state.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

sys.path.extend(str(Path(__file__).parents[1] / part) for part in ("tests/web", "tests"))

import httpx
from rich.progress import track
from serving import LONG, Server, begin
from websockets.sync.client import ClientConnection, connect

ALLOWED = 300.0  # megabytes, with many games


def next_turn(page: ClientConnection, ply: int) -> dict[str, Any] | None:
    """Wait until it is the person's turn again; return None if the game is over."""
    while True:
        told = json.loads(page.recv(timeout=LONG))
        if told["type"] == "view" and told["game"]["ply"] >= ply:
            game: dict[str, Any] = told["game"]
            if game["outcome"] is not None:
                return None
            if game["to_move"] == "person":
                return game


def play(client: httpx.Client, page: ClientConnection, moves: int) -> None:
    """Make a person's moves, always the first legal one, and wait for the computer's replies."""
    ply = 0
    for _ in range(moves):
        game = next_turn(page, ply)
        if game is None:
            return
        path = game["choices"]["legal"][0]["path"]
        answer = client.post(
            f"/api/games/{game['id']}/moves", json={"ply": game["ply"], "path": path}
        )
        assert answer.status_code == 200, answer.text
        ply = game["ply"] + 2
    next_turn(page, ply)


def megabytes(server: Server) -> float:
    """The memory of a server in megabytes."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="utf-8")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def measure(games: int, moves: int, opponent: str) -> float:
    """The memory of a server with so many games in progress."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as held:
        server = Server(Path(folder), "--seed", "1")
        held.callback(server.stop)
        client = held.enter_context(server.client())
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        for _ in track(range(games), description="games", disable=not sys.stderr.isatty()):
            game = begin(client, white=opponent)
            page = held.enter_context(
                connect(
                    f"ws://127.0.0.1:{server.port}/api/games/{game['id']}/live",
                    additional_headers={"Cookie": cookie, "Origin": server.base},
                    open_timeout=LONG,
                )
            )
            play(client, page, moves)
        return megabytes(server)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--few", type=int, default=5, help="games")
    parser.add_argument("--many", type=int, default=50, help="games")
    parser.add_argument("--moves", type=int, default=15, help="of the person, in each game")
    parser.add_argument("--opponent", default="level:5")
    options = parser.parse_args()
    few, many = (
        measure(games, options.moves, options.opponent) for games in (options.few, options.many)
    )
    print(f"{options.few} games against {options.opponent}: {few:.0f} MB")
    print(f"{options.many} games against {options.opponent}: {many:.0f} MB (needs {ALLOWED:g})")
    print(f"{options.many / options.few:g} x the games take {many / few:.2f} x the memory")
    sys.exit(0 if many <= ALLOWED else 1)


if __name__ == "__main__":
    main()
