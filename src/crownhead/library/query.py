"""A search as a value, read from addresses and from options by the same code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any, Final, get_args

from crownhead.errors import CrownheadError, LibraryError, excerpt, unknown_name
from crownhead.library.dates import last_day, read_day
from crownhead.library.pattern import Pattern
from crownhead.messages import Message
from crownhead.pieces import SideName
from crownhead.position import Position
from crownhead.rules import Rules
from crownhead.store.library.folding import folded
from crownhead.store.library.selection import Outcome, Sort

LONGEST_TEXT: Final = 200
_MOST_GAMES: Final = 200  # on a page
_MOST_PAGES: Final = 1_000_000
_SEPARATOR: Final = ","  # between collections, or numbers of games
MOST_CHOSEN: Final = 1000
_LARGEST_NUMBER: Final = 1 << 40


@dataclass(frozen=True, slots=True)
class Query:
    """A search; None matches anything.

    >>> query = Query.parse({"player": "Tinsley", "result": "won", "since": "1950", "page": "2"})
    >>> query.player, query.page
    ('Tinsley', 2)
    >>> query.parameters()
    {'player': 'Tinsley', 'result': 'won', 'since': '1950', 'page': '2'}
    >>> Query.parse({"player": "Tinsley", "colour": "Red"}).colour
    'black'
    """

    #: Names of collections; empty for all.
    collections: tuple[str, ...] = ()
    #: Parts of names, in any case; the opponent is on the other side.
    player: str | None = None
    opponent: str | None = None
    #: The player's colour; for own games without a player, the person's.
    colour: SideName | None = None
    #: Who won, or the player's result.
    result: Outcome | None = None
    #: Dates such as 1954, 1954.03 or 1954.03.21.
    since: str | None = None
    until: str | None = None
    event: str | None = None
    opening: str | None = None
    ballot: int | None = None
    #: Moves of one side.
    shortest: int | None = None
    longest: int | None = None
    #: Words in comments.
    comment: str | None = None
    rules: str | None = None
    #: A position that occurred.
    fen: str | None = None
    #: A pattern: 32 letters, the side to move, and counts of pieces.
    pattern: str | None = None
    turn: SideName | None = None
    material: str | None = None
    #: Match positions and patterns with colours reversed too.
    reversed: bool = False
    #: Only the person's games against computers played here; the opponent may be a name such as
    #: level:3.
    own: bool = False
    #: The games of one import.
    batch: int | None = None
    #: These games, by number.
    games: tuple[int, ...] = ()
    sort: Sort = "added"
    descending: bool = True
    page: int = 1
    size: int = 50

    @classmethod
    def parse(cls, values: Mapping[str, Any]) -> Query:
        """Read a search from an address's texts, or from values; empty ones are left out."""
        for name in values:
            if name not in _READERS:
                raise LibraryError(unknown_name("search-field", name, _READERS))
        read: dict[str, Any] = {}
        wrong: dict[str, Message] = {}  # by field
        for name, value in values.items():
            if value is not None and value not in ("", ()):
                with _noting(wrong, name):
                    read[name] = _READERS[name](name, value)
        query = cls(**read)
        query._look_for_nonsense(wrong)
        for name, message in wrong.items():
            raise LibraryError(message, name, wrong)
        return query

    @classmethod
    def parse_to_write(cls, values: Mapping[str, Any]) -> Query:
        """Read a search for an export: by default in import order, so that exports round-trip.

        >>> Query.parse_to_write({}).descending, Query.parse_to_write({"sort": "date"}).descending
        (False, True)
        """
        ordered = any(values.get(name) not in (None, "") for name in ("sort", "descending"))
        return cls.parse(values if ordered else {**values, "descending": False})

    def parameters(self) -> dict[str, str]:
        """The search as the parameters of an address, which `parse` reads."""
        found: dict[str, str] = {}
        for one in fields(self):
            value = getattr(self, one.name)
            if value == one.default:
                continue
            if isinstance(value, tuple):
                found[one.name] = _SEPARATOR.join(map(str, value))
            else:
                found[one.name] = str(int(value) if isinstance(value, bool) else value)
        return found

    @property
    def position(self) -> Position | None:
        """The position searched for."""
        if self.fen is None:
            return None
        rules = Rules() if self.rules is None else Rules.parse(self.rules)
        return Position.start(rules) if self.fen == "start" else Position.from_fen(self.fen, rules)

    @property
    def drawing(self) -> Pattern | None:
        """The pattern searched for."""
        if self.pattern is None and self.material is None:
            return None
        return Pattern.read(self.pattern, self.turn, self.material)

    def _look_for_nonsense(self, wrong: dict[str, Message]) -> None:
        """Find impossible conditions early."""
        if self.result in ("won", "lost") and self.player is None and not self.own:
            wrong["result"] = Message("query.result-needs-player", {"result": self.result})
        if self.colour is not None and not (self.player or self.opponent or self.own):
            wrong["colour"] = Message("query.colour-needs-player")
        with _noting(wrong, "fen"):
            _ = self.position
        with _noting(wrong, "pattern"):
            Pattern.read(self.pattern, None, None)
        with _noting(wrong, "material"):
            Pattern.read(None, None, self.material)
        if self.turn is not None and self.pattern is None and self.material is None:
            wrong["turn"] = Message("query.turn-needs-pattern")
        self._look_for_empty_ranges(wrong)

    def _look_for_empty_ranges(self, wrong: dict[str, Message]) -> None:
        begin = end = None
        with _noting(wrong, "since"):
            begin = None if self.since is None else read_day(self.since)
        with _noting(wrong, "until"):
            end = None if self.until is None else last_day(self.until)
        if begin is not None and end is not None and begin > end:
            days = {"since": self.since, "until": self.until}
            wrong["since"] = Message("query.backwards", days)
        if self.shortest is not None and self.longest is not None and self.shortest > self.longest:
            lengths = {"shortest": self.shortest, "longest": self.longest}
            wrong["shortest"] = Message("query.no-length", lengths)


