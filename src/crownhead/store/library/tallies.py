"""Statistics of many library games, computed by the database."""

import sqlite3
from dataclasses import dataclass
from typing import Any, Final, Literal

from crownhead.pieces import SideName
from crownhead.store.database import Database
from crownhead.store.library.selection import Selection, byte_map
from crownhead.store.ownership import OPPONENT, Person
from crownhead.store.values import readable

Named = Literal["event", "opening"]

# Damaged numbers are left out: texts exceed all numbers, and fractions are cut.
_SOUND: Final = "CAST(CASE WHEN l.{0} BETWEEN 0 AND 99999999 THEN l.{0} END AS INTEGER)"
_DAY: Final = _SOUND.format("day")
_PLIES: Final = _SOUND.format("plies")
# The number of a player's name; 0 is an unnamed person who played here.
_PLAYER: Final = "coalesce(l.{0}, CASE WHEN l.game IS NOT NULL THEN 0 END)"
_BLACK: Final = _PLAYER.format("black")
_WHITE: Final = _PLAYER.format("white")
_YEARS: Final = f"min({_DAY}) / 10000 AS first_year, max({_DAY}) / 10000 AS last_year"


@dataclass(frozen=True, slots=True)
class Followed:
    """Games with one result and the same next move: its code, and the years."""

    code: int
    result: int
    games: int
    first_year: int | None
    last_year: int | None


@dataclass(frozen=True, slots=True)
class OwnFollowed(Followed):
    """The same for games between one person and one computer."""

    black: str
    white: str


class Tallies:
    """Counts games. Any thread may call, without delaying others."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def totals(self, selection: Selection) -> dict[str, Any]:
        """The number of games, results, lengths in plies and years, by column name."""
        where, values = self._condition(selection)
        (row,) = self._ask(
            "SELECT count(*) AS games, sum(result = 1) AS black, sum(result = 2) AS white, "
            "sum(result = 3) AS draws, sum(result = 4) AS both_lost, "
            "count(*) - sum(result IN (1, 2, 3, 4)) AS unknown, "
            f"coalesce(avg({_PLIES}), 0) AS moves, coalesce(max({_PLIES}), 0) AS longest, {_YEARS}, "
            "sum(noted = 1) AS with_comments, sum(faulty = 1) AS with_faults "
            f"FROM library l WHERE {where}",
            *values,
        )
        return dict(row)

    def players(self, selection: Selection, most: int) -> tuple[tuple[str | None, int], ...]:
        """The most frequent players and their games; None: unnamed people here."""
        where, values = self._condition(selection)
        both = (
            f"SELECT {_BLACK} AS name FROM library l WHERE {where} "
            f"UNION ALL SELECT {_WHITE} FROM library l WHERE {where}"
        )
        return self._most(both, [*values, *values], most)

    def names(self, selection: Selection, what: Named, most: int) -> tuple[tuple[str, int], ...]:
        """The events or openings with the most games."""
        where, values = self._condition(selection)
        found = self._most(f"SELECT {what} AS name FROM library l WHERE {where}", values, most)
        return tuple((name, count) for name, count in found if name is not None)

    def _most(
        self, names: str, values: list[object], most: int
    ) -> tuple[tuple[str | None, int], ...]:
        rows = self._ask(
            "SELECT (SELECT names.name FROM names WHERE id = found.name), found.name, count(*) "
            f"FROM ({names}) found WHERE found.name IS NOT NULL GROUP BY found.name "
            "ORDER BY 3 DESC, found.name LIMIT ?",
            *values,
            most,
        )
        return tuple(
            (readable(name) if number else None, count)
            for name, number, count in rows
            if name is not None or number == 0
        )

    def games_by_player(self, selection: Selection) -> dict[int, int]:
        """Each player's number of games, by the number of the name."""
        where, values = self._condition(selection)
        rows = self._ask(
            f"SELECT player, sum(games) FROM (SELECT {_BLACK} AS player, count(*) AS games FROM "
            f"library l WHERE {where} GROUP BY 1 UNION ALL SELECT {_WHITE}, count(*) FROM library l "
            f"WHERE {where} GROUP BY 1) WHERE player IS NOT NULL GROUP BY 1",
            *values,
            *values,
        )
        return {row[0]: row[1] for row in rows}

    def names_of(self, numbers: set[int]) -> dict[int, str | None]:
        """The names with these numbers; 0 has none."""
        marks = ", ".join("?" * len(numbers))
        rows = self._ask(f"SELECT id, name FROM names WHERE id IN ({marks})", *numbers)
        return {0: None, **{row[0]: str(row[1]) for row in rows}}

    # ---- next moves in a selection; `codes` has a byte for the move after each result

    def followed(self, selection: Selection, codes: bytes) -> list[Followed]:
        """Games by next move and result."""
        where, values = self._condition(selection)
        rows = self._ask(
            f"SELECT substr(?, l.id, 1), l.result, count(*), {_YEARS} FROM library l "
            f"WHERE {where} GROUP BY 1, 2",
            _follows(selection, codes),
            *values,
        )
        return [Followed(code[0], *rest) for code, *rest in rows]

    def movers(self, selection: Selection, codes: bytes, side: SideName) -> dict[int, set[int]]:
        """The players of a side by next move, as numbers of names."""
        where, values = self._condition(selection)
        found: dict[int, set[int]] = {}
        for code, player in self._ask(
            f"SELECT DISTINCT substr(?, l.id, 1), {_PLAYER.format(side)} FROM library l "
            f"WHERE {where} AND {_PLAYER.format(side)} IS NOT NULL",
            _follows(selection, codes),
            *values,
        ):
            if isinstance(player, int):  # otherwise damaged
                found.setdefault(code[0], set()).add(player)
        return found

    def own_followed(self, selection: Selection, codes: bytes) -> list[OwnFollowed]:
        """A person's own games, by opponent, next move and result."""
        assert selection.own is not None
        where, values = self._condition(selection)
        rows = self._ask(
            f"SELECT substr(?, l.id, 1), l.result, count(*), {_YEARS}, g.black, g.white "
            f"FROM library l JOIN games g ON g.id = l.game WHERE {where} "
            "GROUP BY 1, 2, g.black, g.white",
            _follows(selection, codes),
            *values,
        )
        return [
            OwnFollowed(code[0], *rest)
            for code, *rest in rows
            if isinstance(rest[-2], str) and isinstance(rest[-1], str)  # otherwise damaged
        ]

    def opponents(self, person: Person) -> list[str]:
        """The opponents in a person's finished games."""
        sql, values = person.condition()
        rows = self._ask(
            f"SELECT DISTINCT {OPPONENT} AS opponent FROM games WHERE reason IS NOT NULL AND {sql} "
            "ORDER BY 1",
            *values,
        )
        return [row[0] for row in rows if isinstance(row[0], str)]

    def _condition(self, selection: Selection) -> tuple[str, list[object]]:
        with self._database.reading_aside() as connection:
            return selection.condition(connection)

    def _ask(self, query: str, *values: object) -> list[sqlite3.Row]:
        with self._database.reading_aside() as connection:
            return connection.execute(query, values).fetchall()


def _follows(selection: Selection, codes: bytes) -> bytes:
    assert selection.moments is not None
    return byte_map(selection.moments.games, codes)
