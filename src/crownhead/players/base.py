"""What an opponent must be able to do."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from crownhead.game import Game
from crownhead.move import Move


@runtime_checkable
class Player(Protocol):
    """Anyone who can choose a move; a class with these two members is one.

    >>> class First:
    ...     name = "first"
    ...
    ...     def choose(self, game: Game) -> Move:
    ...         return game.legal_moves()[0]
    >>> isinstance(First(), Player), First().choose(Game())
    (True, <Move 9-13>)
    """

    name: str

    def choose(self, game: Game) -> Move:
        """Choose one of the legal moves of a game that is not over; the game stays as it is."""
        ...
