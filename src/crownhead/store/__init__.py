"""Games on disk: SQLite in the person's data folder."""

from crownhead.store.analyses import AnalysisRecord, AnalysisStore
from crownhead.store.finished import FinishedGame
from crownhead.store.games import GameStore
from crownhead.store.listing import GameState
from crownhead.store.records import GameRecord, GameSummary, MatchGame, MoveRecord, Summary
from crownhead.store.reviews import ReviewRecord

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
