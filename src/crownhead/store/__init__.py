"""Games on disk: SQLite in the person's data folder.

One thread writes, in one transaction at a time (WAL, full sync); reading has connections of its own
and waits for nobody. Two programs may use one file: each write names the version it has seen, so
neither overwrites the other's.

Opening checks the whole file. What is in disorder is put in order, and a damaged game is listed
with its error and can be deleted. Before a repair SQLite copies the file, and the copy stays where
the repair has lost anything. A file that SQLite cannot read is read page by page (`pages.py`): a
page's rows belong to the table whose columns they fit, and no two tables have the same. They go
into a new file (`salvaging.py`), which is checked before it replaces the damaged one. The damaged
one is kept.

Lists replay nothing: board, turn, result and number of moves are stored with each game. A backup
has a checksum behind its last page, where SQLite does not look; it is restored from a checked copy
by one rename.
"""

from crownhead.store.analysis.analysis_store import AnalysisRecord, AnalysisStore
from crownhead.store.analysis.review_store import ReviewRecord
from crownhead.store.games.game_store import GameState, GameStore
from crownhead.store.games.records import GameRecord, GameSummary, MatchGame, MoveRecord, Summary
from crownhead.store.results.finished import FinishedGame

__all__ = [
    "AnalysisRecord",
    "AnalysisStore",
    "FinishedGame",
    "GameRecord",
    "GameState",
    "GameStore",
    "GameSummary",
    "MatchGame",
    "MoveRecord",
    "ReviewRecord",
    "Summary",
]
