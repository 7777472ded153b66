"""Hub, the protocol between draughts engines and the programs that use them; docs/protocol.md has it all.

As the engine, one thread reads commands and starts and stops searches, and another writes what a
search finds, so `stop`, `ping` and `quit` never wait for the search. As the user of a program,
there is no thread: `select` waits for the program's output until a deadline, and the pipes bound
what is buffered. A program that has failed is ended, because its late output would be taken for
another answer.

Only the arena makes players of programs; `players/names.py` refuses such names unless it is told
not to.

>>> import sys
>>> from crownhead import Game
>>> from crownhead.engine import Limit
>>> from crownhead.engine.hub import HubEngine
>>> with HubEngine([sys.executable, "-m", "crownhead", "hub"], limit=Limit(nodes=500)) as engine:
...     engine.choose(Game()) in Game().legal_moves()
True
"""

from crownhead.engine.hub.client import HubEngine, Timeouts
from crownhead.engine.hub.serve import serve
from crownhead.engine.hub.session import HubSession
from crownhead.engine.hub.wire import (
    Line,
    read_line,
    read_move,
    read_position,
    write_line,
    write_move,
    write_position,
)

__all__ = [
    "HubEngine",
    "HubSession",
    "Line",
    "Timeouts",
    "read_line",
    "read_move",
    "read_position",
    "serve",
    "write_line",
    "write_move",
    "write_position",
]
