"""The traps of the rules one by one: a man that captures a king."""

from __future__ import annotations

from drawn_boards import board, moves, under

from crownhead import Piece, Position, Rules

# ---- regicide

KING_ON_THE_WAY = """
    - . - . - . - .
    . - . - . - . -
    - b - . - . - .
    . - W - w - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
"""


@board("Black", KING_ON_THE_WAY)
def test_off_capturing_a_king_is_like_capturing_a_man(position: Position) -> None:
    assert moves(position) == ["9x18"]
    assert position.play("9x18").piece_at(18) is Piece.BLACK_MAN


@board("Black", KING_ON_THE_WAY)
def test_regicide_a_man_that_captures_a_king_goes_on_as_a_king(position: Position) -> None:
    regicide = under(position, regicide=True)
    assert moves(regicide) == ["9x18x11"]
    assert regicide.play("9x18x11").pieces == {11: Piece.BLACK_KING}


@board("Black", KING_ON_THE_WAY)
def test_regicide_goes_on_only_where_it_may_go_on(position: Position) -> None:
    single = under(position, regicide=True, continuation="none")
    assert moves(single) == ["9x18"]
    assert single.play("9x18").piece_at(18) is Piece.BLACK_KING


@board("Black", KING_ON_THE_WAY)
def test_regicide_that_stops_early_is_a_king_already(position: Position) -> None:
    skipping = under(position, regicide=True, continuation="optional")
    assert moves(skipping) == ["9x18", "9x18x11"]
    assert skipping.play("9x18").piece_at(18) is Piece.BLACK_KING


@board(
    "Black",
    """
    - . - . - . - .
    . - . - . - . -
    - b - . - . - .
    . - W - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    w - . - . - . -
    """,
)
def test_regicide_crowns_the_captor_and_does_not_remove_it(position: Position) -> None:
    after = under(position, regicide=True).play("9x18")
    assert after.pieces == {18: Piece.BLACK_KING, 29: Piece.WHITE_MAN}


@board(
    "White",
    """
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - B - . -
    - . - . - w - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_regicide_crowns_white_too(position: Position) -> None:
    assert under(position, regicide=True).play("19x10").pieces == {10: Piece.WHITE_KING}


@board(
    "Black",
    """
    - . - . - . - .
    . - . - . - . -
    - b - . - . - .
    . - w - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    W - . - . - . -
    """,
)
def test_regicide_a_man_that_captures_a_man_stays_a_man(position: Position) -> None:
    assert under(position, regicide=True).play("9x18").piece_at(18) is Piece.BLACK_MAN


@board(
    "Black",
    """
    - b - . - . - .
    . - w - . - . -
    - . - . - . - .
    . - . - W - w -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_regicide_by_the_second_leg_turns_the_piece_round_there(position: Position) -> None:
    regicide = under(position, regicide=True)
    assert moves(regicide) == ["1x10x19x12"]
    assert regicide.play("1x10x19x12").pieces == {12: Piece.BLACK_KING}


FAR_ROW_BLACK = """
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - b - . - . -
    - . - W - w - .
    . - . - . - . -
"""
FAR_ROW_WHITE = """
    - . - . - . - .
    . - b - B - . -
    - . - . - w - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
"""


@board("Black", FAR_ROW_BLACK)
def test_regicide_goes_on_from_the_far_row_although_crowning_ends_a_move(
    position: Position,
) -> None:
    regicide = under(position, regicide=True, crowning_ends_move=True)
    assert moves(regicide) == ["22x31x24"]
    assert regicide.play("22x31x24").pieces == {24: Piece.BLACK_KING}


@board("White", FAR_ROW_WHITE)
def test_regicide_goes_on_from_the_far_row_for_white_too(position: Position) -> None:
    regicide = under(position, regicide=True, crowning_ends_move=True)
    assert moves(regicide) == ["11x2x9"]
    assert regicide.play("11x2x9").pieces == {9: Piece.WHITE_KING}


@board("Black", FAR_ROW_BLACK)
def test_without_regicide_the_far_row_ends_the_capture_of_a_king(position: Position) -> None:
    assert moves(position) == ["22x31"]


@board(
    "Black",
    """
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    b - . - . - . -
    - W - . - . - .
    . - . - . - . -
    - . - w - w - .
    . - . - . - . -
    """,
)
def test_regicide_on_the_way_lets_the_capture_pass_the_far_row(position: Position) -> None:
    assert moves(under(position, regicide=True)) == ["13x22x31x24"]
    assert moves(position) == ["13x22x31"]


@board(
    "Black",
    """
    - . - . - . - .
    . - . - . - . -
    - b - . - . - .
    . - W - w - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_the_preset_single_jump_crowns_a_regicide_after_one_leg(position: Position) -> None:
    single = position.with_rules(Rules.preset("single-jump"))
    assert moves(single) == ["9x18"]
    assert single.play("9x18").fen == "W:W15:BK18"


@board("Black", FAR_ROW_BLACK)
def test_the_preset_regicide_may_stop_on_the_far_row_or_go_on(position: Position) -> None:
    assert moves(position.with_rules(Rules.preset("regicide"))) == ["22x31", "22x31x24"]


@board(
    "Black",
    """
    - . - . - . - .
    . - . - . - . -
    - . - b - . - .
    . - W - w - . -
    - . - . - . - .
    . - w - w - . -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_a_regicide_may_come_back_to_its_own_square(position: Position) -> None:
    regicide = under(position, regicide=True)
    assert moves(regicide) == ["10x17x26x19x10", "10x19x26"]
    assert regicide.play("10x17x26x19x10").fen == "W:W:BK10"
