"""The start positions of a match."""

import os
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Final

from crownhead.errors import CrownheadError, excerpt, unknown_name
from crownhead.files import reading, refuse_unreadable, shown
from crownhead.game import Game
from crownhead.messages import Message
from crownhead.notation import pdn
from crownhead.openings import ballots
from crownhead.position import Position
from crownhead.rules import Rules

#: Names of built-in openings. A file with such a name needs its folder: ./start.
NAMED: Final = MappingProxyType(
    {name: Message(f"arena.openings.{name}") for name in ("ballots", "start")}
)
_LONGEST_LINE: Final = 10_000
# The beginning of PDN: a tag, a comment, an escaped line, a variation, or the number of a move.
_BEGINS_PDN: Final = re.compile(r"[\[{;%(0-9]")


def start_positions(source: str | Path, rules: Rules) -> list[Position]:
    """The start positions of `ballots`, `start`, or a file of PDN or of one FEN a line.

    The two names as text always mean the names; a `Path` always means a file.
    """
    if source == "start":
        return [Position.start(rules)]
    if source == "ballots":
        return [ballot.position.with_rules(rules) for ballot in ballots() if not ballot.is_barred]
    if not isinstance(source, (str, os.PathLike)):
        raise CrownheadError("arena.openings.wanted", value=excerpt(source))
    path = Path(source)
    _refuse_missing(path)
    refuse_unreadable(path)
    starts: list[Position] = []
    with reading(path):
        read = _of_games if _is_pdn(path) else _of_lines
        for where, position in read(path, rules):
            if position.is_over:
                over = Message("begin.over", {"outcome": Game(position).outcome})
                raise CrownheadError("arena.openings.at", where=where, fault=over)
            starts.append(position)
    if not starts:
        raise CrownheadError("arena.openings.none", file=shown(path))
    return starts


def _refuse_missing(path: Path) -> None:
    with reading(path):
        try:
            if path.exists():
                return
        except ValueError:  # a name that no file can have
            pass
    raise CrownheadError(unknown_name("openings-file", shown(path), NAMED))


def _is_pdn(path: Path) -> bool:
    """Whether a file has games and not positions, by its content."""
    with path.open("rb") as file:
        while line := file.readline(_LONGEST_LINE):
            if text := _text(line):
                return _BEGINS_PDN.match(text) is not None
    return False


def _text(line: bytes) -> str:
    return line.decode("utf-8-sig", "replace").strip()


def _of_games(path: Path, rules: Rules) -> Iterator[tuple[Message, Position]]:
    """Yield the last position of each game in a file, with where it is in the file."""
    for number, game in enumerate(pdn.read_games(path), 1):
        if game.errors:
            raise CrownheadError("arena.openings.at", where=shown(path), fault=game.errors[0])
        where = Message("arena.openings.game", {"file": shown(path), "number": number})
        yield where, game.position.with_rules(rules)


def _of_lines(path: Path, rules: Rules) -> Iterator[tuple[Message, Position]]:
    with path.open("rb") as file:
        lines = iter(partial(file.readline, _LONGEST_LINE), b"")
        for number, line in enumerate(lines, 1):
            where = Message("custom.line", {"file": shown(path), "line": number})
            text = _text(line)
            try:
                if text:
                    yield where, Position.from_fen(text, rules)
            except CrownheadError as error:
                raise CrownheadError("arena.openings.at", where=where, fault=error.fault) from None
