"""One engine for many games: each review is independent."""

from __future__ import annotations

from review_games import random_game

from crownhead.engine import Limit
from crownhead.review import review_game
from crownhead.review.game_review import new_engine

NODES = Limit(nodes=2000)


def test_a_review_does_not_depend_on_what_its_engine_has_seen() -> None:
    alone = [review_game(random_game(seed), NODES) for seed in (1, 2, 1)]
    with new_engine() as engine:
        shared = [review_game(random_game(seed), NODES, engine=engine) for seed in (1, 2, 1)]
    assert shared == alone
