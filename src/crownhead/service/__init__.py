"""What a person can do in any front end: begin games, move, undo, ask for help, come back.

It connects games, the store, engines and listeners, with a folder for each subject: games, analysis,
library and results. `contract.py` types everything that front ends show: facts and codes. The schema
of the API describes these types. `make types` turns it into types for the page's scripts, and `make
check` checks the scripts against them.

The tables of computers share 128 MB: when they need more, the ones idle longest free theirs. An
analysis is stored as PDN in one transaction before the answer; a node of its tree is named by a hash
of the moves that lead to it. A review is stored when it is complete, with a name for its moves and
settings, so that a review of other moves is never shown. Finished games are copied into the library.

>>> from pathlib import Path
>>> from tempfile import mkdtemp
>>> from crownhead.session.moves import Move
>>> service = Service(Path(mkdtemp()))
>>> game = service.begin(NewGame(black="person", white="person"))
>>> after, _ = game.do(Move("11-15"))
>>> after.ply
1
>>> game.view()["position"]["turn"]
'white'
>>> service.close()
"""

from crownhead.errors import needing

with needing("app", "service"):
    from crownhead.service.analysis.analysis import KeptAnalysis
    from crownhead.service.analysis.analyst import Question
    from crownhead.service.games.choices import choices, opponent, opponent_names, read_rules
    from crownhead.service.games.game_list import GamePage
    from crownhead.service.games.live import LiveGame
    from crownhead.service.games.setup import NewGame, Start
    from crownhead.service.games.view import public_id
    from crownhead.service.service import Service
    from crownhead.session.clock import ClockSetting
    from crownhead.session.seating import Visitor

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
