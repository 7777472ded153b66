"""The traps of the rules one by one: how men and kings step and jump, and by which routes."""

from __future__ import annotations

from drawn_boards import board, moves

from crownhead import Piece, Position


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
