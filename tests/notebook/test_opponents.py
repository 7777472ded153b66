"""Opponents that people write themselves, and how they fail."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from crownhead import Game, Move
from crownhead.errors import EngineError
from crownhead.notebook import NotebookGame, play
from crownhead.notebook.widget import BoardWidget

Choice = Callable[[Game], Move]


class Own:
    """An opponent as somebody may write one: it does what it is told to do."""

    name = "own"

    def __init__(self, choose: Choice) -> None:
        self.choose = choose


def boom(_game: Game) -> Move:
    raise ValueError("boom")


def say_nothing(_game: Game) -> Move:
    raise ZeroDivisionError


def move_badly(_game: Game) -> Move:
    return Move((1, 5))


def interrupt(_game: Game) -> Move:
    raise KeyboardInterrupt


def first(game: Game) -> Move:
    return game.legal_moves()[0]


FAILURES = [
    pytest.param(boom, "the opponent own failed (ValueError: boom)", id="an error of Python's"),
    pytest.param(say_nothing, "the opponent own failed (ZeroDivisionError)", id="without words"),
    pytest.param(
        move_badly,
        "the opponent own failed (1-5 cannot be played: the piece on 1 is Black's and it is White's"
        " turn)",
        id="an illegal move",
    ),
]


@pytest.mark.parametrize(("choose", "why"), FAILURES)
def test_the_board_says_why_an_opponent_failed_and_the_move_is_taken_back(
    choose: Choice, why: str
) -> None:
    opponent = Own(choose)
    board = BoardWidget(NotebookGame(opponent))
    for square in (11, 15):
        board.squares[square].click()
    colours = why.replace("Black", "Red")
    assert board.message.value == f"T{colours[1:]}; your move is taken back."
    assert (board.sitting.game.ply, board.chosen) == (0, [])
    plain = board.squares[9].style.button_color
    assert {board.squares[square].style.button_color for square in (11, 15)} == {plain}
    opponent.choose = first  # mended, it is asked again
    for square in (11, 15):
        board.squares[square].click()
    assert board.message.value == "White played 21-17. Red to move."


@pytest.mark.parametrize(("choose", "why"), FAILURES)
def test_a_plain_game_raises_one_error_that_leads_to_the_opponents(
    choose: Choice, why: str
) -> None:
    game = play(Own(choose), widgets=False)
    with pytest.raises(EngineError) as raised:
        game.move("11-15")
    assert str(raised.value) == f"{why}; your move is taken back"
    assert raised.value.__cause__ is not None
    assert (game.game.ply, game.message) == (0, "Black to move.")


def test_an_opponent_that_fails_before_any_move_begins_no_game() -> None:
    with pytest.raises(EngineError, match=r"failed \(ValueError: boom\)$"):
        play(Own(boom), side="white", widgets=False)


def test_an_interrupted_board_is_drawn_as_the_game_stands() -> None:
    board = BoardWidget(NotebookGame(Own(interrupt)))
    board.squares[11].click()
    with pytest.raises(KeyboardInterrupt):
        board.click(15)
    plain = board.squares[9].style.button_color
    assert board.squares[11].style.button_color == plain
    assert (board.sitting.game.ply, board.message.value) == (0, "Red to move.")
