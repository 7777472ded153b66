"""Compare the search with the network and with the classic evaluation: nodes per second of CPU time.

Both search the same positions on one thread to the same number of nodes, in turn, best of several rounds.
Without a network in the package, the weights are random but of trained size; --network names a file.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import peers
from crownhead import Position
from crownhead.engine import Engine, Limit, Network, read_network
from crownhead.engine.network import usual_network
from crownhead.openings import ballot

ROUNDS = 5
NODES = 1_000_000
NEEDS_MILLIONS = 2.0
LATER = "B:W17,21,22,25,26,29,30,31:B5,6,7,9,10,12,14,16"


def seconds(engine: Engine, positions: list[Position]) -> float:
    """CPU seconds of the engine's thread for all positions."""
    begin = time.process_time()
    for position in positions:
        engine.forget()
        engine.analyse(position, Limit(nodes=NODES))
    return time.process_time() - begin


def random_network() -> Network:
    """A random network, made by the tests' code."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "engine"))
    import networks

    return Network(networks.network_file(networks.random_numbers(1)))


def main() -> int:
    """Measure and report, and return 1 if the target is missed."""
    parser: argparse.ArgumentParser = peers.arguments(__doc__)
    parser.add_argument("--network", type=Path, help="a file of weights")
    options = parser.parse_args()
    found = read_network(options.network) if options.network else usual_network()
    network = found or random_network()
    positions = [Position.start(), ballot(60).position, Position.from_fen(LATER)]
    with (
        Engine(hash_mb=64, evaluation="classic") as classic,
        Engine(hash_mb=64, evaluation=network) as learned,
    ):
        rounds = [(seconds(classic, positions), seconds(learned, positions)) for _ in range(ROUNDS)]
    by_hand, by_network = (
        len(positions) * NODES / 1e6 / min(column) for column in zip(*rounds, strict=True)
    )
    lines = [
        f"network     {'from a file' if found else 'of random weights'}, {network.arithmetic}",
        f"classic     {by_hand:.2f} million nodes a second",
        f"network     {by_network:.2f} million nodes a second, {by_network / by_hand:.2f} of that",
    ]
    target = peers.Target(
        "nodes with the network", by_network, "a million a second", NEEDS_MILLIONS
    )
    figures = {"benchmark": "network_speed", "classic": by_hand, "network": by_network}
    return peers.report(lines, [target], figures, options.json)


if __name__ == "__main__":
    sys.exit(main())
