"""The library of games as a front end shows it: the builders of the values in `library_contract`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from crownhead.book import BookMove
from crownhead.errors import CrownheadError
from crownhead.library.counting import Statistics, Tally
from crownhead.library.dates import day_parts
from crownhead.library.entry import game_of
from crownhead.library.exploring import Explored, ExploredMove, OwnScore
from crownhead.library.importing import ImportProgress
from crownhead.outcome import moves_in
from crownhead.service.contract import BookMoveView
from crownhead.service.games import view
from crownhead.service.games.choices import name_of, seat
from crownhead.service.library.library_contract import (
    CountView,
    DeletionView,
    ExploredMoveView,
    ExploredView,
    FaultView,
    ImportStateCode,
    ImportView,
    LibraryGameView,
    LibraryMoveView,
    LibraryRecordView,
    OwnOpponentView,
    OwnScoreView,
    ResultCountsView,
    StatisticsView,
    WhenView,
)
from crownhead.store.library.deleting import Deletion
from crownhead.store.library.entries import Fault, LibraryGame, LibraryRow
from crownhead.store.library.imports import ImportRecord

_UNRATED: Final = 10_000  # in an order of ratings


def row_view(row: LibraryRow, collections: Mapping[int, str]) -> LibraryGameView:
    """A game in short."""
    return {
        "id": row.id,
        "collection": collections.get(row.collection, "?"),
        "black": row.black,
        "white": row.white,
        "event": row.event,
        "site": row.site,
        "date": row.date,
        **_when(row),
        "round": row.round,
        "result": row.result.code,
        "opening": row.opening,
        "ballot": row.ballot,
        "moves": moves_in(row.plies),
        "plies": row.plies,
        "rules": row.rules,
        "noted": row.noted,
        "faulty": row.faulty,
        "game": row.game,
    }


def _when(row: LibraryRow) -> WhenView:
    """When a game was played, as far as that is a day of the calendar."""
    year, month, day = day_parts(row.day or 0)
    return {"year": year or None, "month": month or None, "day": day or None}


def record_view(stored: LibraryGame, collections: Mapping[int, str]) -> LibraryRecordView:
    """A whole game, move by move."""
    game = game_of(stored)
    opening: str | None = None
    moves: list[LibraryMoveView] = []
    for node in game.root.main_line():
        assert node.move is not None
        assert node.parent is not None
        before = node.parent.position
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
        "faults": [_fault_view(one) for one in stored.faults],
        "pdn": game.pdn,
    }


def _fault_view(fault: Fault) -> FaultView:
    return {
        "game": fault.game,
        "line": fault.line,
        "column": fault.column,
        "sentence": fault.sentence,
    }


def import_view(record: ImportRecord, collections: Mapping[int, str]) -> ImportView:
    """An import that is on disk."""
    return {
        "id": record.id,
        "job": None,
        "collection": collections.get(record.collection, "?"),
        "source": record.source,
        "state": record.state,
        "games": record.added + record.duplicates,
        "added": record.added,
        "duplicates": record.duplicates,
        "faulty": record.faulty,
        "present": record.games,
        "share": 1.0 if record.state == "done" else None,
        "faults": [_fault_view(one) for one in record.faults],
        "detail": None,
        "started": None if record.started is None else view.time_text(record.started),
    }


def progress_view(
    job: str,
    collection: str,
    source: str,
    state: ImportStateCode,
    progress: ImportProgress,
    detail: str | None,
) -> ImportView:
    """An import that waits, runs, or ended a moment ago."""
    share = progress.read / progress.size if progress.size else None
    return {
        "id": progress.number or None,
        "job": job,
        "collection": collection,
        "source": source,
        "state": state,
        "games": progress.games,
        "added": progress.added,
        "duplicates": progress.duplicates,
        "faulty": progress.faulty,
        "present": progress.added,
        "share": 1.0 if state == "done" else None if share is None else min(1.0, share),
        "faults": [_fault_view(one) for one in list(progress.faults)],
        "detail": detail,
        "started": None,
    }


def deletion_view(deletion: Deletion) -> DeletionView:
    """Games that can be brought back."""
    return {
        "id": deletion.id,
        "what": deletion.what,
        "games": deletion.games,
        "made": view.time_text(deletion.made),
    }


def statistics_view(found: Statistics) -> StatisticsView:
    """Counts over some games."""
    return {
        "tally": _tally_view(found),
        "moves": found.moves,
        "longest": found.longest,
        "first_year": found.first_year,
        "last_year": found.last_year,
        "noted": found.with_comments,
        "faulty": found.with_faults,
        "players": [{"name": name, "games": games} for name, games in found.players],
        "events": _counts_view(found.events),
        "openings": _counts_view(found.openings),
    }


def _counts_view(counts: Iterable[tuple[str, int]]) -> list[CountView]:
    return [{"name": name, "games": games} for name, games in counts]


def explored_view(found: Explored, book: Iterable[BookMove]) -> ExploredView:
    """What was played in a position, and what the book says."""
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
        "tally": _tally_view(found.tally),
        "moves": moves,
        "book": [_book_view(one) for one in known],
        "own": [_own_view(one) for one in found.own],
        "opponents": _opponents_view(found.opponents),
    }


def _move_view(found: Explored, one: ExploredMove, value: BookMove | None) -> ExploredMoveView:
    own = found.own_by_move.get(one.move.path, ())
    return {
        "move": view.move_view(found.position, one.move),
        "tally": _tally_view(one.tally),
        "first_year": one.first_year,
        "last_year": one.last_year,
        "players": [{"name": name, "games": games} for name, games in one.players],
        "points": value.score.points if value else None,
        "best": value is not None and value.is_best,
        "own": [_own_view(score) for score in own],
    }


def _tally_view(tally: Tally) -> ResultCountsView:
    return {
        "games": tally.games,
        "black": tally.black,
        "white": tally.white,
        "draws": tally.draws,
        "both_lost": tally.both_lost,
    }


def _opponents_view(opponents: Iterable[str]) -> list[OwnOpponentView]:
    """By their ratings; those without one come last."""
    found = sorted((_rating(one), name_of(one), one) for one in opponents)
    return [{"opponent": code, "name": name} for _, name, code in found]


def _rating(opponent: str) -> int:
    """An opponent's place in an order of ratings; one of another version has none."""
    try:
        known = seat(opponent).rating
    except CrownheadError:
        known = None
    return _UNRATED if known is None else known


def _own_view(score: OwnScore) -> OwnScoreView:
    return {
        "opponent": score.opponent,
        "name": name_of(score.opponent),
        "colour": score.colour,
        "won": score.won,
        "drawn": score.drawn,
        "lost": score.lost,
    }


def _book_view(one: BookMove) -> BookMoveView:
    return {
        "notation": str(one.move),
        "path": list(one.move.path),
        "points": one.score.points,
        "best": one.is_best,
    }
