"""One game of a file, chosen by `--game` and `--ply`."""

import sys
from pathlib import Path
from typing import IO, Final

from crownhead.cli.command import number
from crownhead.cli.shared import STANDARD_INPUT, unreadable
from crownhead.errors import CrownheadError, excerpt
from crownhead.files import open_to_read
from crownhead.game import Game
from crownhead.messages import Message, counted
from crownhead.notation import pdn

_LONGEST_NAME: Final = 120

with_game = number("--game N", "help.option.game", 1, name="game_number", default=1)
with_ply = number("--ply N", "help.option.ply", 0)


def game_of_file(what: str, which: int, ply: int | None = None) -> Game:
    """Read a game from a file or standard input, and go to a ply or the end."""
    name = name_of_file(None if what == STANDARD_INPUT else what)
    count = 0
    try:
        for count, game in enumerate(pdn.read_games(games_source(what)), start=1):
            if count == which:
                _refuse_errors(name, game, ply)
                game.go_to(game.node_at(ply))
                return game
    except OSError as error:
        raise unreadable(error, name) from None
    if not count:
        raise CrownheadError("cli.empty-file", name=name)
    raise CrownheadError("cli.no-such-game", name=name, games=counted("game", count), number=which)


def name_of_file(what: str | None) -> Message | str:
    """The name of a file of games in a message; None is standard input."""
    return Message("file.standard-input") if what is None else excerpt(what, _LONGEST_NAME)


def games_source(what: str) -> IO[bytes]:
    """Open a file of games, or standard input."""
    if what != STANDARD_INPUT:
        return open_to_read(Path(what))
    if sys.stdin is None:
        raise CrownheadError("cli.no-standard-input")
    return sys.stdin.buffer


def _refuse_errors(name: Message | str, game: Game, ply: int | None) -> None:
    """Refuse a position if something before it could not be read."""
    if not game.errors:
        return
    readable = sum(1 for _ in game.main_line())
    if readable and ply is not None and ply <= readable:
        return
    error = game.errors[0]
    found = in_file(name, error.line, error.column, error.fault)
    if not readable:
        raise CrownheadError(found)
    raise CrownheadError("cli.readable-until", error=found, ply=str(readable))


def in_file(name: object, line: int | None, column: int | None, error: object) -> Message:
    """An error with its file, line and column, like a compiler's."""
    where = {"name": name, "line": str(line), "column": str(column)}
    return Message("cli.error-at", {**where, "error": error})
