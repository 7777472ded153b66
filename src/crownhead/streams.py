"""Keeps standard output for results: what other code prints goes to standard error."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any


@contextmanager
def output_kept(stdout: Any = None) -> Iterator[IO[bytes]]:
    """Standard output for us alone; others, even below Python, write to standard error."""
    stream = sys.stdout if stdout is None else stdout
    try:
        stream.flush()
        number = stream.fileno()
        kept = os.dup(number)
    except (AttributeError, OSError, ValueError):  # closed, or not a file of the system
        with Path(os.devnull).open("wb") as nothing:
            yield getattr(stream, "buffer", nothing)
        return
    try:
        with suppress(OSError):  # no standard error
            os.dup2(2, number)
        answers = os.fdopen(kept, "wb", closefd=False)
        try:
            yield answers
        finally:
            with suppress(OSError):  # nobody reads it any more
                answers.close()
    finally:
        with suppress(OSError, ValueError):
            stream.flush()
        os.dup2(kept, number)
        os.close(kept)
