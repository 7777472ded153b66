"""English checkers: rules, positions, games and notation on a fast native core.

>>> from crownhead import Position
>>> Position.start().play("11-15").turn
<Side.WHITE: 'white'>
"""

from typing import Any

from crownhead import _choose as _choose  # isort: skip  # before anything loads the core

from crownhead.errors import (
    AmbiguousMoveError,
    CrownheadError,
    EngineError,
    FenError,
    GameError,
    IllegalMoveError,
    MoveSyntaxError,
    NotationError,
    PdnError,
    PositionError,
    RulesError,
    SearchStoppedError,
)
from crownhead.game import Game
from crownhead.move import Move
from crownhead.node import Node
from crownhead.notation.moves import parse_move
from crownhead.openings import (
    Ballot,
    Opening,
    ballot,
    ballot_of,
    ballots,
    named_openings,
    opening_of,
)
from crownhead.outcome import Outcome, Reason
from crownhead.pieces import BLACK, WHITE, Piece, Side
from crownhead.position import Position
from crownhead.rules import ENGLISH, PRESETS, Rules

__all__ = [
    "BLACK",
    "ENGLISH",
    "PRESETS",
    "WHITE",
    "AmbiguousMoveError",
    "Ballot",
    "CrownheadError",
    "EngineError",
    "FenError",
    "Game",
    "GameError",
    "IllegalMoveError",
    "Move",
    "MoveSyntaxError",
    "Node",
    "NotationError",
    "Opening",
    "Outcome",
    "PdnError",
    "Piece",
    "Position",
    "PositionError",
    "Reason",
    "Rules",
    "RulesError",
    "SearchStoppedError",
    "Side",
    "__version__",
    "ballot",
    "ballot_of",
    "ballots",
    "named_openings",
    "opening_of",
    "parse_move",
]


def __getattr__(name: str) -> Any:
    # Looked up only when asked for: reading the package's metadata takes longer than all else here.
    if name == "__version__":
        from importlib.metadata import version

        return version("crownhead")
    raise AttributeError(f"module 'crownhead' has no attribute '{name}'")
