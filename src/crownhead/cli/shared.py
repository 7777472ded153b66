"""What the commands share: options, positions, progress and JSON."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TaskProgressColumn, TextColumn
from rich.table import Column
from rich.text import Text

from crownhead import PRESETS, Position, Rules
from crownhead.themes import THEMES

# Below so many columns progress is told without a bar.
_WIDE: Final = 70


def complete_rules(incomplete: str) -> list[str]:
    """The rule sets whose names begin so, for completion in a shell."""
    return [name for name in PRESETS if name.startswith(incomplete)]


def complete_theme(incomplete: str) -> list[str]:
    """The themes whose names begin so."""
    return [name for name in THEMES if name.startswith(incomplete)]


def complete_opponent(incomplete: str) -> list[str]:
    """The opponents whose names begin so."""
    from crownhead.service import opponent_names  # slow to import, and only needed here

    return [name for name in opponent_names() if name.startswith(incomplete)]


FenOption = Annotated[str, typer.Option(help="The position to begin from.", metavar="FEN")]
RulesOption = Annotated[
    str,
    typer.Option(
        help="A rule set, and options such as regicide=on.",
        metavar="NAME",
        autocompletion=complete_rules,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def print_json(value: Any) -> None:
    """Print one line of JSON that any terminal can show."""
    print(json.dumps(value))


def position_of(text: str, rules: str) -> Position:
    """Read a position, or the word start."""
    chosen = Rules.parse(rules)
    return Position.start(chosen) if text == "start" else Position.from_fen(text, chosen)


class _Times(ProgressColumn):
    """Says how long a task has taken, where there is room for it, and how long it will still take."""

    def __init__(self, *, short: bool) -> None:
        # The name of a task may be cut, its time may not.
        super().__init__(Column(no_wrap=True, min_width=len("0:00:00 left")))
        self._short = short

    def render(self, task: Task) -> Text:
        taken, left = task.finished_time or task.elapsed, task.time_remaining
        said = [] if taken is None else [f"{_clock(taken)} so far"]
        if left is not None and not task.finished:
            said = [*([] if self._short else said), f"{_clock(left)} left"]
        return Text(", ".join(said), style="progress.remaining")


def _clock(seconds: float) -> str:
    return str(timedelta(seconds=int(seconds)))


def progress_bar(*, wanted: bool) -> Progress:
    """Make a bar on standard error; standard output stays free for results."""
    console = Console(stderr=True)
    narrow = console.width < _WIDE
    return Progress(
        TextColumn("{task.description}", style="progress.description"),
        *([] if narrow else [BarColumn()]),
        TaskProgressColumn(),
        _Times(short=narrow),
        console=console,
        transient=True,
        redirect_stdout=False,
        disable=not (wanted and console.is_terminal),
    )
