"""Opponents that look ahead as the textbooks teach it."""

from __future__ import annotations

from random import Random
from typing import Final

from crownhead.engine.textbook import search
from crownhead.game import Game
from crownhead.move import Move
from crownhead.pieces import BLACK
from crownhead.position import Position

# Own pieces left, and how deep to look then; above the last, FIRST_DEPTH.
_DEPTH_BY_PIECES: Final = ((3, 12), (5, 10), (8, 8))
_FIRST_DEPTH: Final = 7


class TextbookPlayer:
    """Plays the first best move that minimax or alpha-beta finds; both find the same value."""

    def __init__(self, method: str, depth: int = 5, evaluation: str = "pieces") -> None:
        self.name = f"{method}:depth={depth},evaluation={evaluation}"
        self._method = method
        self._depth = depth
        self._evaluation = evaluation
        search(Position.start(), 0, method=method, evaluation=evaluation)  # refuses bad names now

    def choose(self, game: Game) -> Move:
        """Choose the first of the best moves."""
        return _best(game, self._depth, self._method, self._evaluation)


class LastStandPlayer:
    """Alpha-beta that looks deeper the fewer pieces it has left: 7, 8, 10, then 12 plies."""

    def __init__(self, evaluation: str = "pieces") -> None:
        self.name = f"last-stand:evaluation={evaluation}"
        self._evaluation = evaluation

    def choose(self, game: Game) -> Move:
        """Choose the first of the best moves."""
        return _best(game, self.depth(game.position), "alphabeta", self._evaluation)

    @staticmethod
    def depth(position: Position) -> int:
        """How deep to look in a position."""
        own = (position.black if position.turn is BLACK else position.white).bit_count()
        return next((depth for pieces, depth in _DEPTH_BY_PIECES if own <= pieces), _FIRST_DEPTH)


class LookaheadPlayer:
    """Counts captures a few plies ahead, and plays greedily beyond.

    A move is worth the pieces it captures, less what the best reply is worth to the opponent; a
    move that leaves the opponent none is worth most. Where the depth ends, the reply is a capture
    if there is one.
    """

    _WIN: Final = 100

    def __init__(self, depth: int = 2, seed: int | None = None) -> None:
        self.name = f"lookahead:depth={depth}"
        self._depth = depth
        self._random = Random(seed)

    def choose(self, game: Game) -> Move:
        """Choose one of the best moves, by lot."""
        position = game.position
        worth = {move: self._worth(position, move, self._depth) for move in game.legal_moves()}
        best = max(worth.values())
        return self._random.choice([move for move, value in worth.items() if value == best])

    def _worth(self, position: Position, move: Move, depth: int) -> float:
        after = position.play(move)
        replies = after.legal_moves()
        if not replies:
            return self._WIN + depth
        gain = len(move.captured)
        if depth == 0:
            return gain - max(len(reply.captured) for reply in replies)
        return gain - max(self._worth(after, reply, depth - 1) for reply in replies)


def _best(game: Game, depth: int, method: str, evaluation: str) -> Move:
    answer = search(game.position, depth, method=method, evaluation=evaluation)
    return answer.move if answer.move is not None else game.legal_moves()[0]
