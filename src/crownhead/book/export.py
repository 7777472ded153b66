"""From the file in which a book grows to the small one that is asked."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from crownhead.book.format import MOST_BYTES, pack
from crownhead.book.graph import Graph
from crownhead.book.workfile import GrowthFile
from crownhead.errors import BookError
from crownhead.files import reason, refuse_replacing, shown, writable_file

#: Hundredths of a man that a move may lose against the best and still be in a book.
MARGIN: Final = 60


def export_book(grown: Path, out: Path) -> int:
    """Write the book that has grown in a file, in one step; return its bytes."""
    refuse_replacing(grown, out)
    real = writable_file(out)
    with GrowthFile(grown) as file:
        data = packed(file.graph())
    part = real.with_name(f".{real.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data)
        part.replace(real)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise BookError(f"cannot write {shown(out)}: {reason(error)}") from None
    return len(data)


def packed(graph: Graph, most_bytes: int = MOST_BYTES) -> bytes:
    """A book as the bytes of its file; the least important positions are left out if there is no room."""
    rows = sorted(graph.book(MARGIN))
    return pack([(key, moves) for _, key, moves in rows], most_bytes)