@contextmanager
def _noting(wrong: dict[str, Message], name: str) -> Iterator[None]:
    """Note the first error of a field, and go on with the others."""
    try:
        yield
    except CrownheadError as error:
        wrong.setdefault(name, error.message)


def _text(name: str, value: Any) -> str:
    text = " ".join(str(value).split())
    if len(text) > LONGEST_TEXT:
        raise LibraryError("query.too-long", name=_called(name), count=len(text), most=LONGEST_TEXT)
    if name in ("player", "opponent", "event", "opening", "comment") and not folded(text):
        raise LibraryError("query.no-letters", name=_called(name), text=excerpt(text))
    return text


def _one_of(choices: Iterable[str]) -> Any:
    known = tuple(choices)

    def read(name: str, value: Any) -> str:
        text = str(value).strip().lower()
        if text == "red" and "black" in known:
            return "black"  # some people call the side that moves first White
        if text not in known:
            raise LibraryError(unknown_name(name, str(value), known))
        return text

    return read


def _called(name: str) -> Message:
    """The name of a field for people."""
    return Message(f"query.field.{name}")


def _whole(least: int, most: int) -> Any:
    def read(name: str, value: Any) -> int:
        try:
            number = int(str(value))
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise LibraryError(
                "query.number", name=_called(name), least=least, most=most, value=excerpt(value)
            )
        return number

    return read


def _switch(name: str, value: Any) -> bool:
    text = str(value).strip().lower()
    if text not in ("1", "0", "true", "false", "yes", "no"):
        raise LibraryError("query.switch", name=_called(name), value=excerpt(value))
    return text in ("1", "true", "yes")


def _names(name: str, value: Any) -> tuple[str, ...]:
    given = str(value).split(_SEPARATOR) if isinstance(value, str) else [str(one) for one in value]
    return tuple(_text(name, one) for one in given if one.strip())


def _numbers(name: str, value: Any) -> tuple[int, ...]:
    given = value.split(_SEPARATOR) if isinstance(value, str) else list(value)
    if len(given) > MOST_CHOSEN:
        raise LibraryError("query.too-many-games", count=len(given), most=MOST_CHOSEN)
    return tuple(_GAME(name, one) for one in given)


def _rules(_: str, value: Any) -> str:
    try:
        return str(Rules.parse(str(value)))
    except CrownheadError as error:
        raise LibraryError(error.message) from None


_GAME: Final = _whole(1, _LARGEST_NUMBER)
# How each field is read; the others are texts.
_READERS: Final = MappingProxyType[str, Any](
    {
        **{one.name: _text for one in fields(Query)},
        "collections": _names,
        "colour": _one_of(get_args(SideName)),
        "result": _one_of(get_args(Outcome)),
        "ballot": _whole(1, 174),
        "shortest": _whole(0, 10_000),
        "longest": _whole(0, 10_000),
        "rules": _rules,
        "turn": _one_of(get_args(SideName)),
        "reversed": _switch,
        "own": _switch,
        "batch": _whole(1, _LARGEST_NUMBER),
        "games": _numbers,
        "sort": _one_of(get_args(Sort)),
        "descending": _switch,
        "page": _whole(1, _MOST_PAGES),
        "size": _whole(1, _MOST_GAMES),
    }
)
