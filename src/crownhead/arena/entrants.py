"""Players of one's own in a match: what they are called, and whether they can play elsewhere."""

from __future__ import annotations

import pickle
import sys
from collections import Counter
from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from crownhead.custom import Factory, name_of_factory, refuse_what_makes_no_player
from crownhead.errors import CrownheadError, excerpt

_NUMBERS: Final = MappingProxyType({2: "two", 3: "three", 4: "four", 5: "five"})


def names_of(opponents: Sequence[str | Factory]) -> tuple[str, ...]:
    """What opponents are called in a match; two of one name are refused."""
    if len(opponents) < 2:
        raise CrownheadError("a match needs two opponents or more")
    names = [one if isinstance(one, str) else name_of_factory(one) for one in opponents]
    name, times = Counter(names).most_common(1)[0]
    if times > 1:
        raise CrownheadError(
            f"a match needs different opponents, but {_NUMBERS.get(times, times)} are called "
            f"'{excerpt(name, 80)}'"
            + ("" if name in opponents else "; a class can have a `name` of its own")
        )
    return tuple(names)


def own_factories(opponents: Sequence[str | Factory]) -> dict[str, Factory]:
    """The classes and functions among opponents, by the names of what they make."""
    own = {}
    for one in opponents:
        if not isinstance(one, str):
            refuse_what_makes_no_player(one, getattr(one, "name", None) or repr(one))
            own[name_of_factory(one)] = one
    return own


def can_travel(make: Factory) -> bool:
    """Whether another process can find what makes a player.

    Processes load the module that it is in; what was typed at a prompt is in none.
    """
    try:
        pickle.dumps(make)
    except Exception:  # of many kinds
        return False
    main = sys.modules.get("__main__")
    return getattr(make, "__module__", "") != "__main__" or hasattr(main, "__file__")
