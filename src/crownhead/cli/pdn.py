"""Files of games."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from crownhead import CrownheadError, Game, PdnError
from crownhead.cli.plain import SETTINGS, PlainCommand, plain_group
from crownhead.cli.shared import JsonOption, file_error, print_json, progress_bar
from crownhead.files import refuse_unreadable
from crownhead.notation.pdn import read_games

if TYPE_CHECKING:
    from rich.progress import Progress

# A progress bar takes longer to move than a game to read.
_GAMES_BETWEEN_LOOKS: Final = 50

pdn = plain_group("Work with PDN files.")


@pdn.command(cls=PlainCommand, context_settings=dict(SETTINGS))
def check(
    files: Annotated[list[Path], typer.Argument(help="PDN files.", metavar="FILE...")],
    as_json: JsonOption = False,
) -> None:
    """Read files to the end and report every mistake in them."""
    games = faulty = unreadable = 0
    errors: list[dict[str, Any]] = []
    with progress_bar(wanted=True) as progress:
        for path in files:
            try:
                for game in _games(path, progress):
                    games += 1
                    faulty += bool(game.errors)
                    if as_json:
                        errors += [
                            {"file": str(path), **_error_row(error)} for error in game.errors
                        ]
                    elif game.errors:
                        progress.stop()  # from here on the errors show that it goes on
                        for error in game.errors:
                            print(f"{path}:{error.line}:{error.column}: {error.sentence}")
            except CrownheadError as error:
                unreadable += 1
                progress.stop()
                print(f"crownhead: {error}", file=sys.stderr)
    if as_json:
        print_json({"games": games, "with_errors": faulty, "errors": errors})
    else:
        print(f"{games} {'game' if games == 1 else 'games'}, {faulty} with errors")
    raise typer.Exit(2 if unreadable else 1 if faulty else 0)


def _error_row(error: PdnError) -> dict[str, Any]:
    return {"line": error.line, "column": error.column, "sentence": error.sentence}


def _games(path: Path, progress: Progress) -> Iterator[Game]:
    try:
        if path.exists():
            refuse_unreadable(path, pipes=True)
        with path.open("rb") as file:
            seekable = file.seekable()
            task = progress.add_task(path.name, total=path.stat().st_size if seekable else None)
            for number, game in enumerate(read_games(file)):
                if number % _GAMES_BETWEEN_LOOKS == 0:
                    progress.update(task, completed=file.tell() if seekable else None)
                yield game
    except OSError as error:
        raise file_error(error, "read", path) from None
