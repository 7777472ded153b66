"""Reads the package's tables: CSV files beside the modules that use them."""


def rows_of(module: str, name: str) -> list[dict[str, str]]:
    """The rows of a table beside a module, given by its `__file__`, by column."""
    import csv  # slow to import, and not always needed
    from pathlib import Path

    return list(csv.DictReader(Path(module).with_name(name).read_text("utf-8").splitlines()))
