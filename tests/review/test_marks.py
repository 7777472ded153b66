"""Marks for lost winning chances."""

from __future__ import annotations

import pytest

from crownhead.engine import Score
from crownhead.review import winning_chance
from crownhead.review.judge import BLUNDER, INACCURACY, LOST, MISTAKE, mark_of


def test_a_lost_game_has_no_chances() -> None:
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
