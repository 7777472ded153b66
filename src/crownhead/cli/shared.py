"""What the commands share: options, positions, progress and JSON."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress, TimeElapsedColumn

from crownhead import PRESETS, Position, Rules
from crownhead.svg import THEMES


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


def progress_bar(*, wanted: bool) -> Progress:
    """Make a bar on standard error; standard output stays free for results."""
    console = Console(stderr=True)
    return Progress(
        *Progress.get_default_columns(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        redirect_stdout=False,
        disable=not (wanted and console.is_terminal),
    )
