"""Files of games."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from crownhead import CrownheadError, Game, PdnError
from crownhead.cli.games import (
    STANDARD_INPUT,
    GameOption,
    PlyOption,
    game_of_file,
    games_source,
)
from crownhead.cli.plain import SETTINGS, PlainCommand, plain_group
from crownhead.cli.shared import (
    FlippedOption,
    JsonOption,
    PiecesOption,
    ReplaceOption,
    ThemeOption,
    check_output,
    file_error,
    print_json,
    progress_bar,
    write_files,
)
from crownhead.errors import excerpt
from crownhead.notation.pdn import read_games
from crownhead.phrases import counted
from crownhead.pictures.sizes import LEAST, LONGEST, MOST_STILL, SHORTEST

if TYPE_CHECKING:
    from rich.progress import Progress

# A progress bar takes longer to move than a game to read.
_GAMES_BETWEEN_LOOKS: Final = 50
_STILLS: Final = (".png", ".svg")
_FILMS: Final = (".gif", ".webp")
_FileArgument = Annotated[str, typer.Argument(help="A PDN file.", metavar="FILE.pdn")]

pdn = plain_group("Work with PDN files.")


@pdn.command(cls=PlainCommand, context_settings=dict(SETTINGS))
def check(
    files: Annotated[
        list[Path], typer.Argument(help="PDN files, or - for standard input.", metavar="FILE...")
    ],
    as_json: JsonOption = False,
) -> None:
    """Read files to the end and report every mistake in them."""
    games = faulty = unreadable = 0
    errors: list[dict[str, Any]] = []
    with progress_bar(wanted=True) as progress:
        for path in files:
            name = "standard input" if str(path) == STANDARD_INPUT else str(path)
            try:
                for game in _games(path, name, progress):
                    games += 1
                    faulty += bool(game.errors)
                    if as_json:
                        errors += [
                            {"file": str(path), **_error_row(error)} for error in game.errors
                        ]
                    elif game.errors:
                        progress.stop()  # from here on the errors show that it goes on
                        for error in game.errors:
                            print(f"{name}:{error.line}:{error.column}: {error.sentence}")
            except CrownheadError as error:
                unreadable += 1
                progress.stop()
                print(f"crownhead: {error}", file=sys.stderr)
    if as_json:
        print_json({"games": games, "with_errors": faulty, "errors": errors})
    else:
        print(f"{counted(games, 'game')}, {faulty:,} with mistakes")
    raise typer.Exit(2 if unreadable else 1 if faulty else 0)


def _error_row(error: PdnError) -> dict[str, Any]:
    return {"line": error.line, "column": error.column, "sentence": error.sentence}


def _games(path: Path, name: str, progress: Progress) -> Iterator[Game]:
    try:
        source = games_source(str(path))
        with nullcontext(source) if str(path) == STANDARD_INPUT else source as file:
            size = os.fstat(file.fileno()).st_size if file.seekable() else None
            task = progress.add_task(Path(name).name, total=size)
            for number, game in enumerate(read_games(file)):
                if number % _GAMES_BETWEEN_LOOKS == 0:
                    progress.update(task, completed=None if size is None else file.tell())
                yield game
    except OSError as error:
        raise file_error(error, "read", name) from None


@pdn.command(cls=PlainCommand, context_settings=dict(SETTINGS))
def picture(
    file: _FileArgument,
    out: Annotated[
        Path | None,
        typer.Option(
            help="The picture: a game as .gif or .webp, a position as .png or .svg;"
            " FILE.gif by default.",
            metavar="FILE",
        ),
    ] = None,
    number: GameOption = 1,
    ply: PlyOption = None,
    size: Annotated[
        int,
        typer.Option(
            help="Width in pixels; at most 800 for a game.",
            min=LEAST,
            max=MOST_STILL,
            metavar="N",
        ),
    ] = 400,
    seconds: Annotated[
        float,
        typer.Option(
            help="How long each move is shown.", min=SHORTEST, max=LONGEST, metavar="SECONDS"
        ),
    ] = 1.0,
    caption: Annotated[
        bool, typer.Option("--caption/--no-caption", help="Name the players of a game.")
    ] = True,
    flipped: FlippedOption = False,
    theme: ThemeOption = "classic",
    pieces: PiecesOption = "classic",
    replace: ReplaceOption = False,
) -> None:
    """Make an animation of a game, or a picture of one position."""
    out = out or _beside(file, number, ".gif")
    kind = out.suffix.lower()
    if kind not in (*_STILLS, *_FILMS):
        raise CrownheadError(
            f"the picture's name must end in .gif, .webp, .png or .svg, not '{excerpt(out)}'"
        )
    check_output(out, replace=replace, source=file)
    game = game_of_file(file, number, ply)
    look: dict[str, Any] = {"flipped": flipped, "theme": theme, "pieces": pieces, "size": size}
    if kind in _FILMS:
        from crownhead.pictures import animation  # slow to import, and only needed here

        game.truncate()  # after --ply
        made: str | bytes = animation(game, kind[1:], seconds=seconds, caption=caption, **look)
    else:
        made = _still(game, kind, look)
    write_files({out: made}, replace=replace)
    print(f"wrote {out}")


def _beside(file: str, number: int, ending: str) -> Path:
    """A name for what is made of a game, beside the file that it is in.

    >>> str(_beside("games/match.pdn", 3, ".gif"))
    'games/match-3.gif'
    """
    path = Path("game" if file == STANDARD_INPUT else file)
    return path.parent / f"{path.stem or 'game'}{f'-{number}' if number > 1 else ''}{ending}"


def _still(game: Game, kind: str, look: dict[str, Any]) -> str | bytes:
    """The position where a game stands."""
    move = game.node.move
    if kind == ".svg":
        from crownhead import svg

        return svg.board(game.position, last_move=move, **look)
    from crownhead.pictures import png

    return png(game.position, last_move=move, **look)


@pdn.command(cls=PlainCommand, context_settings=dict(SETTINGS))
def sheet(
    file: _FileArgument,
    out: Annotated[
        Path | None,
        typer.Option(help="The page; FILE.html by default.", metavar="FILE.html"),
    ] = None,
    number: GameOption = 1,
    every: Annotated[
        int,
        typer.Option(help="A diagram after every N moves; 0 for none.", min=0, metavar="N"),
    ] = 10,
    flipped: FlippedOption = False,
    replace: ReplaceOption = False,
) -> None:
    """Write a game as a page to print: players, moves and diagrams."""
    from crownhead import printing

    out = out or _beside(file, number, ".html")
    check_output(out, replace=replace, source=file)
    game = game_of_file(file, number)
    page = printing.sheet(game, every=every, flipped=flipped)
    write_files({out: page}, replace=replace)
    print(f"wrote {out}")
