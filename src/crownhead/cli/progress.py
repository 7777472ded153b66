"""A progress bar on standard error; results go to standard output."""

from datetime import timedelta
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TaskProgressColumn, TextColumn
from rich.table import Column
from rich.text import Text

from crownhead.messages import say

# A narrower terminal shows the progress without a bar.
_WIDE: Final = 70


class Times(ProgressColumn):
    """Shows the time that a task has taken, if there is room, and the time left."""

    def __init__(self, *, short: bool) -> None:
        # The name of a task may be cut, its time may not.
        super().__init__(Column(no_wrap=True, min_width=len(_left(0))))
        self._short = short

    def render(self, task: Task) -> Text:
        """Write the times of a task."""
        taken, left = task.finished_time or task.elapsed, task.time_remaining
        said = [] if taken is None else [say("progress.taken", time=_clock(taken))]
        if left is not None and not task.finished:
            said = [*([] if self._short else said), _left(left)]
        return Text(", ".join(said), style="progress.remaining")


def _left(seconds: float) -> str:
    return say("progress.left", time=_clock(seconds))


def _clock(seconds: float) -> str:
    return str(timedelta(seconds=int(seconds)))


def make_bar() -> Progress:
    """Make a bar, which only a terminal shows."""
    console = Console(stderr=True)
    narrow = console.width < _WIDE
    return Progress(
        TextColumn("{task.description}", style="progress.description"),
        *([] if narrow else [BarColumn()]),
        TaskProgressColumn(),
        Times(short=narrow),
        console=console,
        transient=True,
        redirect_stdout=False,
        disable=not console.is_terminal,
    )
