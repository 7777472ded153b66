"""Every opponent by name: legal and repeatable games, and the expected style."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from cases import each
from crownhead import PRESETS, Game, Position
from crownhead.engine import search
from crownhead.errors import EngineError, GameError
from crownhead.players import (
    CLASSIC_NAMES,
    NAMES,
    Player,
    level,
    levels,
    player,
    rated,
    rated_opponents,
)
from crownhead.players.levels import purpose
from crownhead.players.textbook import LastStandPlayer
from refused import refused

QUICK = {
    "minimax": "minimax:depth=2",
    "alphabeta": "alphabeta:depth=3,evaluation=weighted",
    "last-stand": "last-stand:evaluation=halves",
    "engine": "engine:nodes=200",
    "lookahead": "lookahead:depth=1",
    "level": "level:3",
}


def played(black: Player, white: Player, preset: str = "english", plies: int = 60) -> Game:
    game = Game(rules=PRESETS[preset])
    while game.outcome is None and game.ply < plies:
        game.push((black if game.ply % 2 == 0 else white).choose(game))
    return game


@each("preset", PRESETS)
@each("name", NAMES)
def test_every_opponent_plays_under_every_preset(name: str, preset: str) -> None:
    plies = 16 if name == "last-stand" else 40
    game = played(player(QUICK.get(name, name), seed=1), player("random", seed=2), preset, plies)
    assert game.ply == plies or game.outcome


@pytest.mark.parametrize("name", ["random", "greedy", "lookahead:depth=1"])
def test_a_seed_plays_the_same_way_again(name: str) -> None:
    one, two = (played(player(name, seed=5), player(name, seed=6)) for _ in range(2))
    assert one.moves == two.moves


def test_greedy_captures_where_it_may_choose() -> None:
    position = Position.from_fen("B:W18,32:B15,1,2,3,4", PRESETS["casual"])
    for seed in range(20):
        assert player("greedy", seed=seed).choose(Game(position)).is_capture


def test_minimax_and_alphabeta_play_moves_of_the_same_value() -> None:
    game = played(player("random", seed=1), player("random", seed=2), plies=20)
    one = player("minimax:depth=4,evaluation=advance").choose(game)
    two = player("alphabeta:depth=4,evaluation=advance").choose(game)
    assert one == two == search(game.position, 4, evaluation="advance").move


@each(("pieces", "depth"), [(12, 7), (9, 7), (8, 8), (6, 8), (5, 10), (4, 10), (3, 12), (1, 12)])
def test_last_stand_looks_deeper_with_fewer_pieces(pieces: int, depth: int) -> None:
    own = ",".join(str(square) for square in range(1, pieces + 1))
    assert LastStandPlayer.depth(Position.from_fen(f"B:W32:B{own}")) == depth


def test_lookahead_takes_the_last_piece_and_avoids_a_loss() -> None:
    win = Game(Position.from_fen("B:W18:B15,1", PRESETS["casual"]))
    assert str(player("lookahead:depth=2", seed=1).choose(win)) == "15x22"
    # 10-14 and 10-15 lose the man.
    safe = Game(Position.from_fen("B:W18,19,32:B10,4"))
    for seed in range(10):
        assert str(player("lookahead:depth=1", seed=seed).choose(safe)) == "4-8"


def test_the_engine_beats_a_random_mover() -> None:
    game = played(player("engine:nodes=2000"), player("random", seed=3), plies=200)
    assert game.outcome is not None
    assert game.outcome.winner == "black"


@each(
    ("text", "key"),
    [
        ("stockfish", "unknown.all"),
        ("minmax", "unknown.near"),
        ("alphabeta:depht=3", "opponent.unknown-option"),
        ("random:depth=3", "opponent.unknown-option"),
        ("last-stand:depth=3", "opponent.unknown-option"),
        ("alphabeta:depth=x", "number.whole.between"),
        ("alphabeta:depth=99", "number.whole.between"),
        ("minimax:evaluation=nice", "unknown.near"),
        ("", "unknown.all"),
        (None, "opponent.not-text"),
    ],
)
def test_an_opponent_that_does_not_exist_is_refused(text: str, key: str) -> None:
    with refused(EngineError, key):
        player(text)


@each(
    "name",
    [
        "random",
        "greedy",
        "lookahead",
        "alphabeta:depth=2",
        "last-stand",
        "engine:depth=1",
        "level:3",
    ],
)
def test_in_a_game_that_is_over_there_is_nothing_to_choose(name: str) -> None:
    lost = Game(Position.from_fen("W:W:B1"))
    drawn = Game()
    drawn.agree_draw()
    for game in (lost, drawn):
        with refused(GameError, "record.nothing-to-choose"):
            player(name).choose(game)


# ---- levels


def test_the_ladder_has_at_least_ten_named_levels_each_looking_further_or_judging_better() -> None:
    assert len(levels()) >= 10
    assert [one.number for one in levels()] == list(range(1, len(levels()) + 1))
    assert len({one.name for one in levels()}) == len(levels())
    for lower, upper in pairwise(levels()):
        judges = lower.evaluation == "classic" and upper.evaluation == "best"
        looks = (upper.depth, upper.sight, -upper.noise) > (lower.depth, lower.sight, -lower.noise)
        assert judges or looks, upper
        assert upper.whims <= lower.whims
        assert upper.endings >= lower.endings
        assert upper.rating > lower.rating
        assert upper.character.endswith(".")


def test_a_level_varies_its_games_but_a_seed_repeats_them() -> None:
    def opening(seed: int) -> str:
        return str(
            played(player("level:3", seed=seed), player("level:3", seed=seed + 1), plies=8).pdn
        )

    assert opening(1) == opening(1)
    assert len({opening(seed) for seed in range(6)}) > 2


@pytest.mark.parametrize("number", [1, 2, 3])
def test_even_the_weakest_take_a_win_that_is_plain(number: int) -> None:
    # White's last man can be jumped, or left alone.
    game = Game(Position.from_fen("B:W18:B15,K1,K2", PRESETS["casual"]))
    for seed in range(15):
        assert str(player(f"level:{number}", seed=seed).choose(game)) == "15x22"


# In each of these one move loses two or three pieces, and all others are sound.
BLUNDERS = {
    "B:W17,21,24,27,29,31,32:B2,3,5,6,8,9,12": "9-14",
    "B:W18,19,22,23,24,25,27,29,30,32:B1,3,4,5,6,7,8,9,12,16": "9-14",
    "W:W18,21,23,24,25,26,27,29,30,32:B1,2,4,5,6,7,8,12,13,20": "21-17",
    "W:W20,21,23,26,27,28,29,31,32:B3,4,7,9,11,12,16": "23-19",
    "B:W21,22,23,24,25,26,29:B4,5,7,8,10,12,16": "16-19",
}


@each(("fen", "blunder"), BLUNDERS.items())
@each("number", [one.number for one in levels() if not one.whims][:2])
def test_who_always_looks_does_not_throw_pieces_away(number: int, fen: str, blunder: str) -> None:
    game = Game(Position.from_fen(fen))
    one = player(f"level:{number}", seed=1)
    chosen = {str(one.choose(game)) for _ in range(60)}
    assert blunder not in chosen
    assert len(chosen) > 1  # it varies its play all the same


def test_no_level_misjudges_by_a_whole_man() -> None:
    assert all(0 <= one.noise < 100 and 0 < one.sight <= 100 for one in levels())


def test_a_level_beats_one_far_below() -> None:
    game = played(player("level:7", seed=1), player("level:1", seed=2), plies=300)
    assert game.outcome is not None
    assert game.outcome.winner == "black"


def test_levels_have_names() -> None:
    assert level("Hatchling") == level(1) == level("1")
    with refused(EngineError, "unknown.near", near="Hatchling"):
        level("Hatchlin")
    with refused(EngineError, "level.unknown", number="99"):
        player("level:99")


@each(("name", "meaning"), sorted(CLASSIC_NAMES.items()))
def test_the_classic_names_are_kept(name: str, meaning: str) -> None:
    assert player(name.title()).name == player(meaning).name


# ---- ratings of the others


def test_everyone_by_a_usual_name_has_a_measured_rating() -> None:
    usual = {player(one.opponent).name for one in rated_opponents()}
    for name in (*(name for name in NAMES if name != "level"), *CLASSIC_NAMES):
        assert player(name).name in usual, name
    assert all("games against level:" in one.measured for one in rated_opponents())


def test_deeper_searches_are_rated_higher() -> None:
    found = [rated(f"alphabeta:depth={depth}") for depth in range(2, 9)]
    ratings = [one.rating for one in found if one is not None]
    assert len(ratings) == 7
    assert ratings == sorted(ratings)
    assert rated("stockfish") is None


def test_the_document_has_every_rating() -> None:
    page = (Path(__file__).parents[2] / "docs" / "engine.md").read_text(encoding="utf-8")
    for one in rated_opponents():
        assert f"| `{one.opponent}` | {one.rating} | {one.measured} |" in page
    for rung in levels():
        assert f"| {rung.number} | {rung.name} | {rung.rating} |" in page


def test_an_engine_is_limited_by_seconds_as_everywhere() -> None:
    assert player("engine:seconds=0.01").choose(Game()) in Game().legal_moves()
    for text in ("0", "-1", "x", "1e3", "nan", ""):
        with refused(EngineError, "opponent.seconds"):
            player(f"engine:seconds={text}")
    old = player("engine:milliseconds=10")  # as games of an earlier version have it
    assert old.name == player("engine:seconds=0.01").name


def test_kings_of_levels_go_after_fewer_pieces_and_not_straight_back() -> None:
    game = Game(Position.from_fen("B:WK32:BK1,K18"))
    worth = {str(move): purpose(game, move) for move in game.legal_moves()}
    assert worth["18-23"] > 0 > worth["18-14"] == worth["18-15"]
    game.push("18-23")
    game.push("32-28")
    worth = {str(move): purpose(game, move) for move in game.legal_moves()}
    assert worth["23-18"] < worth["23-26"] < 0 < worth["23-19"]
    equal = Game(Position.from_fen("B:WK29:BK4"))
    assert {purpose(equal, move) for move in equal.legal_moves()} == {0}
    assert {purpose(Game(), move) for move in Game().legal_moves()} == {0}
