"""What lost winning chances are called: marks of blunders, mistakes and inaccuracies."""

from __future__ import annotations

from typing import Final

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
