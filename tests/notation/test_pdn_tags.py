"""Reading PDN: tags, and where a game starts and under which rules."""

from __future__ import annotations

from pdn_texts import faults, locations, moves, only

from cases import each
from crownhead import ENGLISH, PdnError, Rules
from crownhead.messages import Message
from refused import refused

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
    assert locations(game) == [(2, 2)]
    assert faults(game) == [Message("pdn.tag-open", {"text": tag})]
    assert (game.tags, moves(game)) == ({"Site": "s"}, ["11-15"])


def test_a_tag_given_twice_is_reported_and_the_first_counts() -> None:
    game = only('[Event "a"]\n[Event "b"]\n1. 11-15 *')
    assert (game.tags, locations(game)) == ({"Event": "a"}, [(2, 1)])
    assert faults(game) == [Message("pdn.tag-twice", {"tag": "Event"})]


def test_a_tag_of_more_than_ten_thousand_letters_is_reported() -> None:
    game = only(f'[Event "{"x" * 20_000}"]\n1. 11-15 *')
    long = {"tag": "Event", "count": 20_000, "most": 10_000}
    assert faults(game) == [Message("pdn.tag-too-long", long)]
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
            Message("pdn.tag-unusable", {"tag": "FEN", "fault": "square.unknown"}),
        ),
        ('[FEN ""]', Message("pdn.tag-unusable", {"tag": "FEN"})),
        (
            '[FEN "W:W18:B18"]',
            Message("pdn.tag-unusable", {"tag": "FEN", "fault": "position.both-sides"}),
        ),
        ('[FEN "B:W:B"]', Message("pdn.tag-unusable", {"tag": "FEN", "fault": "position.empty"})),
        (
            '[FEN "B:W18:B32"]',
            Message("pdn.tag-unusable", {"tag": "FEN", "fault": "position.man-on-king-row"}),
        ),
        (
            '[Rules "englsh"]',
            Message("pdn.tag-unusable", {"tag": "Rules", "fault": "unknown.near"}),
        ),
        (
            '[Rules "regicide=maybe"]',
            Message("pdn.tag-unusable", {"tag": "Rules", "fault": "ruleset.switch"}),
        ),
        ('[Rules "self=1"]', Message("pdn.tag-unusable", {"tag": "Rules"})),
        ('[Rules ""]', Message("pdn.tag-unusable", {"tag": "Rules", "fault": "ruleset.empty"})),
        (
            '[GameType "20"]',
            Message("pdn.tag-unusable", {"tag": "GameType", "fault": "pdn.game-type"}),
        ),
        ('[GameType "25,W,8,8,A0,0"]', Message("pdn.tag-unusable", {"tag": "GameType"})),
        (
            '[GameType ""]',
            Message("pdn.tag-unusable", {"tag": "GameType", "fault": "pdn.game-type"}),
        ),
    ],
)
def test_a_start_that_cannot_be_used_is_reported_once(tag: str, words: str | Message) -> None:
    game = only(f"\n  {tag}\n1. 11-15 23-19 {{why}} (1... 22-18) 2. 8-11 1-0")
    assert locations(game) == [(2, 3)]
    with refused(PdnError, words):
        raise game.errors[0]
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
