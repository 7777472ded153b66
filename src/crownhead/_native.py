"""Loads the native core, in the build that fits this machine's processor.

A released package has two cores: one for all processors, and one for those of the last ten years,
which runs 50% faster. A local build has one. Only the modules listed in pyproject.toml import
`core` from here; all others use the values that those return.
"""

import os
import sys
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from typing import TYPE_CHECKING, Any, Final

__all__ = ["core"]

_CORE: Final = "crownhead._core"


def _load() -> Any:
    """Load the core: the file named by `CROWNHEAD_CORE`, or the fastest build that runs here."""
    file = os.environ.get("CROWNHEAD_CORE") or _fastest()
    spec = spec_from_file_location(_CORE, file) if file else None
    if _CORE in sys.modules or spec is None or spec.loader is None:
        return import_module(_CORE)
    module = sys.modules[_CORE] = module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.modules["crownhead"]._core = module  # type: ignore[attr-defined]
    return module


def _fastest() -> str | None:
    """The build for recent processors if it runs; `CROWNHEAD_CPU=any` selects the other."""
    found = None if os.environ.get("CROWNHEAD_CPU") == "any" else find_spec(f"{_CORE}_v3")
    recent = found is not None and import_module("crownhead._cpu").recent
    return found.origin if found is not None and recent else None


if TYPE_CHECKING:
    from crownhead import _core as core
else:
    core = _load()
