"""Measure what endgame tables cost in the middle game, where they have no answer: nodes a second.

    python benchmarks/endgame_search.py [FOLDER]

Searches the positions after the ballots with and without tables in turn, to the same number of nodes, and
prints the ratio of the speeds. Without a folder, tables for up to four pieces are built first.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

from crownhead import Engine, Limit, ballots
from crownhead.endgame import Build, EndgameTables

NODES = 400_000
ROUNDS = 60


def speed(engine: Engine, number: int) -> float:
    """Nodes per second of CPU time from one ballot."""
    engine.forget()
    position = ballots()[number].position
    begun = time.process_time()
    info = engine.analyse(position, Limit(nodes=NODES))[0]
    return info.nodes / (time.process_time() - begun)


def measure(folder: Path) -> None:
    tables = EndgameTables.open(folder)
    ratios = []
    with Engine(hash_mb=16) as plain, Engine(hash_mb=16, tables=tables) as knowing:
        for round_ in range(ROUNDS):
            number = round_ * 2
            pair = (plain, knowing) if round_ % 2 else (knowing, plain)
            found = {engine is knowing: speed(engine, number) for engine in pair}
            ratios.append(found[True] / found[False])
    print(f"tables to {tables.most_pieces} pieces, {ROUNDS} positions of {NODES:,} nodes")
    print(f"nodes a second with tables / without: {statistics.median(ratios):.3f} (needs 0.97)")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        measure(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as made:
            Build(Path(made), 4, distance=True).run()
            measure(Path(made))
