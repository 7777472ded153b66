"""Measure how soon a move is confirmed and shown to all watchers, with many games at once.

There is one real server. One process posts the moves and another holds the sockets, so that neither
waits for the other. The baseline, measured in the same run, is the same moves in games that nobody
watches.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import random
import re
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path

sys.path.extend(str(Path(__file__).parents[1] / part) for part in ("tests/web", "tests"))

import httpx
import websockets
from rich.progress import track
from serving import LONG, Server

from crownhead import Game
from crownhead.service import NewGame, Service
from crownhead.session.moves import Move

ALLOWED = 250.0  # milliseconds, in 99 of 100 cases
BUSY = 20.0  # milliseconds; an idle machine is never this late
PLIES_BEFORE = 20  # so that the games have reached the middle game
SECONDS_TO_SETTLE = 1.0
_KEPT_ALIVE = 3.0  # seconds; the server closes connections that are idle for five
_PLY = re.compile(r'"ply":(\d+),"position"')

Squares = tuple[int, ...]
Key = tuple[str, int]  # a game, and the ply that a move leads to


@dataclass(frozen=True, slots=True)
class Plan:
    """The load: the number of games, the seconds between moves in each, and the watchers."""

    games: int
    watchers: int
    pause: float
    seconds: float

    @property
    def moves(self) -> int:
        """Moves in each game."""
        return int(self.seconds / self.pause)


@dataclass(frozen=True, slots=True)
class Visit:
    """The address of a server, and the cookie of a browser that it knows."""

    base: str
    cookie: str

    @property
    def headers(self) -> dict[str, str]:
        """The headers that a page sends."""
        return {"Cookie": self.cookie, "Origin": self.base}


@dataclass(slots=True)
class Timed:
    """When each move was sent, by game and ply, and the milliseconds to its confirmation.

    `late` has the milliseconds by which moves were sent too late because the machine was busy.
    """

    sent: dict[Key, float] = field(default_factory=dict)
    confirmed: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)


def random_paths(plies: int, chance: random.Random) -> list[Squares]:
    """The moves of a game that has at least so many plies."""
    while True:
        game = Game()
        while game.outcome is None and game.ply < plies:
            game.push(chance.choice(game.position.legal_moves()))
        if game.outcome is None:
            return [move.path for move in game.moves]


def prepare(folder: Path, lines: list[list[Squares]]) -> list[str]:
    """Begin games between two people, play their first moves, and return their ids."""
    service = Service(folder)
    names = []
    for line in track(lines, description="games", disable=not sys.stderr.isatty()):
        game = service.begin(NewGame(black="person", white="person"))
        for path in line[:PLIES_BEFORE]:
            game.do(Move(path))
        names.append(game.id)
    service.close()
    return names


# ---- the process that moves


def post_moves(
    visit: Visit, games: dict[str, list[Squares]], plan: Plan, answer: Connection
) -> None:
    """Post every move when it is due, and send back the measurements."""
    answer.send(asyncio.run(_post_moves(visit, games, plan)))


async def _post_moves(visit: Visit, games: dict[str, list[Squares]], plan: Plan) -> Timed:
    timed = Timed()
    limits = httpx.Limits(keepalive_expiry=_KEPT_ALIVE)
    async with httpx.AsyncClient(
        base_url=visit.base, headers=visit.headers, limits=limits, timeout=60
    ) as client:
        begin = time.monotonic() + SECONDS_TO_SETTLE
        await asyncio.gather(
            *(
                _play(client, name, line, begin + plan.pause * number / plan.games, plan, timed)
                for number, (name, line) in enumerate(games.items())
            )
        )
    return timed


async def _play(
    client: httpx.AsyncClient,
    name: str,
    line: list[Squares],
    begin: float,
    plan: Plan,
    timed: Timed,
) -> None:
    for number, path in enumerate(line[PLIES_BEFORE:]):
        due = begin + number * plan.pause
        waited = due > time.monotonic()
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        ply = PLIES_BEFORE + number
        sent = time.monotonic()
        if waited:  # and was not kept by the answer to the move before
            timed.late.append(1000 * (sent - due))
        timed.sent[name, ply + 1] = sent
        answer = await client.post(
            f"/api/games/{name}/moves", json={"ply": ply, "path": list(path)}
        )
        timed.confirmed.append(1000 * (time.monotonic() - sent))
        assert answer.status_code == 200, answer.text


# ---- the process that watches


def hold_sockets(visit: Visit, names: list[str], plan: Plan, control: Connection) -> None:
    """Watch games until all announced moves are seen, and send back when each was seen."""
    control.send(asyncio.run(_hold_sockets(visit, names, plan, control)))


async def _hold_sockets(
    visit: Visit, names: list[str], plan: Plan, control: Connection
) -> list[tuple[Key, float]]:
    heard: list[tuple[Key, float]] = []
    opened = [asyncio.Event() for _ in range(len(names) * plan.watchers)]
    tasks = [
        asyncio.create_task(_watch(visit, name, opened[number * plan.watchers + one], heard))
        for number, name in enumerate(names)
        for one in range(plan.watchers)
    ]
    await asyncio.gather(*(event.wait() for event in opened))
    control.send(len(tasks))
    expected = await asyncio.to_thread(control.recv)
    end = time.monotonic() + LONG
    while len(heard) < expected and time.monotonic() < end:
        await asyncio.sleep(0.1)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return heard


async def _watch(
    visit: Visit, name: str, opened: asyncio.Event, heard: list[tuple[Key, float]]
) -> None:
    url = f"{visit.base.replace('http', 'ws')}/api/games/{name}/live"
    async with websockets.connect(
        url, additional_headers=visit.headers, open_timeout=60, max_size=None
    ) as socket:
        last = 0
        async for text in socket:
            now = time.monotonic()
            found = _PLY.search(str(text))
            assert found is not None, str(text)[:200]
            if opened.is_set():  # a late view may show several moves
                heard += [((name, ply), now) for ply in range(last + 1, int(found[1]) + 1)]
            last = int(found[1])
            opened.set()


# ---- together


def run(visit: Visit, games: dict[str, list[Squares]], plan: Plan) -> tuple[Timed, list[float]]:
    """Play and watch all games: the mover's measurements, and the milliseconds to each watcher."""
    context = multiprocessing.get_context("spawn")
    control, theirs = context.Pipe()
    watcher = context.Process(
        target=hold_sockets, args=(visit, list(games), plan, theirs), daemon=True
    )
    if plan.watchers:
        watcher.start()
        theirs.close()  # so that this process notices if that one fails
        assert control.recv() == len(games) * plan.watchers
    answer, mine = context.Pipe(duplex=False)
    mover = context.Process(target=post_moves, args=(visit, games, plan, mine), daemon=True)
    mover.start()
    mine.close()
    timed: Timed = answer.recv()
    mover.join()
    if not plan.watchers:
        return timed, []
    expected = len(timed.sent) * plan.watchers
    control.send(expected)
    heard: list[tuple[Key, float]] = control.recv()
    watcher.join()
    assert len(heard) == expected, f"{expected} moves expected, {len(heard)} seen"
    return timed, [1000 * (when - timed.sent[key]) for key, when in heard]


