"""Completions of a line: moves, commands and their arguments."""

import os
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path

from crownhead.service import opponent_names
from crownhead.service.contract import GameView
from crownhead.terminal import commands, reading


def completions(text: str, view: GameView | None) -> list[str]:
    """All completions of a line; none without a game.

    >>> completions("und", None)
    []
    """
    if view is None:
        return []
    line = text.lstrip()
    if reading.is_move(line):
        moves = [move["notation"] for move in view["choices"]["legal"]]
        return _beginning(line.replace(" ", "-"), list(dict.fromkeys(moves)))
    word, space, rest = line.partition(" ")
    if not space:
        return _beginning(word.lower(), list(commands.COMMANDS))
    found = {
        "level": lambda: _beginning(rest.lower(), opponent_names()),
        "again": lambda: _beginning(rest.lower(), ["swap"]),
        "save": lambda: _files(rest),
    }.get(word.lower(), list)()
    return [f"{word} {one}" for one in found]


def common_beginning(lines: Sequence[str]) -> str:
    """The common prefix of lines.

    >>> common_beginning(["redo", "resign"])
    're'
    """
    columns = takewhile(lambda letters: len(set(letters)) == 1, zip(*lines, strict=False))
    return "".join(letters[0] for letters in columns)


def _beginning(text: str, names: Sequence[str]) -> list[str]:
    return [name for name in names if name.startswith(text)]


def _files(text: str) -> list[str]:
    """Folders and files whose names have a prefix; folders end in a slash."""
    head, slash, name = text.rpartition("/")
    before = head + slash
    folder = Path(before or ".")
    try:
        entries = sorted(folder.expanduser().iterdir())
    except (OSError, RuntimeError, ValueError):
        return []
    begun = [one for one in entries if one.name.startswith(name) and (name or one.name[0] != ".")]
    return [f"{before}{one.name}{'/' if os.path.isdir(one) else ''}" for one in begun]  # noqa: PTH112
