"""PDN, the format of draughts games: reading is lenient and lazy, writing is strict.

>>> from crownhead.notation import pdn
>>> [game.ply for game in pdn.parse_games("1. 11-15 23-19 1/2-1/2 1. 9-14 *")]
[2, 1]
"""

import codecs
import io
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

from crownhead.errors import PdnError, quoted
from crownhead.files import draft
from crownhead.game import Game
from crownhead.pdn.headers import Headers, read_headers
from crownhead.pdn.lines import Source
from crownhead.pdn.reader import parse_records, read_records
from crownhead.pdn.writer import write_record
from crownhead.rules import ENGLISH, Rules

__all__ = ["Headers", "parse_games", "read_games", "read_headers", "write_game", "write_games"]


def read_games(source: Source, rules: Rules = ENGLISH) -> Iterator[Game]:
    """Yield the games of a file one by one; the source is a path or an open file.

    `rules` apply unless the tags GameType and Rules say otherwise. Each game's `errors` say what could
    not be read and where. If an illegal move breaks off a game, the moves before it stay.
    """
    return map(Game.of, read_records(source, rules))


def parse_games(text: str, rules: Rules = ENGLISH) -> Iterator[Game]:
    """Yield the games of a text, as `read_games` does for a file."""
    return map(Game.of, parse_records(text, rules))


def write_games(
    games: Iterable[Game], file: str | os.PathLike[str] | IO[str], *, replace: bool = True
) -> None:
    """Write games to a path or an open text file, separated by blank lines.

    A file at the path is replaced when everything is written: the games may come from it. Without
    `replace`, raises ConflictError if the path exists.
    """
    if isinstance(games, Game) or not isinstance(games, Iterable):
        raise PdnError("pdn.writes-list", kind=type(games).__name__)
    if isinstance(file, (str, os.PathLike)):
        with (
            draft(Path(file), replace=replace) as part,
            part.open("w", encoding="utf-8", newline="\n") as opened,
        ):
            write_games(games, opened)
        return
    if not hasattr(file, "write") or _is_binary(file):
        raise PdnError("pdn.writes-to", value=quoted(file))
    for number, game in enumerate(games):
        file.write(("\n" if number else "") + write_game(game))


def _is_binary(file: IO[str]) -> bool:
    """Whether an open file takes bytes rather than text."""
    if isinstance(file, (codecs.StreamWriter, codecs.StreamReaderWriter)):
        return False  # even if what they write to takes bytes
    return isinstance(file, (io.RawIOBase, io.BufferedIOBase)) or "b" in str(
        getattr(file, "mode", "")
    )


def write_game(game: Game) -> str:
    """Write one game: tags, then moves in lines of at most 80 letters.

    >>> game = Game(tags={"Black": "Ann", "White": "Bob"})
    >>> for move in ("11-15", "23-19"):
    ...     _ = game.push(move)
    >>> print(write_game(game).splitlines()[-1])
    1. 11-15 23-19 *
    """
    if not isinstance(game, Game):
        raise PdnError("pdn.writes-game", value=quoted(game))
    return write_record(game.record)
