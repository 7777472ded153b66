"""Reading PDN: all that files hold, whatever they are kept in, and what is said about the rest."""

from __future__ import annotations

import codecs
import gc
import io
import itertools
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cases import each
from crownhead import BLACK, ENGLISH, WHITE, Game, Node, PdnError, Reason, Rules
from crownhead.notation.pdn import parse_games, read_games, write_games
from crownhead.notation.pdn.lines import LONGEST_PIECE

TINSLEY = Path(__file__).parents[3] / "shared" / "data" / "tinsley.pdn"
# One of everything that a game may hold.
RICH = (
    '[Event "Été"] [Black "A \\"Ace\\" B"] [FEN "B:W21-32:B1-12"]\n'
    "{Où?} 1. 11-15! {[%clk 0:09:58] good} 23-19(?) $4 $132 (1... 22-18 2. 15x22 25x18 "
    "(2... 26x17!? {naïve})) 2. 8-11 {ends} 22-17 (2... 26-23 *) 1/2-1/2\n"
    '[Event "zwei"]\n1. 9-14 22x18 2. 5-9 0-1\n'
)


def read(text: str | bytes) -> list[Game]:
    if isinstance(text, bytes):
        return list(read_games(io.BytesIO(text)))
    return list(parse_games(text))


def only(text: str) -> Game:
    """The one game of a text, to which a last line end is added."""
    (game,) = read(text + "\n")
    return game


def places(game: Game) -> list[tuple[int | None, int | None]]:
    return [(error.line, error.column) for error in game.errors]


def sentences(game: Game) -> list[str]:
    return [error.sentence for error in game.errors]


def moves(game: Game) -> list[str]:
    return [str(node.move) for node in game.main_line()]


def tree(node: Node) -> tuple[object, ...]:
    """All that a record says from a node on."""
    notes = (node.comment_before, node.comment, node.nags, node.strength, node.clock)
    return (str(node.move), notes, [tree(child) for child in node.children])


def content(games: list[Game]) -> list[tuple[object, ...]]:
    return [(game.tags, game.result, tree(game.root), sentences(game)) for game in games]


