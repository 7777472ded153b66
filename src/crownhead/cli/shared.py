"""Shared by the commands: options, positions, files, progress and JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from crownhead import PRESETS, Position, Rules
from crownhead.cli.command import completing, number, option
from crownhead.discs import SETS
from crownhead.errors import CrownheadError, EndgameError, excerpt
from crownhead.files import drafts, new_file, refuse_replacing, system_message
from crownhead.messages import Listed, Message, say
from crownhead.themes import THEMES

if TYPE_CHECKING:
    from rich.progress import Progress

STANDARD_INPUT: Final = "-"
STANDARD_OUTPUT: Final = "-"
START: Final = "start"  # the word for the start position; a file of that name is ./start
LEAST_SECONDS: Final = 0.001  # to think about a move
_LONGEST_NAME: Final = 120  # letters of a file's name in a message


with_fen = option("--fen FEN", "help.option.fen", default=START)
with_rules = option(
    "--rules NAME",
    "help.option.rules",
    default="english",
    **completing(PRESETS.keys),
)
with_theme = option(
    "--theme NAME", "help.option.theme", default="classic", **completing(THEMES.keys)
)
with_pieces = option(
    "--pieces NAME",
    Message("help.option.pieces", {"sets": Listed(list(SETS))}),
    default="classic",
    **completing(lambda: SETS),
)
with_flipped = option("--flipped", "help.option.flipped")
with_tables = option("--tables D", "help.option.tables")
with_cluster = option("--cluster ADDRESS", "help.option.cluster")
_with_jobs = number("--jobs N", "help.option.jobs", 1, 256)
with_replace = option("--replace", "help.option.replace")
with_json = option("--json", "help.option.json", name="as_json")


def with_workers(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options for parallel work to a command."""
    return _with_jobs(with_cluster(command))


def warn(key: str, /, **values: Any) -> None:
    """Print a warning to standard error."""
    print(f"crownhead: {say(key, **values)}", file=sys.stderr)


def print_json(value: Any) -> None:
    """Print one line of JSON that any terminal can show."""
    print(json.dumps(value))


def tables_folder(given: str | None) -> Path | None:
    """The folder of endgame tables: the given one, or the user's own if it has any."""
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
    except EndgameError as error:  # the user did not ask for them
        warn("cli.no-tables", error=error)
        return None
    return folder


def position_of(text: str, rules: str) -> Position:
    """Read a position, or the word start."""
    chosen = Rules.parse(rules)
    return Position.start(chosen) if text == START else Position.from_fen(text, chosen)


def unreadable(error: OSError, name: object) -> CrownheadError:
    """Say why a file cannot be read.

    >>> print(unreadable(FileNotFoundError(2, "No such file or directory"), "x.pdn"))
    cannot read 'x.pdn': no such file or directory
    """
    shown = name if isinstance(name, Message) else excerpt(name, _LONGEST_NAME)
    return CrownheadError("cli.cannot-read", name=shown, why=system_message(error))


def check_output(path: Path, *, replace: bool, source: str | None = None) -> None:
    """Refuse an output that cannot be written before work begins; the source is never replaced."""
    if source is not None:
        refuse_replacing(Path(source), path)
    new_file(path, replace=replace)


def write_files(contents: Mapping[Path, str | bytes], *, replace: bool) -> None:
    """Write all files or none."""
    with drafts(*contents, replace=replace) as parts:
        for part, content in zip(parts, contents.values(), strict=True):
            part.write_bytes(content.encode() if isinstance(content, str) else content)


def progress_bar() -> Progress:
    """Make a bar on standard error; only long-running commands import it."""
    from crownhead.cli.progress import make_bar

    return make_bar()
