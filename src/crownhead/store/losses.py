"""Compares a folder with a backup: what the folder has and the backup lacks."""

import sqlite3
from pathlib import Path
from typing import Final, NamedTuple

from crownhead.errors import DamagedError, StoreError
from crownhead.files import shown
from crownhead.messages import Listed, Message, counted
from crownhead.store.database import Database

# For a game in both files, the backup has the same state or a newer one.
_NOT_NEWER: Final = "b.id = m.id AND b.version >= m.version AND b.updated >= m.updated"
# Games of collections, except deleted ones and those played here.
_OWNED: Final = "m.deletion IS NULL AND m.game IS NULL"
_NAMES: Final = ("black", "white", "event", "site")
# The same game, with the same comments, in a collection of the same name. Row numbers say nothing: two
# files may have imported the same games separately.
_SAME: Final = " AND ".join(
    [
        "b.digest = m.digest AND b.deletion IS NULL AND b.game IS NULL",
        "b.result = m.result AND b.round IS m.round AND b.date IS m.date",
        "(SELECT name FROM backup.collections WHERE id = b.collection) IS "
        "(SELECT name FROM main.collections WHERE id = m.collection)",
        *(
            f"(SELECT name FROM backup.names WHERE id = b.{one}) IS "
            f"(SELECT name FROM main.names WHERE id = m.{one})"
            for one in _NAMES
        ),
    ]
)
# The game of this number has the same moves there: it was edited since.
_CORRECTED: Final = (
    "EXISTS (SELECT 1 FROM backup.library b JOIN backup.records r USING (id) WHERE b.id = m.id "
    "AND b.deletion IS NULL AND r.moves = (SELECT moves FROM main.records WHERE id = m.id))"
)


class Losses(NamedTuple):
    """What a backup lacks, or has only in an older version."""

    games: int = 0
    analyses: int = 0
    library: int = 0
    changes: int = 0

    def __bool__(self) -> bool:
        return any(self)

    @property
    def listed(self) -> Listed:
        """The losses, counted.

        >>> str(Losses(1, 2).listed), str(Losses(changes=3).listed)
        ('1 game and 2 analyses', 'changes to 3 games of your collections')
        """
        said = [
            counted("game", self.games),
            counted("analysis", self.analyses),
            Message("backup.lost-library", {"count": self.library}),
            Message("backup.lost-changes", {"count": self.changes}),
        ]
        return Listed([one for one in said if one.values["count"]], "and")


def compared(folder: Path, backup: Path) -> Losses:
    """What a folder would lose if a file of the same version replaced its own."""
    try:
        database = Database(folder, begin_again=False)  # migrates it
    except DamagedError:
        return Losses()  # unreadable games stay in the file kept beside the backup
    try:
        with database.reading_aside() as connection:
            connection.execute("ROLLBACK")
            connection.execute("ATTACH ? AS backup", (str(backup.resolve()),))
            try:
                return _compare(connection)
            finally:
                connection.execute("DETACH backup")
    except sqlite3.Error as error:
        raise StoreError("backup.not-compared", file=shown(backup), why=error) from None
    finally:
        database.close()


def _compare(connection: sqlite3.Connection) -> Losses:
    def count(table: str, same: str, *conditions: str) -> int:
        lacks = f"NOT EXISTS (SELECT 1 FROM backup.{table} b WHERE {same})"
        where = " AND ".join([*conditions, lacks])
        found = connection.execute(f"SELECT count(*) FROM main.{table} m WHERE {where}")
        return int(found.fetchone()[0])

    changes = count("library", _SAME, _OWNED, _CORRECTED)
    return Losses(
        games=count("games", _NOT_NEWER),
        analyses=count("analyses", _NOT_NEWER),
        library=count("library", _SAME, _OWNED) - changes,
        changes=changes,
    )
