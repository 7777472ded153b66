"""Commands that take long: a progress bar, and an end in one line when they are stopped."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import click

from crownhead.cli.shared import progress_bar
from crownhead.interrupts import terminated_as_interrupted
from crownhead.parallel import WorkersLostError

if TYPE_CHECKING:
    from rich.progress import Progress


def from_here(stopped: str) -> str:
    """Say that nothing is lost.

    >>> from_here("interrupted")
    'interrupted; the same command goes on from here'
    """
    return f"{stopped}; the same command goes on from here"


@contextmanager
def stoppable(say: Callable[[str], str] = from_here) -> Iterator[Progress]:
    """Show progress until the work is done, or until a signal or the loss of workers stops it.

    `say` is told what has stopped it and adds what becomes of the work. After a signal the command ends
    as programs do that are ended by it.
    """
    with terminated_as_interrupted() as terminated, progress_bar() as bar:
        try:
            yield bar
        except (WorkersLostError, KeyboardInterrupt) as error:
            if isinstance(error, WorkersLostError) and not terminated:  # or they were told first
                raise WorkersLostError(say(str(error))) from None
            with suppress(OSError):  # the terminal may be what has ended
                bar.stop()
                print(say("terminated" if terminated else "interrupted"), file=sys.stderr)
            raise click.exceptions.Exit(
                128 + (signal.SIGTERM if terminated else signal.SIGINT)
            ) from None
