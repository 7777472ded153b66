"""What front ends are shown of the library of games: plain values, in small typed parts."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from crownhead.service.contract import (
    BookMoveView,
    MessageView,
    MoveView,
    PositionView,
    SideName,
)
from crownhead.store.library.entries import ResultCode
from crownhead.store.library.imports import ImportState

ImportStateCode = Literal["waiting", ImportState]


class CollectionView(TypedDict):
    """A collection of games; `own` is the one of the games that were played here."""

    id: int
    name: str
    games: int
    own: bool


class FaultView(TypedDict):
    """Something in a file that could not be read: in which game of it, where, and what."""

    game: int
    line: int | None
    column: int | None
    message: MessageView


class ImportView(TypedDict):
    """An import. While it waits or runs, `job` names it; on disk it has an `id`.

    `games` were read, of which `added` are new, `duplicates` were there already, and `faulty` are kept as
    far as they could be read; `present` are there now. `share` is how much of the file was read, from 0 to 1.
    """

    id: int | None
    job: str | None
    collection: str
    source: str
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

    `what` names the collection or import they were; it is empty for games that somebody selected.
    """

    id: int
    what: str
    games: int
    made: str


class LibraryView(TypedDict):
    """What is in the library. `version` is another one after any change; `tinsley` can be loaded."""

    version: int
    collections: list[CollectionView]
    imports: list[ImportView]
    deletions: list[DeletionView]
    tinsley: bool


class LibraryGameView(TypedDict):
    """A game in short. `game` is its name where it was played here; such a game cannot be edited.

    `date` is as it was given, which may be no day of the calendar. `moves` are counted as players do;
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
    """A game that was found. `ply` is the moment that was looked for, else None; then the end is shown."""

    game: LibraryGameView
    ply: int | None
    position: PositionView


class SearchView(TypedDict):
    """What was found. `parameters` are the search again, as an address has them.

    `board` is the position that was looked for.
    """

    count: int
    page: int
    pages: int
    parameters: dict[str, str]
    board: str | None
    hits: list[HitView]


class LibraryMoveView(MoveView):
    """A move of a record, and what is said about it."""

    ply: int
    side: SideName
    comment: str


class LibraryRecordView(TypedDict):
    """A whole game of the library; variations are in its `pdn`."""

    game: LibraryGameView
    tags: dict[str, str]
    start: PositionView
    comment: str
    moves: list[LibraryMoveView]
    result: str
    faults: list[FaultView]
    pdn: str


class ResultCountsView(TypedDict):
    """Games by their results; those without one make up the rest."""

    games: int
    black: int
    white: int
    draws: int
    both_lost: int


class KnownPlayerView(TypedDict):
    """A player, and how many games they have; without a name, people who played here."""

    name: str | None
    games: int


class CountView(TypedDict):
    """A name, and how many games it has."""

    name: str
    games: int


class StatisticsView(TypedDict):
    """Counts over the games that a search finds; moves are those of one side, as players count.

    `players`, `events` and `openings` are those with most games.
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
    """A person's own games against an opponent with one colour; `opponent` as games name it."""

    opponent: str
    name: str
    colour: SideName
    won: int
    drawn: int
    lost: int


class ExploredMoveView(TypedDict):
    """A move that was played in the position, or that the book has.

    `points` are the book's value for the side to move in hundredths of a man, `best` that it has none
    better; None where the book does not have the move.
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
    """A computer that one has played against: as games and searches name it, and what it is called."""

    opponent: str
    name: str


class ExploredView(TypedDict):
    """What was played in a position, the most frequent move first; moves of the book alone come last.

    In one's own games, `opponents` are all whom one has played against, the weakest first. `version` is that
    of the library: what was answered before it changed may be wrong now.
    """

    version: int

    fen: str
    position: PositionView
    tally: ResultCountsView
    moves: list[ExploredMoveView]
    book: list[BookMoveView]
    own: list[OwnScoreView]
    opponents: list[OwnOpponentView]
