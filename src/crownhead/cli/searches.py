"""The options that choose games of the library: the same for all commands, read by `Query.parse`."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Annotated, Any, Final

import typer

from crownhead.library.query import Query

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
        "black, white, draw or unknown; of a player, won or lost.",
    ),
    ("--since", "since", _TEXT, "DATE", "Not before this year or day, such as 1954 or 1954.03.21."),
    ("--until", "until", _TEXT, "DATE", "Not after this year or day."),
    ("--event", "event", _TEXT, "NAME", "A part of the event's name, or of the place."),
    ("--opening", "opening", _TEXT, "NAME", "A part of the opening's name."),
    ("--ballot", "ballot", _NUMBER, "N", "A three-move ballot, 1 to 174."),
    ("--shortest", "shortest", _NUMBER, "N", "At least so many moves of one side."),
    ("--longest", "longest", _NUMBER, "N", "At most so many moves of one side."),
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
    ("--ascending", "ascending", "Oldest, shortest or first in the alphabet first."),
)


def with_search(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command whose first parameter is a `Query` the options that make one.

    Typer reads them from the signature, so there they stand.
    """
    own = inspect.signature(command, eval_str=True).parameters
    others = [one for name, one in own.items() if name != "query"]

    def run(**values: Any) -> None:
        asked = {name: values.pop(name) for _, name, *_ in (*_OPTIONS, *_SWITCHES)}
        asked["descending"] = not asked.pop("ascending")
        for name in ("collections", "games"):
            asked[name] = tuple(asked[name] or ())
        command(query=Query.parse(asked), **values)

    keyword = inspect.Parameter.KEYWORD_ONLY
    parameters = [one.replace(kind=keyword) for one in others]
    for option, name, kind, metavar, words in _OPTIONS:
        said = Annotated[kind, typer.Option(option, help=words, metavar=metavar)]  # type: ignore[valid-type]
        parameters.append(inspect.Parameter(name, keyword, default=None, annotation=said))
    for option, name, words in _SWITCHES:
        switch = Annotated[bool, typer.Option(option, help=words)]
        parameters.append(inspect.Parameter(name, keyword, default=False, annotation=switch))
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    run.__name__, run.__doc__ = command.__name__, command.__doc__
    return run
