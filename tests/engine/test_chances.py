"""Winning chances: a rising, symmetric curve with certain ends."""

from __future__ import annotations

from itertools import pairwise

import pytest

from cases import each
from crownhead.engine import Score, winning_chance


def test_the_chances_rise_with_the_score() -> None:
    chances = [winning_chance(Score(points)) for points in range(-800, 801, 10)]
    assert all(one < two for one, two in pairwise(chances))


@each("points", [1, 35, 100, 900, 29_000, 29_990])
def test_the_chances_of_both_sides_make_one(points: int) -> None:
    assert winning_chance(Score(points)) + winning_chance(Score(-points)) == pytest.approx(1)


def test_proven_ends_are_certain() -> None:
    assert winning_chance(Score(29_900)) == 1
    assert winning_chance(Score(-29_900)) == 0
