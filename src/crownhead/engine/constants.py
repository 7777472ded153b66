"""The constants of the search: in a tuning build (`make tuning`) they can be set at run time."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from crownhead._native import core
from crownhead.errors import EngineError, excerpt, unknown_name
from crownhead.numeric import whole_within


class Constant(NamedTuple):
    """A constant of the search: its value, its range, and the step by which a tuner changes it."""

    name: str
    value: int
    least: int
    most: int
    step: int


#: All of them, in the order of the core's list.
CONSTANTS: Final = tuple(Constant(*row) for row in core.constants())


def constant(name: str) -> Constant:
    """Look up a constant by its name.

    >>> constant("FIRST_WINDOW").least
    2
    """
    known = {one.name: one for one in CONSTANTS}
    if name not in known:
        raise EngineError(unknown_name("constant", name, known))
    return known[name]


def read_constants(text: str) -> dict[str, int]:
    """Read values such as `FIRST_WINDOW=10,PROBCUT_MARGIN=30`.

    >>> read_constants("FIRST_WINDOW=10, PROBCUT_MARGIN=30")
    {'FIRST_WINDOW': 10, 'PROBCUT_MARGIN': 30}
    """
    values = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        found = re.fullmatch(r"(\w+)=(-?[0-9]{1,9})", part, re.ASCII)
        if found is None:
            raise EngineError("constant.unreadable", text=excerpt(part))
        values[found[1]] = int(found[2])
    return values


def all_values(changes: Mapping[str, int]) -> list[int]:
    """The values of all constants in the order of the list, with some changed."""
    if not core.TUNABLE:
        raise EngineError("constant.fixed")
    for name, value in changes.items():
        one = constant(name)
        whole_within(EngineError, name, value, one.least, one.most)
    return [changes.get(one.name, one.value) for one in CONSTANTS]
