"""Reading PDN: marks, comments, clocks and variations."""

from __future__ import annotations

import pytest
from pdn_texts import codes, faults, locations, moves, only, read, tree

from cases import each
from crownhead.messages import Message
from crownhead.pdn.lines import LONGEST_PIECE

# ---- what is said about moves


@each("strength", ["!", "?", "!!", "??", "!?", "?!", "(!)", "(?)", "(!?)", "(??)"])
@each("space", ["", " "])
def test_strengths(strength: str, space: str) -> None:
    game = only(f"1. 11-15{space}{strength} 23-19 *")
    first, second = game.main_line()
    assert (first.strength, second.strength, game.errors) == (strength, "", [])


@pytest.mark.parametrize("strength", ["!!!", "?!?", "(!!!)"])
def test_a_strength_that_does_not_exist_is_reported(strength: str) -> None:
    game = only(f"1. 11-15{strength} 23-19 *")
    assert locations(game) == [(1, 9)]
    assert faults(game) == [Message("pdn.strength", {"text": strength})]
    assert moves(game) == ["11-15", "23-19"]


def test_nags() -> None:
    game = only("1. 11-15 $1 $139 23-19$0 8-11 $255 *")
    assert [node.nags for node in game.main_line()] == [[1, 139], [0], [255]]
    assert game.errors == []


@pytest.mark.parametrize("nag", ["$256", "$99999", "$" + "1" * 1000, "$000256"])
def test_a_nag_that_does_not_exist_is_reported(nag: str) -> None:
    game = only(f"1. 11-15 {nag} 23-19 *")
    assert locations(game) == [(1, 10)]
    assert codes(game)[0] == "pdn.nag"
    assert moves(game) == ["11-15", "23-19"]


@pytest.mark.parametrize("mark", ["!", "$1", "(?)"])
def test_a_mark_before_any_move_is_reported(mark: str) -> None:
    game = only(f"{mark} 1. 11-15 *")
    fault = Message("pdn.before-moves", {"text": mark})
    assert (locations(game), faults(game)) == ([(1, 1)], [fault])


@pytest.mark.parametrize("mark", ["!", "$1"])
def test_a_mark_before_any_move_of_a_variation_is_reported(mark: str) -> None:
    game = only(f"1. 11-15 ({mark} 1. 9-14) *")
    fault = Message("pdn.before-moves", {"text": mark})
    assert (locations(game), faults(game)) == ([(1, 11)], [fault])


def test_comments() -> None:
    game = only("{before\nall} 1. 11-15 {one} {two  \n three} 23-19 {} 8-11 {a { b ; c % [d]} *")
    assert game.root.comment == "before all"
    assert [node.comment for node in game.main_line()] == ["one two three", "", "a { b ; c % [d]"]
    assert game.errors == []


def test_a_percent_sign_at_the_start_of_a_line_within_a_comment_is_kept() -> None:
    game = only("1. 11-15 {up\n% 5\n} 23-19 *")
    assert [node.comment for node in game.main_line()] == ["up % 5", ""]


def test_words_among_the_moves_are_comments() -> None:
    game = only("1. 11-15 good move, 23-19 Drawn. *")
    assert [node.comment for node in game.main_line()] == ["good move,", "Drawn."]
    assert game.errors == []


def test_words_before_the_first_move_are_reported() -> None:
    game = only("Here it begins\n1. 11-15 *")
    assert locations(game) == [(1, 1), (1, 6), (1, 9)]
    assert faults(game)[0] == Message("pdn.no-token", {"text": "Here"})


def test_a_comment_that_is_not_closed_is_reported_where_it_opens() -> None:
    game = only("1. 11-15\n   {never\nclosed\n")
    assert (locations(game), codes(game)) == ([(2, 4)], ["pdn.comment-open"])
    assert [node.comment for node in game.main_line()] == ["never closed"]


