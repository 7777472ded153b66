"""Generated collections, written game by game."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from crownhead.cli.shared import STANDARD_OUTPUT
from crownhead.cli.stopping import stoppable
from crownhead.files import draft
from crownhead.library.generating import generated
from crownhead.messages import Message, counted, say
from crownhead.parallel import WorkersLostError


def write_generated(file: Path, games: int, seed: int, jobs: int | None, *, replace: bool) -> None:
    """Generate games to a file or standard output; if stopped, the output ends with a whole game."""
    prints = str(file) == STANDARD_OUTPUT

    def kept(stopped: Message) -> Message:
        return (
            stopped if prints else Message("cli.generate.kept", {"stopped": stopped, "file": file})
        )

    with stoppable(kept) as bar:
        task = bar.add_task(say("progress.playing"), total=games)
        with _opened(None if prints else file, replace=replace) as out:
            for text in generated(
                games, seed, jobs=jobs, watch=lambda done: bar.update(task, completed=done)
            ):
                out.write(text)
    if not prints:
        print(say("cli.wrote-games", games=counted("game", games), file=file))


@contextmanager
def _opened(path: Path | None, *, replace: bool) -> Iterator[IO[str]]:
    """A file that is kept when the work is finished or stopped, and deleted when it fails."""
    if path is None:
        yield sys.stdout
        return
    stopped: BaseException | None = None
    with (
        draft(path, replace=replace) as part,
        part.open("w", encoding="utf-8", newline="\n") as out,
    ):
        try:
            yield out
        except (KeyboardInterrupt, WorkersLostError) as stop:
            stopped = stop
    if stopped is not None:
        raise stopped
