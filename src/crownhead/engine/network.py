"""The learned evaluation's file: in the package, or another that the environment names."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

from crownhead._native import core
from crownhead.errors import EngineError
from crownhead.files import path_of, shown, system_words

Network: TypeAlias = core.Network

#: The evaluations an engine can have: the best one, the network, or the hand-made one.
ENGINE_EVALUATIONS: Final = ("best", "network", "classic")

_ANOTHER: Final = "CROWNHEAD_NETWORK"
_IN_THE_PACKAGE: Final = Path(__file__).with_name("network.bin")


def read_network(path: str | os.PathLike[str]) -> Network:
    """Read a network from its file; one that is missing or wrong is refused."""
    file = path_of(path, "network")
    try:
        data = file.read_bytes()
    except (OSError, ValueError) as error:
        raise EngineError(f"cannot read the network {shown(file)}: {system_words(error)}") from None
    try:
        return Network(data)
    except EngineError as error:
        raise EngineError(f"cannot use {shown(file)}: {error}") from None


def usual_network() -> Network | None:
    """The network that engines use unless they are told otherwise; None where there is no file.

    `CROWNHEAD_NETWORK` names another file than that in the package.
    """
    another = os.environ.get(_ANOTHER)
    return _kept(Path(another)) if another else _packaged()


def _packaged() -> Network | None:
    if not _IN_THE_PACKAGE.exists():
        return None
    try:
        return _kept(_IN_THE_PACKAGE)
    except EngineError as error:
        raise EngineError(
            f"{error}; install Crownhead again, or choose the evaluation 'classic'"
        ) from None


_kept: Final = cache(read_network)
