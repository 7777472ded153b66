"""Collections that are made: written as they come, in whole games."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from crownhead.cli.shared import file_error
from crownhead.cli.stopping import stoppable
from crownhead.files import new_file
from crownhead.library.generating import generated
from crownhead.parallel import WorkersLostError
from crownhead.phrases import counted

_STANDARD_OUTPUT: Final = "-"


def write_generated(file: Path, games: int, seed: int, jobs: int | None, *, replace: bool) -> None:
    """Make games and write them to a file, or to standard output; stopped, it has whole games."""
    prints = str(file) == _STANDARD_OUTPUT
    path = None if prints else new_file(file, replace=replace)
    kept = "" if prints else f"; {file} has the games that were ready"
    with stoppable(lambda stopped: f"{stopped}{kept}") as bar:
        task = bar.add_task("playing", total=games)
        try:
            with _opened(path) as out:
                for text in generated(
                    games, seed, jobs=jobs, watch=lambda done: bar.update(task, completed=done)
                ):
                    out.write(text)
        except OSError as error:
            if prints:
                raise  # told as for every command
            raise file_error(error, "write", file) from None
    if not prints:
        print(f"wrote {counted(games, 'game')} to {file}")


@contextmanager
def _opened(path: Path | None) -> Iterator[IO[str]]:
    """A file that takes its name when it is finished or stopped; what fails leaves nothing behind."""
    if path is None:
        yield sys.stdout
        return
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.part")
    stopped: BaseException | None = None
    try:
        with unfinished.open("w", encoding="utf-8", newline="\n") as out:
            try:
                yield out
            except (KeyboardInterrupt, WorkersLostError) as stop:
                stopped = stop
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    if stopped is not None:
        raise stopped
