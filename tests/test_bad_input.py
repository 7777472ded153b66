"""Whatever is fed to the parsers gives a value or a CrownheadError with a sentence, and soon."""

from __future__ import annotations

import gc
import io
import signal
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cases import each
from crownhead import CrownheadError, Game, Position, Rules, RulesError, parse_move
from crownhead.notation.pdn import parse_games, read_games, write_game
from crownhead.notation.pdn.tokens import LONGEST_COMMENT

SETTINGS = settings(derandomize=True, deadline=None, max_examples=300, database=None)
MEGABYTE = 1_000_000
LONGEST_SENTENCE = 400
MOST_ERRORS = 101

# Any letters at all, halves of letters (lone surrogates) included.
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


@contextmanager
def within(seconds: int) -> Iterator[None]:
    """Fail where a parser hangs; far more time than it needs on any machine."""

    def give_up(_number: int, _frame: FrameType | None) -> None:
        raise TimeoutError(f"still busy after {seconds} seconds")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def sentence_of(parse: Callable[[Any], Any], value: Any) -> str | None:
    """What a parser says about bad input, or None where it could read it. Nothing else is raised."""
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


def read(source: str | bytes) -> list[Game]:
    """Read games, and check what their errors say and that the games can be written."""
    games = list(
        read_games(io.BytesIO(source)) if isinstance(source, bytes) else parse_games(source)
    )
    for game in games:
        assert len(game.errors) <= MOST_ERRORS
        for error in game.errors:
            assert error.line is not None
            assert error.column is not None
            assert min(error.line, error.column) >= 1
            assert error.sentence.isprintable(), ascii(error.sentence)
            assert len(error.sentence) <= LONGEST_SENTENCE
        list(parse_games(write_game(game)))
    return games


def sentences(games: list[Game]) -> list[str]:
    return [error.sentence for game in games for error in game.errors]


def plies(games: list[Game]) -> list[int]:
    return [len(list(game.main_line())) for game in games]


# ---- anything at all


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


# ---- values that are no text


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
    with pytest.raises(RulesError, match="no rule option named 'self'"):
        Rules.parse("self=1")


@pytest.mark.parametrize(
    "square", [0, 33, -1, 10**30, 10**5000], ids=lambda n: f"{n.bit_length()} bits"
)
def test_there_is_no_piece_off_the_board(square: int) -> None:
    assert sentence_of(Position.start().piece_at, square) is not None


# ---- horrors for every parser


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


# ---- horrors for PDN


@each("depth", [10_000, 100_000])
@each("move", ["", "1. 9-14 ", "1. 9-14 22-18 "])
def test_variations_nested_very_deep(depth: int, move: str) -> None:
    with within(30):
        games = read(f"1. 11-15 {f'({move}' * depth}{')' * depth} 23-19 1-0\n1. 9-14 *\n")
    assert plies(games) == [2, 1]
    assert games[0].result == "1-0"
    assert "variations are nested more than 200 deep; these are left out" in sentences(games)


@pytest.mark.parametrize("depth", [10_000, 100_000])
def test_variations_nested_very_deep_that_never_close(depth: int) -> None:
    with within(30):
        games = read("1. 11-15 " + "(1. 9-14 " * depth + '\n[Event "next"]\n1. 9-14 22-18 *\n')
    assert plies(games) == [1, 2]
    assert sentences(games)[-1] == "the game ends inside a variation; a ')' is missing"
    assert games[1].errors == []


def test_brackets_that_close_nothing() -> None:
    with within(30):
        games = read("1. 11-15 " + ")" * 100_000 + " 23-19 *\n1. 9-14 *\n")
    assert plies(games) == [2, 1]
    assert len(games[0].errors) == MOST_ERRORS


def test_two_hundred_deep_is_read_and_written() -> None:
    text = "1. 11-15" + " (1. 9-14" * 200 + ")" * 200 + " *\n"
    (game,) = read(text)
    assert game.errors == []
    assert write_game(game).count("(") == 200