class Stream(io.RawIOBase):
    """A file that is made up while it is read."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        self._rest = self._rest or next(self._chunks, b"")
        count = min(len(buffer), len(self._rest))
        buffer[:count], self._rest = self._rest[:count], self._rest[count:]
        return count


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
    assert (moves(game), sentences(game)) == (["11-15", "22-18", "15x22", "25x18"], [])


def test_a_move_number_apart_from_its_dots_is_read() -> None:
    game = only("1. 11-15 1. ... 22-18 *")
    assert (moves(game), sentences(game)) == (["11-15", "22-18"], [])


def test_a_path_in_full_chooses_the_way() -> None:
    game = only('[FEN "B:W6,7,14,15:B2"] 1. 2x11x18 *')
    (node,) = game.main_line()
    assert node.move is not None
    assert node.move.path == (2, 11, 18)


def test_an_illegal_move_ends_the_moves_and_is_reported() -> None:
    game = only("1. 11-15 23-19\n2. 1-6 22-17 8-11 1-0")
    assert moves(game) == ["11-15", "23-19"]
    assert places(game) == [(2, 4)]
    assert sentences(game) == [
        "1-6 cannot be played: square 6 is occupied; the piece on 1 has no move"
    ]
    assert game.result == "1-0"


def test_an_ambiguous_move_is_reported() -> None:
    game = only('[FEN "B:W6,7,14,15:B2"]\n1. 2x18 *')
    assert places(game) == [(2, 4)]
    assert sentences(game) == ["2x18 could be 2x9x18 or 2x11x18; write every square"]


@each(
    ("word", "sentence"),
    [
        ("11-33", "there is no square 33; squares are 1 to 32"),
        ("0-4", "there is no square 0; squares are 1 to 32"),
        ("111-15", "'111-15' is not a move; a move looks like 11-15 or 22x15"),
        ("11_15", "'11_15' is not a move, a tag or a comment"),
        ("\u0663-\u0667", "'\u0663-\u0667' is not a move, a tag or a comment"),
        ("1²-15", "'1²-15' is not a move, a tag or a comment"),
        ("@", "'@' is not a move, a tag or a comment"),
        ("\x00", "'\\x00' is not a move, a tag or a comment"),
        ("]", "']' is not a move, a tag or a comment"),
        ("}", "'}' is not a move, a tag or a comment"),
    ],
)
def test_a_word_that_is_no_move_is_reported(word: str, sentence: str) -> None:
    game = only(f"\n 1. {word} *")
    assert (places(game), sentences(game)) == ([(2, 5)], [sentence])


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
    assert str(game.outcome) == "Black wins: as recorded"


def test_a_result_that_the_position_gives_keeps_its_reason() -> None:
    game = only('[FEN "W:W22:B18"] 1. 22x15 0-1')
    assert str(game.outcome) == "White wins: Black has no pieces left"


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
    assert [places(game) for game in games] == [[(1, 10)], [], [(3, 1)]]


@each(
    "ending",
    ["9-14", "1...", "good", "{good}", "!", "$1", "*", "1-0", "0-1", "1/2-1/2", "(1. 9-14)", "; x"],
)
def test_the_last_line_needs_no_end(ending: str) -> None:
    text = f"1. 11-15 23-19 {ending}"
    assert content(read(text)) == content(read(text + "\n"))


def test_an_unfinished_tag_at_the_end_is_quoted_as_it_is() -> None:
    (game,) = read('[Event "x"')
    assert sentences(game) == ["this tag is not complete: '[Event \"x\"'"]


# ---- tags


def test_tags_are_read() -> None:
    game = only('[Event "Ohio"]\n[ Black   "M Tinsley" ] [White""]\n1. 11-15 *')
    assert game.tags == {"Event": "Ohio", "Black": "M Tinsley", "White": ""}


@each(
    ("written", "value"),
    [
        (r"A \"B\" C", 'A "B" C'),
        (r"A \\ B", r"A \ B"),
        (r"\\\"", r"\""),
        ("a]b[c{d}e(f);g%h", "a]b[c{d}e(f);g%h"),
        ("Łódź 東京 ♔", "Łódź 東京 ♔"),
        ("1. 11-15 1-0", "1. 11-15 1-0"),
    ],
)
def test_what_a_tag_may_hold(written: str, value: str) -> None:
    game = only(f'[Event "{written}"]\n*')
    assert (game.tags["Event"], game.errors) == (value, [])


@each(
    "tag",
    [
        '[Event "x"',
        '[Event "x',
        "[Event]",
        "[Event x]",
        "[",
        "[]",
        '["x"]',
        '[Event "x" "y"]',
        '[Event "say "hi""]',
        '[Event "x\\"]',
    ],
)
def test_a_broken_tag_is_reported_and_the_next_line_read(tag: str) -> None:
    game = only(f'[Site "s"]\n {tag}\n1. 11-15 *')
    assert places(game) == [(2, 2)]
    assert sentences(game) == [f"this tag is not complete: '{tag}'"]
    assert (game.tags, moves(game)) == ({"Site": "s"}, ["11-15"])


def test_a_tag_given_twice_is_reported_and_the_first_counts() -> None:
    game = only('[Event "a"]\n[Event "b"]\n1. 11-15 *')
    assert (game.tags, places(game)) == ({"Event": "a"}, [(2, 1)])
    assert sentences(game) == ["the tag Event is given twice; the first counts"]


def test_a_tag_of_more_than_ten_thousand_letters_is_reported() -> None:
    game = only(f'[Event "{"x" * 20_000}"]\n1. 11-15 *')
    assert sentences(game) == ["the tag Event has 20000 letters; 10000 are allowed"]
    assert (game.tags, moves(game)) == ({}, ["11-15"])


# ---- where a game starts, and under which rules


def test_a_game_starts_from_its_fen() -> None:
    game = only('[SetUp "1"]\n[FEN "W:W18,24,27,K10:B12,16,K22"]\n1... 24-20 *')
    assert game.start.fen == "W:WK10,18,24,27:B12,16,K22"
    assert moves(game) == ["24-20"]


@each(
    ("tag", "words"),
    [
        (
            '[FEN "W:W33:B1"]',
            "the tag FEN cannot be used: there is no square 33; squares are 1 to 32",
        ),
        ('[FEN ""]', "the tag FEN cannot be used: "),
        ('[FEN "W:W18:B18"]', "the tag FEN cannot be used: square 18 holds a piece of both sides"),
        ('[FEN "B:W:B"]', "the tag FEN cannot be used: there are no pieces on the board"),
        (
            '[FEN "B:W18:B32"]',
            "the tag FEN cannot be used: Black's man on 32 stands on its crowning",
        ),
        (
            '[Rules "englsh"]',
            "the tag Rules cannot be used: no rule set named 'englsh'; did you mean",
        ),
        (
            '[Rules "regicide=maybe"]',
            "the tag Rules cannot be used: regicide is on or off, not 'ma",
        ),
        ('[Rules "self=1"]', "the tag Rules cannot be used: no rule option named 'self'"),
        ('[Rules ""]', "the tag Rules cannot be used: the rules are empty"),
        ('[GameType "20"]', "the tag GameType cannot be used: '20' is not English checkers"),
        ('[GameType "25,W,8,8,A0,0"]', "the tag GameType cannot be used: '25,W,8,8,A0,0' is not"),
        ('[GameType ""]', "the tag GameType cannot be used: '' is not English checkers"),
    ],
)
def test_a_start_that_cannot_be_used_is_reported_once(tag: str, words: str) -> None:
    game = only(f"\n  {tag}\n1. 11-15 23-19 {{why}} (1... 22-18) 2. 8-11 1-0")
    assert places(game) == [(2, 3)]
    assert words in game.errors[0].sentence
    assert (moves(game), game.result) == ([], "1-0")


def test_the_english_game_type_is_read() -> None:
    game = only('[GameType "21,B,8,8,N1,0"]\n1. 11-15 *')
    assert (game.rules, moves(game), game.errors) == (ENGLISH, ["11-15"], [])


def test_house_rules_are_read() -> None:
    game = only('[Rules "casual repetition_limit=3"]\n1. 11-15 *')
    assert game.rules == Rules.preset("casual").replace(repetition_limit=3)


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
    assert places(game) == [(1, 9)]
    assert sentences(game) == [
        f"'{strength}' is not a move strength; write ! or ? or two of them",
    ]
    assert moves(game) == ["11-15", "23-19"]


def test_nags() -> None:
    game = only("1. 11-15 $1 $139 23-19$0 8-11 $255 *")
    assert [node.nags for node in game.main_line()] == [[1, 139], [0], [255]]
    assert game.errors == []


@pytest.mark.parametrize("nag", ["$256", "$99999", "$" + "1" * 1000, "$000256"])
def test_a_nag_that_does_not_exist_is_reported(nag: str) -> None:
    game = only(f"1. 11-15 {nag} 23-19 *")
    assert places(game) == [(1, 10)]
    assert game.errors[0].sentence.endswith("is not an annotation; they go from $0 to $255")
    assert moves(game) == ["11-15", "23-19"]


@pytest.mark.parametrize("mark", ["!", "$1", "(?)"])
def test_a_mark_before_any_move_is_reported(mark: str) -> None:
    game = only(f"{mark} 1. 11-15 *")
    assert (places(game), sentences(game)) == ([(1, 1)], [f"'{mark}' stands before any move"])


@pytest.mark.parametrize("mark", ["!", "$1"])
def test_a_mark_before_any_move_of_a_variation_is_reported(mark: str) -> None:
    game = only(f"1. 11-15 ({mark} 1. 9-14) *")
    assert (places(game), sentences(game)) == ([(1, 11)], [f"'{mark}' stands before any move"])


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
    assert places(game) == [(1, 1), (1, 6), (1, 9)]
    assert sentences(game)[0] == "'Here' is not a move, a tag or a comment"


def test_a_comment_that_is_not_closed_is_reported_where_it_opens() -> None:
    game = only("1. 11-15\n   {never\nclosed\n")
    assert (places(game), sentences(game)) == ([(2, 4)], ["this comment is not closed by '}'"])
    assert [node.comment for node in game.main_line()] == ["never closed"]


def test_a_comment_that_swallows_the_next_game_is_reported() -> None:
    games = read('[Event "a"]\n1. 11-15 {oops\n23-19 *\n\n[Event "b"]\n1. 9-14 {fine} *\n')
    assert [place for game in games for place in places(game)] == [(2, 10)]


def test_lines_that_begin_with_a_percent_sign_are_not_read() -> None:
    game = only("% 1. 9-14\n1. 11-15\n%{ ( [\n23-19 %\n*")
    assert moves(game) == ["11-15", "23-19"]
    assert places(game) == [(4, 7)]
    assert sentences(game) == ["'%' is not a move, a tag or a comment"]


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
    assert places(game) == [(1, 19)]


def test_after_an_illegal_move_variations_are_not_read() -> None:
    game = only("1. 11-15 1-5 (1... 22-18 {no}) 23-19 *")
    assert (moves(game), len(game.errors)) == (["11-15"], 1)
    assert [str(node.move) for node in game.root.children[0].children] == []


def test_a_variation_before_any_move_is_reported() -> None:
    game = only("(1. 9-14) 1. 11-15 *")
    assert (places(game), sentences(game)) == ([(1, 1)], ["a variation needs a move before it"])
    assert moves(game) == ["11-15"]


def test_a_variation_at_the_start_of_a_variation_is_reported() -> None:
    game = only("1. 11-15 23-19 ((1. 9-14) 1... 22-18) 2. 8-11 *")
    assert sentences(game) == ["a variation needs a move before it"]
    assert places(game) == [(1, 17)]
    assert [str(node.move) for node in game.root.children] == ["11-15"]


def test_a_bracket_that_closes_nothing_is_reported() -> None:
    game = only("1. 11-15 ) 23-19 *")
    assert (places(game), sentences(game)) == ([(1, 10)], ["')' closes no variation"])
    assert moves(game) == ["11-15", "23-19"]


def test_a_variation_that_is_not_closed_is_reported_at_the_end() -> None:
    games = read('1. 11-15 (1. 9-14\n[Event "next"]\n1. 10-14 *\n')
    assert [moves(game) for game in games] == [["11-15"], ["10-14"]]
    assert sentences(games[0]) == ["the game ends inside a variation; a ')' is missing"]
    assert games[1].errors == []


# ---- files


def test_a_path_is_read(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text(RICH, encoding="utf-8")
    expected = content(read(RICH))
    assert content(list(read_games(path))) == expected
    assert content(list(read_games(str(path)))) == expected
    with path.open(encoding="utf-8") as file:
        assert content(list(read_games(file))) == expected


def test_the_rich_example_has_no_errors() -> None:
    games = read(RICH)
    assert [(game.errors, len(moves(game)), game.result) for game in games] == [
        ([], 4, "1/2-1/2"),
        ([], 3, "0-1"),
    ]


def test_reading_is_lazy() -> None:
    def chunks() -> Iterator[bytes]:
        yield b"1. 11-15 *\n" * 1000
        raise AssertionError("read on after the first game")

    game = next(read_games(io.BufferedReader(Stream(chunks()), 1000)))
    assert moves(game) == ["11-15"]


@each("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16", "utf-16-le", "utf-16-be"])
def test_encodings(encoding: str) -> None:
    mark = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}.get(encoding, b"")
    assert content(read(mark + RICH.encode(encoding))) == content(read(RICH))


def test_a_byte_order_mark_in_text_is_skipped() -> None:
    assert content(read("\ufeff" + RICH)) == content(read(RICH))


def test_a_byte_order_mark_where_files_were_joined_is_skipped() -> None:
    data = RICH.encode("utf-8-sig")
    assert content(read(data + data)) == content(read(RICH + RICH))


def test_each_line_has_its_own_encoding() -> None:
    data = '[Event "Été"]\n'.encode() + '[Site "Été"]\n*\n'.encode("latin-1")
    (game,) = read(data)
    assert game.tags == {"Event": "Été", "Site": "Été"}


@each("newline", ["\n", "\r\n", "\r"])
@each("encoding", ["utf-8", "utf-16"])
def test_line_ends(newline: str, encoding: str) -> None:
    text = '% not read\n[Event "a"]\n1. 11-15 ; but this\n23-19 1-0\n\n1. 9-14\n 1-6 *\n'
    expected = content(read(text))
    games = read(text.replace("\n", newline).encode(encoding))
    assert content(games) == expected
    assert [places(game) for game in games] == [[], [(7, 2)]]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"], ids=ascii)
def test_line_ends_in_text(newline: str) -> None:
    text = '% not read\n[Event "a"]\n1. 11-15 ; but this\n23-19 1-0\n\n1. 9-14\n 1-6 *\n'
    games = read(text.replace("\n", newline))
    assert content(games) == content(read(text))
    assert [places(game) for game in games] == [[], [(7, 2)]]


# ---- long lines


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "utf-16"])
def test_a_collection_on_one_line_reads_the_same(encoding: str) -> None:
    text = RICH * 800
    assert len(text) > 3 * LONGEST_PIECE
    line = text.replace("\n", " ").encode(encoding)
    assert content(read(line)) == content(read(text))


def test_a_piece_may_end_anywhere() -> None:
    line = RICH.replace("\n", " ")
    expected = content(read(line + "\n"))
    for cut in range(1, len(line)):
        text = " " * (LONGEST_PIECE - cut) + line + "\n"
        assert content(read(text)) == expected, f"cut between {line[:cut]!r} and {line[cut:]!r}"


def test_a_piece_may_end_within_a_letter() -> None:
    line = RICH.replace("\n", " ").replace("Ace", "A♔東\U0001f3c1ce")
    expected = content(read(line + "\n"))
    data = line.encode()
    for cut in range(1, len(data)):
        long_line = b" " * (LONGEST_PIECE - cut) + data + b"\n"
        assert content(read(long_line)) == expected, f"cut before {data[cut:]!r}"


def test_a_long_latin_1_line_may_end_a_piece_with_a_lead_byte() -> None:
    text = " " * (LONGEST_PIECE - 4) + "{caf\u00e9s} 1. 11-15 *\n"
    for shift in range(8):
        (game,) = read(text[shift:].encode("latin-1"))
        assert (game.root.comment, moves(game)) == ("caf\u00e9s", ["11-15"])


def test_places_on_a_long_line_count_on() -> None:
    text = "1. 11-15 " + " " * (3 * LONGEST_PIECE) + "@ {" + "x" * LONGEST_PIECE + "} @ *\n"
    (game,) = read(text)
    second = text.rindex("@") + 1
    assert places(game) == [(1, text.index("@") + 1), (1, second)]


def test_a_comment_and_what_is_skipped_go_over_pieces() -> None:
    words, more_words = "word " * (LONGEST_PIECE // 4), "word " * LONGEST_PIECE
    (game,) = read(f"1. 11-15 {{{words}}} 23-19 ; {more_words}\n% {more_words}\n 8-11 *\n")
    assert moves(game) == ["11-15", "23-19", "8-11"]
    assert game.root.children[0].comment == words.strip()


# ---- memory


@pytest.mark.parametrize("line_end", [b"\n", b" "], ids=["lines", "one line"])
def test_reading_keeps_no_more_than_a_game(line_end: bytes) -> None:
    count = 20_000 if line_end == b"\n" else 5_000
    text = b'[Event "%b"] 1. 11-15 {%b} 23-19 *' % (b"e" * 50, b"c" * 50) + line_end
    file = io.BufferedReader(Stream(itertools.repeat(text, count)))
    gc.collect()
    tracemalloc.start()
    try:
        assert sum(1 for _ in read_games(file)) == count
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 3_000_000, f"{peak} bytes at the peak for games of {len(text)} bytes"


# ---- one game


def test_from_pdn_reads_the_first_game() -> None:
    assert moves(Game.from_pdn("1. 11-15 *\n1. 9-14 *\n")) == ["11-15"]


def test_from_pdn_raises_the_first_error() -> None:
    with pytest.raises(PdnError, match=r"^line 2, column 1: 1-6 cannot be played") as caught:
        Game.from_pdn("1. 11-15 23-19\n1-6 @ *\n")
    assert (caught.value.line, caught.value.column) == (2, 1)


@pytest.mark.parametrize("text", ["", "\n\n", "*", "% 1. 11-15\n"])
def test_from_pdn_says_that_there_is_no_game(text: str) -> None:
    with pytest.raises(PdnError, match="there is no game in this text"):
        Game.from_pdn(text)


# ---- a real collection


@pytest.fixture(scope="module")
def tinsley() -> list[Game]:
    if not TINSLEY.exists():
        pytest.skip(f"{TINSLEY} is not here")
    return list(read_games(TINSLEY))


def test_the_tinsley_collection_is_legal_but_for_one_move(tinsley: list[Game]) -> None:
    errors = [error for game in tinsley for error in game.errors]
    assert (len(tinsley), len(errors)) == (724, 1)
    assert (errors[0].line, errors[0].column) == (5588, 5)
    assert errors[0].sentence == "32-28 cannot be played: there is no piece on 32"


def test_the_tinsley_collection_is_written_and_read_back(
    tinsley: list[Game], tmp_path: Path
) -> None:
    path = tmp_path / "tinsley.pdn"
    write_games(tinsley, path)
    for number, (game, again) in enumerate(zip(tinsley, read_games(path), strict=True), 1):
        where = f"game {number}, {game.tags}"
        assert again.errors == [], where
        assert tree(again.root) == tree(game.root), where
        assert again.result == game.result, where
        added = {"GameType": "21,B,8,8,N1,0", "Result": game.result}
        assert again.tags == {**game.tags, **added}, where


def test_a_result_that_the_moves_contradict_is_reported() -> None:
    game = only('[FEN "B:W18:B15"]\n1. 15x22 0-1')
    assert sentences(game) == [
        "the result is recorded as 0-1, but the moves say: Black wins: White has no pieces left"
    ]


def test_a_result_tag_that_is_none_is_reported() -> None:
    game = only('[Result "banana"]\n1. 11-15 *')
    assert (places(game), game.result) == ([(1, 1)], "*")


def test_two_results_that_differ_are_reported() -> None:
    game = only('[Result "1-0"]\n1. 11-15 0-1')
    assert sentences(game) == ["the result is 0-1 after the moves but 1-0 in its tag"]


def test_a_game_without_a_result_after_its_moves_has_that_of_its_tag() -> None:
    assert only('[Result "1-0"]\n1. 11-15 *').result == "1-0"


def test_the_game_type_says_who_moves_first() -> None:
    game = only('[GameType "21,W,8,8,N1,0"]\n1. 22-18 9-14 1-0')
    assert (moves(game), game.errors) == (["22-18", "9-14"], [])
    assert str(game.outcome) == "White wins: as recorded"


def test_comments_before_the_tags_belong_to_the_game_after_them() -> None:
    game = only('{A header}\n[Event "a"]\n{and more} 1. 11-15 *')
    assert (game.tags["Event"], game.root.comment) == ("a", "A header and more")


def test_a_variation_left_open_does_not_swallow_the_games_after_it() -> None:
    games = read("1. 11-15 (1. 9-14 1-0\n\n1. 10-15 *\n1. 12-16 *\n")
    assert [moves(game) for game in games] == [["11-15"], ["10-15"], ["12-16"]]
    assert [len(game.errors) for game in games] == [1, 0, 0]


def test_a_draw_may_be_written_with_halves() -> None:
    assert only("1. 11-15 ½-½").result == "1/2-1/2"


@pytest.mark.parametrize("source", [b"1. 11-15 *", 5, None])
def test_what_is_no_file_is_refused(source: Any) -> None:
    with pytest.raises(PdnError, match="path or an open file"):
        list(read_games(source))
