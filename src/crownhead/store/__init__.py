"""Games on disk: an SQLite file in the data folder.

One thread writes, one transaction at a time (WAL, full sync). Readers have connections of their own
and never wait for it. Two programs may share a file: each write names the version it read, so neither
overwrites the other's changes.

Opening checks the whole file and repairs what it can. A damaged game is listed with its error and can
be deleted. SQLite copies the file before a repair; the copy is kept if the repair loses anything. A
file that SQLite cannot read is read page by page (`pages.py`). Rows of a page go to the table whose
columns they fit; no two tables have the same columns. The rows fill a new file (`salvaging.py`), which
is checked before it replaces the damaged one. The damaged file is kept.

Lists replay nothing: each game is stored with its board, turn, result and number of moves. A backup
has a checksum after its last page, where SQLite does not look. Restoring checks a copy and renames it
once.
"""

from crownhead.store.analysis.analysis_store import AnalysisStore, StoredAnalysis
from crownhead.store.analysis.review_store import StoredReview
from crownhead.store.games.game_store import GameState, GameStore
from crownhead.store.games.rows import GameSummary, MatchGame, StoredGame, StoredMove, Summary
from crownhead.store.results.finished import FinishedGame

__all__ = [
    "AnalysisStore",
    "FinishedGame",
    "GameState",
    "GameStore",
    "GameSummary",
    "MatchGame",
    "StoredAnalysis",
    "StoredGame",
    "StoredMove",
    "StoredReview",
    "Summary",
]
