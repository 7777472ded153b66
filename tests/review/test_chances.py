"""Winning chances: a rising, symmetric curve with certain ends, and marks for what is lost of them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from cases import each
from crownhead.engine import Score
from crownhead.review import winning_chance
from crownhead.review.chances import BLUNDER, INACCURACY, MISTAKE, mark_of
from crownhead.review.judge import LOST


def test_the_chances_rise_with_the_score() -> None:
    chances = [winning_chance(Score(points)) for points in range(-800, 801, 10)]
    assert all(one < two for one, two in pairwise(chances))


@each("points", [1, 35, 100, 900, 29_000, 29_990])
def test_the_chances_of_both_sides_make_one(points: int) -> None:
    assert winning_chance(Score(points)) + winning_chance(Score(-points)) == pytest.approx(1)


def test_proven_ends_are_certain() -> None:
    assert winning_chance(Score(29_900)) == 1
    assert winning_chance(Score(-29_900)) == 0
    assert (LOST.plies, winning_chance(LOST), winning_chance(-LOST)) == (0, 0, 1)


def test_a_man_for_nothing_is_a_blunder_in_an_even_game_and_hardly_counts_in_a_won_one() -> None:
    def lost(before: int, after: int) -> str:
        return mark_of(winning_chance(Score(before)) - winning_chance(Score(after)))

    assert lost(0, -100) == "??"
    assert lost(500, 400) == ""


@pytest.mark.parametrize(
    ("least", "mark"), [(BLUNDER, "??"), (MISTAKE, "?"), (INACCURACY, "?!")], ids=str
)
def test_a_mark_begins_at_its_threshold(least: float, mark: str) -> None:
    assert mark_of(least) == mark
    assert mark_of(least - 0.001) != mark
