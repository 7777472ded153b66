"""The opening explorer: the moves played in a position, with results, years and players."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from threading import Lock
from typing import Final

from crownhead.errors import LibraryError
from crownhead.library.counting import Tally
from crownhead.library.finding import selection_of
from crownhead.library.query import Query
from crownhead.move import Move
from crownhead.pieces import BLACK, SideName
from crownhead.position import Position
from crownhead.store.library.entries import PLAYED_HERE, Result
from crownhead.store.library.library_store import LibraryStore
from crownhead.store.library.selection import Selection
from crownhead.store.library.tallies import Followed, OwnFollowed
from crownhead.store.ownership import HOST, Person

_MOST_KEPT: Final = 256  # answers
_PLAYERS: Final = 3
_PERSON: Final = "person"
_OF_NO_USE: Final = ("pattern", "material", "reversed")


@dataclass(frozen=True, slots=True)
class ExploredMove:
    """A move that was played: results, years and players."""

    move: Move
    after: Position
    tally: Tally
    first_year: int | None
    last_year: int | None
    #: The players of this move with the most games in the collections, and their numbers of games.
    players: tuple[tuple[str | None, int], ...]


@dataclass(frozen=True, slots=True)
class OwnScore:
    """A person's own games against an opponent with one colour."""

    opponent: str
    colour: SideName
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True, slots=True)
class Explored:
    """What was played in a position."""

    position: Position
    tally: Tally
    moves: tuple[ExploredMove, ...]
    #: A person's own score against each opponent, and by the path of each move.
    own: tuple[OwnScore, ...] = ()
    own_by_move: dict[tuple[int, ...], tuple[OwnScore, ...]] = field(default_factory=dict)
    #: All opponents of a person's own games, in any position.
    opponents: tuple[str, ...] = ()
    #: The library's version at that moment.
    version: int = 0


class Explorer:
    """Answers what was played. Any thread may call.

    Answers are cached until a collection changes.
    """

    def __init__(self, library: LibraryStore) -> None:
        self._library = library
        self._lock = Lock()
        self._version = 0
        self._answer = lru_cache(_MOST_KEPT)(
            lambda *asked: replace(self._explore(*asked), version=self._version)
        )
        self._fame = lru_cache(_MOST_KEPT)(self._known_players)

    def explore(
        self, position: Position, query: Query | None = None, person: Person = HOST
    ) -> Explored:
        """The moves played in a position, the most frequent first.

        The query may select collections, players, dates and so on. For own games, they are the
        person's, with their score.
        """
        filters = replace(query or Query(), fen=None)
        for name in _OF_NO_USE:
            if getattr(filters, name):
                raise LibraryError("query.not-explored", name, name=name)
        with self._lock:
            version = self._library.version()
            if version != self._version:
                self._answer.cache_clear()
                self._fame.cache_clear()
                self._version = version
            return self._answer(position, filters, person)

    def _explore(self, position: Position, filters: Query, person: Person) -> Explored:
        moments = self._library.positions.find(position)
        selection = selection_of(self._library, filters, person)
        opponents = tuple(self._library.tallies.opponents(person)) if filters.own else ()
        if not len(moments) or selection is None:
            return Explored(position, Tally(), (), opponents=opponents)
        codes, paths = self._library.positions.next_moves(moments)
        selection = replace(selection, moments=moments)
        if filters.own:
            selection = replace(selection, collections=(PLAYED_HERE,))
            asking = _Asking(self._library, position, selection, codes, paths)
            return replace(asking.own(), opponents=opponents)
        fame = self._fame(tuple(selection.collections))
        return _Asking(self._library, position, selection, codes, paths).all(fame)

    def _known_players(self, collections: tuple[int, ...]) -> dict[int, int]:
        """Each player's number of games in these collections."""
        return self._library.tallies.games_by_player(Selection(collections=collections))


@dataclass(slots=True)
class _Asking:
    """A question: a position, the games that reached it and when, and their next moves."""

    library: LibraryStore
    position: Position
    selection: Selection
    codes: bytes
    paths: list[tuple[int, ...]]

    def all(self, fame: dict[int, int]) -> Explored:
        """Everybody's games."""
        tallies = self.library.tallies
        followed = tallies.followed(self.selection, self.codes)
        mover: SideName = "black" if self.position.turn is BLACK else "white"
        players = self._players(tallies.movers(self.selection, self.codes, mover), fame)
        return Explored(self.position, _tally(followed), self._explored(followed, players))

    def own(self) -> Explored:
        """A person's own games, by opponent and result."""
        found = self.library.tallies.own_followed(self.selection, self.codes)
        by_move = {
            move.path: _scores(same)
            for code, move in self._moves()
            if (same := [one for one in found if one.code == code])
        }
        moves = self._explored(found, {})
        return Explored(self.position, _tally(found), moves, _scores(found), by_move)

    def _explored(
        self, followed: Sequence[Followed], players: dict[int, tuple[tuple[str | None, int], ...]]
    ) -> tuple[ExploredMove, ...]:
        moves = []
        for code, move in self._moves():
            if same := [one for one in followed if one.code == code]:
                after, tally = self.position.play(move), _tally(same)
                first = min((one.first_year for one in same if one.first_year), default=None)
                last = max((one.last_year for one in same if one.last_year), default=None)
                moves.append(ExploredMove(move, after, tally, first, last, players.get(code, ())))
        return tuple(sorted(moves, key=lambda one: (-one.tally.games, one.move.path)))

    def _moves(self) -> list[tuple[int, Move]]:
        """The legal moves by code; codes from damage or other rules are left out."""
        legal = {move.path: move for move in self.position.legal_moves()}
        return [
            (code, legal[path]) for code, path in enumerate(self.paths, start=1) if path in legal
        ]

    def _players(
        self, movers: dict[int, set[int]], fame: dict[int, int]
    ) -> dict[int, tuple[tuple[str | None, int], ...]]:
        """For each move, its players with the most games."""
        best = {
            code: sorted(numbers, key=lambda one: (-fame.get(one, 0), one))[:_PLAYERS]
            for code, numbers in movers.items()
        }
        names = self.library.tallies.names_of({one for numbers in best.values() for one in numbers})
        return {
            code: tuple((names[one], fame.get(one, 0)) for one in numbers if one in names)
            for code, numbers in best.items()
        }


def _tally(followed: Iterable[Followed]) -> Tally:
    """Games by result."""
    games: Counter[int] = Counter()
    for one in followed:
        games[one.result] += one.games
    return Tally(
        games.total(),
        games[Result.BLACK],
        games[Result.WHITE],
        games[Result.DRAW],
        games[Result.BOTH_LOST],
    )


def _scores(found: Iterable[OwnFollowed]) -> tuple[OwnScore, ...]:
    """A person's scores, by opponent and colour."""
    games: dict[tuple[str, SideName], list[Followed]] = {}
    for one in found:
        if one.black == _PERSON:
            games.setdefault((one.white, "black"), []).append(one)
        else:
            games.setdefault((one.black, "white"), []).append(one)
    scores = []
    for opponent, colour in sorted(games):
        tally = _tally(games[opponent, colour])
        won, lost = tally.black, tally.white
        if colour == "white":
            won, lost = lost, won
        scores.append(OwnScore(opponent, colour, won, tally.draws, lost))
    return tuple(scores)
