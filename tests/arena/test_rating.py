"""Ratings from results."""

from __future__ import annotations

import math
from collections import Counter
from random import Random

import pytest

from crownhead.arena import Sprt, Tally, ratings
from crownhead.arena.rating import PAIR_SCORES, rating_of_score
from crownhead.errors import CrownheadError
from crownhead.messages import Message, say
from crownhead.players.ratings import score_of_rating
from refused import refused


@pytest.mark.parametrize(
    ("score", "rating"), [(0.5, 0), (0.75, 190.8), (0.25, -190.8), (10 / 11, 400)]
)
def test_scores_and_ratings_say_the_same(score: float, rating: float) -> None:
    assert rating_of_score(score) == pytest.approx(rating, abs=0.1)
    assert score_of_rating(rating) == pytest.approx(score, abs=0.001)


def test_a_tally_adds_up() -> None:
    tally = Tally(1, 2, 3) + Tally(4, 0, 0)
    assert (tally.games, tally.score) == (10, 0.6)


# Five kinds of pairs. The figures are from another program, which finds the chances with a solver
# (SLSQP of SciPy) and the errors with NumPy.
@pytest.mark.parametrize(
    ("pairs", "difference", "error"),
    [
        ((1, 4, 13, 8, 24), 190.8485, 74.1498),
        ((20, 40, 80, 60, 50), 56.0715, 26.4205),
        ((3, 22, 61, 30, 9), 27.8544, 27.1369),
    ],
)
def test_the_error_is_that_of_the_pairs(
    pairs: tuple[int, int, int, int, int], difference: float, error: float
) -> None:
    tally = of_pairs(pairs)
    assert tally.difference == pytest.approx(difference, abs=1e-3)
    assert tally.error == pytest.approx(error, abs=1e-3)


def of_pairs(pairs: tuple[int, int, int, int, int]) -> Tally:
    """A tally with these pairs, and matching wins, draws and losses."""
    wins = pairs[4] * 2 + pairs[3] + pairs[2] // 2
    losses = pairs[0] * 2 + pairs[1] + pairs[2] // 2
    return Tally(wins, 2 * sum(pairs) - wins - losses, losses, pairs)


def test_without_pairs_every_game_counts_for_itself() -> None:
    # 101 games with a score of a half: one standard deviation is nearly 1/20 of a point.
    assert Tally(50, 1, 50).error == pytest.approx(rating_of_score(0.5 + 1.96 * 0.05), abs=0.5)


def test_openings_that_favour_a_side_do_not_widen_the_error() -> None:
    """The same side wins both games of each opening: all pairs but two are equal."""
    tally = Tally(51, 0, 49, pairs=(0, 0, 49, 0, 1))
    assert tally.error < Tally(51, 0, 49).error / 5


@pytest.mark.parametrize(
    "tally", [Tally(), Tally(5, 0, 0), Tally(0, 0, 9), Tally(1, 0, 1, pairs=(0, 0, 1, 0, 0))]
)
def test_games_that_all_end_alike_have_no_error_to_tell(tally: Tally) -> None:
    assert tally.error == math.inf
    assert "±" not in str(tally)


def test_without_games_there_is_no_score() -> None:
    assert str(Tally()) == say("arena.no-games")


@pytest.mark.parametrize(
    ("pairs", "bounds", "llr"),
    [
        ((20, 40, 80, 60, 50), (0, 50), 8.5444),
        ((3, 22, 61, 30, 9), (0, 10), 1.2086),
        ((40, 50, 60, 20, 5), (-100, -20), -14.6797),
        ((1, 4, 13, 8, 24), (0, 100), 10.4115),
    ],
)
def test_the_likelihood_ratio_is_what_a_solver_finds(
    pairs: tuple[int, int, int, int, int], bounds: tuple[float, float], llr: float
) -> None:
    assert Sprt(*bounds).llr(Tally(pairs=pairs)) == pytest.approx(llr, abs=1e-3)


def test_without_drawn_pairs_the_likelihood_is_that_of_two_coins() -> None:
    won, lost = 600, 400
    low, high = score_of_rating(0), score_of_rating(50)
    coins = won * math.log(high / low) + lost * math.log((1 - high) / (1 - low))
    assert Sprt(0, 50).llr(Tally(pairs=(lost, 0, 0, 0, won))) == pytest.approx(coins, abs=0.1)


def test_games_without_a_complete_pair_decide_nothing() -> None:
    assert Sprt(0, 5).llr(Tally(1000, 0, 0)) == 0


