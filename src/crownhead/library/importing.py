"""Games come into a collection from files: a few hundred at a time, each whole or not at all."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import IO, Final

from crownhead.errors import LibraryError, StoreError
from crownhead.game import Game
from crownhead.library.entry import entry_of, is_record
from crownhead.messages import Message
from crownhead.pdn.packed import read_packed
from crownhead.store.library.entries import Fault, LibraryEntry, faults_text
from crownhead.store.library.imports import BegunImport, ImportEnd
from crownhead.store.library.library_store import LibraryStore

_AT_ONCE: Final = 250  # games in a transaction: others write in between
_MOST_FAULTS: Final = 200  # that are kept of a whole import
_LONGEST_NAME: Final = 200


class ImportStoppedError(LibraryError):
    """An import that somebody has stopped; what it has brought is kept."""


@dataclass(slots=True)
class ImportProgress:
    """How far an import is. One thread changes it; others may look."""

    number: int = 0
    games: int = 0  # read so far
    added: int = 0
    duplicates: int = 0
    faulty: int = 0
    read: int = 0  # bytes
    size: int | None = None  # bytes, where it is known
    faults: list[Fault] = field(default_factory=list)


def import_games(
    library: LibraryStore,
    collection: str,
    file: IO[bytes],
    source: str,
    *,
    size: int | None = None,
    watch: Callable[[ImportProgress], None] = lambda _: None,
    pause: float = 0.0,
) -> ImportProgress:
    """Import the games of an open PDN file into a collection, which is made if there is none of this name.

    `watch` is called at the beginning and after every few hundred games, and may raise to stop.
    `pause` leaves others so many seconds after each. What was stored before anything goes wrong is
    kept, and counted; whatever it is, the same file can be imported again: games that are in the
    collection already are not added twice.
    """
    progress = ImportProgress(size=size)
    begun = library.imports.begin(collection, source[-_LONGEST_NAME:])
    progress.number = begun.number
    state: ImportEnd = "failed"
    try:
        watch(progress)
        adding = library.adding(begun.collection, begun.number)
        for part in _parts(_entries(file, progress)):
            added, duplicates = adding.add(part, progress.faulty, _text(progress))
            progress.added += added
            progress.duplicates += duplicates
            watch(progress)
            library.positions.make_run(least=_FULL_RUN)
            if pause:
                time.sleep(pause)
        if not progress.added + progress.duplicates:
            raise _no_game(progress)
        state = "done"
        while library.positions.make_run():
            watch(progress)
    except (ImportStoppedError, KeyboardInterrupt):
        state = "stopped"
        raise
    finally:
        _end(library, begun, state, progress)
    return progress


_FULL_RUN: Final = 4000


def _end(
    library: LibraryStore, begun: BegunImport, state: ImportEnd, progress: ImportProgress
) -> None:
    """Say how it ended; where not even that can be stored, the import is as one that was killed."""
    try:
        library.imports.end(begun, state, progress.faulty, _text(progress))
        if state != "done":  # which may have come between storing the last games and counting them
            stored = library.imports.load(begun.number)
            progress.added, progress.duplicates = stored.added, stored.duplicates
    except StoreError:
        if state == "done":
            raise


def _text(progress: ImportProgress) -> str:
    return faults_text(tuple(progress.faults)) or "[]"


def _no_game(progress: ImportProgress) -> LibraryError:
    """What is said of a file that brings nothing: the first thing that is wrong with it, if any."""
    for fault in progress.faults:
        if fault.line is not None:
            place = {"line": fault.line, "column": fault.column, "fault": fault.message}
            return LibraryError("imports.no-checkers", fault=Message("notation.at", place))
    return LibraryError("imports.no-game")


def _entries(file: IO[bytes], progress: ImportProgress) -> Iterator[LibraryEntry]:
    """The games of a file; one without a single readable move is left out, and only counted as faulty."""
    for number, game in enumerate(read_packed(file), start=1):
        entry = entry_of(game, number)
        progress.games = number
        progress.read = file.tell() if number % 50 == 0 and file.seekable() else progress.read
        faults = entry.faults if is_record(entry) else (*entry.faults, _left_out(number, entry))
        progress.faulty += bool(faults)
        room = _MOST_FAULTS - len(progress.faults)
        progress.faults += faults[: max(0, room)]
        if faults is entry.faults:
            yield entry


def _left_out(number: int, entry: LibraryEntry) -> Fault:
    line, column = next(((one.line, one.column) for one in entry.faults), (None, None))
    return Fault(number, line, column, Message("imports.left-out"))


def _parts(entries: Iterable[LibraryEntry]) -> Iterator[list[LibraryEntry]]:
    waiting = iter(entries)
    while part := list(islice(waiting, _AT_ONCE)):
        yield part


def add_games(library: LibraryStore, collection: int, games: Iterable[Game]) -> tuple[int, int]:
    """Copy games into a collection: how many are new, and how many were there already."""
    adding = library.adding(collection)
    added = known = 0
    for part in _parts(replace(entry_of(game.record), game=None) for game in games):
        new, old = adding.add(part)
        added, known = added + new, known + old
    return added, known
