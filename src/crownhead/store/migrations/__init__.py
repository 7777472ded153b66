"""The steps from each version of the file to the next. A new file gets schema.sql at once."""

from importlib.resources import files


def step_from(version: int) -> str:
    """The statements from a version to the next."""
    return _read(f"to_{version + 1}.sql")


def schema_of(version: int) -> str:
    """The schema of a version in a file begun as version 1: later columns come last."""
    return "\n".join([_read("version_1.sql"), *map(step_from, range(1, version))])


def _read(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
