"""What a score means for the result of a game: points become winning chances."""

from __future__ import annotations

import math
from typing import Final

from crownhead.engine.limits import Score
from crownhead.errors import EngineError, quoted

# Hundredths of a man that make the odds e times better. training/fit_chances.py finds 41 from 4,089
# positions of Tinsley's games at 10,000 nodes each and their results, and 95 from 2,600 of games between
# the levels 5 to 8, people's strengths; this is half-way, and a man lost in the opening is a blunder.
SCALE: Final = 60.0


def winning_chance(score: Score) -> float:
    """What the side of a score may expect of the game: 1 is a win, a half a draw, 0 a loss.

    Proven ends are certain; other scores follow a logistic curve.

    >>> winning_chance(Score(0)), winning_chance(Score(29_990)), winning_chance(Score(-29_990))
    (0.5, 1.0, 0.0)
    >>> round(winning_chance(Score(100)) + winning_chance(Score(-100)), 6)
    1.0
    """
    if not isinstance(score, Score):
        raise EngineError(f"winning_chance takes a Score, such as Score(35), not {quoted(score)}")
    if score.is_won or score.is_lost:
        return 1.0 if score.is_won else 0.0
    return 1 / (1 + math.exp(-score.points / SCALE))
