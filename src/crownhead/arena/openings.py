"""Where the games of a match begin."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Final

from crownhead.errors import CrownheadError, excerpt
from crownhead.files import reading, refuse_unreadable, shown
from crownhead.notation import pdn
from crownhead.openings import ballots
from crownhead.position import Position
from crownhead.rules import Rules

#: Texts that mean openings of ours. A file with such a name is given with its folder: ./start.
WORDS: Final = MappingProxyType({"ballots": "the ballots", "start": "the start position"})
_LONGEST_LINE: Final = 10_000
# How PDN begins: a tag, a comment, a line that is not read, a variation, or a move with its number.
_BEGINS_PDN: Final = re.compile(r"[\[{;%(0-9]")


def start_positions(source: str | Path, rules: Rules) -> list[Position]:
    """Give the starts that a word or a file names: ballots, start, a file of PDN or of one FEN a line.

    A text that is one of the two words always means the word; a `Path` always means a file.
    """
    if source == "start":
        return [Position.start(rules)]
    if source == "ballots":
        return [ballot.position.with_rules(rules) for ballot in ballots() if not ballot.is_barred]
    if not isinstance(source, (str, os.PathLike)):
        raise CrownheadError(f"openings are ballots, start or a file, not {excerpt(source)}")
    path = Path(source)
    _refuse_missing(source, path)
    refuse_unreadable(path)
    starts: list[Position] = []
    with reading(path):
        read = _of_games if _is_pdn(path) else _of_lines
        for place, position in read(path, rules):
            if position.is_over:
                raise CrownheadError(f"{place}: the game is over in this position")
            starts.append(position)
    if not starts:
        raise CrownheadError(f"there are no openings in {shown(path)}")
    return starts


def _refuse_missing(source: str | Path, path: Path) -> None:
    with reading(path):
        try:
            if path.exists():
                return
        except ValueError:  # a name that no file can have
            pass
    near = difflib.get_close_matches(shown(path).lower(), WORDS, n=1, cutoff=0.7)
    hint = f"did you mean {near[0]}?" if near else "openings are ballots, start or a file"
    raise CrownheadError(f"there is no openings file {shown(source)}; {hint}")


def _is_pdn(path: Path) -> bool:
    """Whether a file has games and not positions: by how it begins, whatever it is called."""
    with path.open("rb") as file:
        while line := file.readline(_LONGEST_LINE):
            if text := _text(line):
                return _BEGINS_PDN.match(text) is not None
    return False


def _text(line: bytes) -> str:
    return line.decode("utf-8-sig", "replace").strip()


def _of_games(path: Path, rules: Rules) -> Iterator[tuple[str, Position]]:
    """Yield where each game of a file ends, and what to call the place."""
    for number, game in enumerate(pdn.read_games(path), 1):
        if game.errors:
            raise CrownheadError(f"{shown(path)}, {game.errors[0]}")
        yield f"{shown(path)}, game {number}", game.position.with_rules(rules)


def _of_lines(path: Path, rules: Rules) -> Iterator[tuple[str, Position]]:
    with path.open("rb") as file:
        number = 0
        while line := file.readline(_LONGEST_LINE):
            number += 1
            place = f"{shown(path)}, line {number}"
            text = _text(line)
            try:
                if text:
                    yield place, Position.from_fen(text, rules)
            except CrownheadError as error:
                raise CrownheadError(f"{place}: {getattr(error, 'sentence', error)}") from None
