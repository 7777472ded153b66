"""Moves as text: every way to write one, and why one cannot be played."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import get_args

import pytest

from cases import each
from crownhead import (
    PRESETS,
    WHITE,
    AmbiguousMoveError,
    CrownheadError,
    IllegalMoveError,
    Move,
    MoveSyntaxError,
    Position,
    Rules,
    parse_move,
)
from crownhead.messages import Message, say
from crownhead.text.diagram import row_and_column
from crownhead.text.moves import Refusal, RefusalCode, why_no_move
from refused import refused
from walks import walk

SEPARATORS = ("-", "x", ":", "X", " - ", " x ", " : ", "\tx\n")
# Two ways for the man on 2 to get to 18: over 6 and 14, or over 7 and 15.
TWO_WAYS = "B:W6,7,14,15:B2"
# The king on 10 may go round either way, over 14, 22, 23 and 15.
ROUND = "B:W14,15,22,23:BK10"


def random_positions(rules: Rules, seed: int, games: int = 6) -> Iterator[Position]:
    """Yield the positions of a few games of random moves."""
    rng = Random(seed)
    for _ in range(games):
        yield from walk(rng, 120, rules)


def pairs(move: Move, between: str = " ") -> str:
    """Write a move as row,column pairs."""
    return between.join(f"{row},{column}" for row, column in map(row_and_column, move.path))


# ---- reading


@each("separator", SEPARATORS)
def test_any_separator_reads_a_quiet_move(separator: str) -> None:
    assert parse_move(f"10{separator}14", Position.start()).path == (10, 14)


@each("separator", SEPARATORS)
def test_any_separator_reads_a_capture(separator: str) -> None:
    move = parse_move(f"10{separator}17", Position.from_fen("B:W14:B10"))
    assert (move.path, move.captured) == ((10, 17), (14,))


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("2x9x18", (2, 9, 18)),
        ("2-11-18", (2, 11, 18)),
        ("2:11x18", (2, 11, 18)),
        ("1,4 3,2 5,4", (2, 9, 18)),
        ("1,4 3,6 5,4", (2, 11, 18)),
    ],
)
def test_a_path_in_full_chooses_the_way(text: str, path: tuple[int, ...]) -> None:
    assert parse_move(text, Position.from_fen(TWO_WAYS)).path == path


@pytest.mark.parametrize("text", ["22x6", "22x15x6", "22-6", "22x06"])
def test_squares_between_may_be_left_out(text: str) -> None:
    assert parse_move(text, Position.from_fen("W:W22:B10,18")).path == (22, 15, 6)


@each(
    "text", ["3,2 4,1", "3,2-4,1", "3,2x4,1", "3,2:4,1", "3,2;4,1", " 3 , 2   4 , 1 ", "3,2 X 4,1"]
)
def test_rows_and_columns_are_read(text: str) -> None:
    assert parse_move(text, Position.start()).path == (9, 13)


@each("preset", PRESETS)
def test_every_legal_move_is_found_by_each_of_its_texts(preset: str) -> None:
    for position in random_positions(PRESETS[preset], seed=11):
        for move in position.legal_moves():
            in_full = "x".join(map(str, move.path))
            for text in (
                str(move),
                in_full,
                in_full.replace("x", "-"),
                pairs(move),
                pairs(move, ";"),
            ):
                found = parse_move(text, position)
                assert found == move, f"{text!r} in {position!r} read as {found!r}, not {move!r}"


@each("preset", PRESETS)
def test_no_two_legal_moves_are_written_alike(preset: str) -> None:
    for position in random_positions(PRESETS[preset], seed=12):
        texts = [str(move) for move in position.legal_moves()]
        assert len(texts) == len(set(texts)), f"{texts} in {position!r}"


def test_a_capture_that_may_stop_is_read_as_far_as_it_is_written() -> None:
    position = Position.from_fen("W:W22:B10,18", PRESETS["regicide"])
    assert [parse_move(text, position).path for text in ("22x15", "22x6")] == [
        (22, 15),
        (22, 15, 6),
    ]


# ---- ambiguous moves


def test_two_ways_with_the_same_ends_are_ambiguous() -> None:
    with refused(AmbiguousMoveError, "move.ambiguous", text="2x18", moves="2x9x18 or 2x11x18"):
        parse_move("2x18", Position.from_fen(TWO_WAYS))


def test_a_way_round_is_ambiguous_until_a_square_tells() -> None:
    position = Position.from_fen(ROUND)
    with refused(AmbiguousMoveError, "move.ambiguous", moves="10x17x26x19x10 or 10x19x26x17x10"):
        parse_move("10x10", position)
    with pytest.raises(AmbiguousMoveError):
        parse_move("10x26x10", position)
    assert parse_move("10x17x26x10", position).path == (10, 17, 26, 19, 10)


def test_moves_with_the_same_ends_are_written_in_full() -> None:
    assert [str(move) for move in Position.from_fen(TWO_WAYS).legal_moves()] == [
        "2x9x18",
        "2x11x18",
    ]


# ---- moves that cannot be read


@each(
    "text",
    [
        "",
        " ",
        "11",
        "11-",
        "-15",
        "11--15",
        "11 15",
        "11_15",
        "11\u201315",  # an en dash
        "a-b",
        "1 1-15",
        "1. 11-15",
        "11-15!",
        "11-15\x00",
        "111-15",
        "11-015",
        "\u0663-\u0667",
        "1²-15",
        "3,2",
        "3,2 4",
        "3,24,1",
        "3.2 4.1",
        "e3-d4",
        "\ud800",
        "11-" + "1" * 1_000_000,
        "11" + "-15" * 1_000_000,
        "1,2 " * 1_000_000,
    ],
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with refused(MoveSyntaxError, "move.unreadable") as caught:
        parse_move(text, Position.start())
    assert len(str(caught.value)) < 150


@pytest.mark.parametrize("text", ["0-4", "11-33", "99x1", "11x0x15", "11-00"])
def test_squares_off_the_board_are_refused(text: str) -> None:
    with refused(MoveSyntaxError, "square.unknown"):
        parse_move(text, Position.start())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3,1 4,1", Message("move.light-square", {"down": 3, "across": 1})),
        ("3,2 4,2", Message("move.light-square", {"down": 4, "across": 2})),
        ("0,1 1,2", Message("move.light-square", {"down": 0, "across": 1})),
        ("9,8 8,7", Message("move.light-square", {"down": 9, "across": 8})),
    ],
)
def test_pairs_off_the_dark_squares_are_refused(text: str, words: str | Message) -> None:
    with refused(MoveSyntaxError, words):
        parse_move(text, Position.start())


# ---- moves that cannot be played


@each(
    ("fen", "text", "reason"),
    [
        pytest.param(
            "W:W22:B17,18",
            "22-26",
            "refusal.must-capture",
            id="must capture",
        ),
        pytest.param(
            "W:W22,32:B18,10",
            "32-28",
            "refusal.must-capture",
            id="another piece must capture",
        ),
        pytest.param(
            "W:W22:B18,10",
            "22x15",
            "refusal.goes-on",
            id="capture stops early",
        ),
        pytest.param(
            "B:W32:B11,12",
            "10-14",
            "refusal.no-piece",
            id="empty square",
        ),
        pytest.param(
            "B:W32:B11,12",
            "32-28",
            "refusal.not-yours",
            id="the other side's piece",
        ),
        pytest.param(
            "B:W32:B7,11,12",
            "7-11",
            "refusal.occupied",
            id="occupied",
        ),
        pytest.param(
            "B:W32:B11,12",
            "11-7",
            "refusal.backwards",
            id="backwards",
        ),
        pytest.param(
            "W:W23:B1",
            "23-27",
            "refusal.backwards",
            id="White backwards",
        ),
        pytest.param(
            "B:W32:B11",
            "11x18",
            "refusal.nothing-to-jump",
            id="nothing to jump",
        ),
        pytest.param(
            "B:W32:B7,11",
            "7x16",
            "refusal.nothing-to-jump",
            id="its own piece",
        ),
        pytest.param(
            "B:W32:B11",
            "11-11",
            "refusal.can",
            id="nowhere",
        ),
        pytest.param("B:W32:B1,5,6", "1-10", "refusal.nothing-to-jump", id="shut in"),
        pytest.param("B:W32:B11", "11-12", "refusal.can", id="sideways"),
        pytest.param("B:W32:B11", "11-11", "refusal.can", id="nowhere"),
        pytest.param(
            "B:W32:BK11",
            "11-27",
            "refusal.can",
            id="far away",
        ),
    ],
)
def test_says_why_a_move_cannot_be_played(fen: str, text: str, reason: str) -> None:
    with refused(IllegalMoveError, "refusal.tried", reason=reason):
        parse_move(text, Position.from_fen(fen))


REFUSED: dict[RefusalCode, tuple[str, str, str, Refusal]] = {
    "no-piece": ("B:W32:B11", "english", "10-14", Refusal("no-piece", 10)),
    "not-yours": ("B:W32:B11", "english", "32-28", Refusal("not-yours", 32, side=WHITE)),
    "goes-on": ("W:W22:B18,10", "english", "22x15", Refusal("goes-on", 22, moves=("22x15x6",))),
    "ends-sooner": (
        "W:W22:B18,10",
        "single-jump",
        "22x15x6",
        Refusal("ends-sooner", 22, moves=("22x15",)),
    ),
    "must-capture": (
        "W:W22,32:B18",
        "english",
        "32-28",
        Refusal("must-capture", 32, moves=("22x15",)),
    ),
    "occupied": ("B:W32:B7,11", "english", "7-11", Refusal("occupied", 7, 11, ("7-10",))),
    "backwards": (
        "B:W32:B11",
        "english",
        "11-7",
        Refusal("backwards", 11, 7, ("11-15", "11-16")),
    ),
    "nothing-to-jump": (
        "B:W32:B12",
        "english",
        "12x19",
        Refusal("nothing-to-jump", 12, 19, ("12-16",)),
    ),
    "cannot": ("B:W32:B12", "english", "12-9", Refusal("cannot", 12, 9, ("12-16",))),
}


@each("code", REFUSED)
def test_a_refusal_has_a_code_with_its_values(code: RefusalCode) -> None:
    fen, preset, text, refusal = REFUSED[code]
    with pytest.raises(IllegalMoveError) as caught:
        parse_move(text, Position.from_fen(fen, PRESETS[preset]))
    assert refusal.code == code
    assert caught.value.refusal == replace(refusal, tried=text)
    assert str(caught.value) == str(caught.value.refusal)


def test_a_piece_that_cannot_move_says_why() -> None:
    position = Position.from_fen("B:W32:B1,5,6,12")
    assert why_no_move(1, position) == Refusal("blocked", 1)
    assert [why_no_move(square, position) for square in (2, 12, 32)] == [None, None, None]
    capture = Position.from_fen("W:W22,32:B18")
    assert why_no_move(32, capture) == Refusal("must-capture", 32, moves=("22x15",))
    assert str(why_no_move(32, capture)) == say("refusal.must-capture", moves="22x15")


def test_every_code_is_tried_here() -> None:
    assert {*REFUSED, "blocked"} == set(get_args(RefusalCode))


@pytest.mark.parametrize("preset", ["english", "free-capture"])
def test_a_capture_begun_must_go_on_and_the_sentence_says_so(preset: str) -> None:
    position = Position.from_fen("W:W22:B18,10", PRESETS[preset])
    goes_on = Message("refusal.goes-on", {"moves": "22x15x6"})
    with refused(IllegalMoveError, "refusal.tried", reason=goes_on.key) as caught:
        parse_move("22x15", position)
    assert str(caught.value) == say("refusal.tried", tried="22x15", reason=goes_on)


def test_a_second_leg_where_one_is_allowed_is_refused() -> None:
    position = Position.from_fen("W:W22:B18,10", PRESETS["single-jump"])
    with refused(IllegalMoveError, "refusal.tried", tried="22x15x6", reason="refusal.ends-sooner"):
        parse_move("22x15x6", position)


def test_a_move_that_is_no_text_is_refused_with_the_same_sentence() -> None:
    with refused(
        IllegalMoveError, "refusal.tried", tried="11x18", reason="refusal.nothing-to-jump"
    ):
        Position.start().play(Move((11, 18)))


@each("preset", PRESETS)
def test_any_two_squares_give_a_move_or_a_sentence(preset: str) -> None:
    positions = list(random_positions(PRESETS[preset], seed=13, games=2))[::24]
    for position in positions:
        for first in range(34):
            for last in range(34):
                with suppress(CrownheadError):
                    move = parse_move(f"{first}-{last}", position)
                    assert move in position.legal_moves(), f"{first}-{last} in {position!r}"
