"""The command line. It shows and asks; it decides nothing."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import crownhead
from crownhead import PRESETS, CrownheadError, Game, PdnError, Position, Rules, svg
from crownhead.cli import analyse, arena, hub, play, review, search, terminal
from crownhead.cli.shared import (
    FenOption,
    JsonOption,
    RulesOption,
    complete_theme,
    position_of,
    print_json,
    progress_bar,
)
from crownhead.notation import diagram, pdn
from crownhead.rules import OPTIONS, PRESET_SENTENCES, option_text

app = typer.Typer(
    name="crownhead",
    help="English checkers. Without a command, the game opens in the browser.",
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)
pdn_app = typer.Typer(help="Work with PDN files.", no_args_is_help=True)
app.add_typer(pdn_app, name="pdn")
search.register(app)
analyse.register(app)
review.register(app)
arena.register(app)
hub.register(app)
terminal.register(app)

# A progress bar takes longer to move than a game to read.
_GAMES_BETWEEN_LOOKS = 50
# Below this depth perft takes less time than a progress bar needs to be seen.
_SLOW_DEPTH = 7


def main() -> None:
    """Run the command line: an error is one line on standard error and exit code 2."""
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        # What is open is closed first; a game in a terminal or a server has its own way to end.
        signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # letters that the terminal does not have
    try:
        try:
            app()
        finally:
            if sys.stdout is not None:  # it may be closed
                sys.stdout.flush()
    except CrownheadError as error:
        _fail(str(error))
    except BrokenPipeError:
        # The reader of our output, such as head, has seen enough; nobody needs the rest.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        what = f"cannot use {error.filename}" if error.filename else "cannot write the output"
        _fail(f"{what}: {error.strerror or error}")


def _fail(sentence: str) -> NoReturn:
    print(f"crownhead: {sentence}", file=sys.stderr)
    sys.exit(2)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"crownhead {crownhead.__version__}")
        raise typer.Exit


@app.callback()
def _options(
    context: typer.Context,
    host: play.HostOption = "127.0.0.1",
    port: play.PortOption = None,
    browser: play.BrowserOption = True,
    data: play.DataOption = None,
    token: play.TokenOption = None,
    seed: play.SeedOption = None,
    share: play.ShareOption = False,
    _: Annotated[
        bool,
        typer.Option("--version", help="Show the version.", is_eager=True, callback=_version),
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        play.play(host, port, browser, data, token, seed, share)


@app.command()
def perft(
    depth: Annotated[int, typer.Argument(help="How many plies.", min=0, max=99)],
    fen: FenOption = "start",
    rules: RulesOption = "english",
    divide: Annotated[bool, typer.Option(help="Show the count for each first move.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Count the ways to play a number of plies: the test of every move generator."""
    position = position_of(fen, rules)
    counts = _count_moves(position, depth)
    total = sum(counts.values()) if depth else 1
    if as_json:
        answer = {"fen": position.fen, "rules": str(position.rules), "depth": depth, "nodes": total}
        print_json(answer | ({"divide": counts} if divide else {}))
        return
    if divide:
        for move, nodes in counts.items():
            print(f"{move}: {nodes}")
    print(f"perft({depth}) = {total}")


def _count_moves(position: Position, depth: int) -> dict[str, int]:
    """Count perft for each first move, with a progress bar where that takes long."""
    if depth < 1:
        return {}
    moves = position.legal_moves()
    counts = dict.fromkeys(map(str, moves), 0)
    replies = [
        (str(move), after, reply)
        for move in moves
        for after in [position.play(move)]
        for reply in (after.legal_moves() if depth > 1 else [None])
    ]
    with progress_bar(wanted=depth >= _SLOW_DEPTH) as progress:
        for move, after, reply in progress.track(replies, description=f"perft({depth})"):
            counts[move] += 1 if reply is None else after.play(reply).perft(depth - 2)
    return counts


@app.command()
def rules(
    name: Annotated[str | None, typer.Argument(help="A rule set, and options.")] = None,
    as_json: JsonOption = False,
) -> None:
    """List the rule sets, or explain one."""
    if as_json:
        chosen = PRESETS if name is None else {name: Rules.parse(name)}
        print_json({key: _options_of(value) for key, value in chosen.items()})
    elif name is None:
        table = Table("rule set", "what it is", box=None, pad_edge=False)
        for preset in PRESETS:
            table.add_row(preset, PRESET_SENTENCES[preset])
        Console().print(table)
    else:
        _explain(Rules.parse(name))


def _explain(chosen: Rules) -> None:
    if chosen.name is not None:
        print(f"{chosen.name}: {PRESET_SENTENCES[chosen.name]}\n")
    table = Table("option", "value", "in words", box=None, pad_edge=False)
    for option, sentence in chosen.sentences().items():
        table.add_row(option, option_text(getattr(chosen, option)), sentence)
    Console().print(table)


def _options_of(chosen: Rules) -> dict[str, Any]:
    return {option: getattr(chosen, option) for option in OPTIONS}


@app.command()
def show(
    fen: Annotated[str, typer.Argument(help="A position, or the word start.")],
    rules: RulesOption = "english",
    picture: Annotated[
        Path | None, typer.Option("--svg", help="Write a picture to this file.", metavar="FILE")
    ] = None,
    flipped: Annotated[bool, typer.Option(help="Draw with Black at the bottom.")] = False,
    theme: Annotated[
        str,
        typer.Option(
            help="The colours of the picture.",
            metavar="NAME",
            autocompletion=complete_theme,
        ),
    ] = "classic",
    as_json: JsonOption = False,
) -> None:
    """Draw a position and list its legal moves."""
    position = position_of(fen, rules)
    drawn = svg.board(position, flipped=flipped, theme=theme)
    if picture is not None:
        _write(picture, drawn)
    moves = [str(move) for move in position.legal_moves()]
    if as_json:
        print_json({"fen": position.fen, "turn": position.turn, "moves": moves})
        return
    print(diagram.draw(position, flipped=flipped))
    print(
        f"{'Captures' if position.must_capture else 'Moves'}: {' '.join(moves) or 'none, the game is over'}"
    )


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CrownheadError(f"cannot write {path}: {error.strerror}") from None


@pdn_app.command()
def check(
    files: Annotated[list[Path], typer.Argument(help="PDN files.", metavar="FILE...")],
    as_json: JsonOption = False,
) -> None:
    """Read files to their end and report everything that is wrong in them."""
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
        with path.open("rb") as file:
            seekable = file.seekable()
            task = progress.add_task(path.name, total=path.stat().st_size if seekable else None)
            for number, game in enumerate(pdn.read_games(file)):
                if number % _GAMES_BETWEEN_LOOKS == 0:
                    progress.update(task, completed=file.tell() if seekable else None)
                yield game
    except OSError as error:
        raise CrownheadError(f"cannot read {path}: {error.strerror}") from None
