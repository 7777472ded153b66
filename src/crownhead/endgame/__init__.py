"""Perfect play with few pieces: tables of the exact result of every such position, and how they are built.

The rules are the English ones. `docs/endgame.md` describes the files.
"""

from crownhead.endgame.build import Build, Cost
from crownhead.endgame.home import HomeTables, tables_of
from crownhead.endgame.tables import EndgameResult, EndgameTables, SliceFacts

__all__ = [
    "Build",
    "Cost",
    "EndgameResult",
    "EndgameTables",
    "HomeTables",
    "SliceFacts",
    "tables_of",
]
