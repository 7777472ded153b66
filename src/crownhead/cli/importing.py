"""Imports on the command line, with a progress bar; Ctrl-C keeps whole games."""

import os
import sys
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any, Final

from crownhead.cli.games import in_file, name_of_file
from crownhead.cli.shared import STANDARD_INPUT, unreadable
from crownhead.cli.stopping import stoppable
from crownhead.errors import LibraryError, StoreError
from crownhead.files import open_to_read, refuse_unreadable, shown
from crownhead.library.importing import ImportProgress, import_games
from crownhead.library.tinsley import NAME, SOURCE, tinsley_pdn
from crownhead.messages import Message, counted, say
from crownhead.store.library.collections import name_after
from crownhead.store.library.library_store import LibraryStore

_ERRORS_SHOWN: Final = 10


def refuse_missing(files: Iterable[Path]) -> None:
    """Refuse unreadable files before anything is imported."""
    for path in files:
        if str(path) == STANDARD_INPUT:
            continue
        refuse_unreadable(path, pipes=True)
        if not os.access(path, os.R_OK):
            raise LibraryError("cli.not-permitted", file=shown(path))


def bring_in_tinsley(library: LibraryStore, into: str | None) -> dict[str, Any]:
    """Import the games that come with the package."""
    with tinsley_pdn() as file:
        return _bring_in(library, into or NAME, SOURCE, file, len(file.getvalue()))


def bring_in(library: LibraryStore, path: Path, into: str | None) -> dict[str, Any]:
    """Import a file into a collection, by default named after the file."""
    if str(path) == STANDARD_INPUT:
        name = into or say("cli.import.name")
        return _bring_in(library, name, None, sys.stdin.buffer, None)
    try:
        with open_to_read(path) as file:
            size = path.stat().st_size if file.seekable() else None
            return _bring_in(library, into or name_after(path.name), path.name, file, size)
    except OSError as error:
        raise unreadable(error, path) from None


def _bring_in(
    library: LibraryStore, name: str, source: str | None, file: IO[bytes], size: int | None
) -> dict[str, Any]:
    name = library.name_of_target(name)
    seen = ImportProgress()
    with stoppable(lambda stopped: _with_kept(stopped, seen)) as bar:
        task = bar.add_task(str(name_of_file(source)), total=size)

        def watch(progress: ImportProgress) -> None:
            nonlocal seen
            seen = progress
            games = str(counted("game", progress.games))
            bar.update(task, completed=progress.read, description=games)

        try:
            done = import_games(library, name, file, source, size=size, watch=watch)
        except LibraryError as error:
            raise LibraryError(
                "cli.import.failed", file=name_of_file(source), error=error
            ) from None
        except StoreError as error:
            if not seen.added:  # nothing to continue or undo
                raise
            bar.stop()
            raise StoreError(_with_kept(error.message, seen)) from None
    _report(done, source, name)
    return {**asdict(done), "collection": name, "source": source}


def _with_kept(stopped: Message, progress: ImportProgress) -> Message:
    """Why an import stopped, and what happens to its games."""
    if not progress.added:
        return Message("cli.import.nothing", {"stopped": stopped})
    kept = {"count": progress.added, "number": str(progress.number)}
    return Message("cli.import.kept", {"stopped": stopped, **kept})


def _report(done: ImportProgress, source: str | None, name: str) -> None:
    """Report the imported games and the errors."""
    file = name_of_file(source)
    for fault in done.faults[:_ERRORS_SHOWN]:
        print(in_file(file, fault.line, fault.column, fault.message), file=sys.stderr)
    if len(done.faults) > _ERRORS_SHOWN:
        print(say("cli.import.more-errors"), file=sys.stderr)
    told = say(
        "cli.import.done",
        file=file,
        games=counted("game", done.added),
        collection=name,
        number=str(done.number),
        duplicates=done.duplicates,
        faulty=done.faulty,
    )
    print(told, file=sys.stderr)
