"""PDN, the format of draughts games: reading is lenient and lazy, writing is strict.

>>> from crownhead.notation import pdn
>>> [game.ply for game in pdn.parse_games("1. 11-15 23-19 1/2-1/2 1. 9-14 *")]
[2, 1]
"""

from crownhead.notation.pdn.headers import Headers, read_headers
from crownhead.notation.pdn.reader import parse_games, read_games
from crownhead.notation.pdn.writer import write_game, write_games

__all__ = ["Headers", "parse_games", "read_games", "read_headers", "write_game", "write_games"]
