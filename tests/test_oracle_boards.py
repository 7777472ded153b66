"""Properties of the oracle on any board: relations between options, rotated, written and random boards."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from cases import each
from oracle import (
    ENGLISH,
    Board,
    OracleMove,
    OracleRules,
    capture_moves,
    every_option_combination,
    is_over,
    is_valid,
    legal_moves,
    play,
    quiet_moves,
    random_board,
    random_playout,
)

# --- relations between the options, on any board


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
    """Return the same position with the sides exchanged and the board rotated."""
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


def test_the_option_combinations_are_all_there() -> None:
    switches = len(OracleRules._fields) - 2
    assert len(set(every_option_combination())) == 2 * 3 * 2**switches
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
