"""Tests of the oracle itself, so that a difference from the package points to the package.

A picture stands above each rule's test: `-` is a light square, `.` an empty dark one.
"""

from __future__ import annotations

import pytest

from cases import each
from oracle import (
    ENGLISH,
    Board,
    OracleMove,
    OracleRules,
    every_option_combination,
    is_over,
    legal_moves,
    must_capture,
    perft,
    play,
)


def written(fen: str, rules: OracleRules = ENGLISH) -> list[str]:
    """Write the legal moves, each with its whole path."""
    return [
        ("x" if move.captured else "-").join(map(str, move.path))
        for move in legal_moves(Board.from_fen(fen), rules)
    ]


def after(fen: str, rules: OracleRules = ENGLISH) -> list[str]:
    """Write the boards after each legal move."""
    board = Board.from_fen(fen)
    return [play(board, move, rules).fen() for move in legal_moves(board, rules)]


# --- the English game


@each(("depth", "nodes"), [(0, 1), (1, 7), (2, 49), (3, 302), (4, 1469), (5, 7361)])
def test_perft_from_the_start_is_the_published_one(depth: int, nodes: int) -> None:
    assert perft(Board.start(), ENGLISH, depth) == nodes


def test_the_start_is_written_square_by_square() -> None:
    white = "21,22,23,24,25,26,27,28,29,30,31,32"
    assert Board.start().fen() == f"B:W{white}:B1,2,3,4,5,6,7,8,9,10,11,12"


# - . - . - . - .
# . - . - . - . -
# - . - . - B - .
# . - . - . - . -
# - b - . - . - w
# . - . - . - . -
# - . - . - . - .
# . - . - . - . -
def test_a_king_steps_four_ways_and_a_man_two() -> None:
    fen = "B:W20:BK11,17"
    assert written(fen) == ["11-7", "11-8", "11-15", "11-16", "17-21", "17-22"]


# - . - . - . - .
# . - w - . - . -
# - . - b - . - .
# . - b - . - . -
# - . - . - . - .
# . - . - . - . -
# - . - . - . - .
# . - . - . - . -
def test_a_man_jumps_neither_backwards_nor_its_own_side() -> None:
    assert written("B:W6:B10,14") == ["10-15", "14-17", "14-18"]


# - . - . - . - .
# . - . - . - . -
# - B - . - . - .
# . - w - . - . -
# - . - . - . - .
# . - . - . - . -
# - . - . - . - .
# . - . - . - . -
def test_a_piece_is_jumped_once() -> None:
    assert written("B:W14:BK9") == ["9x18"]
    assert after("B:W14:BK9") == ["W:W:BK18"]


# - . - . - . - .
# . - . - w - . -
# - . - . - . - .
# . - . - . - . -
# - . - . - . - .
# . - . - . - . -
# - . - b - . - .
# . - . - . - . -
def test_a_quiet_move_to_the_far_row_crowns_either_side() -> None:
    assert after("B:W7:B26") == ["W:W7:BK30", "W:W7:BK31"]
    assert after("W:W7:B26") == ["B:WK2:B26", "B:WK3:B26"]


# - . - . - . - .
# . - . - . - . -
# - . - . - . - .
# . - . - . - . -
# - . - . - . - .
# . - b - . - . -
# - . - W - . - .
# . - . - . - . -
def test_a_man_that_takes_a_king_and_reaches_the_far_row_is_one_king() -> None:
    assert written("B:WK26:B22") == ["22x31"]
    assert after("B:WK26:B22") == ["W:W:BK31"]


# - . - . - . - .
# . - . - . - . -
# - . - . - . - .
# . - . - . - . -
# - . - . - . - .
# b - . - . - . -
# - w - . - . - .
# . - w - . - . -
def test_a_side_that_cannot_move_has_lost() -> None:
    for rules in every_option_combination():
        assert is_over(Board.from_fen("B:W25,30:B21"), rules)
        assert is_over(Board.from_fen("B:W25,30:B"), rules)
        assert not is_over(Board.from_fen("W:W25,30:B"), rules)


