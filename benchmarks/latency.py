"""Measure how late the engine answers: past its time limit, and after a stop.

Prints percentiles in milliseconds beside the limits for a quiet machine: 15 ms past the time limit in
99 of 100 searches, and 10 ms to stop.
"""

from __future__ import annotations

import json
import sys
import threading
import time

from rich.progress import track

import peers
from crownhead import Game
from crownhead.engine import Engine, Limit
from crownhead.openings import ballots

ALLOWED_OVERSHOOT = 15.0
ALLOWED_STOP = 10.0


def overshoots(engine: Engine, searches: int, seconds: float) -> list[float]:
    """Milliseconds by which searches ran past their limit."""
    found = []
    for number in track(
        range(searches), description="time limits", disable=not sys.stderr.isatty()
    ):
        game = Game(ballots()[number % 156].position)
        begin = time.perf_counter()
        engine.play(game, Limit(seconds=seconds))
        found.append(1000 * (time.perf_counter() - begin - seconds))
    return found


def stops(engine: Engine, searches: int) -> list[float]:
    """Milliseconds from a stop in another thread to the end of the search."""
    found = []
    for number in track(range(searches), description="stops", disable=not sys.stderr.isatty()):
        told: list[float] = []

        def stop(told: list[float] = told) -> None:
            told.append(time.perf_counter())
            engine.stop()

        timer = threading.Timer(0.02, stop)
        timer.start()
        for _ in engine.analysis(ballots()[number % 156].position, Limit(depth=90)):
            pass
        found.append(1000 * (time.perf_counter() - told[0]))
        timer.join()
    return found


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def main() -> None:
    options = peers.options(__doc__, searches=200, seconds=0.05)
    with Engine(hash_mb=64) as engine:
        late = overshoots(engine, options.searches, options.seconds)
        stopped = stops(engine, options.searches)
    figures = {
        "overshoot_99": percentile(late, 0.99),
        "overshoot_50": percentile(late, 0.5),
        "stop_99": percentile(stopped, 0.99),
        "stop_50": percentile(stopped, 0.5),
    }
    if options.json:
        print(json.dumps(figures))
    else:
        print(
            f"overshoot: {figures['overshoot_50']:.2f} ms, 99 of 100 under "
            f"{figures['overshoot_99']:.2f} ms (allowed {ALLOWED_OVERSHOOT:g})"
        )
        print(
            f"stop: {figures['stop_50']:.2f} ms, 99 of 100 under {figures['stop_99']:.2f} ms "
            f"(allowed {ALLOWED_STOP:g})"
        )
    late_enough = figures["overshoot_99"] < ALLOWED_OVERSHOOT and figures["stop_99"] < ALLOWED_STOP
    sys.exit(0 if late_enough else 1)


if __name__ == "__main__":
    main()
