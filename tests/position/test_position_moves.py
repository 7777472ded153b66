"""Positions: their pieces, their moves, what happens when one is played, and perft."""

from __future__ import annotations

import signal
import threading
from typing import Any

import pytest
from sample_positions import CASUAL, MIXED, ROUND_TRIP, START, TWO_ROUTES, some_positions

from cases import each
from crownhead import (
    BLACK,
    ENGLISH,
    PRESETS,
    WHITE,
    AmbiguousMoveError,
    CrownheadError,
    IllegalMoveError,
    Move,
    MoveSyntaxError,
    Piece,
    Position,
    Rules,
    Side,
    parse_move,
)
from refused import refused

# ---- the start


def test_black_starts_on_1_to_12_and_white_on_21_to_32() -> None:
    men = dict.fromkeys(range(1, 13), Piece.BLACK_MAN)
    assert START.pieces == men | dict.fromkeys(range(21, 33), Piece.WHITE_MAN)


def test_black_moves_first_under_english_rules() -> None:
    assert START.turn is BLACK


def test_white_moves_first_where_the_rules_say_so() -> None:
    start = Position.start(Rules(first_to_move=WHITE))
    assert (start.turn, start.black, start.white) == (WHITE, START.black, START.white)


def test_the_start_is_under_english_rules() -> None:
    assert START.rules == ENGLISH


@each("name", PRESETS)
def test_the_start_is_under_the_rules_it_is_given(name: str) -> None:
    assert Position.start(PRESETS[name]).rules == PRESETS[name]


def test_the_turn_passes_with_each_move() -> None:
    position = START
    for turn in (BLACK, WHITE, BLACK, WHITE):
        assert position.turn is turn
        position = position.play(position.legal_moves()[0])


# ---- pieces


def test_pieces_are_listed_by_ascending_square() -> None:
    assert MIXED.pieces == {
        10: Piece.WHITE_KING,
        12: Piece.BLACK_MAN,
        16: Piece.BLACK_MAN,
        18: Piece.WHITE_MAN,
        22: Piece.BLACK_KING,
        24: Piece.WHITE_MAN,
        27: Piece.WHITE_MAN,
    }
    assert list(MIXED.pieces) == sorted(MIXED.pieces)


def test_changing_the_pieces_that_were_given_out_changes_nothing() -> None:
    position = Position.start()
    position.pieces.clear()
    assert len(position.pieces) == 24


@each("square", range(1, 33))
def test_piece_at_says_what_pieces_says(square: int) -> None:
    assert MIXED.piece_at(square) is MIXED.pieces.get(square)


@each("square", [0, 33, -1, 100, 10**30, -(10**30)])
def test_there_is_no_piece_off_the_board(square: int) -> None:
    with refused(CrownheadError, "square.unknown", square=str(square)):
        START.piece_at(square)


def test_there_is_no_piece_on_a_square_of_thousands_of_digits() -> None:
    with pytest.raises(CrownheadError):
        START.piece_at(10**10_000)


@pytest.mark.parametrize("square", [None, "1", 1.5, (1,), "a1"])
def test_a_square_is_a_number(square: Any) -> None:
    said = "value.text" if isinstance(square, str) else str(square)
    with refused(CrownheadError, "square.wanted", value=said):
        START.piece_at(square)


def test_the_masks_have_square_n_at_bit_n_minus_1() -> None:
    position = Position.from_fen("W:W32,K2:B1,K31")
    assert position.black == 1 | 1 << 30
    assert position.white == 1 << 31 | 1 << 1
    assert position.kings == 1 << 30 | 1 << 1


@pytest.mark.parametrize("piece", Piece)
def test_a_piece_knows_its_side_and_rank(piece: Piece) -> None:
    assert Piece.of(piece.side, king=piece.is_king) is piece
    assert piece.label == f"{piece.side.label}'s {'king' if piece.is_king else 'man'}"
    assert piece.symbol.isupper() == piece.is_king
    assert piece.symbol.lower() == piece.side.value[0]


@pytest.mark.parametrize("side", Side)
def test_a_side_has_an_opponent(side: Side) -> None:
    assert side.other is not side
    assert side.other.other is side


