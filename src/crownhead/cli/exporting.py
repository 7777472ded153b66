"""Games of the library written as PDN."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from crownhead.cli.shared import progress_bar
from crownhead.files import new_file
from crownhead.game import Game
from crownhead.library.entry import game_of
from crownhead.library.finding import numbers_of
from crownhead.library.query import Query
from crownhead.notation.pdn import write_games
from crownhead.phrases import counted
from crownhead.store.library.library_store import LibraryStore

_STANDARD_OUTPUT: Final = "-"


def export_games(library: LibraryStore, query: Query, file: Path, *, replace: bool) -> None:
    """Write the games that a search finds to a file, which is whole or not there, or print them."""
    prints = str(file) == _STANDARD_OUTPUT
    if not prints:
        new_file(file, replace=replace)
    with progress_bar(wanted=True) as progress:
        numbers = numbers_of(library, query)
        task = progress.add_task("writing", total=len(numbers))

        def games() -> Iterator[Game]:
            for stored in library.games(numbers):
                yield game_of(stored)
                progress.advance(task)

        write_games(games(), sys.stdout if prints else file, replace=replace)
    if not prints:
        print(f"wrote {counted(len(numbers), 'game')} to {file}")
