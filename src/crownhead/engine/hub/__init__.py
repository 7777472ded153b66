"""Hub, the protocol between draughts engines and the programs that use them (docs/protocol.md).

On the engine's side, one thread reads commands and starts and stops searches. Another writes the
reports of a search, so that `stop`, `ping` and `quit` never wait for the search. On the user's side
there is no thread: `select` waits for the program's output with a timeout, and the pipes bound the
buffers. A program that fails is killed, because its late output would be taken for another answer.

Only the arena uses programs as players: `players/names.py` refuses such names by default.

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