def test_a_side_is_written_in_small_letters_and_labelled_with_a_capital() -> None:
    assert (str(BLACK), f"{WHITE}", BLACK.label, WHITE.label) == (
        "black",
        "white",
        "Black",
        "White",
    )


# ---- moves of a position


def test_captures_are_the_captures_among_the_legal_moves() -> None:
    for position in some_positions(seed=1, count=500):
        captures = [move for move in position.legal_moves() if move.is_capture]
        assert position.captures() == captures, repr(position)


def test_captures_are_written_like_the_legal_moves() -> None:
    for position in some_positions(seed=2, count=500):
        written = [str(move) for move in position.legal_moves() if move.is_capture]
        assert [str(move) for move in position.captures()] == written, repr(position)


def test_must_capture_where_a_capture_exists_and_may_not_be_declined() -> None:
    for position in some_positions(seed=3, count=500):
        expected = bool(position.captures()) and position.rules.capture == "mandatory"
        assert position.must_capture is expected, repr(position)


def test_is_over_where_there_is_no_move() -> None:
    for position in some_positions(seed=4, count=500):
        assert position.is_over is not bool(position.legal_moves()), repr(position)


def test_changing_the_list_of_moves_changes_nothing() -> None:
    START.legal_moves().clear()
    assert len(START.legal_moves()) == 7


def test_moves_come_captures_first_then_by_their_paths() -> None:
    for position in some_positions(seed=5, count=1_000):
        moves = position.legal_moves()
        ordered = sorted(moves, key=lambda move: (not move.is_capture, move.path))
        assert moves == ordered, repr(position)


def test_moves_come_in_the_documented_order() -> None:
    position = Position.from_fen(
        "B:W14,15,22,23:BK10,1", Rules(capture="optional", continuation="optional")
    )
    assert [move.path for move in position.legal_moves()] == [
        (10, 17),
        (10, 17, 26),
        (10, 17, 26, 19),
        (10, 17, 26, 19, 10),
        (10, 19),
        (10, 19, 26),
        (10, 19, 26, 17),
        (10, 19, 26, 17, 10),
        (1, 5),
        (1, 6),
        (10, 6),
        (10, 7),
    ]


def test_the_order_of_moves_does_not_depend_on_how_the_position_was_made() -> None:
    for position in some_positions(seed=6, count=300):
        again = Position.from_fen(position.fen, position.rules)
        assert again.legal_moves() == position.legal_moves(), repr(position)


# ---- playing


def test_a_move_is_played_from_its_value() -> None:
    assert START.play(Move((11, 15))).fen.endswith("B1,2,3,4,5,6,7,8,9,10,12,15")


@each("text", ["11-15", "11x15", "11:15", " 11-15 ", "11 - 15", "3,6 4,5"])
def test_a_move_is_played_from_text(text: str) -> None:
    assert START.play(text) == START.play(Move((11, 15)))


def test_every_legal_move_can_be_played_from_its_text() -> None:
    for position in some_positions(seed=7, count=500):
        for move in position.legal_moves():
            assert position.play(str(move)) == position.play(move), (repr(position), move)


def test_no_two_legal_moves_are_written_alike() -> None:
    for position in some_positions(seed=8, count=1_000):
        written = [str(move) for move in position.legal_moves()]
        assert len(set(written)) == len(written), repr(position)


def test_a_move_leaves_the_position_it_was_played_in_alone() -> None:
    position = Position.start()
    position.play("11-15")
    assert position == START


def test_the_rules_go_on_with_the_play() -> None:
    assert Position.start(CASUAL).play("11-15").rules == CASUAL


