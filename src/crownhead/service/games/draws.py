"""Decides whether a computer accepts a draw."""

from typing import Final

from crownhead.engine import Score
from crownhead.game import Game
from crownhead.pieces import Side
from crownhead.session.state import DrawWhy

# In hundredths of a man: too little to play on for, and as good as won.
_NOTHING: Final = 10
_WINNING: Final = 200
_WORSE: Final = -50  # early in a game, bad enough to accept a draw
# With this many pieces and this few moves, a level game is still in its opening.
_MANY_PIECES: Final = 18
_FEW_PLIES: Final = 20


def why_declined(game: Game, side: Side, score: Score) -> DrawWhy | None:
    """Why the computer playing a side declines, by the score for the side to move; None: it accepts."""
    points = (score if game.turn is side else -score).points
    if points > _WINNING:
        return "winning"
    if points > _NOTHING:
        return "better"
    position = game.position
    pieces = (position.black | position.white).bit_count()
    if points > _WORSE and pieces >= _MANY_PIECES and game.ply < _FEW_PLIES:
        return "early"
    return None
