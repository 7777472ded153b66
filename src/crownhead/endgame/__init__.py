"""Perfect play with few pieces: tables of exact results, and how they are built.

A slice of the tables is a material balance. It is solved together with its twin, the same balance
with the sides swapped. Building is a graph of tasks, one for each pair, which
`Pool.results_in_order` runs in the order of their dependencies. A task is done when its files are
complete; no other state is kept. `HomeTables` builds distances for four pieces and then results for
five in a thread of the lowest priority. `CROWNHEAD_ENDGAME=off` turns it off for tests.

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
