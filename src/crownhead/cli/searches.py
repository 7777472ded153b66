"""The options that select games of the library, shared by all commands and read by `Query.parse`."""

from collections.abc import Callable, Container
from functools import wraps
from typing import Any, Final

from crownhead.cli.command import Number, option
from crownhead.library.query import Query
from crownhead.tables import rows_of

# Options as their help shows them, by their names in a query.
_OPTIONS: Final = tuple(rows_of(__file__, "searches.csv"))
_SEVERAL: Final = ("collections", "games")

#: What a command has no use for that counts games, and does not list them.
WITHOUT_ORDER: Final = ("sort", "ascending")
#: And for one that is asked about a position.
WITHOUT_PATTERN: Final = (*WITHOUT_ORDER, "pattern", "turn", "material", "reversed")

_Command = Callable[..., None]


def with_search(
    *, without: Container[str] = (), read: Callable[[dict[str, Any]], Query] = Query.parse
) -> Callable[[_Command], _Command]:
    """Add the options of a query to a command with a parameter `query`.

    What stands in `without` is not offered: an option that does nothing would deceive.
    """
    offered = [one for one in _OPTIONS if one["name"] not in without]

    def decorate(command: _Command) -> _Command:
        @wraps(command)
        def run(**values: Any) -> None:
            asked = {one["name"]: values.pop(one["name"]) for one in offered}
            if asked.pop("ascending", False):
                asked["descending"] = False
            command(query=read(asked), **values)

        for one in reversed(offered):
            settings: dict[str, Any] = {"multiple": True} if one["name"] in _SEVERAL else {}
            if one["option"].endswith(" N"):
                settings["type"] = Number()
            option(one["option"], f"help.search.{one['name']}", name=one["name"], **settings)(run)
        return run

    return decorate
