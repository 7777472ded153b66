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

from crownhead.players.base import Player, Thinker
from crownhead.players.engine import equip
from crownhead.players.levels import level, levels
from crownhead.players.names import CLASSIC_NAMES, NAMES, Opponent, player, read_opponent, spelt_out
from crownhead.players.ratings import rated, rated_opponents

__all__ = [
    "CLASSIC_NAMES",
    "NAMES",
    "Opponent",
    "Player",
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
