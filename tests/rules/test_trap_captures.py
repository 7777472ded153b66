"""The traps of the rules one by one: which captures must be made, go on, and are listed."""

from __future__ import annotations

import pytest
from drawn_boards import board, in_full, moves, under

from crownhead import WHITE, IllegalMoveError, Piece, Position, Rules
from refused import refused

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
    with refused(IllegalMoveError, "refusal.tried", reason="refusal.must-capture"):
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
    with refused(IllegalMoveError, "refusal.tried", reason="refusal.goes-on"):
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
