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

from crownhead.errors import needing

with needing("app", "the service"):
    from crownhead.service.analysis.analysis import KeptAnalysis
    from crownhead.service.analysis.analyst import Question
    from crownhead.service.games.choices import choices, opponent, opponent_names, read_rules
    from crownhead.service.games.game_list import GamePage
    from crownhead.service.games.live import LiveGame
    from crownhead.service.games.setup import NewGame, Start
    from crownhead.service.games.view import public_id
    from crownhead.service.service import Service
    from crownhead.session import ClockSetting, Visitor

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
