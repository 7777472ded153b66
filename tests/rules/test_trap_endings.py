"""The traps of the rules one by one: a side that cannot move, draws, time and who begins."""

from __future__ import annotations

import pytest
from drawn_boards import board, moves, under

from crownhead import BLACK, ENGLISH, WHITE, Game, Outcome, Position, Reason, Side

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
