"""Long-running commands: a progress bar, and one line when they are stopped."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import click

from crownhead.cli.shared import progress_bar
from crownhead.interrupts import terminated_as_interrupted
from crownhead.messages import Message
from crownhead.parallel import WorkersLostError

if TYPE_CHECKING:
    from rich.progress import Progress


def from_here(stopped: Message) -> Message:
    """Say that the same command continues.

    >>> str(from_here(Message("stopped.interrupted")))
    'interrupted; the same command continues from here'
    """
    return Message("stopped.from-here", {"stopped": stopped})


@contextmanager
def stoppable(what_now: Callable[[Message], Message] = from_here) -> Iterator[Progress]:
    """Show progress until the work is done, or a signal or lost workers stop it.

    `what_now` is told what has stopped it and adds what becomes of the work. After a signal the command
    ends as programs do that are ended by it.
    """
    with terminated_as_interrupted() as terminated, progress_bar() as bar:
        try:
            yield bar
        except (WorkersLostError, KeyboardInterrupt) as error:
            if isinstance(error, WorkersLostError) and not terminated:  # or they were told first
                raise WorkersLostError(what_now(error.message)) from None
            with suppress(OSError):  # the terminal may be what has ended
                bar.stop()
                why = Message("stopped.terminated" if terminated else "stopped.interrupted")
                print(what_now(why), file=sys.stderr)
            raise click.exceptions.Exit(
                128 + (signal.SIGTERM if terminated else signal.SIGINT)
            ) from None
