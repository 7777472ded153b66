"""From the file in which a book grows to the small one that is asked."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from crownhead.book.format import MOST_BYTES, pack
from crownhead.book.graph import Graph
from crownhead.book.workfile import GrowthFile
from crownhead.files import draft, new_file, refuse_replacing

#: Hundredths of a man that a move may lose against the best and still be in a book.
MARGIN: Final = 60


def export_book(grown: Path, out: Path, *, replace: bool = False) -> int:
    """Write the book that has grown in a file, in one step; return its bytes."""
    refuse_replacing(grown, out)
    new_file(out, replace=replace)
    with GrowthFile(grown) as file:
        data = packed(file.graph())
    with draft(out, replace=replace) as part:
        part.write_bytes(data)
    return len(data)


def packed(graph: Graph, most_bytes: int = MOST_BYTES) -> bytes:
    """A book as the bytes of its file; the least important positions are left out if there is no room."""
    rows = sorted(graph.book(MARGIN))
    return pack([(key, moves) for _, key, moves in rows], most_bytes)