def test_a_tag_of_ten_megabytes() -> None:
    with within(30):
        games = read(f'[Event "{"x" * (10 * MEGABYTE)}"]\n[Site "s"]\n1. 11-15 *\n')
    assert plies(games) == [1]
    assert games[0].tags == {"Site": "s"}
    assert [(error.line, error.column) for error in games[0].errors] == [(1, 1)]


@pytest.mark.parametrize("letters", [20_000, 100_000, 10 * MEGABYTE])
def test_a_tag_that_is_too_long_is_not_called_incomplete(letters: int) -> None:
    (sentence,) = sentences(read(f'[Event "{"x" * letters}"]\n1. 11-15 *\n'))
    assert "not complete" not in sentence


def test_a_tag_name_of_ten_megabytes() -> None:
    with within(30):
        games = read(f'[{"x" * (10 * MEGABYTE)} "x"]\n1. 11-15 *\n')
    assert (plies(games), len(sentences(games))) == ([1], 1)


@each("fill", ["x", " ", "1", "!", "\\", '"', "é", "1-", "[", "{", ";", "%"])
def test_a_line_of_twenty_megabytes(fill: str) -> None:
    with within(60):
        games = read(fill * (20 * MEGABYTE // len(fill)))
    assert len(games) <= 1


@each("fill", ["(", ")", "()", "{}", "x ", "@ ", "11-15 ", "* ", "$1", "!(?)"])
def test_a_line_of_very_many_words(fill: str) -> None:
    with within(60):
        games = list(parse_games("1. 11-15 " + fill * (MEGABYTE // 16 // len(fill))))
    assert plies(games)[:1] == [1]


@pytest.mark.parametrize("closed", ["}", ""], ids=["closed", "open"])
def test_a_comment_of_ten_megabytes(closed: str) -> None:
    with within(30):
        games = read("1. 11-15\n {" + "word " * (2 * MEGABYTE) + closed + "\n 23-19 *\n")
    assert plies(games) == [2 if closed else 1]
    said = sentences(games)
    assert said[-1].startswith("this comment has 1000")
    assert said[-1].endswith(f"letters; {LONGEST_COMMENT} are kept")
    assert said[:-1] == ([] if closed else ["this comment is not closed by '}'"])
    assert len(games[0].root.children[0].comment) <= LONGEST_COMMENT


def test_a_comment_of_ten_megabytes_is_not_kept_in_memory_twice() -> None:
    data = b"1. 11-15 {" + b"word " * (2 * MEGABYTE) + b"} *\n"
    gc.collect()
    tracemalloc.start()
    try:
        list(read_games(io.BytesIO(data)))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 20 * MEGABYTE, f"{peak} bytes at the peak"


@each("fill", ["\n", "\n ", "\n[", "\n[x ", '\n[x "', "[", '"', "%", "\\"])
def test_comments_filled_with_anything(fill: str) -> None:
    comment = "{" + fill * (LONGEST_COMMENT // len(fill)) + "}"
    with within(10):
        games = list(parse_games(f"1. 11-15 {comment} 23-19 {comment} *\n"))
    assert plies(games) == [2]


@pytest.mark.parametrize(
    "line", ["{" + "x" * 1000 + "}\n", "x" * 1000 + "\n"], ids=["comments", "words"]
)
def test_forty_thousand_comments_on_one_move(line: str) -> None:
    with within(10):
        games = list(parse_games("1. 11-15 " + line * 40_000 + " *\n"))
    assert plies(games) == [1]


@each("word", ["@", "99-1", "$999", "[\n", "!!!", "}"])
def test_a_hundred_thousand_errors_in_one_game(word: str) -> None:
    with within(30):
        games = read("1. 11-15 " + f"{word} " * 100_000 + " 1-0\n1. 9-14 *\n")
    assert plies(games)[-1] == 1
    said = sentences(games[:1])
    assert len(said) <= MOST_ERRORS
    if len(said) == MOST_ERRORS:
        assert said[-1] == "there are more than 100 errors in this game; the others are not listed"


def test_a_hundred_thousand_tags() -> None:
    with within(30):
        games = read("".join(f'[T{number} "x"]\n' for number in range(100_000)) + "1. 11-15 *\n")
    assert (plies(games), len(games[0].tags)) == ([1], 100_000)


def test_a_hundred_thousand_moves() -> None:
    shuffle = "1-6 32-27 6-1 27-32 "
    with within(30):
        (game,) = parse_games(f'[FEN "B:WK32:BK1"] {shuffle * 25_000} *\n')
    assert plies([game]) == [100_000]
    assert game.errors == []


@each("digits", [10, 1000, 10_000, 60_000, MEGABYTE])
@each("text", ["11-{}", "{}-15", "{}x{}", "{}.", "${}", "{}", "11-15x{}"])
def test_digits_of_any_length(text: str, digits: int) -> None:
    with within(20):
        games = read(f"1. {text.format('1' * digits, '2' * digits)} 23-19\n*\n1. 9-14 *\n")
    assert plies(games)[-1] == 1


@pytest.mark.parametrize("digits", [5, 10_000])
def test_a_clock_of_any_number_of_digits(digits: int) -> None:
    (game,) = read(f"1. 11-15 {{[%clk {'9' * digits}:59:59.{'9' * digits}]}} *\n")
    assert game.errors == []


@each(
    "text",
    [
        "{",
        "(",
        "[",
        '[Event "',
        "1. 11-15 {",
        "1. 11-15 (",
        "1. 11-15 (1. 9-14 {",
        "1. 11-15 ({",
        '1. 11-15 [Event "',
        "1. 11-15 (1. 9-14 [",
        "1. 11-15 (?",
        "1. 11-15 $",
        "1. 11-",
    ],
)
@each("ending", ["", "\n", "\n\n1. 9-14"])
def test_what_is_not_closed_is_reported(text: str, ending: str) -> None:
    assert len(sentences(read(text + ending))) >= 1


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32", "cp037"])
def test_encodings_that_cannot_be_known_are_reported(encoding: str) -> None:
    games = read('[Event "x"]\n1. 11-15 23-19 *\n'.encode(encoding))
    assert sentences(games)
    assert sum(plies(games)) == 0


def test_invalid_utf_8_is_read_as_latin_1() -> None:
    (game,) = read(b'[Event "a\xff\xfe\xc3("]\n1. 11-15 *\n')
    assert (game.tags, game.errors) == ({"Event": "aÿþÃ("}, [])


def test_utf_16_that_breaks_off_is_read_as_far_as_it_goes() -> None:
    data = "1. 11-15 *\n1. 9-14 *\n".encode("utf-16")
    for end in range(len(data)):
        games = read(data[:end])
        assert plies(games) in ([], [0], [1], [1, 0], [1, 1], [1, 1, 0]), f"cut after {end} bytes"


def test_a_file_opened_in_the_wrong_encoding_is_refused_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "latin1.pdn"
    path.write_bytes('[Event "Été"]\n1. 11-15 *\n'.encode("latin-1"))
    with path.open(encoding="utf-8") as file, pytest.raises(CrownheadError, match=r"UTF-8|utf-8"):
        list(read_games(file))


def test_the_end_of_a_game_that_is_cut_anywhere() -> None:
    text = (
        '[Event "x\\"y"]\n[FEN "B:W21-32:B1-12"]\n{a} 1. 11-15! {[%clk 0:01:00] b} 23-19(?) $4 '
        "(1... 22-18 2. 15x22 (2. 15x22) 25x18) 2. 8-11 1/2-1/2\n"
    )
    for end in range(len(text)):
        assert len(read(text[:end])) <= 1, ascii(text[:end])
        assert len(read(text[end:])) <= 2, ascii(text[end:])
