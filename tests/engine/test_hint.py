"""Hints: a good move, and a sentence that is true of it."""

from __future__ import annotations

import pytest

from crownhead import PRESETS, Game, GameError, Position
from crownhead.engine import Engine, Limit


def hint(fen: str, preset: str = "english", depth: int = 9) -> str:
    with Engine(hash_mb=4) as engine:
        found = engine.hint(Game(Position.from_fen(fen, PRESETS[preset])), Limit(depth=depth))
    assert found.line[0] == found.move
    return found.sentence


@pytest.mark.parametrize(
    ("fen", "sentence"),
    [
        ("B:W18,32:B15,1", "15x22 is the only move."),
        ("B:W18:B15,14", " wins at once."),
        ("B:W6,7,15,32:B2,12", "2x18 wins 2 pieces."),
    ],
)
def test_the_plainest_reason_is_given(fen: str, sentence: str) -> None:
    assert hint(fen).endswith(sentence)


def test_a_win_says_how_long_it_takes() -> None:
    # The king walks up to the man, which has nowhere to go.
    assert hint("B:W13:BK14,K15", depth=12).endswith(("wins in 2 moves.", "wins in 3 moves."))


def test_a_shot_is_shown_move_by_move() -> None:
    # 11-15 gives a man; 18x11 is forced, and 8x24 takes two.
    sentence = hint("B:W18,20,29:B8,11,1")
    assert sentence[-1] == "."
    assert len(sentence) < 120


@pytest.mark.parametrize("preset", PRESETS)
def test_there_is_a_sentence_for_every_position_of_a_game(preset: str) -> None:
    game = Game(rules=PRESETS[preset])
    with Engine(hash_mb=4) as engine:
        while game.outcome is None and game.ply < 60:
            found = engine.hint(game, Limit(nodes=300))
            assert found.sentence.startswith(str(found.move))
            assert found.sentence.endswith(".")
            game.push(found.move)


def test_a_game_that_is_over_has_no_hint() -> None:
    game = Game()
    game.resign()
    with Engine(hash_mb=4) as engine, pytest.raises(GameError, match="no move to suggest"):
        engine.hint(game)
