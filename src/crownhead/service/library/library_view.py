"""Builds the views of `library_contract`."""

from collections.abc import Iterable, Mapping
from typing import Final

from crownhead.book import BookMove
from crownhead.library.counting import Statistics, Tally
from crownhead.library.dates import day_parts
from crownhead.library.entry import game_of
from crownhead.library.exploring import Explored, ExploredMove, OwnScore
from crownhead.outcome import moves_in
from crownhead.service.contract import message_view, view_of
from crownhead.service.games import view
from crownhead.service.games.choices import known_seat, name_of
from crownhead.service.library.library_contract import (
    DeletionView,
    ExploredMoveView,
    ExploredView,
    FaultView,
    ImportView,
    KnownPlayerView,
    LibraryGameView,
    LibraryMoveView,
    LibraryRecordView,
    OwnOpponentView,
    OwnScoreView,
    ResultCountsView,
    StatisticsView,
)
from crownhead.store.library.deleting import Deletion
from crownhead.store.library.entries import Fault, LibraryGame, LibraryRow
from crownhead.store.library.imports import StoredImport

_UNRATED: Final = 10_000  # sorts last


def row_view(row: LibraryRow, collections: Mapping[int, str]) -> LibraryGameView:
    """A game in short."""
    when = day_parts(row.day or 0)  # as far as it is a day of the calendar
    return view_of(
        LibraryGameView,
        row,
        collection=collections.get(row.collection, "?"),
        year=when.year or None,
        month=when.month or None,
        day=when.day or None,
        result=row.result.code,
        moves=moves_in(row.plies),
    )


def record_view(stored: LibraryGame, collections: Mapping[int, str]) -> LibraryRecordView:
    """A whole game, move by move."""
    game = game_of(stored)
    opening: str | None = None
    moves: list[LibraryMoveView] = []
    for node in game.root.main_line():
        assert node.move is not None
        before = node.before.position
        made = view.move_view(before, node.move, opening)
        opening = made["after"]["opening"]
        side = view.side_name(before.turn)
        moves.append({**made, "ply": node.ply, "side": side, "comment": node.comment})
    return {
        "game": row_view(stored.row, collections),
        "tags": game.tags,
        "start": view.position_view(game.start),
        "comment": game.root.comment,
        "moves": moves,
        "result": game.result,
        "faults": fault_views(stored.faults),
        "pdn": game.pdn,
    }


def fault_views(faults: Iterable[Fault]) -> list[FaultView]:
    """What could not be read."""
    return [view_of(FaultView, one, message=message_view(one.message)) for one in faults]


def import_view(stored: StoredImport, collections: Mapping[int, str]) -> ImportView:
    """A stored import."""
    return view_of(
        ImportView,
        stored,
        job=None,
        collection=collections.get(stored.collection, "?"),
        games=stored.added + stored.duplicates,
        present=stored.games,
        share=1.0 if stored.state == "done" else None,
        faults=fault_views(stored.faults),
        detail=None,
        started=None if stored.started is None else view.time_text(stored.started),
    )


def deletion_view(deletion: Deletion) -> DeletionView:
    """Games that can be restored."""
    what = deletion.what and message_view(deletion.what)
    return view_of(DeletionView, deletion, what=what, made=view.time_text(deletion.made))


def statistics_view(found: Statistics) -> StatisticsView:
    """Statistics of some games."""
    return view_of(
        StatisticsView,
        found,
        tally=view_of(ResultCountsView, found),
        noted=found.with_comments,
        faulty=found.with_faults,
        players=_counts(found.players),
        events=_counts(found.events),
        openings=_counts(found.openings),
    )


def _counts(counts: Iterable[tuple[str | None, int]]) -> list[KnownPlayerView]:
    return [{"name": name, "games": games} for name, games in counts]


def explored_view(found: Explored, book: Iterable[BookMove]) -> ExploredView:
    """What was played in a position, and the book's moves."""
    known = list(book)
    values = {one.move.path: one for one in known}
    moves = [_move_view(found, one, values.pop(one.move.path, None)) for one in found.moves]
    for rest in values.values():
        unplayed = ExploredMove(rest.move, found.position.play(rest.move), Tally(), None, None, ())
        moves.append(_move_view(found, unplayed, rest))
    return {
        "version": found.version,
        "fen": found.position.fen,
        "position": view.position_view(found.position),
        "tally": view_of(ResultCountsView, found.tally),
        "moves": moves,
        "book": [view.book_view(one) for one in known],
        "own": _scores(found.own),
        "opponents": _opponents_view(found.opponents),
    }


def _move_view(found: Explored, one: ExploredMove, value: BookMove | None) -> ExploredMoveView:
    return view_of(
        ExploredMoveView,
        one,
        move=view.move_view(found.position, one.move),
        tally=view_of(ResultCountsView, one.tally),
        players=_counts(one.players),
        points=value.score.points if value else None,
        best=value is not None and value.is_best,
        own=_scores(found.own_by_move.get(one.move.path, ())),
    )


def _opponents_view(opponents: Iterable[str]) -> list[OwnOpponentView]:
    """Sorted by rating; unrated ones last."""

    def by_rating(opponent: str) -> tuple[int, str, str]:
        known = known_seat(opponent)
        return (known and known.rating) or _UNRATED, name_of(opponent), opponent

    return [{"opponent": one, "name": name_of(one)} for one in sorted(opponents, key=by_rating)]


def _scores(scores: Iterable[OwnScore]) -> list[OwnScoreView]:
    return [view_of(OwnScoreView, one, name=name_of(one.opponent)) for one in scores]
