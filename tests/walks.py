"""Random games, as positions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from crownhead import ENGLISH, Position, Rules


def walk(rng: Random, plies: int, rules: Rules = ENGLISH) -> Iterator[Position]:
    """Yield the start, and the position after each random move, up to a number or the end."""
    position = Position.start(rules)
    yield position
    for _ in range(plies):
        moves = position.legal_moves()
        if not moves:
            return
        position = position.play(rng.choice(moves))
        yield position


def walked(rng: Random, plies: int, rules: Rules = ENGLISH) -> Position:
    """The position after a number of random moves, or the last one."""
    *_, last = walk(rng, plies, rules)
    return last
