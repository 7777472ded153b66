"""Anyone who can choose a move.

`names.py` reads opponents' names, such as `level:4` or `hub:COMMAND`. The levels are the table
`levels.csv`; the classic names and the ratings of other opponents are `ratings.csv`. A new kind of
opponent is a class with `name` and `choose`, and a row in `names.py`.

>>> from crownhead import Game
>>> from crownhead.players import player
>>> game = Game()
>>> opponent = player("alphabeta:depth=4,evaluation=advance")
>>> game.push(opponent.choose(game)) in game.start.legal_moves()
True
"""

from crownhead.custom import OwnPlayer
from crownhead.players.base import Player, Thinker
from crownhead.players.engine import EnginePlayer, equip
from crownhead.players.levels import Level, LevelPlayer, level, levels
from crownhead.players.names import CLASSIC_NAMES, NAMES, Opponent, player, read_opponent, spelt_out
from crownhead.players.ratings import Rated, rated, rated_opponents
from crownhead.players.textbook import (
    GreedyPlayer,
    LastStandPlayer,
    LookaheadPlayer,
    RandomPlayer,
    TextbookPlayer,
)

__all__ = [
    "CLASSIC_NAMES",
    "NAMES",
    "EnginePlayer",
    "GreedyPlayer",
    "LastStandPlayer",
    "Level",
    "LevelPlayer",
    "LookaheadPlayer",
    "Opponent",
    "OwnPlayer",
    "Player",
    "RandomPlayer",
    "Rated",
    "TextbookPlayer",
    "Thinker",
    "equip",
    "level",
    "levels",
    "player",
    "rated",
    "rated_opponents",
    "read_opponent",
    "spelt_out",
]
