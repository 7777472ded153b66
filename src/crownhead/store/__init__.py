"""Games on disk: SQLite in the person's data folder."""

from crownhead.store.analysis.analysis_store import AnalysisRecord, AnalysisStore
from crownhead.store.analysis.review_store import ReviewRecord
from crownhead.store.games.game_store import GameStore
from crownhead.store.games.list_query import GameState
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
