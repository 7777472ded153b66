"""Files of games."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from crownhead import CrownheadError, Game, PdnError
from crownhead.cli.command import argument, group, number, option, several
from crownhead.cli.games import (
    game_of_file,
    games_source,
    in_file,
    name_of_file,
    with_game,
    with_ply,
)
from crownhead.cli.shared import (
    STANDARD_INPUT,
    check_output,
    print_json,
    progress_bar,
    unreadable,
    with_flipped,
    with_json,
    with_pieces,
    with_replace,
    with_theme,
    write_files,
)
from crownhead.errors import excerpt
from crownhead.messages import Listed, Message, counted, say
from crownhead.notation.pdn import read_games
from crownhead.pictures.sizes import LEAST, LONGEST, MOST_STILL, SHORTEST

if TYPE_CHECKING:
    from rich.progress import Progress

# Updating a progress bar takes longer than reading a game.
_GAMES_BETWEEN_LOOKS: Final = 50
_STILLS: Final = (".png", ".svg")
_FILMS: Final = (".gif", ".webp")
_with_file = argument("file", "help.option.file", metavar="FILE.pdn")


pdn = group("pdn", "help.pdn")


@pdn.command(help="help.pdn.check")
@several("files", "FILE...", "help.library.import.files", type=Path)
@with_json
def check(files: tuple[Path, ...], as_json: bool) -> None:
    """Report every mistake in files of games."""
    games = faulty = unreadable = 0
    errors: list[dict[str, Any]] = []
    with progress_bar() as progress:
        for path in files:
            name = name_of_file(None) if str(path) == STANDARD_INPUT else str(path)
            try:
                for game in _games(path, name, progress):
                    games += 1
                    faulty += bool(game.errors)
                    if as_json:
                        errors += [_error_row(path, error) for error in game.errors]
                    elif game.errors:
                        progress.stop()  # the errors show the progress from here on
                        for error in game.errors:
                            print(in_file(name, error.line, error.column, error.fault))
            except CrownheadError as error:
                unreadable += 1
                progress.stop()
                print(f"crownhead: {error}", file=sys.stderr)
    if as_json:
        print_json({"games": games, "with_errors": faulty, "errors": errors})
    else:
        print(say("cli.check.done", games=counted("game", games), faulty=faulty))
    raise click.exceptions.Exit(2 if unreadable else 1 if faulty else 0)


def _error_row(path: Path, error: PdnError) -> dict[str, Any]:
    return {
        "file": str(path),
        "line": error.line,
        "column": error.column,
        "sentence": error.sentence,
    }


def _games(path: Path, name: Message | str, progress: Progress) -> Iterator[Game]:
    try:
        source = games_source(str(path))
        with nullcontext(source) if str(path) == STANDARD_INPUT else source as file:
            size = os.fstat(file.fileno()).st_size if file.seekable() else None
            task = progress.add_task(Path(str(name)).name, total=size)
            for index, game in enumerate(read_games(file)):
                if index % _GAMES_BETWEEN_LOOKS == 0:
                    progress.update(task, completed=None if size is None else file.tell())
                yield game
    except OSError as error:
        raise unreadable(error, name) from None


@pdn.command(help="help.pdn.picture")
@_with_file
@option(
    "--out FILE",
    "help.pdn.picture.out",
    type=Path,
)
@with_game
@with_ply
@number("--size N", "help.pdn.picture.size", LEAST, MOST_STILL, default=400)
@number("--seconds SECONDS", "help.pdn.picture.seconds", SHORTEST, LONGEST, kind=float, default=1.0)
@option("--caption/--no-caption", "help.pdn.picture.caption", default=True)
@with_flipped
@with_theme
@with_pieces
@with_replace
def picture(
    file: str,
    out: Path | None,
    game_number: int,
    ply: int | None,
    seconds: float,
    caption: bool,
    replace: bool,
    **look: Any,
) -> None:
    """Make a picture of a game or a position."""
    out = out or _beside(file, game_number, ".gif")
    kind = out.suffix.lower()
    if kind not in (*_STILLS, *_FILMS):
        known = Listed([*_FILMS, *_STILLS])
        raise CrownheadError("cli.picture.ending", known=known, name=excerpt(out))
    check_output(out, replace=replace, source=file)
    game = game_of_file(file, game_number, ply)
    if kind in _FILMS:
        from crownhead.pictures import animation  # slow to import, and only needed here

        game.truncate()  # after --ply
        made: str | bytes = animation(game, kind[1:], seconds=seconds, caption=caption, **look)
    else:
        made = _still(game, kind, look)
    write_files({out: made}, replace=replace)
    print(say("cli.wrote", file=out))


def _beside(file: str, which: int, ending: str) -> Path:
    """A name for a picture or sheet of a game, in the folder of its file.

    >>> str(_beside("games/match.pdn", 3, ".gif"))
    'games/match-3.gif'
    """
    path = Path("game" if file == STANDARD_INPUT else file)
    return path.parent / f"{path.stem or 'game'}{f'-{which}' if which > 1 else ''}{ending}"


def _still(game: Game, kind: str, look: dict[str, Any]) -> str | bytes:
    """The position where a game stands."""
    move = game.node.move
    if kind == ".svg":
        from crownhead import svg

        return svg.board(game.position, last_move=move, **look)
    from crownhead.pictures import png

    return png(game.position, last_move=move, **look)


@pdn.command(help="help.pdn.sheet")
@_with_file
@option("--out FILE.html", "help.pdn.sheet.out", type=Path)
@with_game
@number("--every N", "help.pdn.sheet.every", 0, default=10)
@with_flipped
@with_replace
def sheet(
    file: str, out: Path | None, game_number: int, every: int, flipped: bool, replace: bool
) -> None:
    """Write a game as a page to print."""
    from crownhead import printing

    out = out or _beside(file, game_number, ".html")
    check_output(out, replace=replace, source=file)
    game = game_of_file(file, game_number)
    page = printing.sheet(game, every=every, flipped=flipped)
    write_files({out: page}, replace=replace)
    print(say("cli.wrote", file=out))
