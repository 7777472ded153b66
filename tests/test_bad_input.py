"""For any input, the parsers quickly return a value or raise a CrownheadError with a message."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cases import each
from crownhead import (
    CrownheadError,
    Game,
    Move,
    OpeningBook,
    Position,
    Rules,
    RulesError,
    parse_move,
)
from crownhead.coach import explained
from crownhead.engine import evaluate, search
from crownhead.engine.classic import classic_parts
from crownhead.errors import quoted
from crownhead.messages import say
from crownhead.openings import opening_at
from crownhead.text.moves import legal_move
from made_up import SETTINGS
from refusals import LONGEST_SENTENCE, MEGABYTE, plies, read, within
from refused import refused

# Any characters, including lone surrogates.
anything = st.text(alphabet=st.characters(codec=None, exclude_categories=()), max_size=80)
pdn_words = st.sampled_from(
    [
        *("1.", "1...", "11-15", "23-19", "9-14", "22x18", "10:14", "15x22x", "33-0", "1-0", "0-1"),
        *(
            "1/2-1/2",
            "0-0",
            "*",
            "(",
            ")",
            "((",
            "))",
            "{",
            "}",
            "{c}",
            "[",
            "]",
            '"',
            "\\",
            "%",
            ";",
        ),
        *("!", "?", "(?)", "(!", "$1", "$999", "$", "[%clk 0:01:00]", "{[%clk 1:1:1]}", "\n", "\r"),
        *('[Event "x"]', '[FEN "B:W18:B12"]', '[FEN "', '[Rules "casual"]', '[Rules "self=1"]'),
        *('[Result "1-0"]', '[GameType "20"]', '[Termination "time"]', "\x00", "\ufeff", "\u2028"),
        *("\u0663", "²", "½-½", "\ud800", "é", "word", "1", "-", "x", ".", "\n%", "\n;"),
    ]
)
move_words = st.sampled_from(
    [*"0123456789-x:X,; .\u0663²\n\x00", "11", "15", "22", "33", "11-15", "3,2 4,1"]
)
fen_words = st.sampled_from(
    [*"BWKbwk:,-. 0123456789\u0663²\n\x00", "B:W18:B12", "21-32", "K10", "33"]
)
rules_words = st.sampled_from(
    [
        *(
            "english",
            "casual",
            "tournament-30",
            "=",
            " ",
            ",",
            ";",
            "\n",
            "on",
            "off",
            "none",
            "\u0663",
        ),
        *("capture", "continuation", "regicide", "first_to_move", "quiet_limit", "move_seconds"),
        *(
            "optional",
            "mandatory",
            "white",
            "0",
            "1",
            "80",
            "1e9",
            "-1",
            "1.5",
            "nan",
            "inf",
            "self",
        ),
        *("cls", "options", "__class__", "replace", "İ", "\x00", "\ud800"),
    ]
)


def made_of(words: st.SearchStrategy[str], between: str = "") -> st.SearchStrategy[str]:
    return st.lists(words, max_size=40).map(between.join)


def sentence_of(parse: Callable[[Any], Any], value: Any) -> str | None:
    """The parser's error for bad input, or None if it could read it. It may raise nothing else."""
    try:
        parse(value)
    except CrownheadError as error:
        said = str(error)
        assert said, "an error without a sentence"
        assert len(said) <= LONGEST_SENTENCE, f"a sentence of {len(said)} letters"
        said.encode()  # can be printed anywhere
        assert said.isprintable(), ascii(said)
        return said
    return None


# ---- arbitrary text


@given(anything | made_of(fen_words))
@SETTINGS
def test_any_text_as_a_position(text: str) -> None:
    sentence_of(Position.from_fen, text)


@given(anything | made_of(move_words))
@SETTINGS
def test_any_text_as_a_move(text: str) -> None:
    sentence_of(lambda words: parse_move(words, Position.start()), text)


@given(anything | made_of(move_words))
@SETTINGS
def test_any_text_as_a_move_of_a_game(text: str) -> None:
    sentence_of(Game().push, text)


@given(anything | made_of(rules_words))
@example("self=1")
@example("english self=1")
@SETTINGS
def test_any_text_as_rules(text: str) -> None:
    sentence_of(Rules.parse, text)


@given(anything)
@SETTINGS
def test_any_text_as_a_rule_set(text: str) -> None:
    sentence_of(Rules.preset, text)


@given(anything | made_of(pdn_words) | made_of(pdn_words, " "))
@SETTINGS
def test_any_text_as_games(text: str) -> None:
    read(text)


@given(st.binary(max_size=300))
@SETTINGS
def test_any_bytes_as_games(data: bytes) -> None:
    read(data)


@given(
    made_of(pdn_words, " "),
    st.sampled_from(["utf-8", "utf-16", "utf-16-le", "utf-32", "utf-7", "cp037"]),
)
@SETTINGS
def test_any_encoding_of_games(text: str, encoding: str) -> None:
    read(text.encode(encoding, "replace"))


@given(made_of(pdn_words, " "), st.binary(min_size=1, max_size=4), st.integers(0, 200))
@SETTINGS
def test_any_bytes_among_games(text: str, data: bytes, at: int) -> None:
    clean = text.encode(errors="replace")
    read(clean[:at] + data + clean[at:])


