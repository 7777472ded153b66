"""What a score means for the result: points become winning chances, and lost chances become marks."""

from __future__ import annotations

import math
from typing import Final

from crownhead.engine import Score

# Hundredths of a man that make the odds e times better. training/fit_chances.py finds 41 from 4,089
# positions of Tinsley's games at 10,000 nodes each and their results, and 95 from 2,600 of games between
# the levels 5 to 8, people's strengths; this is half-way, and a man lost in the opening is a blunder.
SCALE: Final = 60.0

# A move that loses at least so much of the winning chances gets the mark, the worst that applies.
BLUNDER: Final = 0.25
MISTAKE: Final = 0.15
INACCURACY: Final = 0.08

_MARKS: Final = ((BLUNDER, "??"), (MISTAKE, "?"), (INACCURACY, "?!"))
_WORDS: Final = {"??": "blunder", "?": "mistake", "?!": "inaccuracy"}


def winning_chance(score: Score) -> float:
    """What the side to move may expect of the game: 1 is a win, a half a draw, 0 a loss.

    Proven ends are certain; other scores follow a logistic curve.

    >>> winning_chance(Score(0)), winning_chance(Score(29_990)), winning_chance(Score(-29_990))
    (0.5, 1.0, 0.0)
    >>> round(winning_chance(Score(100)) + winning_chance(Score(-100)), 6)
    1.0
    """
    if score.is_won or score.is_lost:
        return 1.0 if score.is_won else 0.0
    return 1 / (1 + math.exp(-score.points / SCALE))


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
