"""Fits the winning chances that reviews judge by: engine scores against the results of games.

Every so many plies of each game the engine searches the position to a number of nodes; the logistic
curve through a half at 0 that makes the results likeliest gives the scale, in hundredths of a man.
Proven scores are left out, for they need no curve. Run it with

    .venv/bin/python training/fit_chances.py games.pdn more.pdn --nodes 20000
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from pathlib import Path
from random import Random

from crownhead import BLACK, WHITE, Game
from crownhead.engine import Engine, Limit
from crownhead.notation import pdn

Sample = tuple[int, float]  # Black's points, and the share of the game that Black got


def samples(path: Path, nodes: int, every: int) -> Iterator[Sample]:
    """Search a random position in every group of positions of each game with a result."""
    chance = Random(1)
    with Engine(threads=1, hash_mb=16) as engine:
        for game in pdn.read_games(path):
            if not game.errors and game.result in ("1-0", "0-1", "1/2-1/2"):
                yield from _of_game(game, engine, nodes, chance, every)


def _of_game(
    game: Game, engine: Engine, nodes: int, chance: Random, every: int
) -> Iterator[Sample]:
    winner = game.ending.winner if game.ending else None
    share = {BLACK: 1.0, None: 0.5, WHITE: 0.0}[winner]
    for node in [game.root, *game.main_line()]:
        if chance.randrange(every) or node.position.is_over:
            continue
        score = engine.analyse(node.position, Limit(nodes=nodes))[0].score
        if score.plies is None:
            yield score.points if node.position.turn is BLACK else -score.points, share


def loss(found: list[Sample], scale: float) -> float:
    """The mean negative log-likelihood of the results."""
    total = 0.0
    for points, share in found:
        lean = points / scale
        total += math.log1p(math.exp(-abs(lean))) + max(lean, 0.0) - share * lean
    return total / len(found)


def fitted(found: list[Sample]) -> float:
    """The scale with the least loss. The loss has one minimum, so a ternary search finds it."""
    low, high = 10.0, 2000.0
    while high - low > 0.1:
        one, two = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, two) if loss(found, one) < loss(found, two) else (one, high)
    return (low + high) / 2


def show(found: list[Sample], scale: float) -> None:
    """Print how well the curve fits the results in each interval of scores."""
    print(f"{len(found)} positions, scale {scale:.0f}, loss {loss(found, scale):.4f}")
    for low in range(-400, 400, 50):
        inside = [(points, share) for points, share in found if low <= points < low + 50]
        if inside:
            real = sum(share for _, share in inside) / len(inside)
            curve = sum(1 / (1 + math.exp(-points / scale)) for points, _ in inside) / len(inside)
            print(f"{low:+5} .. {low + 50:+5}: {len(inside):6}  {real:.3f}  {curve:.3f}")


def main() -> None:
    """Fit the scale to the games of each file, and to all of them together."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--every", type=int, default=4)
    options = parser.parse_args()
    together: list[Sample] = []
    for path in options.files:
        found = list(samples(path, options.nodes, options.every))
        print(f"{path.name}: {len(found)} positions, scale {fitted(found):.0f}")
        together += found
    show(together, fitted(together))


if __name__ == "__main__":
    main()
