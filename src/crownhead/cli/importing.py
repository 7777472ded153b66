"""Importing games on the command line: with a progress bar, and Ctrl-C that leaves whole games."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any, Final

from crownhead.cli.shared import STANDARD_INPUT, unreadable
from crownhead.cli.stopping import stoppable
from crownhead.errors import LibraryError, StoreError
from crownhead.files import open_to_read, refuse_unreadable, shown
from crownhead.library.importing import ImportProgress, import_games
from crownhead.library.tinsley import NAME, SOURCE, tinsley_pdn
from crownhead.phrases import counted
from crownhead.store.library.collections import name_after
from crownhead.store.library.library_store import LibraryStore

_ERRORS_SHOWN: Final = 10


def refuse_missing(files: Iterable[Path]) -> None:
    """Refuse what cannot be read before anything is brought in."""
    for path in files:
        if str(path) == STANDARD_INPUT:
            continue
        refuse_unreadable(path, pipes=True)
        if not os.access(path, os.R_OK):
            raise LibraryError(f"cannot read {shown(path)}: permission denied")


def bring_in_tinsley(library: LibraryStore, into: str | None) -> dict[str, Any]:
    """Import the games that come with the package."""
    with tinsley_pdn() as file:
        return _bring_in(library, into or NAME, SOURCE, file, len(file.getvalue()))


def bring_in(library: LibraryStore, path: Path, into: str | None) -> dict[str, Any]:
    """Import a file, into the collection of that name or of the file's own."""
    if str(path) == STANDARD_INPUT:
        return _bring_in(library, into or "Imported", "standard input", sys.stdin.buffer, None)
    try:
        with open_to_read(path) as file:
            size = path.stat().st_size if file.seekable() else None
            return _bring_in(library, into or name_after(path.name), path.name, file, size)
    except OSError as error:
        raise unreadable(error, path) from None


def _bring_in(
    library: LibraryStore, name: str, source: str, file: IO[bytes], size: int | None
) -> dict[str, Any]:
    name = library.name_of_target(name)
    seen = ImportProgress()
    with stoppable(lambda _: f"stopped; {_kept(seen)}") as bar:
        task = bar.add_task(source, total=size)

        def watch(progress: ImportProgress) -> None:
            nonlocal seen
            seen = progress
            bar.update(task, completed=progress.read, description=counted(progress.games, "game"))

        try:
            done = import_games(library, name, file, source, size=size, watch=watch)
        except LibraryError as error:
            raise LibraryError(f"{source}: {error}") from None
        except StoreError as error:
            if not seen.added:  # nothing to go on from or to undo
                raise
            bar.stop()
            raise StoreError(f"{error}; {_kept(seen)}") from None
    _report(done, source, name)
    return {**asdict(done), "collection": name, "source": source}


def _kept(progress: ImportProgress) -> str:
    if not progress.added:
        return "no game was added"
    kept = counted(progress.added, "game was added and is kept", "games were added and are kept")
    return (
        f"{kept}; import the same file again to go on, "
        f"or undo it with crownhead library undo {progress.number}"
    )


def _report(done: ImportProgress, source: str, name: str) -> None:
    """Say what was brought, and what could not be read."""
    for fault in done.faults[:_ERRORS_SHOWN]:
        print(f"{source}:{fault.line}:{fault.column}: {fault.sentence}", file=sys.stderr)
    if len(done.faults) > _ERRORS_SHOWN:
        print("and more; crownhead pdn check lists them all", file=sys.stderr)
    print(
        f"{source}: {counted(done.added, 'game')} added to {name} (import {done.number}), "
        f"{done.duplicates:,} there already, {done.faulty:,} with mistakes",
        file=sys.stderr,
    )
