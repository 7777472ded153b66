"""Check that bad input is read in limited time, with the right errors."""

from __future__ import annotations

import io
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from crownhead import Game
from crownhead.notation.pdn import parse_games, read_games, write_game

MEGABYTE = 1_000_000
LONGEST_SENTENCE = 400
MOST_ERRORS = 101


@contextmanager
def within(seconds: int) -> Iterator[None]:
    """Fail if a parser hangs: the limit is in CPU time, so a busy machine does not matter."""

    def give_up(_number: int, _frame: FrameType | None) -> None:
        raise TimeoutError(f"still busy after {seconds} seconds")

    before = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def read(source: str | bytes) -> list[Game]:
    """Read games, and check their errors and that the games can be written."""
    games = list(
        read_games(io.BytesIO(source)) if isinstance(source, bytes) else parse_games(source)
    )
    for game in games:
        assert len(game.errors) <= MOST_ERRORS
        for error in game.errors:
            assert error.line is not None
            assert error.column is not None
            assert min(error.line, error.column) >= 1
            assert error.sentence.isprintable(), ascii(error.sentence)
            assert len(error.sentence) <= LONGEST_SENTENCE
        list(parse_games(write_game(game)))
    return games


def plies(games: list[Game]) -> list[int]:
    return [len(list(game.main_line())) for game in games]