def test_a_comment_that_is_not_closed_ends_before_the_tags_of_the_next_game() -> None:
    text = (
        '[Event "a"]\n1. 11-15 {oops\n23-19 *\n\n[Event "b"]\n[Black "Ann"]\n1. 9-14 {fine} *\n\n'
    )
    games = read(text + '[Event "c"]\n1. 10-15 {on and\n\n[White "Bob"]\n1. 10-14 *')
    assert [location for game in games for location in locations(game)] == [(2, 10), (10, 10)]
    assert [moves(game) for game in games] == [["11-15"], ["9-14"], ["10-15"], ["10-14"]]
    assert [next(game.main_line()).comment for game in games] == [
        "oops 23-19 *",
        "fine",
        "on and",
        "",
    ]


@pytest.mark.parametrize("tag", ['[Event "b"]', '\n[Black "Ann"]', '[Event "x"] [%x]'])
def test_a_comment_with_one_tag_that_is_closed_goes_on(tag: str) -> None:
    game = only(f"1. 11-15 {{as in\n{tag}\nof 1954}} 23-19 *")
    assert moves(game) == ["11-15", "23-19"]
    assert next(game.main_line()).comment == " ".join(f"as in {tag} of 1954".split())


def test_lines_that_begin_with_a_percent_sign_are_not_read() -> None:
    game = only("% 1. 9-14\n1. 11-15\n%{ ( [\n23-19 %\n*")
    assert moves(game) == ["11-15", "23-19"]
    assert locations(game) == [(4, 7)]
    assert faults(game) == [Message("pdn.no-token", {"text": "%"})]


def test_the_rest_of_a_line_after_a_semicolon_is_a_comment() -> None:
    game = only('; a club\n[Event "x"] ; game\n1. 11-15 ; the { best ( move [\n23-19 {a};b }\n;\n*')
    assert (moves(game), game.errors) == (["11-15", "23-19"], [])
    assert game.root.comment == "a club game"
    assert [node.comment for node in game.main_line()] == ["the { best ( move [", "a b }"]
    (again,) = read(game.pdn)
    assert [node.comment for node in again.main_line()] == ["the ( best ( move [", "a b )"]


@pytest.mark.parametrize("end", ["", "\n", "\n; of nobody\n"])
def test_a_semicolon_behind_a_result_is_about_the_game_that_ended(end: str) -> None:
    first, second = read(f"1. 11-15 1-0 ; White resigned\n\n1. 9-14 * ; last{end}")
    assert [node.comment for node in first.main_line()] == ["White resigned"]
    assert (first.result, second.result) == ("1-0", "*")
    assert (second.root.comment, next(second.main_line()).comment) == ("", "last")


def test_lines_between_games_are_about_the_next() -> None:
    first, second = read("1. 11-15 1-0\n; round two\n;\n1. 9-14 *\n; the end\n")
    assert (next(first.main_line()).comment, first.root.comment) == ("", "")
    assert second.root.comment == "round two"


