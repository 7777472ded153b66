"""Reading PDN: tags, and where a game starts and under which rules."""

from __future__ import annotations

from pdn_texts import moves, only, places, sentences

from cases import each
from crownhead import ENGLISH, Rules

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
    assert sentences(game) == ["the tag Event has 20,000 characters; 10,000 are allowed"]
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
        ('[FEN "W:W18:B18"]', "the tag FEN cannot be used: square 18 holds pieces of both sides"),
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


def test_the_game_type_says_who_moves_first() -> None:
    game = only('[GameType "21,W,8,8,N1,0"]\n1. 22-18 9-14 1-0')
    assert (moves(game), game.errors) == (["22-18", "9-14"], [])
    assert str(game.outcome) == "White wins: as recorded"