def quantiles(values: list[float]) -> tuple[float, float]:
    """The median and the 99th percentile."""
    cuts = statistics.quantiles(values, n=100, method="inclusive")
    return cuts[49], cuts[98]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--watchers", type=int, default=4, help="of each game")
    parser.add_argument("--pause", type=float, default=2.0, help="seconds between a game's moves")
    parser.add_argument("--seconds", type=float, default=40.0)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    plan = Plan(options.games, options.watchers, options.pause, options.seconds)
    alone = Plan(options.games, 0, options.pause, options.seconds)
    chance = random.Random(1)
    lines = [random_paths(PLIES_BEFORE + plan.moves, chance) for _ in range(plan.games)]
    with tempfile.TemporaryDirectory() as folder:
        names = prepare(Path(folder), lines + lines)
        server = Server(Path(folder))
        try:
            with server.client() as client:
                cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
            visit = Visit(server.base, cookie)
            quiet, _ = run(visit, dict(zip(names[: plan.games], lines, strict=True)), alone)
            crowd, told = run(visit, dict(zip(names[plan.games :], lines, strict=True)), plan)
        finally:
            server.stop()
    figures = {
        "confirmed": quantiles(crowd.confirmed),
        "confirmed_alone": quantiles(quiet.confirmed),
        "told": quantiles(told),
        "late": quantiles(crowd.late + quiet.late),
    }
    report(plan, figures, as_json=options.json)
    slowest = max(figures["confirmed"][1], figures["told"][1])
    sys.exit(0 if slowest <= ALLOWED else 1)


def report(plan: Plan, figures: dict[str, tuple[float, float]], *, as_json: bool) -> None:
    """Print the results."""
    if as_json:
        print(json.dumps({name: {"p50": p50, "p99": p99} for name, (p50, p99) in figures.items()}))
        return
    print(
        f"{plan.games} games, {plan.games * plan.watchers} watchers, "
        f"{plan.games / plan.pause:g} moves a second for {plan.seconds:g} s"
    )
    for name, words in (
        ("confirmed", "a move confirmed"),
        ("told", "a watcher told"),
        ("confirmed_alone", "a move confirmed, nobody watching"),
    ):
        p50, p99 = figures[name]
        print(f"{words}: p50 {p50:.1f} ms, p99 {p99:.1f} ms (needs {ALLOWED:g} at p99)")
    ratios = [
        one / two for one, two in zip(figures["confirmed"], figures["confirmed_alone"], strict=True)
    ]
    late = figures["late"][1]
    busy = "; the machine had other work, which these figures hold too" if late > BUSY else ""
    print(f"moves were sent late by {late:.1f} ms at p99{busy}")
    print(f"watchers make a move cost {ratios[0]:.1f} x at p50, {ratios[1]:.1f} x at p99")


if __name__ == "__main__":
    main()
