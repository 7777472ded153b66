"""The constants of the search: in a tuning build (`make tuning`) they can be set at run time."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from crownhead._native import core
from crownhead.errors import EngineError, excerpt, unknown_name

_ENVIRONMENT: Final = "CROWNHEAD_CONSTANTS"


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
    """Find a constant by its name.

    >>> constant("FIRST_WINDOW").least
    2
    """
    for one in CONSTANTS:
        if one.name == name:
            return one
    raise EngineError(unknown_name("constant", name, [one.name for one in CONSTANTS]))


def read_constants(text: str) -> dict[str, int]:
    """Read values such as `FIRST_WINDOW=10,PROBCUT_MARGIN=30`.

    >>> read_constants("FIRST_WINDOW=10, PROBCUT_MARGIN=30")
    {'FIRST_WINDOW': 10, 'PROBCUT_MARGIN': 30}
    """
    values = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        found = re.fullmatch(r"(\w+)=(-?[0-9]{1,9})", part, re.ASCII)
        if found is None:
            raise EngineError(f"constants are written NAME=VALUE,NAME=VALUE, not '{excerpt(part)}'")
        values[found[1]] = int(found[2])
    return values


def all_values(changes: Mapping[str, int]) -> list[int]:
    """Give every constant's value in the order of the list; those not named have their usual one."""
    if not core.TUNABLE:
        raise EngineError(
            "this build's constants are fixed: run 'make tuning', and set CROWNHEAD_CORE to the "
            "file that it makes"
        )
    for name, value in changes.items():
        one = constant(name)
        if not (isinstance(value, int) and one.least <= value <= one.most):
            raise EngineError(
                f"{name} is a whole number from {one.least} to {one.most}, not {excerpt(value)}"
            )
    return [changes.get(one.name, one.value) for one in CONSTANTS]


def from_environment() -> dict[str, int]:
    """What `CROWNHEAD_CONSTANTS` sets, for programs that are started by others."""
    return read_constants(os.environ.get(_ENVIRONMENT, ""))