def test_pairs_that_are_all_alike_decide_too() -> None:
    test = Sprt(0, 5)
    for pairs, accepted in [
        ((0, 0, 0, 0, 500), 5),
        ((500, 0, 0, 0, 0), 0),
        ((0, 0, 500, 0, 0), 0),
        # Twenty won pairs are not unusual for an opponent that is stronger by 5 or by 500.
        ((0, 0, 0, 0, 20), None),
    ]:
        assert test.accepted(Tally(pairs=pairs)) == accepted, pairs


def test_what_is_accepted_is_not_called_a_bound() -> None:
    """The rating may be far from both differences; the test only says which of them fits better."""
    tally = of_pairs((5, 10, 25, 13, 9))
    assert str(tally).endswith("rating +31 ± 49")
    accepted = {"hypothesis": "H0", "difference": "0", "other": "+200"}
    verdict = Message("arena.sprt.accepted", accepted)
    assert str(Sprt(0, 200).summary(tally)) == say(
        "arena.sprt", lower=0, upper=200, verdict=verdict, llr="-17.78", bound="2.94"
    )
    assert Sprt(0, 50).summary(tally).values["verdict"] == Message("arena.sprt.undecided")
    assert Sprt(0, 50).verdict(tally) is None


# The chances of the five results of a pair, with the mean scores of differences of 0 and of 100
# points.
EQUAL = (0.1225, 0.21, 0.335, 0.21, 0.1225)
STRONGER = (0.0635, 0.1089, 0.3147, 0.2299, 0.2830)
# Each opening favours a side so much that this side mostly wins both games.
UNEVEN = (0.03, 0.12, 0.70, 0.12, 0.03)


@pytest.mark.parametrize(
    ("chances", "truth", "wrong", "least"),
    [(EQUAL, 0, 100, 0.025), (STRONGER, 100, 0, 0.025), (UNEVEN, 0, 100, 0.0)],
    ids=["H0", "H1", "H0 with uneven openings"],
)
def test_in_about_one_of_twenty_matches_the_wrong_difference_is_accepted(
    chances: tuple[float, ...], truth: float, wrong: float, least: float
) -> None:
    points = sum(chance * score for chance, score in zip(chances, PAIR_SCORES, strict=True))
    assert points == pytest.approx(score_of_rating(truth), abs=1e-3)
    test, chance, matches = Sprt(0, 100), Random(11), 200
    ended = [simulated(test, chances, chance) for _ in range(matches)]
    share = ended.count(wrong) / matches
    assert ended.count(truth) + ended.count(wrong) == matches
    assert least <= share <= 0.075, share


def simulated(test: Sprt, chances: tuple[float, ...], chance: Random) -> float | None:
    """Play random pairs until the test is decided."""
    counts = [0, 0, 0, 0, 0]
    for _ in range(5000):
        counts[chance.choices(range(5), chances)[0]] += 1
        accepted = test.accepted(Tally(pairs=tuple(counts)))
        if accepted is not None:
            return accepted
    return None


def test_the_truth_lies_within_the_error_in_about_19_of_20_matches() -> None:
    chance, within = Random(5), 0
    for _ in range(1000):
        drawn = Counter(chance.choices(range(5), STRONGER, k=100))
        tally = of_pairs((drawn[0], drawn[1], drawn[2], drawn[3], drawn[4]))
        within += abs(tally.difference - 100) <= tally.error
    assert 930 <= within <= 970, within


def test_a_difference_of_nothing_has_no_minus() -> None:
    assert "rating +0 ±" in str(Tally(1000, 1, 1001))


@pytest.mark.parametrize("bounds", [(-1e9, 0), (0, 1e9), (0, math.inf)])
def test_a_test_with_absurd_bounds_is_refused(bounds: tuple[float, float]) -> None:
    with refused(CrownheadError, "number.real", most=2000):
        Sprt(*bounds)


def test_a_test_whose_bounds_fall_is_refused() -> None:
    with refused(CrownheadError, "arena.sprt.bounds"):
        Sprt(5, 0)


def test_ratings_agree_with_the_scores() -> None:
    table = ratings({("a", "b"): Tally(150, 0, 50), ("b", "c"): Tally(150, 0, 50)})
    assert sum(table.values()) == pytest.approx(0, abs=1e-6)
    assert table["a"] - table["b"] == pytest.approx(190.8, abs=3)
    assert table["b"] - table["c"] == pytest.approx(190.8, abs=3)
