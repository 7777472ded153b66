"""The traps of the rules one by one: who is crowned, what crowning ends, and how many kings there are."""

from __future__ import annotations

import pytest
from drawn_boards import board, moves, under

from crownhead import BLACK, WHITE, Piece, Position, Side


def kings(position: Position) -> dict[Side, int]:
    count = {BLACK: 0, WHITE: 0}
    for piece in position.pieces.values():
        count[piece.side] += piece.is_king
    return count


# ---- promotion, by quiet moves and by captures, for both sides


@board(
    "Black",
    """
    - . - . - . - .
    . - . - . - . -
    - . - . - . - w
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - b - . - .
    . - . - . - . -
    """,
)
def test_black_is_crowned_by_a_quiet_move(position: Position) -> None:
    assert position.play("26-31").piece_at(31) is Piece.BLACK_KING


@board(
    "White",
    """
    - . - . - . - .
    . - . - w - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - b
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_white_is_crowned_by_a_quiet_move(position: Position) -> None:
    assert position.play("7-2").piece_at(2) is Piece.WHITE_KING


@board(
    "Black",
    """
    - . - . - . - .
    . - . - . - . -
    - . - . - . - w
    . - . - . - . -
    - . - . - . - .
    . - b - . - . -
    - . - w - . - .
    . - . - . - . -
    """,
)
def test_black_is_crowned_by_a_capture(position: Position) -> None:
    assert position.play("22x31").pieces == {12: Piece.WHITE_MAN, 31: Piece.BLACK_KING}


@board(
    "White",
    """
    - . - . - . - .
    . - . - b - . -
    - . - . - w - .
    . - . - . - . -
    - . - . - . - b
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_white_is_crowned_by_a_capture(position: Position) -> None:
    assert position.play("11x2").pieces == {2: Piece.WHITE_KING, 20: Piece.BLACK_MAN}


@board(
    "Black",
    """
    - . - . - . - .
    . - . - . - . -
    - . - b - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    w - . - . - . -
    """,
)
def test_nobody_is_crowned_on_the_way(position: Position) -> None:
    assert position.play("10-14").piece_at(14) is Piece.BLACK_MAN


@board(
    "Black",
    """
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - w - . -
    - B - . - . - .
    . - . - . - . -
    """,
)
def test_a_king_stays_a_king_wherever_it_goes(position: Position) -> None:
    for move in position.legal_moves():
        assert position.play(move).piece_at(move.to_square) is Piece.BLACK_KING, move


# ---- crowning_ends_move

BEYOND_THE_FAR_ROW = """
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - b - . - . -
    - . - w - w - .
    . - . - . - . -
"""
BEYOND_WHITES_FAR_ROW = """
    - . - . - . - .
    . - b - b - . -
    - . - . - w - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
"""


@board("Black", BEYOND_THE_FAR_ROW)
def test_on_a_man_that_reaches_the_far_row_stops_there(position: Position) -> None:
    assert moves(position) == ["22x31"]
    assert position.play("22x31").fen == "W:W27:BK31"


@board("Black", BEYOND_THE_FAR_ROW)
def test_off_a_man_that_reaches_the_far_row_goes_on_as_a_king(position: Position) -> None:
    going_on = under(position, crowning_ends_move=False)
    assert moves(going_on) == ["22x31x24"]
    assert going_on.play("22x31x24").fen == "W:W:BK24"


@board("White", BEYOND_WHITES_FAR_ROW)
def test_on_white_stops_on_the_far_row(position: Position) -> None:
    assert moves(position) == ["11x2"]


@board("White", BEYOND_WHITES_FAR_ROW)
def test_off_white_goes_on_from_the_far_row(position: Position) -> None:
    going_on = under(position, crowning_ends_move=False)
    assert moves(going_on) == ["11x2x9"]
    assert going_on.play("11x2x9").fen == "B:WK9:B"


@board("Black", BEYOND_THE_FAR_ROW)
def test_off_one_leg_a_turn_still_stops_on_the_far_row(position: Position) -> None:
    single = under(position, crowning_ends_move=False, continuation="none")
    assert moves(single) == ["22x31"]
    assert single.play("22x31").piece_at(31) is Piece.BLACK_KING


@board(
    "Black",
    """
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - B - . - . -
    - . - w - w - .
    . - . - . - . -
    """,
)
def test_on_a_king_does_not_stop_on_the_far_row(position: Position) -> None:
    assert moves(position) == ["22x31x24"]


@board(
    "Black",
    """
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - w - w - . -
    - b - . - . - .
    . - w - w - . -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_a_man_goes_round_only_once_it_is_a_king(position: Position) -> None:
    assert moves(under(position, crowning_ends_move=False)) == ["17x26"]


# ---- king counts


@board(
    "Black",
    """
    - . - . - . - .
    . - . - . - . -
    - B - . - . - B
    . - W - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    W - . - . - . -
    """,
)
def test_kings_are_counted_right_after_a_king_captures_a_king(position: Position) -> None:
    assert kings(position) == {BLACK: 2, WHITE: 2}
    assert kings(position.play("9x18")) == {BLACK: 2, WHITE: 1}


@board(
    "Black",
    """
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - b - . - . -
    - . - W - . - .
    . - . - . - W -
    """,
)
@pytest.mark.parametrize("regicide", [False, True])
def test_kings_are_counted_right_after_a_man_crowns_by_capturing_a_king(
    position: Position, regicide: bool
) -> None:
    after = under(position, regicide=regicide).play("22x31")
    assert kings(after) == {BLACK: 1, WHITE: 1}
    assert after.kings.bit_count() == 2


@board(
    "White",
    """
    - . - . - . - B
    . - . - B - . -
    - . - . - w - .
    . - . - . - . -
    - . - . - . - B
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_kings_are_counted_right_after_white_crowns_by_capturing_a_king(
    position: Position,
) -> None:
    assert kings(position.play("11x2")) == {BLACK: 2, WHITE: 1}


@board(
    "Black",
    """
    - . - . - . - .
    . - . - . - . -
    - . - B - . - .
    . - W - W - . -
    - . - . - . - .
    . - W - W - . -
    - . - . - . - .
    W - . - . - . -
    """,
)
def test_kings_are_counted_right_after_a_king_takes_four_in_a_round(position: Position) -> None:
    after = position.play("10x17x26x19x10")
    assert kings(after) == {BLACK: 1, WHITE: 1}
    assert after.fen == "W:WK29:BK10"


@board(
    "White",
    """
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - B - . - .
    . - . - w - . -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_a_man_on_the_square_of_a_king_that_is_gone_is_a_man(position: Position) -> None:
    after = position.play("23x14")
    assert (after.pieces, after.kings) == ({14: Piece.WHITE_MAN}, 0)
