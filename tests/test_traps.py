"""The rules one by one: each trap of the specification and each sentence of its options.

The picture above a test is the position it gets: `-` is a light square, `.` an empty dark one, b
and w are men, B and W kings.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from crownhead import (
    BLACK,
    ENGLISH,
    WHITE,
    Game,
    IllegalMoveError,
    Move,
    Outcome,
    Piece,
    Position,
    Reason,
    Rules,
    Side,
)

SQUARES = """
    -  1  -  2  -  3  -  4
    5  -  6  -  7  -  8  -
    -  9  - 10  - 11  - 12
   13  - 14  - 15  - 16  -
    - 17  - 18  - 19  - 20
   21  - 22  - 23  - 24  -
    - 25  - 26  - 27  - 28
   29  - 30  - 31  - 32  -
"""


def board(turn: str, picture: str) -> Callable[[Any], Any]:
    """Give a test the position in the picture."""
    pieces = dict(zip(SQUARES.split(), picture.split(), strict=True))
    assert pieces.pop("-") == "-", "a piece stands on a light square"
    lists = {
        man: ",".join(
            ("K" if kind.isupper() else "") + square
            for square, kind in pieces.items()
            if kind.lower() == man
        )
        for man in "wb"
    }
    fen = f"{turn[0]}:W{lists['w']}:B{lists['b']}"
    return pytest.mark.parametrize("position", [Position.from_fen(fen)], ids=[fen])


def under(position: Position, **options: Any) -> Position:
    """Put other rules in force than the English ones."""
    return position.with_rules(ENGLISH.replace(**options))


def in_full(move: Move) -> str:
    return ("x" if move.is_capture else "-").join(map(str, move.path))


def moves(position: Position) -> list[str]:
    """Write the legal moves, each with its whole path."""
    return [in_full(move) for move in position.legal_moves()]


def kings(position: Position) -> dict[Side, int]:
    count = {BLACK: 0, WHITE: 0}
    for piece in position.pieces.values():
        count[piece.side] += piece.is_king
    return count


def test_the_pictures_are_read_square_by_square() -> None:
    picture = "- b - b - b - b  b - b - b - b -  - b - b - b - b  . - . - . - . - "
    picture += "- . - . - . - .  w - w - w - w -  - w - w - w - w  w - w - w - w -"
    assert board("Black", picture).mark.args[1] == [Position.start()]  # type: ignore[attr-defined]


# ---- a man must be able to jump; a jump needs an enemy on the jumped square


@board(
    "Black",
    """
    - . - . - . - .
    . - . - . - . -
    - . - b - . - .
    . - w - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_a_black_man_jumps(position: Position) -> None:
    assert moves(position) == ["10x17"]


