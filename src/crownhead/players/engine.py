"""The engine as an opponent."""

from __future__ import annotations

from crownhead.engine.engine import Engine
from crownhead.engine.limits import Limit
from crownhead.game import Game
from crownhead.move import Move


class EnginePlayer:
    """The engine at full strength under a limit. It owns an engine; `close` gives it back."""

    def __init__(self, limit: Limit, *, threads: int = 1, hash_mb: int = 64) -> None:
        self.name = "engine"
        self._limit = limit
        self._engine = Engine(threads, hash_mb)

    def choose(self, game: Game) -> Move:
        """Choose the move that the engine thinks best."""
        return self._engine.play(game, self._limit)

    def close(self) -> None:
        """Stop the engine and give back its memory."""
        self._engine.close()
