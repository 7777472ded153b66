"""Judging moves with the real engine: it finds blunders and leaves good moves unmarked."""

from __future__ import annotations

import csv
from dataclasses import asdict
from pathlib import Path

import pytest
from review_games import random_game

from cases import each
from crownhead import PRESETS, Game, Position
from crownhead.engine import Engine, Limit
from crownhead.review import GameReview, review_game

NODES = Limit(nodes=5000)
PROBLEMS = Path(__file__).parents[1] / "data" / "problems.csv"


def review(text: str, limit: Limit = NODES) -> GameReview:
    return review_game(Game.from_pdn(text), limit)


@each(
    ("moves", "blunder"),
    [
        ("1. 9-14 21-17 2. 14x21 22-18 *", "21-17"),
        ("1. 11-15 22-17 2. 12-16 24-19 3. 15x24 28x12 *", "12-16"),
        ("1. 11-15 23-19 2. 12-16 19x12 3. 8-11 24-20 *", "12-16"),
        ("1. 11-15 23-19 2. 15-18 22x15 *", "15-18"),
        ('[FEN "B:W18:B15,K1"]\n1. 15x22 *', None),
        # A drawn ending is lost; with a man less it is lost anyway, and no move gets a mark.
        ('[FEN "B:WK1:BK9"]\n1. 9-6 1x10 *', "9-6"),
        ('[FEN "W:W32,K18:BK7"]\n1. 18-15 7-11 2. 15x8 *', None),
    ],
)
def test_known_blunders_are_marked_and_nothing_else(moves: str, blunder: str | None) -> None:
    marked = [one.played for one in review(moves).mistakes if one.mark == "??"]
    assert marked == ([blunder] if blunder else [])


def test_a_mistake_says_where_who_and_what_was_better() -> None:
    (mistake,) = review("1. 9-14 21-17 2. 14x21 22-18 *").mistakes
    assert (mistake.ply, mistake.side, mistake.mark) == (2, "white", "??")
    before = Position.start().play("9-14")
    assert mistake.fen == before.fen
    position = before
    for move in mistake.better:
        position = position.play(move)
    assert 0 <= mistake.after < mistake.before <= 1


def problems(count: int) -> list[dict[str, str]]:
    with PROBLEMS.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))[:count]


@each("problem", problems(12))
def test_perfect_play_gets_no_mark(problem: dict[str, str]) -> None:
    """The engine wins a won game against its own best defence."""
    game = Game(Position.from_fen(problem["fen"]))
    with Engine(hash_mb=8) as engine:
        line = engine.analyse(game, Limit(depth=int(problem["plies"]) + 4))[0].pv
    for move in line:
        game.push(move)
    assert review_game(game, Limit(nodes=20_000)).mistakes == ()


def test_a_good_opening_gets_no_mark() -> None:
    old_fourteenth = "1. 11-15 23-19 2. 8-11 22-17 3. 4-8 17-13 4. 15-18 24-20 5. 11-15 28-24 *"
    assert review(old_fourteenth, Limit(nodes=30_000)).mistakes == ()


def test_a_forced_move_is_never_a_mistake() -> None:
    for seed in range(4):
        game = random_game(seed)
        reviewed = review_game(game, Limit(nodes=1000))
        for mistake in reviewed.mistakes:
            assert len(Position.from_fen(mistake.fen).legal_moves()) > 1, mistake


@pytest.mark.parametrize(
    ("seed", "result", "chance"), [(0, "1-0", 1), (1, "0-1", 0), (11, "1/2-1/2", 0.5)]
)
def test_there_is_a_chance_before_the_first_move_and_after_each(
    seed: int, result: str, chance: float
) -> None:
    reviewed = review_game(random_game(seed, plies=400), NODES)
    assert len(reviewed.chances) == len(reviewed.moves) + 1
    assert (reviewed.result, reviewed.chances[-1]) == (result, chance)


def test_a_game_without_moves_can_be_reviewed() -> None:
    reviewed = review_game(Game(), NODES)
    assert (reviewed.moves, reviewed.mistakes, len(reviewed.chances)) == ((), (), 1)
    over = review_game(Game(Position.from_fen("W:W:B1")), NODES)
    assert over.chances == (1.0,)


@each("preset", PRESETS)
def test_every_rule_set_can_be_reviewed(preset: str) -> None:
    game = Game(rules=PRESETS[preset])
    for _ in range(12):
        game.push(game.legal_moves()[0])
    reviewed = review_game(game, Limit(nodes=1000))
    assert len(reviewed.moves) == 12


@pytest.mark.parametrize("limit", [Limit(nodes=1), Limit(depth=1), Limit(seconds=0)], ids=str)
def test_hardly_any_thought_is_enough_for_an_answer(limit: Limit) -> None:
    assert len(review("1. 11-15 22-18 2. 15x22 25x18 *", limit).chances) == 5


def test_the_same_nodes_give_the_same_review() -> None:
    first, second = (review_game(random_game(5), Limit(nodes=2000)) for _ in range(2))
    assert first == second
    assert GameReview.from_values(asdict(first)) == first
