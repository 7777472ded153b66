"""Loads the build of the native core that fits this machine's processor.

A package for others has the core twice: for every processor, and for those of the last ten years, on
which it runs half as fast again. A build for one machine has it once, and nothing is chosen.
"""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from typing import Final

_CORE: Final = "crownhead._core"


def load_core() -> None:
    """Load the core: the file that `CROWNHEAD_CORE` names, else the fastest build that runs here."""
    if _CORE in sys.modules:
        return
    file = os.environ.get("CROWNHEAD_CORE") or _fastest()
    spec = spec_from_file_location(_CORE, file) if file else None
    if spec is None or spec.loader is None:
        return
    module = module_from_spec(spec)
    sys.modules[_CORE] = module
    spec.loader.exec_module(module)
    sys.modules["crownhead"]._core = module  # type: ignore[attr-defined]


def _fastest() -> str | None:
    """The build for recent processors, where it runs; `CROWNHEAD_CPU=any` takes the other."""
    found = None if os.environ.get("CROWNHEAD_CPU") == "any" else find_spec(f"{_CORE}_v3")
    if found is None or found.origin is None:
        return None
    from crownhead._cpu import recent

    return found.origin if recent else None


load_core()
