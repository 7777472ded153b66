"""The game in a terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from crownhead.cli.play import BookOption, DataOption, SeedOption, data_folder
from crownhead.cli.shared import RulesOption, complete_opponent, complete_theme
from crownhead.errors import GameError, excerpt
from crownhead.phrases import listed
from crownhead.rules import Rules
from crownhead.service import ClockSetting, NewGame, Start, opponent
from crownhead.service.games.choices import PERSON
from crownhead.themes import THEMES, find_theme

PlayerOption = Annotated[
    str | None,
    typer.Option(
        help="Who plays this side: person, or an opponent.",
        metavar="NAME",
        autocompletion=complete_opponent,
    ),
]
_CHOICES: Final = ("black", "white", "level", "rules", "clock", "start", "pace")


def terminal(
    context: typer.Context,
    game: Annotated[
        str | None, typer.Argument(help="A stored game to continue.", metavar="GAME")
    ] = None,
    go_on: Annotated[
        bool,
        typer.Option("--continue", help="Continue a stored game; choose one if no GAME is named."),
    ] = False,
    black: PlayerOption = None,
    white: PlayerOption = None,
    level: Annotated[
        str | None,
        typer.Option(
            help="The opponent: a level's number or name.",
            metavar="N",
            autocompletion=complete_opponent,
        ),
    ] = None,
    rules: RulesOption = "english",
    clock: Annotated[
        str | None,
        typer.Option(help="none, 30/move (seconds a move), 5 (minutes) or 5+3.", metavar="TIME"),
    ] = None,
    start: Annotated[
        str, typer.Option(help="standard, a ballot's number, random, or a FEN.", metavar="WHERE")
    ] = "standard",
    pace: Annotated[
        float,
        typer.Option(
            help="Time between the moves of two computers.",
            min=0,
            max=60,
            metavar="SECONDS",
        ),
    ] = 1.0,
    flip: Annotated[bool, typer.Option("--flip", help="Turn the board.")] = False,
    theme: Annotated[
        str | None,
        typer.Option(
            help=f"Colours: {listed(list(THEMES))}.",
            metavar="NAME",
            autocompletion=complete_theme,
        ),
    ] = None,
    no_colour: Annotated[
        bool, typer.Option("--no-colour", "--no-color", help="Draw with letters only.")
    ] = False,
    data: DataOption = None,
    seed: SeedOption = None,
    book: BookOption = True,
) -> None:
    """Play in this terminal. Every move is kept, and the game can be continued in the browser."""
    from crownhead.terminal import Settings, run  # other commands need no board

    colours = find_theme(theme) if theme is not None else None
    if go_on or game is not None:
        _refuse_choices(context, game)
        new = None
    else:
        chosen = Rules.parse(rules)
        setting = ClockSetting.parse(clock) if clock is not None else None
        new = NewGame(
            *_named(black, white, level),
            rules=chosen,
            clock=setting,
            start=Start.parse(start),
            pace=pace,
            level=None if level is None else opponent(level),
        )
    settings = Settings(
        data_folder(data),
        new,
        game,
        flip=flip,
        colour=not no_colour,
        theme=colours,
        seed=seed,
        book=book,
        came_by=_way_back(context, data),
    )
    raise typer.Exit(run(settings))


def _named(
    black: str | None, white: str | None, level: str | None
) -> tuple[str | None, str | None]:
    """Who plays, where somebody is named; a level must have a side to take."""
    if level is not None:
        if black is not None and white is not None:
            raise GameError("--level names an opponent, but --black and --white name both players")
        if opponent(level) == PERSON:
            raise GameError(
                "--level names a computer; for two people, give --black person --white person"
            )
    seats = (None if name is None else opponent(name) for name in (black, white))
    return next(seats), next(seats)


def _refuse_choices(context: typer.Context, game: str | None) -> None:
    """A game that is continued stays as it was."""
    which = "a continued game keeps its settings"
    if game is not None:
        which = f"'{excerpt(game)}' was read as a stored game to continue, which keeps its settings"
    for name in _CHOICES:
        if _was_typed(context, name):
            raise GameError(f"{which}; leave out --{name}")


def _was_typed(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _way_back(context: typer.Context, data: Path | None) -> list[str]:
    """The command that finds the same games again."""
    folder = ["--data", str(data)] if _was_typed(context, "data") else []
    return ["crownhead", "terminal", *folder]
