"""What an error of SQLite means, by its result code."""

import re
import sqlite3
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

_Kind = Literal["held", "disk", "schema"]
# Primary result codes, which SQLite never changes.
_KINDS: Final[Mapping[int, _Kind]] = MappingProxyType(
    {
        1: "schema",  # SQLITE_ERROR: our statements are correct, so the tables differ
        5: "held",  # SQLITE_BUSY
        6: "held",  # SQLITE_LOCKED
        8: "disk",  # SQLITE_READONLY
        10: "disk",  # SQLITE_IOERR
        13: "disk",  # SQLITE_FULL
        14: "disk",  # SQLITE_CANTOPEN
    }
)
# Python 3.10 has no result codes. Only there, SQLite's texts decide.
_TEXTS: Final = re.compile(
    "(?P<held>.*locked)|(?P<disk>.*(?:disk|readonly|unable to open))"
    "|(?P<schema>unsupported file format|no such |error in |.* has no column)"
)


def _kind(error: sqlite3.Error) -> str | None:
    code: int | None = getattr(error, "sqlite_errorcode", None)
    if code is not None:
        return _KINDS.get(code & 0xFF)
    found = isinstance(error, sqlite3.OperationalError) and _TEXTS.match(str(error))
    return found.lastgroup if found else None


def is_busy(error: sqlite3.Error) -> bool:
    """Whether another program holds the file."""
    return _kind(error) == "held"


def is_of_disk(error: sqlite3.Error) -> bool:
    """Whether the disk or its permissions are the cause."""
    return _kind(error) == "disk"


def is_of_schema(error: sqlite3.Error) -> bool:
    """Whether a statement does not fit the tables of the file."""
    return _kind(error) == "schema"
