"""A rating from games: close to exact arithmetic, with a true error, and finite."""

from __future__ import annotations

import math
from random import Random

import pytest

from crownhead.players import levels
from crownhead.players.ratings import score_of_rating
from crownhead.service.results.strength import Strength

RATINGS = [one.rating for one in levels()]
STEP, GRID = 20, range(-2000, 5001, 20)
DRIFT = 10.0


def exact(games: list[tuple[int, float]]) -> tuple[float, float]:
    """Mean and deviation over all possible ratings, weighted by their probabilities."""
    chances = {rating: math.exp(-(((rating - 1200) / 600) ** 2) / 2) for rating in GRID}
    spread = [math.exp(-(((STEP * at) / DRIFT) ** 2) / 2) for at in range(-3, 4)]
    kept = [part / sum(spread) for part in spread]
    for opponent, points in games:
        moved = dict.fromkeys(chances, 0.0)
        for rating, chance in chances.items():
            for at, part in zip(range(-3, 4), kept, strict=True):
                if rating + STEP * at in moved:
                    moved[rating + STEP * at] += part * chance
        for rating in moved:
            score = score_of_rating(rating - opponent)
            moved[rating] *= score**points * (1 - score) ** (1 - points)
        chances = moved
    total = sum(chances.values())
    mean = sum(rating * chance for rating, chance in chances.items()) / total
    square = sum((rating - mean) ** 2 * chance for rating, chance in chances.items()) / total
    return mean, math.sqrt(square)


def known_after(games: list[tuple[int, float]]) -> Strength:
    known = Strength()
    for opponent, points in games:
        known = known.after(opponent, points)
    return known


def by_chance(seed: int, truth: float, count: int) -> list[tuple[int, float]]:
    """Games of a player of known strength against levels of similar strength."""
    chance = Random(seed)
    near = [rating for rating in RATINGS if abs(rating - truth) < 500]
    games = []
    for _ in range(count):
        opponent = chance.choice(near)
        score = score_of_rating(truth - opponent)
        drawn = min(score, 1 - score) * 0.6
        at = chance.random()
        points = 1.0 if at < score - drawn / 2 else 0.5 if at < score + drawn / 2 else 0.0
        games.append((opponent, points))
    return games


@pytest.mark.parametrize("truth", [600, 1500, 2700])
def test_it_is_near_what_exact_arithmetic_says(truth: int) -> None:
    games = by_chance(truth, truth, 30)
    for count, share in ((1, 0.01), (2, 0.5), (5, 0.5), (15, 0.3), (30, 0.2)):
        found = known_after(games[:count])
        mean, deviation = exact(games[:count])
        assert found.rating == pytest.approx(mean, abs=share * deviation), games[:count]
        assert 0.9 * deviation < found.error < (1 + share) * deviation, games[:count]


def test_its_range_holds_the_truth_as_often_as_it_says() -> None:
    held = 0
    for seed in range(60):
        truth = Random(seed).uniform(600, 2600)
        view = known_after(by_chance(seed, truth, 80)).view()
        assert view["low"] < view["rating"] < view["high"]
        assert view["error"] < 120
        held += view["low"] <= truth <= view["high"]
    assert 54 <= held <= 60  # 57 on average


@pytest.mark.parametrize("points", [0.0, 1.0])
@pytest.mark.parametrize("opponent", [RATINGS[0], RATINGS[-1]])
def test_wins_or_losses_alone_leave_much_open_and_never_lead_astray(
    points: float, opponent: int
) -> None:
    known, before = Strength(), Strength()
    for _ in range(500):
        known, before = known.after(opponent, points), known
        assert (known.rating > before.rating) == bool(points)
    assert -1500 < known.rating < 5500
    settled = known_after([(opponent, 1.0), (opponent, 0.0)] * 100)
    assert known.error > 2 * settled.error


def test_recent_games_count_most() -> None:
    early = [(1460, 1.0)] * 40 + [(1460, 0.0)] * 40
    late = early[::-1]
    assert known_after(late).rating > known_after(early).rating + 300
