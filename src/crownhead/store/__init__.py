"""Games on disk: SQLite in the person's data folder."""

from crownhead.store.games import GameRecord, GameStore, MoveRecord

__all__ = ["GameRecord", "GameStore", "MoveRecord"]
