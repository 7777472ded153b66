"""What a person can do, whichever front end they use: begin, move, undo, ask, come back.

It connects games, the store, engines and watchers, in a folder for each subject: games, analysis,
library and results. `contract.py` types everything that front ends are shown: facts and codes, no
sentences. The schema of the API describes these types, `make types` turns it into types for the
page's scripts, and `make check` checks the scripts against them.

Computers' tables share 128 MB: where there are more, those that have not thought for longest give
theirs back. An analysis is stored as PDN in one transaction before the answer; a place in it is
named by a hash of the moves that lead there. A review is stored when it is complete, with a name
for the moves and the settings, so that one of other moves is not shown. Games played here are
copied into the library when they are over.

>>> from pathlib import Path
>>> from tempfile import mkdtemp
>>> from crownhead.session import Move
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
