"""Reads the package's tables, which are CSV files beside the modules that use them."""

from __future__ import annotations

import csv
from pathlib import Path


def rows_of(file: Path) -> list[dict[str, str]]:
    """Every row of a table, by the names of its columns."""
    return list(csv.DictReader(file.read_text("utf-8").splitlines()))