def test_a_very_long_comment_to_the_end_of_the_line_is_one_comment() -> None:
    words = "word " * (LONGEST_PIECE // 5 + 100)
    game = only(f"1. 11-15 ; {words}\n23-19 *")
    assert [node.comment for node in game.main_line()] == [words.strip(), ""]
    assert game.errors == []


@each(
    ("text", "seconds"),
    [
        ("[%clk 1:02:03]", 3723.0),
        ("[%clk 0:00:00]", 0.0),
        ("[%clk 0:00:09.5]", 9.5),
        ("[%clk 10:00:00]", 36000.0),
        ("[%clk 0:5:7]", 307.0),
        ("[%clk  99999:59:59]", 359_999_999.0),
    ],
)
def test_clocks(text: str, seconds: float) -> None:
    game = only(f"1. 11-15 {{{text}}} *")
    (node,) = game.main_line()
    assert (node.clock, node.comment, game.errors) == (seconds, "", [])


@pytest.mark.parametrize("comment", ["[%clk 0:01:00] good", "good [%clk 0:01:00]"])
def test_a_clock_stands_among_the_words_of_a_comment(comment: str) -> None:
    (node,) = only(f"1. 11-15 {{{comment}}} *").main_line()
    assert (node.clock, node.comment) == (60.0, "good")


@pytest.mark.parametrize(
    "text", ["[%clk]", "[%clk 5]", "[%clk 1:2]", "[%clk -1:00:00]", "[%eval 1]"]
)
def test_what_is_no_clock_stays_in_the_comment(text: str) -> None:
    (node,) = only(f"1. 11-15 {{{text}}} *").main_line()
    assert (node.clock, node.comment) == (None, text)


def test_comments_before_the_tags_belong_to_the_game_after_them() -> None:
    game = only('{A header}\n[Event "a"]\n{and more} 1. 11-15 *')
    assert (game.tags["Event"], game.root.comment) == ("a", "A header and more")


# ---- variations


def test_variations_nest() -> None:
    game = only(
        "1. 11-15 (1. 9-14 22-18 (1... 22-17 {a}) 2. 5-9) (1. 10-14) 23-19 (1... 22-18) 2. 8-11 *"
    )
    root = tree(game.root)
    plain: tuple[object, ...] = ("", "", [], "", None)
    assert root == (
        "None",
        plain,
        [
            (
                "11-15",
                plain,
                [("23-19", plain, [("8-11", plain, [])]), ("22-18", plain, [])],
            ),
            (
                "9-14",
                plain,
                [("22-18", plain, [("5-9", plain, [])]), ("22-17", ("", "a", [], "", None), [])],
            ),
            ("10-14", plain, []),
        ],
    )
    assert game.errors == []


def test_a_comment_before_the_first_move_of_a_variation_stands_before_it() -> None:
    game = only("1. 11-15 {main} ({or} {else} 1. 9-14 {this}) {again} *")
    main, variation = game.root.children
    assert (main.comment_before, main.comment) == ("", "main again")
    assert (variation.comment_before, variation.comment) == ("or else", "this")


def test_a_result_within_a_variation_ends_nothing() -> None:
    game = only("1. 11-15 (1. 9-14 1-0) 23-19 0-1")
    assert (moves(game), game.result, game.errors) == (["11-15", "23-19"], "0-1", [])


def test_an_illegal_move_in_a_variation_ends_the_variation_alone() -> None:
    game = only("1. 11-15 (1. 9-14 1-5 22-18) 23-19 *")
    assert moves(game) == ["11-15", "23-19"]
    assert [str(node.move) for node in game.root.children] == ["11-15", "9-14"]
    assert locations(game) == [(1, 19)]


def test_after_an_illegal_move_variations_are_not_read() -> None:
    game = only("1. 11-15 1-5 (1... 22-18 {no}) 23-19 *")
    assert (moves(game), len(game.errors)) == (["11-15"], 1)
    assert [str(node.move) for node in game.root.children[0].children] == []


def test_a_variation_before_any_move_is_reported() -> None:
    game = only("(1. 9-14) 1. 11-15 *")
    assert (locations(game), codes(game)) == ([(1, 1)], ["pdn.variation-first"])
    assert moves(game) == ["11-15"]


def test_a_variation_at_the_start_of_a_variation_is_reported() -> None:
    game = only("1. 11-15 23-19 ((1. 9-14) 1... 22-18) 2. 8-11 *")
    assert codes(game) == ["pdn.variation-first"]
    assert locations(game) == [(1, 17)]
    assert [str(node.move) for node in game.root.children] == ["11-15"]


def test_a_bracket_that_closes_nothing_is_reported() -> None:
    game = only("1. 11-15 ) 23-19 *")
    assert (locations(game), codes(game)) == ([(1, 10)], ["pdn.closes-nothing"])
    assert moves(game) == ["11-15", "23-19"]


def test_a_variation_that_is_not_closed_is_reported_at_the_end() -> None:
    games = read('1. 11-15 (1. 9-14\n[Event "next"]\n1. 10-14 *\n')
    assert [moves(game) for game in games] == [["11-15"], ["10-14"]]
    assert codes(games[0]) == ["pdn.ends-inside"]
    assert games[1].errors == []


def test_a_variation_left_open_does_not_swallow_the_games_after_it() -> None:
    games = read("1. 11-15 (1. 9-14 1-0\n\n1. 10-15 *\n1. 12-16 *\n")
    assert [moves(game) for game in games] == [["11-15"], ["10-15"], ["12-16"]]
    assert [len(game.errors) for game in games] == [1, 0, 0]
