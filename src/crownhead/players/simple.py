"""Opponents that do not look ahead."""

from random import Random

from crownhead.game import Game, place_of
from crownhead.move import Move


class RandomPlayer:
    """Makes any legal move. The same seed plays the same way."""

    def __init__(self, seed: int | None = None) -> None:
        self.name = "random"
        self._random = Random(seed)

    def choose(self, game: Game) -> Move:
        """Choose any move."""
        return self._random.choice(place_of(game).choices())


class GreedyPlayer:
    """Captures if it can, or else makes any move."""

    def __init__(self, seed: int | None = None) -> None:
        self.name = "greedy"
        self._random = Random(seed)

    def choose(self, game: Game) -> Move:
        """Choose any capture or, without one, any move."""
        moves = place_of(game).choices()
        return self._random.choice([move for move in moves if move.is_capture] or moves)