# --- routes


# - . - . - . - .
# . - . - . - . -
# - . - B - . - .
# . - w - w - . -
# - . - . - . - .
# . - w - w - . -
# - . - . - . - .
# . - . - . - . -
def test_a_circular_capture_goes_two_ways_round() -> None:
    board = Board.from_fen("B:W14,15,22,23:BK10")
    round_by_17 = OracleMove((10, 17, 26, 19, 10), (14, 22, 23, 15))
    round_by_19 = OracleMove((10, 19, 26, 17, 10), (15, 23, 22, 14))
    assert legal_moves(board, ENGLISH) == [round_by_17, round_by_19]
    assert after(board.fen()) == ["W:W:BK10", "W:W:BK10"]


# - . - . - . - .
# . - . - w - . -
# - . - B - . - .
# . - w - w - . -
# - . - . - . - .
# . - w - w - . -
# - . - . - . - .
# . - . - . - . -
def test_a_capture_goes_on_from_the_square_it_began_on() -> None:
    moves = written("B:W7,14,15,22,23:BK10")
    assert moves == ["10x3", "10x17x26x19x10x3", "10x19x26x17x10x3"]


# - . - b - . - .
# . - w - w - . -
# - . - . - . - .
# . - w - w - . -
# - . - . - . - .
# . - . - . - . -
# - . - . - . - .
# . - . - . - . -
def test_two_routes_with_the_same_ends_are_two_moves() -> None:
    board = Board.from_fen("B:W6,7,14,15:B2")
    by_9 = OracleMove((2, 9, 18), (6, 14))
    by_11 = OracleMove((2, 11, 18), (7, 15))
    assert legal_moves(board, ENGLISH) == [by_9, by_11]
    assert after(board.fen()) == ["W:W7,15:B18", "W:W6,14:B18"]


# --- capture


# - . - . - . - .
# . - . - . - . -
# - b - . - . - b
# . - w - . - . -
# - . - . - . - .
# . - . - . - . -
# - . - . - . - .
# . - . - . - . -
def test_a_capture_is_made_or_may_be() -> None:
    fen = "B:W14:B9,12"
    free = ENGLISH._replace(capture="optional")
    assert written(fen) == ["9x18"]
    assert written(fen, free) == ["9x18", "9-13", "12-16"]
    assert must_capture(Board.from_fen(fen), ENGLISH)
    assert not must_capture(Board.from_fen(fen), free)


# --- continuation


# - . - . - . - .
# . - . - . - . -
# - b - . - . - .
# . - w - . - . -
# - . - . - . - .
# . - w - w - . -
# - . - . - . - .
# . - . - . - . -
@pytest.mark.parametrize(
    ("continuation", "moves"),
    [
        ("mandatory", ["9x18x25", "9x18x27"]),
        ("optional", ["9x18", "9x18x25", "9x18x27"]),
        ("none", ["9x18"]),
    ],
)
def test_a_capture_goes_on_or_may_or_may_not(continuation: str, moves: list[str]) -> None:
    assert written("B:W14,22,23:B9", ENGLISH._replace(continuation=continuation)) == moves


def test_an_optional_capture_once_begun_goes_on_to_its_end() -> None:
    free_capture = OracleRules(capture="optional")
    assert written("B:W14,22,23:B9", free_capture) == ["9x18x25", "9x18x27", "9-13"]


# --- crowning_ends_move


