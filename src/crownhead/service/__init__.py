"""What a person can do, whichever front end they use: begin, move, undo, ask, come back.

>>> from pathlib import Path
>>> from tempfile import mkdtemp
>>> service = Service(Path(mkdtemp()))
>>> game = service.begin(NewGame(black="person", white="person"))
>>> game.move("11-15")
>>> game.view()["position"]["turn"]
'white'
>>> service.close()
"""

from crownhead.service.analysis import KeptAnalysis
from crownhead.service.analyst import Question
from crownhead.service.choices import choices, opponent, opponent_names, read_rules
from crownhead.service.clock import ClockSetting
from crownhead.service.listing import GamePage
from crownhead.service.live import LiveGame
from crownhead.service.seating import Visitor, public_id
from crownhead.service.service import Service
from crownhead.service.setup import NewGame, Start

__all__ = [
    "ClockSetting",
    "GamePage",
    "KeptAnalysis",
    "LiveGame",
    "NewGame",
    "Question",
    "Service",
    "Start",
    "Visitor",
    "choices",
    "opponent",
    "opponent_names",
    "public_id",
    "read_rules",
]
