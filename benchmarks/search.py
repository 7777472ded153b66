"""Compare textbook alpha-beta with py-draughts' engine, and measure the engine's depth and threads.

Both search eight plies from the start position, in turn, best of several rounds. py-draughts' engine is
its SimpleEngine on its AmericanBoard. It also searches captures beyond the last ply and treats captures
as optional, so it does somewhat more work. Then the engine searches for a second on one thread, in turn
with textbook alpha-beta, which gets as deep as it can in a second with `weighted`, the evaluation that
counts most. Finally the engine searches for a second on one and on two threads in turn.
"""

from __future__ import annotations

import os
import sys
import time
from importlib import import_module
from itertools import count
from typing import Any

import peers

DEPTH = 8
ROUNDS = 5
NEEDS_RATIO = 1000
NEEDS_DEPTH = 17
NEEDS_DEPTHS = 1.2
NEEDS_THREADS = 1.6


class Crownhead:
    """Crownhead's textbook alpha-beta and its engine."""

    def textbook(self) -> float:
        search = import_module("crownhead.engine").search
        start = import_module("crownhead").Position.start()
        # Too short to measure once, so it is repeated.
        return peers.timed(lambda: [search(start, DEPTH) for _ in range(20)])[1] / 20

    def depth_in_a_second(self) -> int:
        engine = import_module("crownhead.engine")
        start = import_module("crownhead").Position.start()
        with engine.Engine(hash_mb=64) as one:
            return int(one.analyse(start, engine.Limit(seconds=1))[0].depth)

    def textbook_depth_in_a_second(self) -> int:
        engine = import_module("crownhead.engine")
        start = import_module("crownhead").Position.start()
        for depth in count(1):
            end = time.perf_counter() + 1
            try:
                engine.search(
                    start,
                    depth,
                    evaluation="weighted",
                    should_stop=lambda end=end: time.perf_counter() > end,
                )
            except import_module("crownhead.errors").SearchStoppedError:
                return depth - 1
        raise AssertionError("count has no end")

    def speed(self, threads: int) -> float:
        engine = import_module("crownhead.engine")
        start = import_module("crownhead").Position.start()
        with engine.Engine(threads=threads, hash_mb=64) as several:
            return float(several.analyse(start, engine.Limit(seconds=1.5))[0].speed)


class PyDraughts:
    """py-draughts' own engine."""

    def textbook(self) -> float:
        draughts: Any = import_module("draughts")
        board, engine = draughts.AmericanBoard(), draughts.SimpleEngine(depth_limit=DEPTH)
        return peers.timed(lambda: engine.get_best_move(board))[1]


def main() -> int:
    """Measure and report, and return 1 if a target is missed."""
    options = peers.arguments(__doc__).parse_args()
    if options.worker:
        return peers.serve(Crownhead() if options.worker == "crownhead" else PyDraughts())
    with peers.workers(__file__, ["crownhead", "py-draughts"]) as contenders:
        own, peer = contenders["crownhead"], contenders["py-draughts"]
        rounds = [(own.ask("textbook"), peer.ask("textbook")) for _ in range(ROUNDS)]
        depths = [
            (own.ask("depth_in_a_second"), own.ask("textbook_depth_in_a_second")) for _ in range(3)
        ]
        speeds = [(own.ask("speed", threads=1), own.ask("speed", threads=2)) for _ in range(3)]
    depth, textbook_depth = (max(column) for column in zip(*depths, strict=True))
    seconds = [min(column) for column in zip(*rounds, strict=True)]
    one, two = (max(column) for column in zip(*speeds, strict=True))
    targets = [
        peers.Target(
            f"alpha-beta to depth {DEPTH}", seconds[1] / seconds[0], "py-draughts", NEEDS_RATIO
        ),
        peers.Target("depth in a second, one thread", depth, "one ply", NEEDS_DEPTH),
        peers.Target(
            "depth in a second", depth / textbook_depth, "textbook alpha-beta", NEEDS_DEPTHS
        ),
    ]
    if (os.cpu_count() or 1) > 1:
        targets.append(
            peers.Target("nodes a second on two threads", two / one, "one thread", NEEDS_THREADS)
        )
    lines = [
        f"crownhead   depth {DEPTH} in {1000 * seconds[0]:.2f} ms",
        f"py-draughts depth {DEPTH} in {1000 * seconds[1]:.2f} ms",
        f"engine      depth {depth} in a second, textbook alpha-beta depth {textbook_depth}",
        f"engine      {one / 1e6:.2f} million nodes a second on one thread, {two / 1e6:.2f} on two",
    ]
    figures = {
        "benchmark": "search",
        "seconds": seconds,
        "depth": depth,
        "textbook_depth": textbook_depth,
    }
    return peers.report(lines, targets, figures, options.json)


if __name__ == "__main__":
    sys.exit(main())
