"""Opponents that move at random, capture greedily, or search as in textbooks."""

from collections.abc import Callable
from random import Random
from typing import Final

from crownhead.cursor import Cursor
from crownhead.engine.limits import Limit
from crownhead.engine.textbook import search
from crownhead.errors import SearchStoppedError
from crownhead.game import Game, cursor_of
from crownhead.move import Move
from crownhead.pieces import BLACK
from crownhead.players.base import Interruption
from crownhead.position import Position


class RandomPlayer:
    """Makes any legal move. The same seed plays the same way."""

    def __init__(self, seed: int | None = None) -> None:
        self.name = "random"
        self._random = Random(seed)

    def choose(self, game: Game) -> Move:
        """Choose any move."""
        return self._random.choice(cursor_of(game).choices())


class GreedyPlayer:
    """Captures if it can, or else makes any move."""

    def __init__(self, seed: int | None = None) -> None:
        self.name = "greedy"
        self._random = Random(seed)

    def choose(self, game: Game) -> Move:
        """Choose any capture or, without one, any move."""
        moves = cursor_of(game).choices()
        return self._random.choice([move for move in moves if move.is_capture] or moves)


# The most own pieces for each depth; with more pieces it is _FIRST_DEPTH.
_DEPTH_BY_PIECES: Final = ((3, 12), (5, 10), (8, 8))
_FIRST_DEPTH: Final = 7


class _Looker:
    """The base of players that look ahead, which can be stopped and report their depth."""

    def __init__(self) -> None:
        self.watch: Callable[[int], None] | None = None
        self.allowance: Limit | None = None
        self._interruption = Interruption()

    def _best(self, game: Cursor, depth: int, method: str, evaluation: str) -> Move:
        """The first best move of a textbook search."""
        moves = game.choices()
        self._begin(depth)
        try:
            answer = search(
                game.position,
                depth,
                method=method,
                evaluation=evaluation,
                should_stop=self._interruption.is_set,
            )
        except SearchStoppedError:
            self._interruption.raise_if_set()
            raise
        return answer.move if answer.move is not None else moves[0]

    def _begin(self, depth: int) -> None:
        self._interruption.raise_if_set()
        if self.watch is not None:
            self.watch(depth)

    def stop(self) -> None:
        """Stop the current choice. Any thread may call this."""
        self._interruption.set()

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


class TextbookPlayer(_Looker):
    """Plays the first best move of minimax or alpha-beta, which find the same value."""

    def __init__(self, method: str, depth: int = 5, evaluation: str = "pieces") -> None:
        super().__init__()
        self.name = f"{method}:depth={depth},evaluation={evaluation}"
        self._method = method
        self._depth = depth
        self._evaluation = evaluation
        search(Position.start(), 0, method=method, evaluation=evaluation)  # checks the names

    def choose(self, game: Game) -> Move:
        """Choose the first of the best moves."""
        return self._best(cursor_of(game), self._depth, self._method, self._evaluation)


class LastStandPlayer(_Looker):
    """Alpha-beta that looks deeper with fewer own pieces: 7, 8, 10, then 12 plies."""

    def __init__(self, evaluation: str = "pieces") -> None:
        super().__init__()
        self.name = f"last-stand:evaluation={evaluation}"
        self._evaluation = evaluation

    def choose(self, game: Game) -> Move:
        """Choose the first of the best moves."""
        cursor = cursor_of(game)
        return self._best(cursor, self.depth(cursor.position), "alphabeta", self._evaluation)

    @staticmethod
    def depth(position: Position) -> int:
        """The depth for a position."""
        own = (position.black if position.turn is BLACK else position.white).bit_count()
        return next((depth for pieces, depth in _DEPTH_BY_PIECES if own <= pieces), _FIRST_DEPTH)


class LookaheadPlayer(_Looker):
    """Counts captures a few plies ahead, and captures greedily beyond.

    The worth of a move is the number of pieces it captures less the worth of the best reply. A move
    that leaves no reply is worth most. At the full depth, the reply is a capture if there is one.
    """

    _WIN: Final = 100

    def __init__(self, depth: int = 2, seed: int | None = None) -> None:
        super().__init__()
        self.name = f"lookahead:depth={depth}"
        self._depth = depth
        self._random = Random(seed)

    def choose(self, game: Game) -> Move:
        """Choose one of the best moves at random."""
        cursor = cursor_of(game)
        moves = cursor.choices()
        self._begin(self._depth)
        position = cursor.position
        worth = {move: self._worth(position, move, self._depth) for move in moves}
        best = max(worth.values())
        return self._random.choice([move for move, value in worth.items() if value == best])

    def _worth(self, position: Position, move: Move, depth: int) -> float:
        self._interruption.raise_if_set()
        after = position.play(move)
        replies = after.legal_moves()
        if not replies:
            return self._WIN + depth
        gain = len(move.captured)
        if depth == 0:
            return gain - max(len(reply.captured) for reply in replies)
        return gain - max(self._worth(after, reply, depth - 1) for reply in replies)
