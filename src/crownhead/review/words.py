"""What the annotated games, the page and the commands say in the same words."""

from __future__ import annotations

from typing import Final

from crownhead.outcome import Outcome, Reason
from crownhead.phrases import counted

_TIMES: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
# Why a game in which nothing happens is a draw.
BY_TABLES: Final = "draw by the endgame tables"
TOO_QUIET: Final = str(Outcome(None, Reason.QUIET)).removeprefix("Draw: ")

# A move that loses at least so much of the winning chances gets the mark, the worst that applies.
BLUNDER: Final = 0.25
MISTAKE: Final = 0.15
INACCURACY: Final = 0.08

_MARKS: Final = ((BLUNDER, "??"), (MISTAKE, "?"), (INACCURACY, "?!"))
_WORDS: Final = {"??": "blunder", "?": "mistake", "?!": "inaccuracy"}


def mark_of(lost: float) -> str:
    """The mark of a move that loses so much of the winning chances; empty where it loses little.

    >>> [mark_of(lost) for lost in (0.5, 0.2, 0.1, 0.01)]
    ['??', '?', '?!', '']
    """
    return next((mark for least, mark in _MARKS if lost >= least), "")


def word_of(mark: str) -> str:
    """What a mark is called; nothing for marks of praise.

    >>> word_of("??"), word_of("!")
    ('blunder', '')
    """
    return _WORDS.get(mark, "")


def repeated(times: int) -> str:
    """Say how often a position has been there.

    >>> repeated(3), repeated(12)
    ('this position for the third time', 'this position 12 times')
    """
    if times <= len(_TIMES):
        return f"this position for the {_TIMES[times - 1]} time"
    return f"this position {times} times"


def games_of(reviewed: int, total: int) -> str:
    """Count the games of a review.

    >>> games_of(4, 4), games_of(3, 4)
    ('4 games', '3 of 4 games')
    """
    return (
        counted(total, "game") if reviewed == total else f"{reviewed:,} of {counted(total, 'game')}"
    )


def left_out(number: int, name: str) -> str:
    """Say that some games are only in the file they came from.

    >>> left_out(1, "out.pdn")
    '1 game could not be read and is not in out.pdn; the file it came from has it'
    """
    if number == 1:
        return f"1 game could not be read and is not in {name}; the file it came from has it"
    return (
        f"{counted(number, 'game')} could not be read and are not in {name}; "
        "the file they came from has them"
    )
