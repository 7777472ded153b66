"""The game in a terminal."""

from pathlib import Path
from typing import Final

import click

from crownhead.cli.command import argument, command, completing, number, option
from crownhead.cli.play import data_folder, with_book, with_data, with_seed
from crownhead.cli.shared import with_rules
from crownhead.errors import GameError, excerpt
from crownhead.messages import Listed, Message
from crownhead.rules import Rules
from crownhead.service import ClockSetting, NewGame, Start, opponent, opponent_names
from crownhead.session.seating import PERSON
from crownhead.themes import THEMES, find_theme

_CHOICES: Final = ("black", "white", "level", "rules", "clock", "start", "pace")


@command("help.terminal")
@argument("game", "help.terminal.game", required=False)
@option("--continue", "help.terminal.continue", name="go_on")
@option("--black NAME", "help.terminal.black", **completing(opponent_names))
@option("--white NAME", "help.terminal.white", **completing(opponent_names))
@option("--level N", "help.terminal.level", **completing(opponent_names))
@with_rules
@option("--clock TIME", "help.terminal.clock")
@option("--start WHERE", "help.terminal.start", default="standard")
@number("--pace SECONDS", "help.terminal.pace", 0, 60, kind=float, default=1.0)
@option("--flip", "terminal.help.flip")
@option(
    "--theme NAME",
    Message("help.terminal.theme", {"themes": Listed(list(THEMES))}),
    **completing(THEMES.keys),
)
@option("--no-colour,--no-color", "help.terminal.no-colour")
@with_data
@with_seed
@with_book
@click.pass_context
def terminal(
    context: click.Context,
    game: str | None,
    go_on: bool,
    black: str | None,
    white: str | None,
    level: str | None,
    rules: str,
    clock: str | None,
    start: str,
    pace: float,
    flip: bool,
    theme: str | None,
    no_colour: bool,
    data: Path | None,
    seed: int | None,
    book: bool,
) -> None:
    """Begin or continue a game in this terminal."""
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
    folder = ["--data", str(data)] if _was_typed(context, "data") else []
    settings = Settings(
        data_folder(data),
        new,
        game,
        flip=flip,
        colour=not no_colour,
        theme=colours,
        seed=seed,
        book=book,
        came_by=["crownhead", "terminal", *folder],
    )
    raise click.exceptions.Exit(run(settings))


def _named(
    black: str | None, white: str | None, level: str | None
) -> tuple[str | None, str | None]:
    """The named players; with `--level`, one side must be free."""
    if level is not None:
        if black is not None and white is not None:
            raise GameError("cli.terminal.level-and-both")
        if opponent(level) == PERSON:
            raise GameError("cli.terminal.level-is-person")
    seats = (None if name is None else opponent(name) for name in (black, white))
    return next(seats), next(seats)


def _refuse_choices(context: click.Context, game: str | None) -> None:
    """Refuse options that would change a continued game."""
    for name in _CHOICES:
        if _was_typed(context, name):
            if game is None:
                raise GameError("cli.terminal.keeps", option=f"--{name}")
            raise GameError("cli.terminal.game-keeps", game=excerpt(game), option=f"--{name}")


def _was_typed(context: click.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"
