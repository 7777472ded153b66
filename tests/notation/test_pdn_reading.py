"""Reading PDN: moves, many games, their results, and what is said about the rest."""

from __future__ import annotations

from typing import Any

import pytest
from pdn_texts import codes, content, faults, locations, moves, only, read

from cases import each
from crownhead import BLACK, WHITE, Game, Outcome, PdnError, Reason
from crownhead.messages import Message
from refused import refused

# ---- moves


def test_moves_are_read() -> None:
    game = only("1. 11-15 23-19 2. 8-11 22-17 *")
    assert (moves(game), game.errors) == (["11-15", "23-19", "8-11", "22-17"], [])


@each(
    "text",
    [
        "1. 11-15 22-18 2. 15x22 25x18 *",
        "1. 11x15 22x18 2. 15-22 25-18 *",
        "1. 11:15 22:18 2. 15:22 25:18 *",
        "1. 11X15 22-18 2. 15X22 25X18 *",
        "1.11-15 22-18 2.15x22 25x18*",
        "11-15 22-18 15x22 25x18 *",
        "1. 11-15 1... 22-18 2. 15x22 2... 25x18 *",
        "1.\n11-15\n22-18\n2.\n15x22\n25x18\n*",
        "1.\t11-15\r\n22-18\t2. 15x22\u00a025x18 *",
        "7. 11-15 99... 22-18 15x22 3. 25x18 *",
    ],
)
def test_every_way_to_write_moves_reads_the_same(text: str) -> None:
    game = only(text)
    assert (moves(game), codes(game)) == (["11-15", "22-18", "15x22", "25x18"], [])


def test_a_move_number_apart_from_its_dots_is_read() -> None:
    game = only("1. 11-15 1. ... 22-18 *")
    assert (moves(game), codes(game)) == (["11-15", "22-18"], [])


def test_a_path_in_full_chooses_the_way() -> None:
    game = only('[FEN "B:W6,7,14,15:B2"] 1. 2x11x18 *')
    (node,) = game.main_line()
    assert node.move is not None
    assert node.move.path == (2, 11, 18)


def test_an_illegal_move_ends_the_moves_and_is_reported() -> None:
    game = only("1. 11-15 23-19\n2. 1-6 22-17 8-11 1-0")
    assert moves(game) == ["11-15", "23-19"]
    assert locations(game) == [(2, 4)]
    assert faults(game) == [
        Message("refusal.tried", {"tried": "1-6", "reason": "refusal.occupied"})
    ]
    assert game.result == "1-0"


def test_an_ambiguous_move_is_reported() -> None:
    game = only('[FEN "B:W6,7,14,15:B2"]\n1. 2x18 *')
    assert locations(game) == [(2, 4)]
    ways = {"text": "2x18", "moves": "2x9x18 or 2x11x18"}
    assert faults(game) == [Message("move.ambiguous", ways)]


@each(
    ("word", "code", "values"),
    [
        ("11-33", "square.unknown", {"square": 33}),
        ("0-4", "square.unknown", {"square": 0}),
        ("111-15", "move.unreadable", {"text": "111-15"}),
        ("11_15", "pdn.no-token", {"text": "11_15"}),
        ("\u0663-\u0667", "pdn.no-token", {"text": "\u0663-\u0667"}),
        ("1²-15", "pdn.no-token", {"text": "1²-15"}),
        ("@", "pdn.no-token", {"text": "@"}),
        ("\x00", "pdn.no-token", {"text": "\\x00"}),
        ("]", "pdn.no-token", {"text": "]"}),
        ("}", "pdn.no-token", {"text": "}"}),
    ],
)
def test_a_word_that_is_no_move_is_reported(word: str, code: str, values: dict[str, Any]) -> None:
    game = only(f"\n 1. {word} *")
    assert (locations(game), faults(game)) == ([(2, 5)], [Message(code, values)])


