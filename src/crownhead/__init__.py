"""English checkers: rules, positions, games and notation on a fast native core.

>>> from crownhead import Position
>>> Position.start().play("11-15").turn
<Side.WHITE: 'white'>
"""

from crownhead.errors import (
    AmbiguousMoveError,
    CrownheadError,
    FenError,
    GameError,
    IllegalMoveError,
    MoveSyntaxError,
    NotationError,
    PdnError,
    PositionError,
    RulesError,
)
from crownhead.move import Move
from crownhead.notation.moves import parse_move
from crownhead.pieces import BLACK, WHITE, Piece, Side
from crownhead.position import Position
from crownhead.rules import ENGLISH, PRESETS, Rules
