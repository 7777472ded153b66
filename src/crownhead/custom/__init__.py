"""Players that users write in Python: found by file or module, called with a deadline, and checked.

The arena, `crownhead.engine.hub.serve` and the notebook use them. Loading one runs its code, so a
name from a stranger must never reach `factory_of`.
"""

from crownhead.custom.player import (
    SECONDS,
    Factory,
    OwnPlayer,
    factory_of,
    is_own,
    name_of_factory,
    refuse_what_makes_no_player,
)

__all__ = [
    "SECONDS",
    "Factory",
    "OwnPlayer",
    "factory_of",
    "is_own",
    "name_of_factory",
    "refuse_what_makes_no_player",
]