@given(anything | made_of(pdn_words, " "))
@SETTINGS
def test_any_text_as_the_game(text: str) -> None:
    sentence_of(Game.from_pdn, text)


@pytest.mark.parametrize(
    "tag", ["FEN", "Rules", "GameType", "Result", "Termination", "SetUp", "Event"]
)
@given(value=anything | made_of(fen_words) | made_of(rules_words))
@SETTINGS
def test_any_value_of_a_tag(tag: str, value: str) -> None:
    escaped = " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')
    (game,) = read(f'[{tag} "{escaped}"] 1. 11-15 *\n')
    assert game.tags[tag] == " ".join(value.split())


# ---- values that are not text


@each(
    "value",
    [
        -1,
        0,
        10**30,
        10**5000,
        -(10**5000),
        1.5,
        float("nan"),
        float("inf"),
        "3",
        [],
        None,
        True,
        b"x",
        "\ud800",
    ],
)
@each(
    "option",
    ["capture", "regicide", "first_to_move", "quiet_limit", "repetition_limit", "move_seconds"],
)
def test_any_value_of_an_option(option: str, value: Any) -> None:
    sentence_of(lambda bad: Rules(**{option: bad}), value)


def test_an_option_named_like_an_argument_is_unknown() -> None:
    with refused(RulesError, "unknown.all", unknown="unknown.rule-option"):
        Rules.parse("self=1")


@pytest.mark.parametrize(
    "square", [0, 33, -1, 10**30, 10**5000], ids=lambda n: f"{n.bit_length()} bits"
)
def test_there_is_no_piece_off_the_board(square: int) -> None:
    assert sentence_of(Position.start().piece_at, square) is not None


OVER = Game(Position.from_fen("W:W:B1"))


@each(
    "takes_a_position",
    [
        pytest.param(lambda given: parse_move("11-15", given), id="parse_move"),
        pytest.param(lambda given: legal_move(Move((11, 15)), given), id="legal_move"),
        pytest.param(lambda given: search(given, 3), id="search"),
        pytest.param(lambda given: evaluate(given, "pieces"), id="evaluate"),
        pytest.param(explained, id="explained"),
        pytest.param(classic_parts, id="classic_parts"),
        pytest.param(opening_at, id="opening_at"),
        pytest.param(lambda given: OpeningBook.open().probe(given), id="book"),
    ],
)
def test_what_is_no_position_is_refused(takes_a_position: Callable[[Any], Any]) -> None:
    for game in (Game(), OVER):
        said = sentence_of(takes_a_position, game)
        assert said == say("position.has-one", kind="Game", name="game")
    said = sentence_of(takes_a_position, Game().cursor())
    assert said == say("position.has-one", kind="Cursor", name="cursor")
    assert sentence_of(takes_a_position, None) == say("position.wanted", value=None)
    assert sentence_of(takes_a_position, "start") == say("position.wanted", value=quoted("start"))


# ---- nasty input for every parser


HORRORS = {
    "nothing": "",
    "spaces": " " * MEGABYTE,
    "line ends": "\n" * (MEGABYTE // 4),
    "carriage returns": "\r" * (MEGABYTE // 4),
    "NUL": "\x00" * MEGABYTE,
    "a million digits": "1" * MEGABYTE,
    "a million zeros and a one": "0" * MEGABYTE + "1",
    "a move to a million digits": "11-" + "1" * MEGABYTE,
    "a move from a million digits": "1" * MEGABYTE + "-15",
    "a move of a million squares": "11" + "-15" * MEGABYTE,
    "a rule of a million digits": "quiet_limit=" + "1" * MEGABYTE,
    "a position of a million digits": "B:W" + "1" * MEGABYTE + ":B12",
    "a million colons": ":" * MEGABYTE,
    "a million commas": "B:W" + "," * MEGABYTE + ":B12",
    "a million equals signs": "=" * MEGABYTE,
    "a million words": "a " * (MEGABYTE // 4),
    "Arabic-Indic digits": "\u0661\u0661-\u0661\u0665",
    "superscripts": "¹¹-¹⁵",
    "full-width digits": "\uff11\uff11\uff0d\uff11\uff15",
    "a fraction": "½-½",
    "half a letter": "\ud800",
    "half a letter among digits": "11\udfff-15",
    "combining marks": "1\u0301" * 1000,
    "text from right to left": "\u202e51-11",
    "a byte order mark": "\ufeff11-15",
}


@each("name", HORRORS)
@each(
    "parse",
    [
        pytest.param(Position.from_fen, id="position"),
        pytest.param(lambda text: parse_move(text, Position.start()), id="move"),
        pytest.param(Rules.parse, id="rules"),
        pytest.param(Rules.preset, id="preset"),
    ],
)
def test_a_horror_is_refused_with_a_sentence(parse: Callable[[str], Any], name: str) -> None:
    with within(20):
        assert sentence_of(parse, HORRORS[name]) is not None


@each("name", HORRORS)
def test_a_horror_among_games(name: str) -> None:
    with within(20):
        games = read(f"1. 11-15 *\n{HORRORS[name]}\n1. 9-14 22-18 *\n")
    assert plies(games)[0] == 1
