"""Text tables for a terminal or a file."""

import shutil
import textwrap
from collections.abc import Sequence
from typing import Final

from crownhead.messages import say

_GAP: Final = "  "
_LEAST: Final = 20  # columns for the last column, however narrow the terminal is


def print_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows below heads, given as keys; the last column wraps at the terminal's width."""
    for line in table([say(head) for head in heads], rows, shutil.get_terminal_size().columns):
        print(line)


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Set rows in columns; an empty row is an empty line.

    >>> for line in table(("name", "what it is"), [("go", "a word of two letters")], 26):
    ...     print(line)
    name  what it is
    go    a word of two
          letters
    """
    columns = list(zip(heads, *filter(None, rows), strict=True))
    widths = [max(map(len, column)) for column in columns[:-1]]
    room = max(width - sum(widths) - len(_GAP) * len(widths) - 1, _LEAST)
    lines: list[str] = []
    for row in [heads, *rows]:
        if not row:
            lines.append("")
            continue
        left = [f"{cell:<{broad}}" for cell, broad in zip(row[:-1], widths, strict=True)]
        for index, part in enumerate(textwrap.wrap(row[-1], room) or [""]):
            cells = left if not index else [" " * broad for broad in widths]
            lines.append(_GAP.join([*cells, part]).rstrip())
    return lines