def test_the_draws_of_the_rules_do_not_stop_the_reading() -> None:
    shuffle = "1-6 32-27 6-1 27-32 " * 30
    game = only(f'[FEN "B:WK32:BK1"] {shuffle} 1/2-1/2')
    assert (len(moves(game)), game.errors, game.result) == (120, [], "1/2-1/2")


# ---- many games and results


@each(
    ("token", "winner", "reason"),
    [
        ("1-0", BLACK, Reason.RECORDED),
        ("0-1", WHITE, Reason.RECORDED),
        ("1/2-1/2", None, Reason.RECORDED),
        ("0-0", None, Reason.BOTH_LOST),
        ("2-0", BLACK, Reason.RECORDED),
        ("0-2", WHITE, Reason.RECORDED),
        ("1-1", None, Reason.RECORDED),
    ],
)
def test_results(token: str, winner: object, reason: Reason) -> None:
    game = only(f"1. 11-15 {token}")
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.reason, game.errors) == (winner, reason, [])


def test_a_star_says_that_the_game_goes_on() -> None:
    game = only("1. 11-15 *")
    assert (game.outcome, game.result) == (None, "*")


def test_one_nil_means_that_the_side_that_moves_first_won() -> None:
    game = only('[Rules "english first_to_move=white"] 1. 22-18 1-0')
    assert (str(game.outcome), game.result) == ("White wins: as recorded", "1-0")


def test_one_nil_means_the_same_when_the_other_side_begins_the_fragment() -> None:
    game = only('[FEN "W:W22:B1"] 1... 22-18 1-0')
    assert game.outcome == Outcome(BLACK, Reason.RECORDED)


def test_a_result_that_the_position_gives_keeps_its_reason() -> None:
    game = only('[FEN "W:W22:B18"] 1. 22x15 0-1')
    assert game.outcome == Outcome(WHITE, Reason.NO_PIECES)


@pytest.mark.parametrize(
    "reason",
    [Reason.TIME, Reason.RESIGNATION, Reason.AGREEMENT, Reason.REPETITION, Reason.QUIET],
)
def test_the_reason_comes_from_the_termination(reason: Reason) -> None:
    drawn = reason in (Reason.AGREEMENT, Reason.REPETITION, Reason.QUIET)
    game = only(f'[Termination "{reason}"] 1. 11-15 {"1/2-1/2" if drawn else "0-1"}')
    assert game.outcome is not None
    assert game.outcome.reason is reason


@each(
    ("token", "termination"),
    [
        ("1-0", "agreement"),
        ("1/2-1/2", "time"),
        ("1/2-1/2", "both lost"),
        ("0-0", "agreement"),
        ("0-0", "repetition"),
        ("0-1", "in other words"),
    ],
)
def test_a_termination_that_does_not_fit_changes_no_result(token: str, termination: str) -> None:
    assert only(f'[Termination "{termination}"] 1. 11-15 {token}').result == token


def test_the_result_tag_counts_where_the_moves_have_none() -> None:
    first, second = read('[Result "1-0"]\n1. 11-15\n\n[Result "0-1"]\n1. 9-14\n')
    assert (first.result, second.result) == ("1-0", "0-1")


@pytest.mark.parametrize("tag", ["nonsense", "", "11-15"])
def test_a_result_tag_that_is_none_is_no_result(tag: str) -> None:
    assert only(f'[Result "{tag}"]\n1. 11-15').result == "*"


def test_many_games_in_a_file() -> None:
    games = read("1. 11-15 *\n\n1. 9-14 22-18 1-0\n1. 10-14 0-1 12-16 1/2-1/2\n")
    assert [moves(game) for game in games] == [["11-15"], ["9-14", "22-18"], ["10-14"], ["12-16"]]
    assert [game.result for game in games] == ["*", "1-0", "0-1", "1/2-1/2"]


def test_several_results_are_one_separator() -> None:
    games = read("* * 1. 11-15 1-0 * 1-0\n0-1\n1. 9-14 *\n* *\n")
    assert [(moves(game), game.result) for game in games] == [(["11-15"], "1-0"), (["9-14"], "*")]


