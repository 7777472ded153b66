"""Changes to rows behind a store's back."""

from __future__ import annotations

from crownhead.store import GameStore
from crownhead.store.library.library_store import LibraryStore


def execute(store: GameStore | LibraryStore, statement: str, *values: object) -> None:
    """Run a statement in a transaction of its own."""
    database = store._database

    def job() -> None:
        with database.transaction() as connection:
            connection.execute(statement, values)

    database.writer.run(job)
