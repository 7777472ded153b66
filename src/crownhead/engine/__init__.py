"""Searching: the engine, and the textbook methods that it grew from.

The search runs in the core, in `native/search`, without the interpreter. An `Engine` owns one
session of the core; it refuses a second search while one runs. Reports go through a queue that
belongs to one search, and Python waits for them without the interpreter's lock, a twentieth of a
second at a time, so that Ctrl-C is handled. A patient engine searches in threads of the lowest
priority; the thread that asks keeps its usual one, because it may hold the interpreter or the
store.

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
