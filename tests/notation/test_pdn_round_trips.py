"""Reading what was written as PDN gives the same game again."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from random_games import game_with, random_game

from cases import each
from crownhead import BLACK, PRESETS, WHITE, Game, Node, Outcome, Position, Reason, Rules
from crownhead.notation.pdn import parse_games, read_games, write_game, write_games
from crownhead.pdn.tokens import LONGEST_COMMENT
from made_up import EXAMPLES, SETTINGS

OWN_TAGS = ("Result", "Termination", "GameType", "Rules", "SetUp", "FEN")


# ---- comparing games


def tree(node: Node) -> tuple[object, ...]:
    """All that a record says from a node on."""
    notes = (node.comment_before, node.comment, node.nags, node.strength, node.clock)
    return (node.move, notes, [tree(child) for child in node.children])


def read_back(text: str) -> Game:
    (game,) = parse_games(text)
    assert game.errors == [], text
    return game


def assert_same(game: Game, again: Game, about: str) -> None:
    assert again.errors == [], about
    assert again.start == game.start, about
    assert again.rules == game.rules, about
    assert tree(again.root) == tree(game.root), about
    assert again.ending == game.ending, about
    assert again.result == game.result, about
    kept = {name: value for name, value in again.tags.items() if name not in OWN_TAGS}
    assert kept == {name: value for name, value in game.tags.items() if name not in OWN_TAGS}, about


# ---- round trips


def test_a_game_is_read_back_as_it_was_written() -> None:
    for seed in range(EXAMPLES):
        game = random_game(Random(seed))
        text = write_game(game)
        again = read_back(text)
        assert_same(game, again, f"seed {seed}\n{text}")
        assert write_game(again) == text, f"seed {seed}"


def test_a_collection_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    games = [random_game(Random(seed)) for seed in range(1000, 1050)]
    path = tmp_path / "games.pdn"
    write_games(games, path)
    for number, (game, again) in enumerate(zip(games, read_games(path), strict=True)):
        assert_same(game, again, f"seed {1000 + number}")


@each("name", PRESETS)
def test_the_rules_are_read_back(name: str) -> None:
    game = Game(rules=PRESETS[name])
    assert read_back(game.pdn).rules == game.rules


@each("seconds", [1, 1.5, 30.000000001, 100 / 3, 0.1 + 1, 86_400.0])
def test_any_time_for_a_move_is_read_back(seconds: float) -> None:
    rules = Rules(move_seconds=seconds)
    assert Rules.parse(str(rules)) == rules


@each(
    ("winner", "reason", "result"),
    [
        (BLACK, Reason.RESIGNATION, "1-0"),
        (WHITE, Reason.RESIGNATION, "0-1"),
        (BLACK, Reason.TIME, "1-0"),
        (WHITE, Reason.TIME, "0-1"),
        (BLACK, Reason.RECORDED, "1-0"),
        (WHITE, Reason.RECORDED, "0-1"),
        (None, Reason.AGREEMENT, "1/2-1/2"),
        (None, Reason.REPETITION, "1/2-1/2"),
        (None, Reason.QUIET, "1/2-1/2"),
        (None, Reason.RECORDED, "1/2-1/2"),
        (None, Reason.BOTH_LOST, "0-0"),
    ],
)
def test_every_result_and_reason_is_read_back(winner: Any, reason: Reason, result: str) -> None:
    game = game_with("11-15", "23-19")
    game.record_outcome(Outcome(winner, reason))
    assert f'[Result "{result}"]' in game.pdn
    assert game.pdn.endswith(f" {result}\n")
    assert read_back(game.pdn).outcome == Outcome(winner, reason)


@pytest.mark.parametrize(
    ("fen", "move", "reason"),
    [
        pytest.param("W:W22:B18", "22x15", Reason.NO_PIECES, id="nothing left"),
        #  The man on 21 has 25 before it and 30 behind that.
        pytest.param("W:W29,30:B21", "29-25", Reason.NO_MOVES, id="shut in"),
    ],
)
def test_a_result_of_the_position_is_read_back(fen: str, move: str, reason: Reason) -> None:
    game = Game(Position.from_fen(fen))
    game.push(move)
    assert game.outcome == Outcome(WHITE, reason)
    assert read_back(game.pdn).outcome == game.outcome


@each("termination", ["agreement", "both lost", "time", "no moves", "nonsense"])
@each(
    "outcome",
    [
        Outcome(None, Reason.BOTH_LOST),
        Outcome(None, Reason.RECORDED),
        Outcome(BLACK, Reason.RECORDED),
    ],
)
def test_a_termination_tag_of_old_changes_no_result(termination: str, outcome: Outcome) -> None:
    game = game_with("11-15", Termination=termination)
    game.record_outcome(outcome)
    assert read_back(game.pdn).result == game.result


@given(st.text(max_size=200), st.text(max_size=50))
@example("see ( note ) there", "( a )")
@example("( ( ) )", ")")
@example("a %b \\ ; [c] $1 {d} \x00", "\x85\u2028\x1c")
@SETTINGS
def test_any_comment_is_read_back(comment: str, before: str) -> None:
    game = game_with("11-15")
    game.node.comment = comment
    game.go_to_start()
    game.add_variation("9-14").comment_before = before
    main, variation = read_back(game.pdn).root.children
    assert main.comment == plain(comment)
    assert variation.comment_before == plain(before)


@each("comment", ["( a", "a )", "see ( note )", "a ( ", "f( x )", "( )", ") ("])
def test_a_bracket_in_a_comment_keeps_its_spaces(comment: str) -> None:
    game = game_with("11-15")
    game.node.comment = comment
    (node,) = read_back(game.pdn).main_line()
    assert node.comment == plain(comment)


def test_a_comment_that_quotes_tags_is_read_back() -> None:
    game = game_with("11-15")
    game.node.comment = 'write [Event "x"] or [Site "y"] ' * 20
    (node,) = read_back(game.pdn).main_line()
    assert node.comment == plain(game.node.comment)


def plain(comment: str) -> str:
    """What PDN can keep of a comment: no braces, no two spaces."""
    return " ".join(comment.replace("{", "(").replace("}", ")").split())


@given(st.from_regex(r"\A\w{1,30}\Z"), st.text(max_size=200))
@example("Event", 'a "quoted" \\ word\\')
@example("Site", '"] 1. 11-15 {')
@SETTINGS
def test_any_tag_is_read_back(name: str, value: str) -> None:
    game = Game(tags={name: value})
    if name not in OWN_TAGS:
        assert read_back(game.pdn).tags[name] == " ".join(value.split())


@each("seconds", [0, 0.5, 0.001, 59.9994, 59.9996, 60, 3599.999, 3600, 86_399.123, 359_999_999])
def test_a_clock_is_read_back_to_the_millisecond(seconds: float) -> None:
    game = Game()
    game.push("11-15", clock=seconds)
    (node,) = read_back(game.pdn).main_line()
    assert node.clock == pytest.approx(seconds, abs=0.00051)


@pytest.mark.parametrize("seconds", [61.096, 61.404, 62.279, 3661.001])
def test_a_clock_in_milliseconds_is_read_back_exactly(seconds: float) -> None:
    game = Game()
    game.push("11-15", clock=seconds)
    (node,) = read_back(game.pdn).main_line()
    assert node.clock == seconds


def test_a_clock_at_the_start_is_read_back() -> None:
    game = read_back("{[%clk 0:05:00] go} 1. 11-15 *\n")
    assert game.root.clock == 300
    assert read_back(game.pdn).root.clock == 300


def test_variations_a_thousand_deep_are_written() -> None:
    game = Game(Position.from_fen("B:WK32:BK1"))
    node = game.root
    for _ in range(1000):
        moves = node.position.legal_moves()
        node.add(moves[0])
        node = node.add(moves[-1]) if len(moves) > 1 else node.children[0]
    assert write_game(game).count("(") > 400


@pytest.mark.parametrize(
    "note",
    ["{" + "x" * LONGEST_COMMENT + "} {y}", "{[%clk 99999:99:99]}"],
    ids=["comments", "clock"],
)
def test_what_was_read_can_be_written(note: str) -> None:
    (game,) = parse_games(f"1. 11-15 {note} *\n")
    again = read_back(game.pdn)
    assert tree(again.root) == tree(game.root)
