"""Imports games from files, a few hundred per transaction."""

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
from crownhead.store.library.positions import MOST_IN_RUN

_AT_ONCE: Final = 250  # games in a transaction: others can write in between
_MOST_FAULTS: Final = 200  # kept for a whole import
_LONGEST_NAME: Final = 200


class ImportStoppedError(LibraryError):
    """A stopped import; what it added is kept."""


@dataclass(slots=True)
class ImportProgress:
    """The progress of an import. One thread changes it; others may read."""

    number: int = 0
    games: int = 0  # read so far
    added: int = 0
    duplicates: int = 0
    faulty: int = 0
    read: int = 0  # bytes
    size: int | None = None  # bytes, if known
    faults: list[Fault] = field(default_factory=list)


def import_games(
    library: LibraryStore,
    collection: str,
    file: IO[bytes],
    source: str | None,
    *,
    size: int | None = None,
    watch: Callable[[ImportProgress], None] = lambda _: None,
    pause: float = 0.0,
) -> ImportProgress:
    """Import an open PDN file into a collection, which is made if missing.

    `watch` is called first and after every few hundred games, and may raise to stop. `pause` is the
    seconds left to others after each call. Whatever goes wrong, the games stored before are kept and
    counted, and the same file can be imported again: duplicates are not added.
    """
    progress = ImportProgress(size=size)
    begun = library.imports.begin(collection, source and source[-_LONGEST_NAME:])
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
            library.positions.make_run(least=MOST_IN_RUN)
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


def _end(
    library: LibraryStore, begun: BegunImport, state: ImportEnd, progress: ImportProgress
) -> None:
    """Store how an import ended; if even that fails, it counts as killed."""
    try:
        library.imports.end(begun, state, progress.faulty, _text(progress))
        if state != "done":  # perhaps between storing the last games and counting them
            stored = library.imports.load(begun.number)
            progress.added, progress.duplicates = stored.added, stored.duplicates
    except StoreError:
        if state == "done":
            raise


def _text(progress: ImportProgress) -> str:
    return faults_text(tuple(progress.faults)) or "[]"


def _no_game(progress: ImportProgress) -> LibraryError:
    """The error of a file without games: the first fault in it, if any."""
    for fault in progress.faults:
        if fault.line is not None:
            where = {"line": fault.line, "column": fault.column, "fault": fault.message}
            return LibraryError("imports.no-checkers", fault=Message("notation.at", where))
    return LibraryError("imports.no-game")


def _entries(file: IO[bytes], progress: ImportProgress) -> Iterator[LibraryEntry]:
    """The games of a file; one without a single readable move only counts as faulty."""
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
    """Copy games into a collection; return how many are new, and how many existed."""
    adding = library.adding(collection)
    added = known = 0
    for part in _parts(replace(entry_of(game.record), game=None) for game in games):
        new, old = adding.add(part)
        added, known = added + new, known + old
    return added, known
