"""Perfect play with few pieces: tables of the exact result of every such position, and how they are built.

A slice of the tables is a material balance, and it is solved together with its twin, the same
balance with the sides exchanged. Building is a graph of tasks, a pair each, which
`Pool.results_in_order` does as their needs are done. A task is done when its files are whole, so
nothing else is remembered. `HomeTables` builds distances for four pieces and then results for five
in a thread of the lowest priority; `CROWNHEAD_ENDGAME=off` switches it off for tests.

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
