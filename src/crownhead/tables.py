"""Reads the package's tables, which are CSV files beside the modules that use them."""

from __future__ import annotations


def rows_of(module: str, name: str) -> list[dict[str, str]]:
    """Every row of a table beside a module, given by its `__file__`, by the names of its columns."""
    import csv  # these two are slow to import, and not always needed
    from pathlib import Path

    return list(csv.DictReader(Path(module).with_name(name).read_text("utf-8").splitlines()))
