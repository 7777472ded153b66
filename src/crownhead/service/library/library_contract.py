"""What front ends show of the library: plain values, in small typed parts."""

from typing import Literal

from typing_extensions import TypedDict

from crownhead.pieces import SideName
from crownhead.service.contract import BookMoveView, MessageView, MoveView, PositionView
from crownhead.store.library.entries import ResultCode
from crownhead.store.library.imports import ImportState

ImportStateCode = Literal["waiting", ImportState]


class CollectionView(TypedDict):
    """A collection of games; `own` marks the one of games played here."""

    id: int
    name: str
    games: int
    own: bool


class FaultView(TypedDict):
    """A part of a file that could not be read: in which game, where, and why."""

    game: int
    line: int | None
    column: int | None
    message: MessageView


class ImportView(TypedDict):
    """An import. While it waits or runs, `job` names it; on disk it has an `id`.

    `games` were read: `added` are new, `duplicates` already existed, and `faulty` were kept as far as
    they could be read; `present` are still there. `share` is the part of the file that was read, from
    0 to 1. Without a `source` it came from standard input.
    """

    id: int | None
    job: str | None
    collection: str
    source: str | None
    state: ImportStateCode
    games: int
    added: int
    duplicates: int
    faulty: int
    present: int
    share: float | None
    faults: list[FaultView]
    detail: MessageView | None
    started: str | None


class DeletionView(TypedDict):
    """Games that were deleted together and can be restored together, for a week.

    `what` names the collection or import they were; it is null for games that somebody selected.
    """

    id: int
    what: MessageView | None
    games: int
    made: str


class LibraryView(TypedDict):
    """What is in the library. `version` changes with every change; `tinsley` games can be loaded."""

    version: int
    collections: list[CollectionView]
    imports: list[ImportView]
    deletions: list[DeletionView]
    tinsley: bool


class LibraryGameView(TypedDict):
    """A game in short. `game` is its name if it was played here; such a game cannot be edited.

    `date` is as given, even if it is no day of the calendar. `moves` counts the moves of one side;
    `noted` games have comments or variations.
    """

    id: int
    collection: str
    black: str | None
    white: str | None
    event: str | None
    site: str | None
    date: str | None
    year: int | None
    month: int | None
    day: int | None
    round: str | None
    result: ResultCode
    opening: str | None
    ballot: int | None
    moves: int
    plies: int
    rules: str | None
    noted: bool
    faulty: bool
    game: str | None


class HitView(TypedDict):
    """A game that was found. `ply` is the moment searched for; None shows the end."""

    game: LibraryGameView
    ply: int | None
    position: PositionView


class SearchView(TypedDict):
    """The result of a search. `parameters` are its address; `board` is the position searched for."""

    count: int
    page: int
    pages: int
    parameters: dict[str, str]
    board: str | None
    hits: list[HitView]


class LibraryMoveView(MoveView):
    """A move of a library game, with its comment."""

    ply: int
    side: SideName
    comment: str


class LibraryRecordView(TypedDict):
    """A whole library game; its `pdn` has the variations."""

    game: LibraryGameView
    tags: dict[str, str]
    start: PositionView
    comment: str
    moves: list[LibraryMoveView]
    result: str
    faults: list[FaultView]
    pdn: str


class ResultCountsView(TypedDict):
    """Games by result; the rest have none."""

    games: int
    black: int
    white: int
    draws: int
    both_lost: int


class KnownPlayerView(TypedDict):
    """A player and their number of games; None stands for people who played here."""

    name: str | None
    games: int


class CountView(TypedDict):
    """A name and its number of games."""

    name: str
    games: int


class StatisticsView(TypedDict):
    """Statistics of the games that a search finds; moves are those of one side.

    `players`, `events` and `openings` are those with the most games.
    """

    tally: ResultCountsView
    moves: int
    longest: int
    first_year: int | None
    last_year: int | None
    noted: int
    faulty: int
    players: list[KnownPlayerView]
    events: list[CountView]
    openings: list[CountView]


class OwnScoreView(TypedDict):
    """A person's score against an opponent with one colour."""

    opponent: str
    name: str
    colour: SideName
    won: int
    drawn: int
    lost: int


class ExploredMoveView(TypedDict):
    """A move played in the position, or known to the book.

    `points` is the book's value for the side to move in hundredths of a man, None if the book lacks
    the move; `best` marks the book's best moves.
    """

    move: MoveView
    tally: ResultCountsView
    first_year: int | None
    last_year: int | None
    players: list[KnownPlayerView]
    points: int | None
    best: bool
    own: list[OwnScoreView]


class OwnOpponentView(TypedDict):
    """A computer that the person has played: its name in games and searches, and its display name."""

    opponent: str
    name: str


class ExploredView(TypedDict):
    """What was played in a position, the most frequent move first; moves of the book alone come last.

    `opponents` are the computers of the person's own games, the weakest first. `version` is the
    library's: after a change, earlier answers may be wrong.
    """

    version: int

    fen: str
    position: PositionView
    tally: ResultCountsView
    moves: list[ExploredMoveView]
    book: list[BookMoveView]
    own: list[OwnScoreView]
    opponents: list[OwnOpponentView]
