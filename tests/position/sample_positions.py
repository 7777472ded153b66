"""Positions to ask: the start, some that are telling, and any number at random."""

from __future__ import annotations

from random import Random

from crownhead import PRESETS, Position, Rules
from oracle import every_option_combination, random_board

START = Position.start()
CASUAL = PRESETS["casual"]
TWO_ROUTES = Position.from_fen("B:W6,7,14,15:B2")
ROUND_TRIP = Position.from_fen("B:W14,15,22,23:BK10")
MIXED = Position.from_fen("B:W18,24,27,K10:B12,16,K22")

COMBINATIONS = [Rules(**options._asdict()) for options in every_option_combination()]


def some_positions(seed: int, count: int) -> list[Position]:
    """Draw positions at random, the rules by turns."""
    rng = Random(seed)
    return [
        Position.from_fen(random_board(rng).fen(), COMBINATIONS[number % len(COMBINATIONS)])
        for number in range(count)
    ]