@board(
    "White",
    """
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - b - . -
    - . - w - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_a_white_man_jumps(position: Position) -> None:
    assert moves(position) == ["18x11"]


@board(
    "Black",
    """
    - . - . - . - .
    . - . - . - . -
    - . - b - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    - w - . - . - .
    . - . - . - . -
    """,
)
def test_nobody_jumps_an_empty_square(position: Position) -> None:
    assert moves(position) == ["10-14", "10-15"]


@board(
    "Black",
    """
    - . - . - . - .
    . - . - . - . -
    - . - B - . - .
    . - b - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - w
    . - . - . - . -
    """,
)
def test_nobody_jumps_their_own_piece(position: Position) -> None:
    assert moves(position) == ["10-6", "10-7", "10-15", "14-17", "14-18"]


@board(
    "Black",
    """
    - . - . - . - .
    . - . - . - . -
    - . - b - . - .
    . - w - w - . -
    - w - . - b - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_nobody_jumps_onto_a_piece(position: Position) -> None:
    assert moves(position) == ["19-23", "19-24"]


@board(
    "Black",
    """
    - . - . - . - .
    . - . - . - w -
    - . - . - . - b
    w - . - . - . -
    - . - . - . - w
    b - . - . - . -
    - w - . - . - .
    . - w - . - . -
    """,
)
def test_nobody_jumps_over_the_edge(position: Position) -> None:
    assert moves(position) == ["12-16"]


@board(
    "Black",
    """
    - . - . - . - .
    . - w - w - . -
    - . - b - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_a_black_man_neither_steps_nor_jumps_backwards(position: Position) -> None:
    assert moves(position) == ["10-14", "10-15"]


@board(
    "White",
    """
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - w - .
    . - . - b - b -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_a_white_man_neither_steps_nor_jumps_backwards(position: Position) -> None:
    assert moves(position) == ["19-15", "19-16"]


# ---- kings


@board(
    "White",
    """
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - W - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_a_king_moves_one_square_in_every_direction(position: Position) -> None:
    assert moves(position) == ["18-14", "18-15", "18-22", "18-23"]


@board(
    "White",
    """
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - b - b - . -
    - . - W - . - .
    . - b - b - . -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_a_king_jumps_one_adjacent_enemy_in_every_direction(position: Position) -> None:
    assert moves(position) == ["18x9", "18x11", "18x25", "18x27"]


@board(
    "Black",
    """
    - B - . - . - .
    . - . - . - . -
    - . - w - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_a_king_does_not_fly(position: Position) -> None:
    assert moves(position) == ["1-5", "1-6"]


@board(
    "Black",
    """
    - B - . - . - .
    . - w - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_a_king_lands_right_behind_what_it_jumps(position: Position) -> None:
    assert moves(position) == ["1x10"]


@board(
    "Black",
    """
    - . - . - . - .
    . - . - . - . -
    - . - B - . - .
    . - w - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_a_piece_is_jumped_at_most_once_in_a_move(position: Position) -> None:
    assert moves(position) == ["10x17"]


@board(
    "Black",
    """
    - . - . - . - .
    . - . - . - . -
    - . - B - . - .
    . - w - . - . -
    - . - . - . - .
    . - w - . - . -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_jumped_pieces_leave_the_board_when_the_move_ends(position: Position) -> None:
    assert position.play("10x17x26").pieces == {26: Piece.BLACK_KING}


# ---- routes


@board(
    "Black",
    """
    - . - . - . - .
    . - . - . - . -
    - . - B - . - .
    . - w - w - . -
    - . - . - . - .
    . - w - w - . -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_a_king_has_two_ways_round(position: Position) -> None:
    assert moves(position) == ["10x17x26x19x10", "10x19x26x17x10"]


@board(
    "Black",
    """
    - . - . - . - .
    . - . - . - . -
    - . - B - . - .
    . - w - w - . -
    - . - . - . - .
    . - w - w - . -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_a_king_that_went_round_stands_where_it_stood(position: Position) -> None:
    for move in position.legal_moves():
        assert position.play(move).pieces == {10: Piece.BLACK_KING}, move


@board(
    "Black",
    """
    - . - . - . - .
    . - . - w - . -
    - . - B - . - .
    . - w - w - . -
    - . - . - . - .
    . - w - w - . -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_a_piece_may_pass_over_the_square_it_came_from(position: Position) -> None:
    assert moves(position) == ["10x3", "10x17x26x19x10x3", "10x19x26x17x10x3"]


@board(
    "Black",
    """
    - . - b - . - .
    . - w - w - . -
    - . - . - . - .
    . - w - w - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_two_routes_with_the_same_ends_are_two_moves(position: Position) -> None:
    assert [(str(move), move.captured) for move in position.legal_moves()] == [
        ("2x9x18", (6, 14)),
        ("2x11x18", (7, 15)),
    ]


@board(
    "Black",
    """
    - . - b - . - .
    . - w - w - . -
    - . - . - . - .
    . - w - w - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_two_routes_lead_to_two_positions(position: Position) -> None:
    assert position.play("2x9x18").fen == "W:W7,15:B18"
    assert position.play("2x11x18").fen == "W:W6,14:B18"


@board(
    "Black",
    """
    - B - . - . - .
    . - w - w - w -
    - . - . - . - .
    . - w - w - w -
    - . - . - . - .
    . - w - w - w -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_the_longest_capture_takes_nine(position: Position) -> None:
    longest = max(position.legal_moves(), key=lambda move: len(move.path))
    assert longest.path == (1, 10, 3, 12, 19, 10, 17, 26, 19, 28)
    assert position.play(longest).pieces == {28: Piece.BLACK_KING}


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


# ---- capture: mandatory or optional, with a free choice among captures

CAPTURE_OR_STEP = """
    - . - . - . - .
    . - . - . - . -
    - b - . - . - .
    . - w - . - . -
    - . - . - b - .
    . - . - . - . -
    - . - . - . - w
    . - . - . - . -
"""


@board("Black", CAPTURE_OR_STEP)
def test_mandatory_if_a_capture_exists_one_must_be_made(position: Position) -> None:
    assert moves(position) == ["9x18"]
    assert position.must_capture


@board("Black", CAPTURE_OR_STEP)
def test_mandatory_a_refused_step_says_which_capture_must_be_made(position: Position) -> None:
    with pytest.raises(IllegalMoveError, match="you must capture: 9x18"):
        position.play("19-23")


@board("Black", CAPTURE_OR_STEP)
def test_optional_a_capture_may_be_declined(position: Position) -> None:
    free = under(position, capture="optional")
    assert moves(free) == ["9x18", "9-13", "19-23", "19-24"]
    assert not free.must_capture


@board("Black", CAPTURE_OR_STEP)
def test_optional_a_declined_capture_takes_nothing_off_the_board(position: Position) -> None:
    declined = under(position, capture="optional").play("19-23")
    assert declined.piece_at(14) is Piece.WHITE_MAN
    assert declined.piece_at(9) is Piece.BLACK_MAN


@board(
    "Black",
    """
    - . - b - . - .
    . - w - w - . -
    - . - . - . - .
    . - . - . - w -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_the_choice_among_captures_is_free_and_none_must_be_the_longest(position: Position) -> None:
    assert moves(position) == ["2x9", "2x11x20"]


@board(
    "Black",
    """
    - . - . - . - .
    . - . - . - . -
    - b - . - B - .
    . - w - w - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_the_choice_is_free_between_man_and_king(position: Position) -> None:
    assert moves(position) == ["9x18", "11x18"]


# ---- continuation: mandatory, optional or none

TWO_LEGS = """
    - b - . - . - .
    . - w - . - . -
    - . - . - . - .
    . - . - w - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
"""


@board("Black", TWO_LEGS)
def test_mandatory_a_capture_goes_on_while_the_piece_can_capture(position: Position) -> None:
    assert moves(position) == ["1x10x19"]


@board("Black", TWO_LEGS)
def test_mandatory_a_capture_that_stops_early_is_refused_and_told_to_go_on(
    position: Position,
) -> None:
    with pytest.raises(IllegalMoveError, match="the capture goes on: 1x10x19"):
        position.play("1x10")


@board("Black", TWO_LEGS)
def test_optional_a_capture_may_stop_after_any_leg(position: Position) -> None:
    skipping = under(position, continuation="optional")
    assert moves(skipping) == ["1x10", "1x10x19"]
    assert skipping.play("1x10").fen == "W:W15:B10"
    assert skipping.play("1x19").fen == "W:W:B19"


@board("Black", TWO_LEGS)
def test_none_a_capture_is_one_leg_and_then_it_is_the_other_sides_turn(position: Position) -> None:
    single = under(position, continuation="none")
    assert moves(single) == ["1x10"]
    assert single.play("1x10").turn is WHITE


@board("Black", TWO_LEGS)
def test_free_capture_may_be_declined_but_once_begun_goes_to_its_end(position: Position) -> None:
    free = position.with_rules(Rules.preset("free-capture"))
    assert moves(free) == ["1x10x19", "1-5"]


@board("Black", TWO_LEGS)
def test_casual_is_one_leg_or_none(position: Position) -> None:
    assert moves(position.with_rules(Rules.preset("casual"))) == ["1x10", "1-5"]


@board(
    "Black",
    """
    - . - b - . - .
    . - w - . - . -
    - . - . - . - b
    . - . - . - w -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_a_continuation_uses_the_same_piece_never_another(position: Position) -> None:
    assert [(in_full(move), move.captured) for move in position.legal_moves()] == [
        ("2x9", (6,)),
        ("12x19", (16,)),
    ]


@board(
    "Black",
    """
    - . - b - . - .
    . - w - . - . -
    - . - . - . - b
    . - . - . - w -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_another_piece_that_could_capture_waits_for_the_next_turn(position: Position) -> None:
    after = position.play("2x9")
    assert (after.fen, after.turn) == ("W:W16:B9,12", WHITE)


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


@board(
    "Black",
    """
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - b - . - .
    . - W - W - . -
    - . - . - . - .
    . - W - W - . -
    """,
)
def test_pieces_on_the_edge_are_not_jumped(position: Position) -> None:
    assert moves(position) == ["18x25", "18x27"]


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


# ---- a side that cannot move has lost

BLOCKED = """
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    b - . - . - . -
    - w - . - . - .
    . - w - . - . -
"""


@board("Black", BLOCKED)
def test_a_blocked_side_has_no_move_and_its_position_is_over(position: Position) -> None:
    assert (position.legal_moves(), position.is_over) == ([], True)


@board("Black", BLOCKED)
def test_a_blocked_side_has_lost_the_game(position: Position) -> None:
    assert Game(position).outcome == Outcome(WHITE, Reason.NO_MOVES)


@board("Black", BLOCKED)
@pytest.mark.parametrize("capture", ["mandatory", "optional"])
@pytest.mark.parametrize("continuation", ["mandatory", "optional", "none"])
def test_a_blocked_side_loses_under_all_rules(
    position: Position, capture: str, continuation: str
) -> None:
    blocked = under(position, capture=capture, continuation=continuation)
    assert Game(blocked).outcome == Outcome(WHITE, Reason.NO_MOVES)


@board("Black", BLOCKED)
def test_a_blocked_side_can_be_counted_without_end(position: Position) -> None:
    assert [position.perft(depth) for depth in (0, 1, 2, 99)] == [1, 0, 0, 0]


@board(
    "White",
    """
    - b - b - . - .
    w - . - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_a_blocked_white_loses_too(position: Position) -> None:
    assert Game(position).outcome == Outcome(BLACK, Reason.NO_MOVES)


@board(
    "White",
    """
    - . - b - . - .
    w - . - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_a_side_with_one_step_left_has_not_lost(position: Position) -> None:
    assert (moves(position), position.is_over) == (["5-1"], False)


@board(
    "White",
    """
    - b - b - . - .
    W - W - . - . -
    - b - b - . - .
    b - b - b - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_kings_can_be_blocked(position: Position) -> None:
    assert Game(position).outcome == Outcome(BLACK, Reason.NO_MOVES)


@board(
    "Black",
    """
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    w - . - . - . -
    - . - . - . - .
    . - . - . - W -
    """,
)
def test_a_side_without_pieces_has_lost(position: Position) -> None:
    assert (position.legal_moves(), position.is_over) == ([], True)
    assert Game(position).outcome == Outcome(WHITE, Reason.NO_PIECES)


@board(
    "White",
    """
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    w - . - . - . -
    - . - . - . - .
    . - . - . - W -
    """,
)
def test_a_side_whose_enemy_has_no_pieces_may_still_move(position: Position) -> None:
    assert moves(position) == ["21-17", "32-27", "32-28"]
    assert Game(position).outcome is None


@board(
    "White",
    """
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    b - . - . - . -
    - . - . - . - .
    w - w - . - . -
    """,
)
def test_the_game_ends_with_the_move_that_blocks(position: Position) -> None:
    game = Game(position)
    game.push("29-25")
    assert game.outcome == Outcome(WHITE, Reason.NO_MOVES)
    assert game.legal_moves() == []


# ---- a piece with two captures is listed once, its captures once each


@board(
    "Black",
    """
    - . - . - . - .
    . - . - . - . -
    - . - b - . - .
    . - w - w - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    """,
)
def test_a_piece_with_two_captures_has_each_of_them_once(position: Position) -> None:
    assert moves(position) == ["10x17", "10x19"]
    assert [in_full(move) for move in position.captures()] == ["10x17", "10x19"]


@board(
    "White",
    """
    - . - . - . - .
    . - b - b - . -
    - . - . - . - .
    . - b - b - b -
    - . - W - W - .
    . - b - b - b -
    - . - . - . - .
    . - . - . - . -
    """,
)
@pytest.mark.parametrize("continuation", ["mandatory", "optional", "none"])
def test_no_capture_is_listed_twice(position: Position, continuation: str) -> None:
    listed = under(position, continuation=continuation).captures()
    assert len({move.path for move in listed}) == len(set(listed)) == len(listed)


# ---- the options that belong to the game

TWO_KINGS = """
    - B - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - W -
"""
SHUFFLE = ("1-5", "32-28", "5-1", "28-32")


def shuffled(position: Position, plies: int) -> Game:
    game = Game(position)
    for ply in range(plies):
        game.push(SHUFFLE[ply % 4])
    return game


@board("Black", TWO_KINGS)
def test_quiet_limit_draws_after_this_many_plies(position: Position) -> None:
    quick = under(position, quiet_limit=3)
    assert shuffled(quick, 2).outcome is None
    assert shuffled(quick, 3).outcome == Outcome(None, Reason.QUIET)


@board("Black", TWO_KINGS)
def test_quiet_limit_none_never_draws(position: Position) -> None:
    endless = under(position, quiet_limit=None, repetition_limit=None)
    assert shuffled(endless, 400).outcome is None


@board("Black", TWO_KINGS)
def test_repetition_limit_draws_when_a_position_occurs_this_many_times(position: Position) -> None:
    assert shuffled(position, 7).outcome is None
    assert shuffled(position, 8).outcome == Outcome(None, Reason.REPETITION)


@board("Black", TWO_KINGS)
def test_repetition_limit_none_never_draws(position: Position) -> None:
    assert shuffled(under(position, repetition_limit=None), 79).outcome is None


@board(
    "Black",
    """
    - b - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - . -
    - . - . - . - .
    . - . - . - W -
    """,
)
@pytest.mark.parametrize(("counts", "quiet"), [(True, 0), (False, 3)])
def test_quiet_counts_men_says_whether_an_advance_resets_the_count(
    position: Position, counts: bool, quiet: int
) -> None:
    game = Game(under(position, quiet_counts_men=counts))
    for move in ("1-5", "32-28", "5-9"):
        game.push(move)
    assert game.quiet_plies == quiet


@board("Black", TWO_KINGS)
def test_move_seconds_running_out_loses(position: Position) -> None:
    game = Game(under(position, move_seconds=30))
    assert game.lose_on_time() == Outcome(WHITE, Reason.TIME)


@pytest.mark.parametrize("side", [BLACK, WHITE])
def test_first_to_move_says_who_begins(side: Side) -> None:
    start = Position.start(ENGLISH.replace(first_to_move=side))
    assert start.turn is side
    assert {start.pieces[move.from_square].side for move in start.legal_moves()} == {side}