@each(
    ("fen", "text", "reason"),
    [
        (
            "B:W24:B11",
            "10-14",
            "refusal.no-piece",
        ),
        (
            "B:W24:B11",
            "24-20",
            "refusal.not-yours",
        ),
        ("B:W24:B11", "11-8", "refusal.backwards"),
        ("B:W24:B11", "11-18", "refusal.nothing-to-jump"),
        ("B:W24:B11,16", "11-16", "refusal.occupied"),
        ("B:W24:B11", "11-24", "refusal.occupied"),
        (
            "B:W14,28:B9,12",
            "12-16",
            "refusal.must-capture",
        ),
        (
            "B:W14,28:B9,12",
            "9-13",
            "refusal.must-capture",
        ),
        (
            "B:W14,23:B9",
            "9x18",
            "refusal.goes-on",
        ),
        (
            "B:W20,32:B1,5,6,9,10",
            "1-5",
            "refusal.occupied",
        ),
    ],
)
def test_an_illegal_move_is_refused_with_the_reason(fen: str, text: str, reason: str) -> None:
    with refused(IllegalMoveError, "refusal.tried", reason=reason):
        Position.from_fen(fen).play(text)


@each("path", [(10, 14), (24, 20), (11, 8), (11, 18), (9, 18, 27), (10, 17, 26, 19, 10), (1, 5)])
def test_an_illegal_move_is_refused_as_a_value_too(path: tuple[int, ...]) -> None:
    with refused(IllegalMoveError, "refusal.tried"):
        Position.from_fen("B:W24:B11").play(Move(path))


@each(
    "text", ["", "11", "11-", "-15", "a-b", "11--15", "33-29", "0-4", "11-15!", "1" * 100_000, "\0"]
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(MoveSyntaxError) as caught:
        START.play(text)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200


def test_a_move_that_could_be_two_is_refused_and_both_are_named() -> None:
    with refused(AmbiguousMoveError, "move.ambiguous", text="2x18", moves="2x9x18 or 2x11x18"):
        TWO_ROUTES.play("2x18")


def test_a_round_that_could_be_two_is_written_as_the_capture_it_is() -> None:
    with refused(AmbiguousMoveError, "move.ambiguous", text="10x10"):
        ROUND_TRIP.play("10x10")


@pytest.mark.parametrize("move", [None, 11, (11, 15), [11, 15], b"11-15"])
def test_a_move_is_a_move_or_a_text(move: Any) -> None:
    with refused(MoveSyntaxError, "move.wanted"):
        START.play(move)


def test_nothing_can_be_played_when_all_is_over() -> None:
    with pytest.raises(IllegalMoveError):
        Position.from_fen("B:W25,30:B21").play("21-25")


def test_parse_move_gives_the_legal_move() -> None:
    assert parse_move("2-9-18", TWO_ROUTES) == Move((2, 9, 18))


# ---- perft


@pytest.mark.parametrize(("depth", "nodes"), [(0, 1), (1, 7), (2, 49), (3, 302), (8, 845931)])
def test_perft_counts_lines(depth: int, nodes: int) -> None:
    assert START.perft(depth) == nodes


def test_perft_of_nothing_is_one_even_when_all_is_over() -> None:
    assert Position.from_fen("B:W32:B").perft(0) == 1


@pytest.mark.parametrize("depth", [-1, -(2**31), 100, 2**31 - 1])
def test_perft_refuses_a_depth_out_of_range(depth: int) -> None:
    with refused(CrownheadError, "position.depth", most=99, depth=str(depth)):
        START.perft(depth)


@pytest.mark.parametrize("depth", [2**31, 2**64, -(2**64)])
def test_perft_refuses_a_depth_out_of_all_range(depth: int) -> None:
    with refused(CrownheadError, "position.depth", depth=str(depth)):
        START.perft(depth)


@pytest.mark.parametrize("depth", [None, "3", 3.0, [3], True])
def test_perft_refuses_what_is_no_depth(depth: Any) -> None:
    with refused(CrownheadError, "position.depth", most=99):
        START.perft(depth)


def test_perft_can_be_interrupted() -> None:
    def interrupt(*_: object) -> None:
        raise InterruptedError

    def count_and_be_interrupted() -> None:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        START.perft(30)

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        with pytest.raises(InterruptedError):
            count_and_be_interrupted()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_perft_lets_other_threads_run() -> None:
    counts: list[int] = []
    threads = [threading.Thread(target=lambda: counts.append(START.perft(8))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [845931] * 4
