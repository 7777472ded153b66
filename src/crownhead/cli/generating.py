"""Collections that are made: written as they come, in whole games."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import typer

from crownhead.cli.shared import file_error, progress_bar
from crownhead.files import writable_file
from crownhead.interrupts import terminated_as_interrupted
from crownhead.library.generating import generated


def write_generated(file: Path, games: int, seed: int, jobs: int | None) -> None:
    """Make games and write them to a file; stopped at any moment, the file has whole games."""
    path = writable_file(file)
    with terminated_as_interrupted() as terminated, progress_bar(wanted=True) as bar:
        task = bar.add_task("playing", total=games)
        try:
            with path.open("w", encoding="utf-8", newline="\n") as out:
                for text in generated(
                    games, seed, jobs=jobs, watch=lambda done: bar.update(task, completed=done)
                ):
                    out.write(text)
        except KeyboardInterrupt:
            bar.stop()
            print(f"stopped; {file} has the games that were ready", file=sys.stderr)
            raise typer.Exit(128 + (signal.SIGTERM if terminated else signal.SIGINT)) from None
        except OSError as error:
            raise file_error(error, "write", file) from None
    print(f"wrote {games:,} {'game' if games == 1 else 'games'} to {file}")
