"""Any PDN file quickly yields games or errors."""

from __future__ import annotations

import gc
import io
import tracemalloc
from pathlib import Path

import pytest

from cases import each
from crownhead import CrownheadError, Game
from crownhead.notation.pdn import parse_games, read_games, write_game
from crownhead.pdn import reader
from crownhead.pdn.tokens import LONGEST_COMMENT
from refusals import MEGABYTE, MOST_ERRORS, plies, read, within
from refused import refused


def codes(games: list[Game]) -> list[str]:
    return [error.code for game in games for error in game.errors]


# ---- nasty PDN


@each("depth", [10_000, 20_000])
@each("move", ["", "1. 9-14 ", "1. 9-14 22-18 "])
def test_variations_nested_very_deep(depth: int, move: str) -> None:
    with within(30):
        games = read(f"1. 11-15 {f'({move}' * depth}{')' * depth} 23-19 1-0\n1. 9-14 *\n")
    assert plies(games) == [2, 1]
    assert games[0].result == "1-0"
    assert "pdn.too-deep" in codes(games)


@pytest.mark.parametrize("depth", [10_000, 20_000])
def test_variations_nested_very_deep_that_never_close(depth: int) -> None:
    with within(30):
        games = read("1. 11-15 " + "(1. 9-14 " * depth + '\n[Event "next"]\n1. 9-14 22-18 *\n')
    assert plies(games) == [1, 2]
    assert codes(games)[-1] == "pdn.ends-inside"
    assert games[1].errors == []


def test_brackets_that_close_nothing() -> None:
    with within(30):
        games = read("1. 11-15 " + ")" * 20_000 + " 23-19 *\n1. 9-14 *\n")
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


@pytest.mark.parametrize("letters", [20_000, 10 * MEGABYTE])
def test_a_tag_that_is_too_long_is_not_called_incomplete(letters: int) -> None:
    (code,) = codes(read(f'[Event "{"x" * letters}"]\n1. 11-15 *\n'))
    assert code in ("pdn.tag-long", "pdn.tag-too-long")


def test_a_tag_name_of_ten_megabytes() -> None:
    with within(30):
        games = read(f'[{"x" * (10 * MEGABYTE)} "x"]\n1. 11-15 *\n')
    assert (plies(games), len(codes(games))) == ([1], 1)


@each("fill", ["x", " ", "1", "!", "\\", '"', "é", "1-", "[", "{", ";", "%"])
def test_a_line_of_twenty_megabytes(fill: str) -> None:
    with within(60):
        games = read(fill * (20 * MEGABYTE // len(fill)))
    assert len(games) <= 1


@each("fill", ["(", ")", "()", "{}", "x ", "@ ", "11-15 ", "* ", "$1", "!(?)"])
def test_a_line_of_very_many_words(fill: str) -> None:
    with within(60):
        games = list(parse_games("1. 11-15 " + fill * (MEGABYTE // 32 // len(fill))))
    assert plies(games)[:1] == [1]


@pytest.mark.parametrize("closed", ["}", ""], ids=["closed", "open"])
def test_a_comment_of_ten_megabytes(closed: str) -> None:
    with within(30):
        games = read("1. 11-15\n {" + "word " * (2 * MEGABYTE) + closed + "\n 23-19 *\n")
    assert plies(games) == [2 if closed else 1]
    assert codes(games) == ([] if closed else ["pdn.comment-open"]) + ["pdn.comment-long"]
    values = games[0].errors[-1].values
    assert values["count"] // 100 == 100_000
    assert values["most"] == LONGEST_COMMENT
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
def test_very_many_errors_in_one_game(word: str) -> None:
    with within(30):
        games = read("1. 11-15 " + f"{word} " * 20_000 + " 1-0\n1. 9-14 *\n")
    assert plies(games)[-1] == 1
    said = codes(games[:1])
    assert len(said) <= MOST_ERRORS
    if len(said) == MOST_ERRORS:
        assert said[-1] == "pdn.too-many-errors"


def test_very_many_tags() -> None:
    with within(30):
        games = read("".join(f'[T{number} "x"]\n' for number in range(20_000)) + "1. 11-15 *\n")
    assert (plies(games), len(games[0].tags)) == ([1], 20_000)


def test_very_many_moves() -> None:
    shuffle = "1-6 32-27 6-1 27-32 "
    with within(30):
        (game,) = parse_games(f'[FEN "B:WK32:BK1"] {shuffle * 5_000} *\n')
    assert plies([game]) == [20_000]
    assert game.errors == []


@pytest.mark.parametrize(
    ("moves", "where"),
    [
        ("1-6 32-27 6-1 27-32\n" * 60, (52, 1)),
        ("1-6 " + "(1-5 32-28)\n" * 120 + " 32-27", (101, 6)),
    ],
)
def test_more_moves_than_a_game_can_have(
    moves: str, where: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "MOST_MOVES", 200)  # 20,000 take a while
    first, second = read(f'[FEN "B:WK32:BK1"]\n{moves} *\n1. 9-14 22-18 *\n')
    assert codes([first]) == ["pdn.too-many-moves"]
    assert sum(1 for _ in first.root.walk()) == 200
    assert (first.errors[0].line, first.errors[0].column) == where
    assert (plies([second]), second.errors) == ([2], [])


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
    assert len(codes(read(text + ending))) >= 1


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32", "cp037"])
def test_encodings_that_cannot_be_known_are_reported(encoding: str) -> None:
    games = read('[Event "x"]\n1. 11-15 23-19 *\n'.encode(encoding))
    assert codes(games)
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
    with (
        path.open(encoding="utf-8") as file,
        refused(CrownheadError, "pdn.encoding", encoding="utf-8"),
    ):
        list(read_games(file))


def test_the_end_of_a_game_that_is_cut_anywhere() -> None:
    text = (
        '[Event "x\\"y"]\n[FEN "B:W21-32:B1-12"]\n{a} 1. 11-15! {[%clk 0:01:00] b} 23-19(?) $4 '
        "(1... 22-18 2. 15x22 (2. 15x22) 25x18) 2. 8-11 1/2-1/2\n"
    )
    for end in range(len(text)):
        assert len(read(text[:end])) <= 1, ascii(text[:end])
        assert len(read(text[end:])) <= 2, ascii(text[end:])
