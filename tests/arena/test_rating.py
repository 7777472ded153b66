"""What results say about strength."""

from __future__ import annotations

import math

import pytest

from crownhead.arena import Sprt, Tally, ratings
from crownhead.arena.rating import rating_of_score, score_of_rating
from crownhead.errors import CrownheadError


@pytest.mark.parametrize(
    ("score", "rating"), [(0.5, 0), (0.75, 190.8), (0.25, -190.8), (10 / 11, 400)]
)
def test_scores_and_ratings_say_the_same(score: float, rating: float) -> None:
    assert rating_of_score(score) == pytest.approx(rating, abs=0.1)
    assert score_of_rating(rating) == pytest.approx(score, abs=0.001)


def test_a_tally_adds_up() -> None:
    tally = Tally(1, 2, 3) + Tally(4, 0, 0)
    assert (tally.games, tally.score) == (10, 0.6)


def test_the_error_is_that_of_the_normal_distribution() -> None:
    # 100 games with half the points won: one standard deviation is 0.05 points a game.
    tally = Tally(50, 0, 50)
    assert tally.deviation == 0.5
    assert tally.error == pytest.approx(rating_of_score(0.5 + 1.96 * 0.05), abs=0.01)


@pytest.mark.parametrize("tally", [Tally(), Tally(5, 0, 0), Tally(0, 0, 9)])
def test_games_that_all_end_alike_have_no_error_to_tell(tally: Tally) -> None:
    assert tally.error == math.inf
    assert "±" not in str(tally)


def test_without_games_there_is_no_score() -> None:
    assert str(Tally()) == "no games yet"


@pytest.mark.parametrize(
    ("tally", "verdict"),
    [
        (Tally(), None),
        (Tally(12, 20, 10), None),
        (Tally(300, 300, 200), "the difference is at least 20"),
        (Tally(200, 300, 300), "the difference is at most 0"),
    ],
)
def test_a_sequential_test_stops_when_it_is_clear(tally: Tally, verdict: str | None) -> None:
    assert Sprt(0, 20).verdict(tally) == verdict


@pytest.mark.parametrize(
    ("tally", "verdict"),
    [
        (Tally(1000, 0, 0), "the difference is at least 5"),
        (Tally(0, 0, 1000), "the difference is at most 0"),
        (Tally(0, 1000, 0), "the difference is at most 0"),
        # Twenty wins are nothing unusual for somebody who is stronger by 5 or by 500.
        (Tally(20, 0, 0), None),
    ],
)
def test_games_that_all_end_alike_decide_too(tally: Tally, verdict: str | None) -> None:
    assert Sprt(0, 5).verdict(tally) == verdict


def test_without_draws_the_likelihood_is_that_of_two_coins() -> None:
    # Half a game of each kind is added, which changes little here.
    won, lost = 600, 400
    low, high = score_of_rating(0), score_of_rating(50)
    coins = won * math.log(high / low) + lost * math.log((1 - high) / (1 - low))
    assert Sprt(0, 50).likelihood(Tally(won, 0, lost)) == pytest.approx(coins, abs=0.1)


def test_a_difference_of_nothing_has_no_minus() -> None:
    assert "rating +0 ±" in str(Tally(1000, 1, 1001))


@pytest.mark.parametrize("bounds", [(-1e9, 0), (0, 1e9), (0, math.inf)])
def test_a_test_with_absurd_bounds_is_refused(bounds: tuple[float, float]) -> None:
    with pytest.raises(CrownheadError, match="within 2000"):
        Sprt(*bounds)


def test_a_test_whose_bounds_fall_is_refused() -> None:
    with pytest.raises(CrownheadError, match="bounds of a test rise"):
        Sprt(5, 0)


def test_ratings_agree_with_the_scores() -> None:
    table = ratings({("a", "b"): Tally(150, 0, 50), ("b", "c"): Tally(150, 0, 50)})
    assert sum(table.values()) == pytest.approx(0, abs=1e-6)
    assert table["a"] - table["b"] == pytest.approx(190.8, abs=3)
    assert table["b"] - table["c"] == pytest.approx(190.8, abs=3)
