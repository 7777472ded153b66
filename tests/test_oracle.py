"""Tests of the oracle itself, so that a difference from the package accuses the package.

A picture stands above each rule's test: `-` is a light square, `.` an empty dark one.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from cases import each
from oracle import (
    Board,
    OracleMove,
    OracleRules,
    capture_moves,
    every_option_combination,
    is_over,
    is_valid,
    legal_moves,
    must_capture,
    perft,
    play,
    quiet_moves,
    random_board,
    random_playout,
)

ENGLISH = OracleRules()


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


# --- what holds between the options, on any board


@each("rules", every_option_combination()[:4])
@each("seed", range(4))
def test_the_continuations_are_the_whole_captures_their_beginnings_and_their_first_legs(
    rules: OracleRules, seed: int
) -> None:
    rng = Random(seed)
    for board in (random_board(rng) for _ in range(200)):
        whole = capture_paths(board, rules._replace(continuation="mandatory"))
        beginnings = sorted({path[:end] for path in whole for end in range(2, len(path) + 1)})
        first_legs = [path for path in beginnings if len(path) == 2]
        may_stop, one_leg = (rules._replace(continuation=word) for word in ("optional", "none"))
        assert capture_paths(board, may_stop) == beginnings, board.fen()
        assert capture_paths(board, one_leg) == first_legs, board.fen()


def capture_paths(board: Board, rules: OracleRules) -> list[tuple[int, ...]]:
    """List the paths of the captures, in their order."""
    return [move.path for move in capture_moves(board, rules)]


@each("rules", every_option_combination())
def test_colours_and_board_turned_give_the_same_moves(rules: OracleRules) -> None:
    rng = Random(7)
    for board in (random_board(rng) for _ in range(200)):
        turned = [
            OracleMove(tuple(33 - at for at in move.path), tuple(33 - at for at in move.captured))
            for move in legal_moves(turned_round(board), rules)
        ]
        assert sorted(turned) == sorted(legal_moves(board, rules)), board.fen()


def turned_round(board: Board) -> Board:
    """Return the same position with the sides exchanged and the board turned."""
    pieces = {33 - square: piece.translate(SWAP) for square, piece in board.pieces.items()}
    return Board(pieces, "white" if board.turn == "black" else "black")


SWAP = str.maketrans("bBwW", "wWbB")


@each("rules", every_option_combination())
def test_moves_are_listed_once_in_order_and_lead_to_valid_boards(rules: OracleRules) -> None:
    rng = Random(11)
    for board in (random_board(rng) for _ in range(200)):
        captures, quiet = capture_moves(board, rules), quiet_moves(board)
        assert captures == sorted(set(captures)), board.fen()
        assert quiet == sorted(set(quiet)), board.fen()
        free = rules.capture == "optional" or not captures
        assert legal_moves(board, rules) == captures + (quiet if free else []), board.fen()
        for move in legal_moves(board, rules):
            reached = play(board, move, rules)
            assert len(reached.pieces) == len(board.pieces) - len(move.captured), board.fen()
            assert is_valid(reached), board.fen()
            assert reached.turn != board.turn, board.fen()


# --- options, FEN, random positions


def test_there_are_24_option_combinations() -> None:
    assert len(set(every_option_combination())) == 24
    assert ENGLISH in every_option_combination()


def test_a_fen_is_read_and_written() -> None:
    board = Board.from_fen("W:W18,K10:B12,16,K22")
    assert board == Board({10: "W", 18: "w", 12: "b", 16: "b", 22: "B"}, "white")
    assert board.fen() == "W:WK10,18:B12,16,K22"


NO_FENS = """
    B:W:B   X:W18:B12   B:W18   B:B12:W18   B:W18,:B12   B:W0:B12   B:W33:B12   B:WK:B12
    B:W18:B12.   B:W18:B18   B:W18,18:B12   B:W4:B12   B:W18:B29
    B:W20,21,22,23,24,25,26,27,28,29,30,31,32:B1
"""


@each("text", ["", *NO_FENS.split()])
def test_a_fen_that_is_not_one_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a|twice"):
        Board.from_fen(text)


def test_random_boards_are_valid_and_of_every_sort() -> None:
    rng = Random(3)
    boards = [random_board(rng) for _ in range(3000)]
    for board in boards:
        assert is_valid(board), board.fen()
        assert Board.from_fen(board.fen()) == board
    assert {board.turn for board in boards} == {"black", "white"}
    assert {len(board.pieces) for board in boards} >= set(range(1, 24))
    legs = {len(move.captured) for board in boards for move in legal_moves(board, ENGLISH)}
    assert legs >= set(range(9))
    assert any(is_over(board, ENGLISH) for board in boards)


@each("rules", every_option_combination())
def test_a_playout_is_a_game_from_the_start(rules: OracleRules) -> None:
    boards = list(random_playout(Random(5), rules, longest=40))
    assert boards[0] == Board.start()
    for before, board in pairwise(boards):
        assert board in [play(before, move, rules) for move in legal_moves(before, rules)]
    assert len(boards) == 41 or is_over(boards[-1], rules)
