"""Searching: the engine, and the textbook methods.

The search runs in the core, in `native/search`, without the interpreter. An `Engine` owns one
session of the core and runs one search at a time. Each search has a queue of reports. Python waits
for them without the GIL, for a twentieth of a second at a time, so that it handles Ctrl-C. A patient
engine searches in threads of the lowest priority. The calling thread keeps its priority, because it
may hold the GIL or the store.

>>> from crownhead import Position
>>> from crownhead.engine import Engine, Limit
>>> with Engine() as engine:
...     info = engine.analyse(Position.from_fen("B:W6,7,15,32:B2,12"), Limit(depth=6))[0]
>>> str(info.pv[0])
'2x18'
"""

from crownhead.engine.engine import Analysis, BestLines, Engine
from crownhead.engine.hint import Hint
from crownhead.engine.limits import Info, Limit, Score, winning_chance
from crownhead.engine.network import ENGINE_EVALUATIONS, Network, read_network
from crownhead.engine.textbook import EVALUATIONS, METHODS, TextbookAnswer, evaluate, search

__all__ = [
    "ENGINE_EVALUATIONS",
    "EVALUATIONS",
    "METHODS",
    "Analysis",
    "BestLines",
    "Engine",
    "Hint",
    "Info",
    "Limit",
    "Network",
    "Score",
    "TextbookAnswer",
    "evaluate",
    "read_network",
    "search",
    "winning_chance",
]
