"""Searching: the engine, and the textbook methods that it grew from.

>>> from crownhead import Position
>>> from crownhead.engine import Engine, Limit
>>> with Engine() as engine:
...     info = engine.analyse(Position.from_fen("B:W6,7,15,32:B2,12"), Limit(depth=6))[0]
>>> str(info.pv[0])
'2x18'
"""

from crownhead.engine.chances import winning_chance
from crownhead.engine.engine import Analysis, BestLines, Engine
from crownhead.engine.hint import Hint
from crownhead.engine.limits import Info, Limit, Score
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