# - . - . - . - .
# . - . - . - . -
# - . - . - . - .
# . - . - . - . -
# - . - . - . - .
# . - b - . - . -
# - . - w - w - .
# . - . - . - . -
@each(
    ("continuation", "ends", "moves", "boards"),
    [
        ("mandatory", True, ["22x31"], ["W:W27:BK31"]),
        ("mandatory", False, ["22x31x24"], ["W:W:BK24"]),
        ("optional", True, ["22x31"], ["W:W27:BK31"]),
        ("optional", False, ["22x31", "22x31x24"], ["W:W27:BK31", "W:W:BK24"]),
        ("none", True, ["22x31"], ["W:W27:BK31"]),
        ("none", False, ["22x31"], ["W:W27:BK31"]),
    ],
)
def test_crowning_ends_a_capture_or_it_goes_on_as_a_king(
    continuation: str, ends: bool, moves: list[str], boards: list[str]
) -> None:
    rules = OracleRules(continuation=continuation, crowning_ends_move=ends)
    assert written("B:W26,27:B22", rules) == moves
    assert after("B:W26,27:B22", rules) == boards


# - . - . - . - .
# . - . - . - . -
# - . - . - . - .
# . - . - . - . -
# - . - . - . - .
# . - B - . - . -
# - . - w - w - .
# . - . - . - . -
def test_the_far_row_does_not_stop_a_king() -> None:
    assert written("B:W26,27:BK22") == ["22x31x24"]


# --- regicide


# - . - . - . - .
# . - . - . - . -
# - b - . - . - .
# . - W - w - . -
# - . - . - . - .
# . - . - . - . -
# - . - . - . - .
# . - . - . - . -
@pytest.mark.parametrize(
    ("continuation", "regicide", "moves", "boards"),
    [
        ("mandatory", False, ["9x18"], ["W:W15:B18"]),
        ("mandatory", True, ["9x18x11"], ["W:W:BK11"]),
        ("optional", True, ["9x18", "9x18x11"], ["W:W15:BK18", "W:W:BK11"]),
        ("none", False, ["9x18"], ["W:W15:B18"]),
        ("none", True, ["9x18"], ["W:W15:BK18"]),
    ],
)
def test_regicide_crowns_the_captor_at_once(
    continuation: str, regicide: bool, moves: list[str], boards: list[str]
) -> None:
    rules = OracleRules(continuation=continuation, regicide=regicide)
    assert written("B:WK14,15:B9", rules) == moves
    assert after("B:WK14,15:B9", rules) == boards


# - . - . - . - .
# . - . - . - . -
# - b - . - . - .
# . - w - . - . -
# - . - . - . - .
# . - . - W - w -
# - . - . - . - .
# . - . - . - . -
def test_regicide_on_a_later_leg_crowns_from_that_leg_on() -> None:
    fen = "B:W14,K23,24:B9"
    assert written(fen) == ["9x18x27"]
    assert written(fen, OracleRules(regicide=True)) == ["9x18x27x20"]


# - . - . - . - .
# . - . - . - . -
# - . - . - . - .
# . - . - . - . -
# - . - . - . - .
# . - b - . - . -
# - . - W - w - .
# . - . - . - . -
def test_regicide_goes_on_from_the_far_row_although_crowning_ends_a_move() -> None:
    regicide = OracleRules(regicide=True, crowning_ends_move=True)
    assert written("B:WK26,27:B22") == ["22x31"]
    assert written("B:WK26,27:B22", regicide) == ["22x31x24"]
    assert after("B:WK26,27:B22", regicide) == ["W:W:BK24"]


# - . - . - . - .
# . - . - . - . -
# - . - . - . - .
# . - . - . - . -
# - . - . - . - .
# . - b - . - . -
# - . - w - W - .
# . - . - . - . -
def test_a_king_not_yet_taken_crowns_nobody() -> None:
    assert written("B:W26,K27:B22", OracleRules(regicide=True)) == ["22x31"]


# - . - . - . - .
# . - . - . - . -
# - . - . - . - .
# . - . - . - . -
# - . - B - . - .
# . - w - . - . -
# - . - . - . - .
# . - . - . - . -
def test_regicide_crowns_white_too_and_only_for_a_king_taken() -> None:
    regicide = OracleRules(regicide=True)
    assert after("W:W22:BK18", regicide) == ["B:WK15:B"]
    assert after("W:W22:B18", regicide) == ["B:W15:B"]
    assert after("W:W22:BK18") == ["B:W15:B"]
