"""The options that choose games of the library: the same for all commands, read by `Query.parse`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Container
from typing import Annotated, Any, Final

import typer

from crownhead.library.query import Query

_KEYWORD: Final = inspect.Parameter.KEYWORD_ONLY
_TEXT: Final = str | None
_NUMBER: Final = int | None
# Option, name in a query, type, metavar, help.
_OPTIONS: Final[tuple[tuple[str, str, Any, str, str], ...]] = (
    ("--in", "collections", list[str] | None, "NAME", "Only this collection; may be given again."),
    ("--player", "player", _TEXT, "NAME", "A player, or a part of the name."),
    (
        "--opponent",
        "opponent",
        _TEXT,
        "NAME",
        "Who played on the other side; with --own, such as level:3.",
    ),
    (
        "--colour",
        "colour",
        _TEXT,
        "SIDE",
        "The player's colour, black or white; with --own, yours.",
    ),
    (
        "--result",
        "result",
        _TEXT,
        "WORD",
        "black, white, draw, unknown or both lost; with a player, also won or lost.",
    ),
    ("--since", "since", _TEXT, "DATE", "Not before this year or day, such as 1954 or 1954.03.21."),
    ("--until", "until", _TEXT, "DATE", "Not after this year or day."),
    ("--event", "event", _TEXT, "NAME", "A part of the event's name, or of the place."),
    ("--opening", "opening", _TEXT, "NAME", "A part of the opening's name."),
    ("--ballot", "ballot", _NUMBER, "N", "A three-move ballot, 1 to 174."),
    ("--shortest", "shortest", _NUMBER, "N", "At least this many moves by each side."),
    ("--longest", "longest", _NUMBER, "N", "At most this many moves by each side."),
    ("--comment", "comment", _TEXT, "WORDS", "Words in a comment."),
    ("--rules", "rules", _TEXT, "NAME", "Only games under these rules."),
    ("--fen", "fen", _TEXT, "FEN", "A position that was on the board, or the word start."),
    ("--pattern", "pattern", _TEXT, "LETTERS", "32 letters for squares 1 to 32, ? for anything."),
    ("--turn", "turn", _TEXT, "SIDE", "Whose turn it is in the pattern."),
    ("--material", "material", _TEXT, "COUNTS", "Pieces at some point, such as 'B2 b0 W1 w0'."),
    ("--game", "games", list[int] | None, "N", "Only this game; may be given again."),
    ("--import", "batch", _NUMBER, "N", "Only games of this import."),
    ("--sort", "sort", _TEXT, "WORD", "added, date, black, white, event, length, result, opening."),
)
_SWITCHES: Final = (
    ("--reversed", "reversed", "The position or pattern with colours reversed too."),
    ("--own", "own", "Only your own games against computers."),
    ("--ascending", "ascending", "Reverse the order: oldest, shortest or A to Z."),
)


#: What a command has no use for that counts games, and does not list them.
WITHOUT_ORDER: Final = ("sort", "ascending")
#: And for one that is asked about a position.
WITHOUT_PATTERN: Final = (*WITHOUT_ORDER, "pattern", "turn", "material", "reversed")

_Command = Callable[..., None]


def with_search(
    *, without: Container[str] = (), read: Callable[[dict[str, Any]], Query] = Query.parse
) -> Callable[[_Command], _Command]:
    """Give a command whose first parameter is a `Query` the options that make one.

    What stands in `without` is not offered: an option that does nothing would deceive. Typer reads
    the others from the signature, so there they stand.
    """
    options = [one for one in _OPTIONS if one[1] not in without]
    switches = [one for one in _SWITCHES if one[1] not in without]

    def decorate(command: _Command) -> _Command:
        own = inspect.signature(command, eval_str=True).parameters

        def run(**values: Any) -> None:
            asked = {name: values.pop(name) for _, name, *_ in (*options, *switches)}
            if asked.pop("ascending", False):
                asked["descending"] = False
            for name in ("collections", "games"):
                asked[name] = tuple(asked[name] or ())
            command(query=read(asked), **values)

        others = [one.replace(kind=_KEYWORD) for name, one in own.items() if name != "query"]
        parameters = [*others, *map(_option, options), *map(_switch, switches)]
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {one.name: one.annotation for one in parameters}
        run.__name__, run.__doc__ = command.__name__, command.__doc__
        return run

    return decorate


def _option(row: tuple[str, str, Any, str, str]) -> inspect.Parameter:
    option, name, kind, metavar, words = row
    said = Annotated[kind, typer.Option(option, help=words, metavar=metavar)]  # type: ignore[valid-type]
    return inspect.Parameter(name, _KEYWORD, default=None, annotation=said)


def _switch(row: tuple[str, str, str]) -> inspect.Parameter:
    option, name, words = row
    said = Annotated[bool, typer.Option(option, help=words)]
    return inspect.Parameter(name, _KEYWORD, default=False, annotation=said)
