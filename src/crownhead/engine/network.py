"""The network's file: the one in the package, or another that the environment names."""

import os
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

from crownhead._native import core
from crownhead.errors import EngineError
from crownhead.files import path_of, reason, shown

Network: TypeAlias = core.Network

#: The evaluations of an engine: the best, the network, or the hand-made one.
ENGINE_EVALUATIONS: Final = ("best", "network", "classic")

_ANOTHER: Final = "CROWNHEAD_NETWORK"
_IN_THE_PACKAGE: Final = Path(__file__).with_name("network.bin")


def read_network(path: str | os.PathLike[str]) -> Network:
    """Read a network from its file."""
    file = path_of(path, "network")
    try:
        return Network(file.read_bytes())
    except (OSError, ValueError) as error:
        raise EngineError("file.unreadable", path=shown(file), why=reason(error)) from None
    except EngineError as error:
        raise EngineError("file.unusable", path=shown(file), why=error) from None


def usual_network() -> Network | None:
    """The network that engines use by default, or None if the package has none.

    `CROWNHEAD_NETWORK` names another file.
    """
    another = os.environ.get(_ANOTHER)
    return _kept(Path(another)) if another else _packaged()


def _packaged() -> Network | None:
    if not _IN_THE_PACKAGE.exists():
        return None
    try:
        return _kept(_IN_THE_PACKAGE)
    except EngineError as error:
        raise EngineError("network.reinstall", fault=error) from None


_kept: Final = cache(read_network)
