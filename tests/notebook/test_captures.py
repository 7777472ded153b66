"""Captures of several jumps in a notebook: clicked jump by jump, stopped early, or typed in short."""

from __future__ import annotations

import pytest

from crownhead import BLACK, PRESETS, AmbiguousMoveError, IllegalMoveError, Position
from crownhead.messages import Listed, Message
from crownhead.notebook import NotebookGame
from crownhead.notebook.widget import BoardWidget
from saying import pattern, said

# Black's man on 2 may jump 6 and then 14; under regicide's rules it may stop between.
MAY_STOP = "B:W6,14,32:B2"


def game(fen: str, preset: str = "english") -> NotebookGame:
    return NotebookGame(None, start=Position.from_fen(fen, PRESETS[preset]))


def test_the_board_says_how_to_stop_a_capture() -> None:
    board = BoardWidget(game(MAY_STOP, "regicide"))
    board.click(2)
    assert board.message.value == said(
        "game.must-capture", "classic", side=BLACK, moves=Listed(["2x9", "2x18"])
    )
    board.click(9)
    assert board.message.value == said("notebook.go-on-or-stop", goals=18, square=9)
    board.click(9)
    assert [move.path for move in board.sitting.game.moves] == [(2, 9)]


def test_the_board_goes_on_with_a_capture_that_might_stop() -> None:
    board = BoardWidget(game(MAY_STOP, "regicide"))
    for square in (2, 9, 18):
        board.click(square)
    assert [move.path for move in board.sitting.game.moves] == [(2, 9, 18)]


def test_a_capture_may_stop_on_a_square_that_longer_ones_come_back_to() -> None:
    """From 14 the king may go round four men, both ways, and end on 14."""
    board = BoardWidget(game("B:W9,10,11,18,19,32:BK5", "regicide"))
    for square in (5, 14):
        board.click(square)
    assert board.message.value == said("notebook.go-on-or-stop", goals=Listed([7, 23]), square=14)
    board.click(14)
    assert [move.path for move in board.sitting.game.moves] == [(5, 14)]


def test_a_capture_that_must_go_on_offers_no_stop() -> None:
    board = BoardWidget(game("B:W7,14,15,23,24,32:B3"))
    for square in (3, 10):
        board.click(square)
    assert board.message.value == said("notebook.go-on", goals=Listed([17, 19]))
    board.click(10)  # it may not stop there
    assert board.sitting.game.ply == 0


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("2x9x18", (2, 9, 18)),
        ("2x18", (2, 9, 18)),
        ("2x9", (2, 9, 18)),
    ],
)
def test_a_capture_with_one_way_is_typed_in_short(text: str, path: tuple[int, ...]) -> None:
    assert game(MAY_STOP).move(text).game.moves[0].path == path


def test_a_capture_that_may_stop_ends_where_it_was_typed() -> None:
    assert game(MAY_STOP, "regicide").move("2x9").game.moves[0].path == (2, 9)


def test_a_typed_capture_with_two_ways_is_refused_with_both() -> None:
    with pytest.raises(AmbiguousMoveError, match="2x9x18 or 2x11x18"):
        game("B:W6,7,14,15:B2").move("2x18")


def test_a_move_that_cannot_be_is_refused_by_its_reason() -> None:
    must = Message("refusal.must-capture", {"moves": "2x18"})
    with pytest.raises(IllegalMoveError, match=pattern("refusal.tried", tried="2-7", reason=must)):
        game(MAY_STOP).move("2-7")
