"""The options that choose games of the library: the same for all commands, read by `Query.parse`."""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import wraps
from typing import Any, Final

from crownhead.cli.command import Number, option
from crownhead.library.query import Query

# Option, name in a query, help.
_OPTIONS: Final = (
    ("--in NAME", "collections", "Only this collection; may be given again."),
    ("--player NAME", "player", "A player, or a part of the name."),
    ("--opponent NAME", "opponent", "Who played on the other side; with --own, such as level:3."),
    ("--colour SIDE", "colour", "The player's colour, black or white; with --own, yours."),
    (
        "--result WORD",
        "result",
        "black, white, draw, unknown or both lost; with a player, also won or lost.",
    ),
    ("--since DATE", "since", "Not before this year or day, such as 1954 or 1954.03.21."),
    ("--until DATE", "until", "Not after this year or day."),
    ("--event NAME", "event", "A part of the event's name, or of the place."),
    ("--opening NAME", "opening", "A part of the opening's name."),
    ("--ballot N", "ballot", "A three-move ballot, 1 to 174."),
    ("--shortest N", "shortest", "At least this many moves by each side."),
    ("--longest N", "longest", "At most this many moves by each side."),
    ("--comment WORDS", "comment", "Words in a comment."),
    ("--rules NAME", "rules", "Only games under these rules."),
    ("--fen FEN", "fen", "A position that was on the board, or the word start."),
    ("--pattern LETTERS", "pattern", "32 letters for squares 1 to 32, ? for anything."),
    ("--turn SIDE", "turn", "Whose turn it is in the pattern."),
    ("--material COUNTS", "material", "Pieces at some point, such as 'B2 b0 W1 w0'."),
    ("--game N", "games", "Only this game; may be given again."),
    ("--import N", "batch", "Only games of this import."),
    ("--sort WORD", "sort", "added, date, black, white, event, length, result, opening."),
    ("--reversed", "reversed", "The position or pattern with colours reversed too."),
    ("--own", "own", "Only your own games against computers."),
    ("--ascending", "ascending", "Reverse the order: oldest, shortest or A to Z."),
)
_SEVERAL: Final = ("collections", "games")

#: What a command has no use for that counts games, and does not list them.
WITHOUT_ORDER: Final = ("sort", "ascending")
#: And for one that is asked about a position.
WITHOUT_PATTERN: Final = (*WITHOUT_ORDER, "pattern", "turn", "material", "reversed")

_Command = Callable[..., None]


def with_search(
    *, without: Container[str] = (), read: Callable[[dict[str, Any]], Query] = Query.parse
) -> Callable[[_Command], _Command]:
    """Give a command with a parameter `query` the options that make one.

    What stands in `without` is not offered: an option that does nothing would deceive.
    """
    offered = [one for one in _OPTIONS if one[1] not in without]

    def decorate(command: _Command) -> _Command:
        @wraps(command)
        def run(**values: Any) -> None:
            asked = {name: values.pop(name) for _, name, _ in offered}
            if asked.pop("ascending", False):
                asked["descending"] = False
            command(query=read(asked), **values)

        for shown, name, words in reversed(offered):
            settings: dict[str, Any] = {"multiple": True} if name in _SEVERAL else {}
            if shown.endswith(" N"):
                settings["type"] = Number()
            option(shown, words, name=name, **settings)(run)
        return run

    return decorate
