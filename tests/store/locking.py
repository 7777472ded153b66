"""Another program that holds the games' file."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import programs
from crownhead.store.database import FILE_NAME

HOLDER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute(f"BEGIN {sys.argv[2]}")
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def held(folder: Path, how: str = "IMMEDIATE") -> Iterator[None]:
    """Lock the file for writing from another process."""
    with programs.start(
        [sys.executable, "-c", HOLDER, str(folder / FILE_NAME), how],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        assert holder.stdout is not None
        try:
            assert holder.stdout.readline() == "held\n"
            yield
        finally:
            holder.kill()
