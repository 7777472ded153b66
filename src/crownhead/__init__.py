"""English checkers: rules, positions, games and notation on a fast native core.

>>> from crownhead import Position
>>> Position.start().play("11-15").turn
<Side.WHITE: 'white'>
"""

from crownhead import _quiet as _quiet  # isort: skip  # isort: skip  # before everything slow

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from crownhead.cursor import Cursor
from crownhead.errors import (
    AmbiguousMoveError,
    BookError,
    BusyError,
    CrownheadError,
    EndgameError,
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
from crownhead.text.moves import parse_move

if TYPE_CHECKING:
    from crownhead.book import BookMove, OpeningBook
    from crownhead.builder import PositionBuilder
    from crownhead.endgame import EndgameResult, EndgameTables
    from crownhead.engine import Engine, Info, Limit, Score

__all__ = [
    "BLACK",
    "ENGLISH",
    "PRESETS",
    "WHITE",
    "AmbiguousMoveError",
    "Ballot",
    "BookError",
    "BookMove",
    "BusyError",
    "CrownheadError",
    "Cursor",
    "EndgameError",
    "EndgameResult",
    "EndgameTables",
    "Engine",
    "EngineError",
    "FenError",
    "Game",
    "GameError",
    "IllegalMoveError",
    "Info",
    "Limit",
    "Move",
    "MoveSyntaxError",
    "Node",
    "NotationError",
    "Opening",
    "OpeningBook",
    "Outcome",
    "PdnError",
    "Piece",
    "Position",
    "PositionBuilder",
    "PositionError",
    "Reason",
    "Rules",
    "RulesError",
    "Score",
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


# Loaded on first use: not everybody searches, and importing the package stays fast.
_LATER: Final = MappingProxyType(
    {
        "BookMove": "crownhead.book",
        "EndgameResult": "crownhead.endgame",
        "EndgameTables": "crownhead.endgame",
        "Engine": "crownhead.engine",
        "Info": "crownhead.engine",
        "Limit": "crownhead.engine",
        "OpeningBook": "crownhead.book",
        "PositionBuilder": "crownhead.builder",
        "Score": "crownhead.engine",
    }
)


def __getattr__(name: str) -> Any:
    # Reading the package's metadata takes longer than everything else here.
    if name == "__version__":
        from importlib.metadata import version

        return version("crownhead")
    if name in _LATER:
        from importlib import import_module

        value = globals()[name] = getattr(import_module(_LATER[name]), name)
        return value
    raise AttributeError(f"module 'crownhead' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
