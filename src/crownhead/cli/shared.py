"""What the commands share: options, positions, files, progress and JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from crownhead import PRESETS, Position, Rules
from crownhead.discs import SETS
from crownhead.errors import CrownheadError, EndgameError, excerpt
from crownhead.files import drafts, new_file, refuse_replacing, system_words
from crownhead.phrases import listed
from crownhead.themes import THEMES

if TYPE_CHECKING:
    from rich.progress import Progress

START: Final = "start"  # the word for the start position; a file of that name is ./start
_LONGEST_NAME: Final = 120  # letters of a file's name in a sentence


def complete_rules(incomplete: str) -> list[str]:
    """The rule sets whose names begin so, for completion in a shell."""
    return [name for name in PRESETS if name.startswith(incomplete)]


def complete_theme(incomplete: str) -> list[str]:
    """The themes whose names begin so."""
    return [name for name in THEMES if name.startswith(incomplete)]


def complete_pieces(incomplete: str) -> list[str]:
    """The sets of pieces whose names begin so."""
    return [name for name in SETS if name.startswith(incomplete)]


def complete_opponent(incomplete: str) -> list[str]:
    """The opponents whose names begin so."""
    from crownhead.service import opponent_names  # slow to import, and only needed here

    return [name for name in opponent_names() if name.startswith(incomplete)]


FenOption = Annotated[
    str, typer.Option(help="The position to begin from, or the word start.", metavar="FEN")
]
RulesOption = Annotated[
    str,
    typer.Option(
        help="A rule set, and options such as regicide=on.",
        metavar="NAME",
        autocompletion=complete_rules,
    ),
]
ThemeOption = Annotated[
    str,
    typer.Option(
        help="The colours of the picture.",
        metavar="NAME",
        autocompletion=complete_theme,
    ),
]
PiecesOption = Annotated[
    str,
    typer.Option(
        help=f"The pieces of the picture: {listed(SETS)}.",
        metavar="NAME",
        autocompletion=complete_pieces,
    ),
]
FlippedOption = Annotated[bool, typer.Option("--flipped", help="Put Black at the bottom.")]
TablesOption = Annotated[
    str | None,
    typer.Option(
        "--tables",
        help="A folder of endgame tables, or the word none; your own by default.",
        metavar="D",
    ),
]
JobsOption = Annotated[
    int | None, typer.Option(help="Games at once; one per core by default.", min=1, max=256)
]
ClusterOption = Annotated[
    str | None,
    typer.Option(help="The scheduler of a Dask cluster that does the work.", metavar="ADDRESS"),
]
ReplaceOption = Annotated[bool, typer.Option("--replace", help="Replace a file of this name.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def print_json(value: Any) -> None:
    """Print one line of JSON that any terminal can show."""
    print(json.dumps(value))


def tables_folder(given: str | None) -> Path | None:
    """The folder of endgame tables to use: the one given, or the person's own if it has any."""
    if given is not None:
        return None if given == "none" else Path(given)
    from crownhead.cli.play import own_data_folder
    from crownhead.endgame.home import folder_of

    folder = folder_of(own_data_folder())
    if folder is None or not any(map(any, (folder.glob("*.wdl"), folder.glob("*.plies")))):
        return None
    from crownhead.endgame import EndgameTables

    try:
        EndgameTables.open(folder)
    except EndgameError as error:  # nobody asked for them
        print(f"crownhead: no endgame tables are used: {error}", file=sys.stderr)
        return None
    return folder


def position_of(text: str, rules: str) -> Position:
    """Read a position, or the word start."""
    chosen = Rules.parse(rules)
    return Position.start(chosen) if text == START else Position.from_fen(text, chosen)


def file_error(error: OSError, do: str, name: object) -> CrownheadError:
    """Say in a sentence why a file cannot be used.

    >>> print(file_error(FileNotFoundError(2, "No such file or directory"), "read", "x.pdn"))
    cannot read 'x.pdn': no such file or directory
    """
    return CrownheadError(f"cannot {do} '{excerpt(name, _LONGEST_NAME)}': {system_words(error)}")


def check_output(path: Path, *, replace: bool, source: str | None = None) -> None:
    """Refuse a file that cannot be written, before the work; what is read is never replaced."""
    if source is not None:
        refuse_replacing(Path(source), path)
    new_file(path, replace=replace)


def write_files(contents: Mapping[Path, str | bytes], *, replace: bool) -> None:
    """Write files, all or none, or say why that cannot be done."""
    with drafts(*contents, replace=replace) as parts:
        for part, content in zip(parts, contents.values(), strict=True):
            part.write_bytes(content.encode() if isinstance(content, str) else content)


def progress_bar(*, wanted: bool) -> Progress:
    """Make a bar on standard error; it is loaded only by commands that take long."""
    from crownhead.cli.progress import make_bar

    return make_bar(wanted=wanted)
