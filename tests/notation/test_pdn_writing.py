"""Writing PDN: what it looks like, and what it cannot hold."""

from __future__ import annotations

import io
import math
from pathlib import Path
from random import Random
from typing import Any

import pytest
from random_games import game_with, random_game

from cases import each
from crownhead import BLACK, PRESETS, WHITE, Game, PdnError, Position, Rules
from crownhead.messages import Message
from crownhead.notation.pdn import parse_games, read_games, write_game, write_games
from crownhead.pdn.tokens import LONGEST_COMMENT

WIDTH = 80


def movetext(game: Game) -> str:
    """The moves of a game as they are written, in one line."""
    return " ".join(line for line in game.pdn.splitlines() if not line.startswith("["))


# ---- what it looks like


def test_a_game_in_full() -> None:
    game = Game(tags={"White": "Bob", "Black": 'Ann "A"', "Note": "x", "Event": "Home"})
    game.push("11-15", clock=599.5)
    game.push("22-18")
    game.node.strength, game.node.nags, game.node.comment = "(?)", [4, 132], "weak"
    game.push("15x22")
    game.push("25x18")
    game.go_to(game.root.children[0])
    game.add_variation("23-19").comment_before = "better"
    game.go_to_end()
    game.resign(WHITE)
    assert game.pdn == (
        '[Event "Home"]\n'
        '[Black "Ann \\"A\\""]\n'
        '[White "Bob"]\n'
        '[Result "1-0"]\n'
        '[Termination "resignation"]\n'
        '[GameType "21,B,8,8,N1,0"]\n'
        '[Note "x"]\n'
        "1. 11-15 {[%clk 0:09:59.5]} 1... 22-18(?) $4 $132 {weak} ({better} 1... 23-19)\n"
        "2. 15x22 25x18 1-0\n"
    )


def test_a_position_that_was_set_up() -> None:
    game = Game(Position.from_fen("W:W22:B1,18"))
    game.push("22x15")
    assert game.pdn == (
        '[Result "*"]\n[GameType "21,B,8,8,N1,0"]\n[SetUp "1"]\n[FEN "W:W22:B1,18"]\n1... 22x15 *\n'
    )


def test_house_rules_stand_in_a_tag() -> None:
    text = Game(rules=PRESETS["casual"].replace(first_to_move=WHITE)).pdn
    assert '[GameType "21,W,8,8,N1,0"]' in text
    assert (
        '[Rules "english capture=optional continuation=none first_to_move=white '
        'quiet_limit=none repetition_limit=none"]'
    ) in text


def test_english_rules_need_no_tag() -> None:
    assert "Rules" not in Game().pdn


def test_tags_that_the_game_itself_decides_are_not_copied() -> None:
    old = {"Result": "0-1", "FEN": "B:W1:B2", "SetUp": "1", "GameType": "20", "Rules": "casual"}
    assert Game(tags=old).pdn == '[Result "*"]\n[GameType "21,B,8,8,N1,0"]\n*\n'


@pytest.mark.parametrize(
    ("first_to_move", "result"),
    [(BLACK, "1-0"), (WHITE, "0-1")],
    ids=["Black first", "White first"],
)
def test_one_nil_says_that_the_side_that_moves_first_won(first_to_move: Any, result: str) -> None:
    game = Game(rules=Rules(first_to_move=first_to_move))
    game.resign(WHITE)
    assert game.result == result
    assert game.pdn.endswith(f"\n{result}\n")


def test_a_move_that_follows_words_has_its_number_again() -> None:
    game = game_with("11-15", "23-19", "8-11")
    game.root.children[0].comment = "so"
    assert movetext(game) == "1. 11-15 {so} 1... 23-19 2. 8-11 *"


def test_a_move_that_follows_a_variation_has_its_number_again() -> None:
    game = game_with("11-15", "23-19", "8-11")
    game.go_to_start()
    game.add_variation("9-14")
    assert movetext(game) == "1. 11-15 (1. 9-14) 1... 23-19 2. 8-11 *"


def test_moves_with_the_same_ends_are_written_in_full() -> None:
    game = Game(Position.from_fen("B:W6,7,14,15:B2"))
    game.push("2x11x18")
    assert movetext(game) == "1. 2x11x18 *"


def test_a_blank_line_stands_between_games() -> None:
    file = io.StringIO()
    write_games([game_with("11-15"), game_with("9-14")], file)
    head = '[Result "*"]\n[GameType "21,B,8,8,N1,0"]\n'
    assert file.getvalue() == f"{head}1. 11-15 *\n\n{head}1. 9-14 *\n"


def test_no_games_are_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "none.pdn"
    write_games([], path)
    assert path.read_bytes() == b""


def test_files_are_utf_8_with_plain_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    write_games([Game(tags={"Event": "Été"})], str(path))
    assert path.read_bytes().startswith('[Event "Été"]\n[Result "*"]\n'.encode())


def test_lines_are_no_longer_than_eighty_letters() -> None:
    for seed in range(200):
        text = write_game(random_game(Random(seed)))
        wide = [line for line in text.splitlines() if len(line) > WIDTH and line[0] != "["]
        assert wide == [], f"seed {seed}"


def test_closing_brackets_do_not_make_a_line_longer_than_eighty_letters() -> None:
    game = game_with("11-15")
    game.go_to_start()
    for length in range(30, 75):
        game.add_variation("9-14").comment = f"so {'x' * length}"
        wide = [line for line in game.pdn.splitlines() if len(line) > WIDTH]
        assert wide == []


def test_a_word_with_a_percent_sign_begins_no_line() -> None:
    game = game_with("11-15")
    game.node.comment = "% " * 200
    lines = game.pdn.splitlines()
    assert [line for line in lines if line.startswith("%")] == []
    assert [line for line in lines if len(line) > WIDTH and "% %" not in line] == []


# ---- strict: what is written can be read


@each(
    ("note", "value"),
    [
        ("nags", [256]),
        ("nags", [-1]),
        ("nags", [10**6]),
        ("strength", "!!!"),
        ("strength", "good"),
        ("strength", ") 1-0 ("),
        ("strength", "(!"),
        ("clock", math.inf),
        ("clock", math.nan),
        ("clock", 1e9),
        ("clock", 1e300),
        ("comment", "x" * (LONGEST_COMMENT + 1)),
    ],
)
def test_a_note_that_pdn_cannot_hold_is_refused(note: str, value: Any) -> None:
    game = game_with("11-15")
    setattr(game.node, note, value)
    with pytest.raises(PdnError) as caught:
        write_game(game)
    assert caught.value.code.startswith("pdn.note")
    assert caught.value.values["where"] == Message("pdn.after", {"move": game.node.move})


@each("tags", [{"White Elo": "1"}, {"": "1"}, {"Event": "x" * 10_001}])
def test_a_tag_that_pdn_cannot_hold_is_refused(tags: dict[str, str]) -> None:
    with pytest.raises(PdnError) as caught:
        write_game(Game(tags=tags))
    assert caught.value.code.startswith("pdn.tag-")


def test_a_long_name_of_a_tag_is_read_back() -> None:
    tags = {"a" * 101: "1"}
    (again,) = parse_games(write_game(Game(tags=tags)))
    assert again.errors == []
    assert {**again.tags, **tags} == again.tags


def test_half_a_letter_is_written_as_a_question_mark(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    write_games([Game(tags={"Event": "\ud800"})], path)
    assert [game.tags["Event"] for game in read_games(path)] == ["?"]
