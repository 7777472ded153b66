"""Hints: a good move and a true sentence."""

from __future__ import annotations

import pytest

from cases import each
from crownhead import PRESETS, Game, GameError, Position
from crownhead.engine import Engine, Limit, Score
from crownhead.engine.hint import Hint, HintReason, explain
from crownhead.messages import Message, say
from refused import refused


def hint(fen: str, preset: str = "english", depth: int = 9) -> str:
    with Engine(hash_mb=4) as engine:
        found = engine.hint(Game(Position.from_fen(fen, PRESETS[preset])), Limit(depth=depth))
    assert found.line[0] == found.move
    return found.sentence


@pytest.mark.parametrize(
    ("fen", "sentence"),
    [
        ("B:W18,32:B15,1", say("hint.sentence", move="15x22", does=Message("hint.only"))),
        ("B:W18:B15,14", say("hint.sentence", move="", does=Message("hint.wins-now"))),
        (
            "B:W6,7,15,32:B2,12",
            say("hint.sentence", move="2x18", does=Message("hint.wins-pieces", {"count": 2})),
        ),
    ],
)
def test_the_plainest_reason_is_given(fen: str, sentence: str) -> None:
    assert hint(fen).endswith(sentence)


def test_a_win_says_how_long_it_takes() -> None:
    # The king approaches the man, which cannot escape.
    assert hint("B:W13:BK14,K15", depth=12).endswith(("wins in 2 moves.", "wins in 3 moves."))


def test_a_shot_is_shown_move_by_move() -> None:
    # 11-15 gives a man; 18x11 is forced, and 8x24 takes two.
    sentence = hint("B:W18,20,29:B8,11,1")
    assert sentence[-1] == "."
    assert len(sentence) < 120


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("B:W18,32:B15,1", HintReason("only")),
        ("B:W18:B15,14", HintReason("wins-now")),
        ("B:W6,7,15,32:B2,12", HintReason("wins-pieces", 2)),
    ],
)
def test_the_reason_is_a_code_with_its_values(fen: str, reason: HintReason) -> None:
    with Engine(hash_mb=4) as engine:
        assert engine.hint(Game(Position.from_fen(fen)), Limit(depth=9)).reason == reason


def explained(fen: str, moves: str, points: int, preset: str = "english") -> str:
    """The hint for a line with a score."""
    position = Position.from_fen(fen, PRESETS[preset])
    game = Game(position)
    for move in moves.split():
        game.push(move)
    line, score = tuple(game.moves), Score(points)
    reason = explain(position, score, line, len(position.legal_moves()))
    return Hint(line[0], reason, line, score).sentence


WINS_A_PIECE = Message("hint.wins-pieces", {"count": 1})

# Black, to move, wins a man with 3-7, whatever White does.
WINS_A_MAN = "B:W11,13,21,22,28,29,30,31,32:B2,3,4,5,6,9,10,12"


def test_a_line_is_told_up_to_the_end_of_its_exchange_only() -> None:
    line = "3-7 28-24 7x16 24-20 16-19 22-18 19-24 18-15 10x19"
    assert explained(WINS_A_MAN, line, 120) == say(
        "hint.sentence-shown", move="3-7", does=WINS_A_PIECE, line="3-7 28-24 7x16"
    )


def test_what_the_same_line_gives_back_is_not_won() -> None:
    line = "3-7 28-24 7x16 24-20 16-19 29-25 12-16 20x11"
    assert "wins" not in explained(WINS_A_MAN, line, 120)


def test_what_the_score_does_not_show_is_not_won() -> None:
    # White is a man behind. Winning a man would make it even, and nine tenths behind is not even.
    fen = "W:W13,19,23,24,25,26,27,29,30,32:B1,2,3,6,8,9,12,15,16,18,21"
    assert explained(fen, "19x10", -90, "casual") == say(
        "hint.sentence", move="19x10", does=Message("hint.captures", {"count": 1})
    )
    assert explained(fen, "19x10", -20, "casual") == say(
        "hint.sentence", move="19x10", does=WINS_A_PIECE
    )
    assert "wins" not in hint(fen, "casual", depth=14)


def test_a_very_long_exchange_is_cut_short() -> None:
    fen = "W:WK4,10,13,15,21,23,26,27,32:B2,6,9,11,14,17,19,20,25"
    line = "23-18 14x23 27x18 9-14 18x9 11x18 10x1 18-22 4-8 22x31 21x14"
    shown = "23-18 14x23 27x18 9-14 18x9 11x18 10x1 18-22 4-8"
    assert explained(fen, line, 113, "casual") == say(
        "hint.sentence-begun", move="23-18", does=WINS_A_PIECE, line=shown
    )


def test_nobody_is_told_that_a_bad_position_is_about_to_end() -> None:
    fen = "B:W21,22,23,24,25,26,29,30,31:B1,2,3,4,5,6,7"
    assert explained(fen, "6-10", -150) == say(
        "hint.sentence", move="6-10", does=Message("hint.worse")
    )


@each("preset", PRESETS)
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
    with Engine(hash_mb=4) as engine, refused(GameError, "record.nothing-to-choose"):
        engine.hint(game)
