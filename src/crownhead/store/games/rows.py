"""Stored games as plain values, and their rows."""

import json
import sqlite3
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from types import MappingProxyType
from typing import Any, Final, NamedTuple, get_type_hints

from crownhead.errors import DamagedError, excerpt
from crownhead.messages import Message
from crownhead.outcome import Outcome, Reason
from crownhead.pieces import Side
from crownhead.store.values import MOST_SECONDS, parsed, readable


class DamageError(ValueError):
    """A damaged stored value."""

    def __init__(self, code: str, **values: Any) -> None:
        self.message = Message(code, values)
        super().__init__(self.message)


@dataclass(frozen=True, slots=True)
class StoredMove:
    """A stored move: its squares, the clocks after it, and whether it was a book move."""

    path: tuple[int, ...]
    black_left: float | None = None
    white_left: float | None = None
    book: bool = False


@dataclass(frozen=True, slots=True)
class Summary:
    """A game's summary for lists: the 32 squares as letters, and the ending, if any.

    >>> Summary("b................w.....W........", "black").reason is None
    True
    >>> Summary("b", "black")
    Traceback (most recent call last):
    crownhead.store.games.rows.DamageError: 'b' is not a board
    """

    board: str
    turn: str
    winner: str | None = None
    reason: str | None = None

    def __post_init__(self) -> None:
        if len(self.board) != 32 or not set(self.board) <= set(".bwBW"):
            raise DamageError("store.not-a-board", board=excerpt(self.board))
        Side(self.turn)
        outcome_of(self.winner, self.reason)


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A stored game; schema.sql explains the columns."""

    black: str
    white: str
    rules: str
    start: str
    clock: dict[str, Any]
    black_left: float | None = None
    white_left: float | None = None
    opening_plies: int = 0
    ply: int = 0
    pace: float = 1.0
    paused: bool = False
    book: bool = True
    draw_offer: str | None = None
    ending: dict[str, Any] | None = None
    black_name: str | None = None
    white_name: str | None = None
    match: str | None = None
    #: The owners of seats, and the codes of invitations; other seats are anybody's.
    owners: Mapping[str, str] = field(default_factory=dict)
    invitations: Mapping[str, str] = field(default_factory=dict)
    summary: Summary | None = None
    moves: tuple[StoredMove, ...] = field(default=(), repr=False)
    id: str = ""
    version: int = 0
    created: float = 0.0
    updated: float = 0.0

    def __post_init__(self) -> None:
        for name in Seats._fields:
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))


class Seats(NamedTuple):
    """The sides that are not anybody's: browsers and invitation codes, by side."""

    owners: dict[str, str]
    invitations: dict[str, str]


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game in a list. An unreadable one has a name, a time to sort by, and an error."""

    id: str
    version: int = 0
    black: str = ""
    white: str = ""
    black_name: str | None = None
    white_name: str | None = None
    rules: str = ""
    created: float = 0.0
    updated: float = 0.0
    ply: int = 0
    opening_plies: int = 0
    move_count: int = 0
    board: str | None = None
    turn: str | None = None
    winner: str | None = None
    reason: str | None = None
    clock: dict[str, Any] = field(default_factory=dict)
    error: Message | None = None


class MatchGame(NamedTuple):
    """A finished game of a series of rematches."""

    black: str
    white: str
    winner: str | None
    reason: str
    black_name: str | None = None
    white_name: str | None = None
    black_owner: str | None = None
    white_owner: str | None = None
    black_invitation: str | None = None
    white_invitation: str | None = None


_ELSEWHERE: Final = (*Seats._fields, "summary", "moves")  # stored in other columns and tables
# The valid values of each column; SQLite would store anything.
_TYPES: Final = MappingProxyType[str, Any](
    {name: kind for name, kind in get_type_hints(StoredGame).items() if name not in _ELSEWHERE}
    | {"clock": str, "ending": str | None, "paused": int, "book": int}
)
_FIXED: Final = frozenset(("id", "created", "rules", "start", "clock", "opening_plies", "book"))
# Columns that a list shows as they are.
_LISTED: Final = tuple(one.name for one in fields(GameSummary) if one.name in _TYPES)
# All columns, so that a damaged game is not listed as a sound one.
LIST_COLUMNS: Final = (*_TYPES, "move_count", "board", "turn", "winner", "reason")
# SQLite sorts text after all numbers; a time that is not a number must sort likewise.
_LATEST: Final = sys.float_info.max
_UNPLAYABLE: Final = ""  # the board of a game whose moves cannot be played
_SIDES: Final = tuple(side.value for side in Side)
_DAMAGE: Final = (ValueError, TypeError, RecursionError)


def columns_of(stored: StoredGame) -> dict[str, Any]:
    """All columns of a stored game."""
    columns = {name: getattr(stored, name) for name in _TYPES}
    columns["clock"] = json.dumps(stored.clock)
    columns["ending"] = None if stored.ending is None else json.dumps(stored.ending)
    columns["paused"], columns["book"] = int(stored.paused), int(stored.book)
    columns["move_count"] = len(stored.moves)
    if stored.summary is not None:
        return columns | summary_columns(stored.summary)
    ended = stored.ending if stored.ply == len(stored.moves) else None
    winner, reason = (ended.get("winner"), ended.get("reason")) if ended else (None, None)
    return columns | {"board": None, "turn": None, "winner": winner, "reason": reason}


def changing_columns_of(stored: StoredGame) -> dict[str, Any]:
    """The columns that change while a game is played."""
    return {name: value for name, value in columns_of(stored).items() if name not in _FIXED}


def summary_columns(summary: Summary | None) -> dict[str, Any]:
    """The columns of a summary; None stands for a game whose moves cannot be played."""
    return {"board": _UNPLAYABLE} if summary is None else asdict(summary)


def game_from_row(row: sqlite3.Row, moves: tuple[StoredMove, ...], seats: Seats) -> StoredGame:
    """Read a game; a damaged summary is left out, as the moves can rebuild it."""
    try:
        return StoredGame(**_values(row), **seats._asdict(), summary=_summary(row), moves=moves)
    except _DAMAGE as error:
        raise damaged(error) from None


def listed_from_row(row: sqlite3.Row) -> GameSummary:
    """Read a game of a list, in any condition."""
    try:
        all_values = _values(row)
        values = {name: all_values[name] for name in _LISTED}
        values["move_count"] = _typed(row, "move_count", int)
        if row["board"] == _UNPLAYABLE:
            raise DamageError("store.unplayable")
    except _DAMAGE as error:
        return GameSummary(
            readable(row["id"]), updated=_moment(row["updated"]), error=damaged(error).message
        )
    found = _summary(row)
    return GameSummary(**values, **(summary_columns(found) if found else _declared(row)))


def move_from_row(row: sqlite3.Row) -> StoredMove:
    """Read a move."""
    try:
        first, *others = map(int, row["path"].split())
    except (ValueError, AttributeError):
        raise damaged(
            DamageError("store.not-a-move", move=excerpt(readable(row["path"])))
        ) from None
    return StoredMove((first, *others), row["black_left"], row["white_left"], bool(row["book"]))


def ended_from_row(row: sqlite3.Row) -> MatchGame | None:
    """Read the ending of a game of a series; None if damaged."""
    try:
        outcome_of(row["winner"], row["reason"])
        return MatchGame(*(_typed(row, name, str | None) for name in MatchGame._fields))
    except _DAMAGE:
        return None


def _summary(row: sqlite3.Row) -> Summary | None:
    try:
        return Summary(row["board"], row["turn"], row["winner"], row["reason"])
    except _DAMAGE:
        return None  # not replayed yet, or damaged


def _declared(row: sqlite3.Row) -> dict[str, Any]:
    """The declared ending of a game that was not replayed, as far as it is known."""
    try:
        outcome_of(row["winner"], row["reason"])
    except _DAMAGE:
        return {}
    return {"winner": row["winner"], "reason": row["reason"]}


def outcome_of(winner: str | None, reason: str | None) -> Outcome | None:
    """A stored ending, if any; raises ValueError if damaged."""
    if reason is not None:
        return Outcome(None if winner is None else Side(winner), Reason(reason))
    if winner is not None:
        raise DamageError("store.winner-without-reason")
    return None


def _values(row: sqlite3.Row) -> dict[str, Any]:
    values = {name: _typed(row, name, kind) for name, kind in _TYPES.items()}
    values["clock"] = _clock(values["clock"])
    values["ending"] = _ending(values["ending"]) if values["ending"] else None
    values["paused"], values["book"] = bool(values["paused"]), bool(values["book"])
    if values["draw_offer"] and values["draw_offer"] not in _SIDES:
        raise _is_wrong(row, "draw_offer")
    return values


def _typed(row: sqlite3.Row, name: str, kind: Any) -> Any:
    value = row[name]
    endless = isinstance(value, float) and abs(value) >= MOST_SECONDS
    if endless or not isinstance(value, kind):
        raise _is_wrong(row, name)
    return value


def _is_wrong(row: sqlite3.Row, name: str) -> DamageError:
    side, _, rest = name.partition("_")
    what = Message(f"store.its.{name.replace('_', '-')}")
    if side in _SIDES:
        what = Message(f"store.its.side-{rest or 'player'}", {"side": Side(side)})
    return DamageError("store.wrong-value", what=what, value=excerpt(readable(row[name])))


def _clock(text: str) -> dict[str, Any]:
    clock = parsed(text)
    if not isinstance(clock, dict) or not isinstance(clock.get("kind", "none"), str):
        raise DamageError("store.clock-damaged")
    return clock


def _ending(text: str) -> dict[str, Any]:
    ending = parsed(text)
    try:
        outcome_of(ending["winner"] or None, Reason(ending["reason"]))
    except (*_DAMAGE, LookupError):
        raise DamageError("store.ending-damaged") from None
    return dict(ending)


def _moment(value: object) -> float:
    return value if isinstance(value, float) else _LATEST


def damaged(why: object) -> DamagedError:
    """The error of a stored game that cannot be opened."""
    return DamagedError("store.game-damaged", why=getattr(why, "message", excerpt(why, 200)))