@pytest.mark.parametrize("result", ["1-0.", "1/2-1/2 .", "* ..."])
def test_dots_after_a_result_begin_no_game(result: str) -> None:
    games = read(f'1. 11-15 {result}\n\n[Event "x"]\n1. 9-14 {result}\n')
    assert [moves(game) for game in games] == [["11-15"], ["9-14"]]


def test_a_tag_begins_the_next_game() -> None:
    games = read('[Event "a"]\n1. 11-15\n[Event "b"]\n1. 9-14\n')
    assert [(game.tags["Event"], moves(game)) for game in games] == [
        ("a", ["11-15"]),
        ("b", ["9-14"]),
    ]


def test_a_game_of_tags_alone_is_a_game() -> None:
    games = read('[Event "a"] *\n[Event "b"] 1-0\n[Event "c"]\n')
    assert [(game.tags["Event"], game.result) for game in games] == [
        ("a", "*"),
        ("b", "1-0"),
        ("c", "*"),
    ]


@each("text", ["", "\n", " \n\t\n", "% nothing\n", "; nothing\n", "*\n", "1-0"])
def test_no_game(text: str) -> None:
    assert read(text) == []


def test_after_an_error_the_next_game_is_read() -> None:
    games = read("1. 11-15 11-15 23-19 *\n1. 9-14 *\n[Event unquoted]\n1. 10-14 *\n")
    assert [moves(game) for game in games] == [["11-15"], ["9-14"], ["10-14"]]
    assert [locations(game) for game in games] == [[(1, 10)], [], [(3, 1)]]


@each(
    "ending",
    ["9-14", "1...", "good", "{good}", "!", "$1", "*", "1-0", "0-1", "1/2-1/2", "(1. 9-14)", "; x"],
)
def test_the_last_line_needs_no_end(ending: str) -> None:
    text = f"1. 11-15 23-19 {ending}"
    assert content(read(text)) == content(read(text + "\n"))


def test_an_unfinished_tag_at_the_end_is_quoted_as_it_is() -> None:
    (game,) = read('[Event "x"')
    assert faults(game) == [Message("pdn.tag-open", {"text": '[Event "x"'})]


def test_a_result_that_the_moves_contradict_is_reported() -> None:
    game = only('[FEN "B:W18:B15"]\n1. 15x22 0-1')
    said = {"result": "0-1", "outcome": "outcome.win"}
    assert faults(game) == [Message("pdn.other-result", said)]


def test_a_result_tag_that_is_none_is_reported() -> None:
    game = only('[Result "banana"]\n1. 11-15 *')
    assert (locations(game), game.result) == ([(1, 1)], "*")


def test_two_results_that_differ_are_reported() -> None:
    game = only('[Result "1-0"]\n1. 11-15 0-1')
    assert faults(game) == [Message("pdn.two-results", {"result": "0-1", "tag": "1-0"})]


def test_a_game_without_a_result_after_its_moves_has_that_of_its_tag() -> None:
    assert only('[Result "1-0"]\n1. 11-15 *').result == "1-0"


def test_a_draw_may_be_written_with_halves() -> None:
    assert only("1. 11-15 ½-½").result == "1/2-1/2"


# ---- one game


def test_from_pdn_reads_the_first_game() -> None:
    assert moves(Game.from_pdn("1. 11-15 *\n1. 9-14 *\n")) == ["11-15"]


def test_from_pdn_raises_the_first_error() -> None:
    with refused(PdnError, "refusal.tried", tried="1-6") as caught:
        Game.from_pdn("1. 11-15 23-19\n1-6 @ *\n")
    assert (caught.value.line, caught.value.column) == (2, 1)


@pytest.mark.parametrize("text", ["", "\n\n", "*", "% 1. 11-15\n"])
def test_from_pdn_says_that_there_is_no_game(text: str) -> None:
    with refused(PdnError, "pdn.no-game"):
        Game.from_pdn(text)
