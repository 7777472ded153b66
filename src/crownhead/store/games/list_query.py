"""The question that a list of games asks of the file."""

from __future__ import annotations

from typing import Final, Literal

from crownhead.store.games.records import LIST_COLUMNS

GameState = Literal["going", "won", "lost", "drawn", "over"]

_COLUMNS: Final = ", ".join(f'"{name}"' for name in LIST_COLUMNS)  # `match` means something else

# Of the games in which nobody has moved, only the newest is worth showing.
_WORTH_SHOWING: Final = (
    "(NOT untouched OR rowid = "
    "(SELECT rowid FROM games WHERE untouched ORDER BY updated DESC, id DESC LIMIT 1))"
)


# Two people on two devices: who has the winner's seat and not the other one has won.
_SEATED: Final = (
    "EXISTS (SELECT 1 FROM seats WHERE game = games.id AND visitor = ? AND side {} winner)"
)
_BETWEEN_PEOPLE: Final = "state = 'over' AND winner IS NOT NULL"


def page_query(
    before: tuple[float, str] | None,
    state: GameState | None,
    opponent: str | None,
    visitor: str | None = None,
) -> tuple[str, list[object]]:
    """A query with all values but its limit; what a visitor has won or lost on two devices counts.

    Games of the same moment are told apart by their names, so a page goes on exactly behind the
    last game of the one before it, whatever was added or changed in the meantime.
    """
    wanted: list[str] = [_WORTH_SHOWING]
    values: list[object] = []
    if before is not None:
        wanted.append("(updated, id) < (?, ?)")
        values += before
    if state == "over":
        wanted.append("state <> 'going'")
    elif state in ("won", "lost") and visitor is not None:
        mine, other = ("=", "<>") if state == "won" else ("<>", "=")
        seated = f"{_SEATED.format(mine)} AND NOT {_SEATED.format(other)}"
        wanted.append(f"(state = ? OR ({_BETWEEN_PEOPLE} AND {seated}))")
        values += [state, visitor, visitor]
    elif state is not None:
        wanted.append("state = ?")
        values.append(state)
    if opponent == "person":
        wanted.append("black = 'person' AND white = 'person'")
    elif opponent is not None:
        wanted.append("? IN (black, white)")
        values.append(opponent)
    return (
        f"SELECT {_COLUMNS} FROM games WHERE {' AND '.join(wanted)} "
        "ORDER BY updated DESC, id DESC LIMIT ?",
        values,
    )
