"""Make tests/data/shots.csv: positions that a search misjudges if it stops too early.

The positions come from random games. A shot is a quiet move that gives up a piece and wins two or more
by force, while every other move wins less: a search that reduces such a move must still find it. A
position in the middle of captures is kept if its piece count is wrong by two or more: a search that
stands pat there is wrong. Full-width searches to two depths, which must agree, give each position's
value in pieces.
"""

from __future__ import annotations

import csv
from pathlib import Path
from random import Random

from crownhead import Position
from crownhead.engine import evaluate, search

WANTED = {"shot": 20, "captures that win": 10, "captures that lose": 10}
DEPTHS = (8, 10)


def main() -> None:
    rng = Random(20261115)
    rows: dict[str, list[tuple[str, str, float]]] = {kind: [] for kind in WANTED}
    while any(len(rows[kind]) < count for kind, count in WANTED.items()):
        position = Position.start()
        for _ in range(rng.randrange(10, 60)):
            if position.is_over:
                break
            position = position.play(rng.choice(position.legal_moves()))
        found = exchange(position) if position.must_capture else shot(position)
        if found is not None and len(rows[found[0]]) < WANTED[found[0]]:
            kind, move, worth = found
            rows[kind].append((position.fen, move, worth))
            print(kind, *rows[kind][-1])
    path = Path(__file__).parent / "data" / "shots.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("kind", "fen", "move", "value"))
        writer.writerows((kind, *row) for kind, found in rows.items() for row in found)


def value(position: Position, plies: int = 0) -> float | None:
    """The value for the side to move, if the depths agree and no end is near."""
    found = {search(position, depth - plies, method="table").value for depth in DEPTHS}
    worth = found.pop()
    return None if found or abs(worth) > 24 else worth


def shot(position: Position) -> tuple[str, str, float] | None:
    """The only move that wins two pieces, if it gives up one first."""
    worth = value(position) if len(position.legal_moves()) > 3 else None
    if worth is None or worth < evaluate(position, "pieces") + 2:
        return None
    best = []
    for move in position.legal_moves():
        after = position.play(move)
        reply = value(after, 1)
        if reply is None or -reply > worth - 2:
            best.append((str(move), after.must_capture))
    return ("shot", best[0][0], worth) if len(best) == 1 and best[0][1] else None


def exchange(position: Position) -> tuple[str, str, float] | None:
    """The value after all captures, if it differs much from the current count and stays so."""
    worth = captured(position)
    won = worth - evaluate(position, "pieces")
    if position.kings or abs(won) < 2 or value(position) != worth:
        return None
    return f"captures that {'win' if won > 0 else 'lose'}", "", worth


def captured(position: Position) -> float:
    """The value of a position after all captures."""
    if not position.must_capture:
        return evaluate(position, "pieces")
    return max(-captured(position.play(move)) for move in position.captures())


if __name__ == "__main__":
    main()
