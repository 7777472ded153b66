"""Make tests/data/problems.csv: positions with a forced win, proven by exhaustive search.

The positions come from random games; a full-width search to depth 7 proves the shortest win, and
only positions in which exactly one move wins that fast are kept.
"""

from __future__ import annotations

import csv
from pathlib import Path
from random import Random

from crownhead import Position
from crownhead.engine import search

WANTED = {3: 20, 5: 40, 7: 40}
DEPTH = 7


def main() -> None:
    rng = Random(20261115)
    missing = dict(WANTED)
    rows: list[tuple[str, str, int]] = []
    seen: set[Position] = set()
    while any(missing.values()):
        position = Position.start()
        for _ in range(rng.randrange(20, 70)):
            if position.is_over:
                break
            position = position.play(rng.choice(position.legal_moves()))
        if len(position.legal_moves()) < 3 or position in seen:
            continue
        seen.add(position)
        plies = search(position, DEPTH, method="ordered").plies
        if plies in missing and missing[plies] and len(quickest(position, plies)) == 1:
            missing[plies] -= 1
            rows.append((position.fen, quickest(position, plies)[0], plies))
            print(rows[-1])
    path = Path(__file__).parent / "data" / "problems.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerows([("fen", "move", "plies"), *sorted(rows, key=lambda row: row[2])])


def quickest(position: Position, plies: int) -> list[str]:
    """Moves after which the opponent loses in one ply less."""
    return [
        str(move)
        for move in position.legal_moves()
        if search(position.play(move), plies - 1, method="ordered").plies == 1 - plies
    ]


if __name__ == "__main__":
    main()
