"""An opponent for tests whose moves are known beforehand."""

from __future__ import annotations

from crownhead import Game, Move


class First:
    """An opponent that plays the first legal move."""

    name = "first"

    def choose(self, game: Game) -> Move:
        return game.legal_moves()[0]
