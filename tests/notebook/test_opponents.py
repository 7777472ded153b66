"""Opponents that people write themselves, and how they fail."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

import pytest

from crownhead import BLACK, Game, Move
from crownhead.errors import EngineError
from crownhead.messages import Message, Words, say
from crownhead.notebook import NotebookGame, play
from crownhead.notebook.widget import BoardWidget
from crownhead.text.moves import Refusal
from refused import refused
from saying import said

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


ILLEGAL = Message(
    "refusal.tried",
    {"tried": "1-5", "reason": Refusal("not-yours", 1, side=BLACK).message},
)
FAILURES = [
    pytest.param(boom, "ValueError: boom", id="an error of Python's"),
    pytest.param(say_nothing, "ZeroDivisionError", id="without words"),
    pytest.param(move_badly, ILLEGAL, id="an illegal move"),
]


def failed(why: Message | str) -> Message:
    return Message("notebook.failed", {"name": "own", "why": why})


@pytest.mark.parametrize(("choose", "why"), FAILURES)
def test_the_board_says_why_an_opponent_failed_and_the_move_is_taken_back(
    choose: Choice, why: Message | str
) -> None:
    opponent = Own(choose)
    board = BoardWidget(NotebookGame(opponent))
    for square in (11, 15):
        board.squares[square].click()
    told = escape(said("notebook.taken-back", "classic", failed=failed(why)), quote=False)
    assert board.message.value == told
    assert (board.sitting.game.ply, board.chosen) == (0, [])
    plain = board.squares[9].style.button_color
    assert {board.squares[square].style.button_color for square in (11, 15)} == {plain}
    opponent.choose = first  # mended, it is asked again
    for square in (11, 15):
        board.squares[square].click()
    assert [one.key for one in board.sitting.said] == ["game.moved", "game.to-move"]
    assert board.message.value == board.sitting.message_in(Words("classic"))


@pytest.mark.parametrize(("choose", "why"), FAILURES)
def test_a_plain_game_raises_one_error_that_leads_to_the_opponents(
    choose: Choice, why: Message | str
) -> None:
    game = play(Own(choose), widgets=False)
    with pytest.raises(EngineError) as raised:
        game.move("11-15")
    assert str(raised.value) == say("notebook.taken-back", failed=failed(why))
    assert raised.value.__cause__ is not None
    assert (game.game.ply, [one.key for one in game.said]) == (0, ["game.to-move"])


def test_an_opponent_that_fails_before_any_move_begins_no_game() -> None:
    with refused(EngineError, "notebook.failed", why="ValueError: boom"):
        play(Own(boom), side="white", widgets=False)


def test_an_interrupted_board_is_drawn_as_the_game_stands() -> None:
    board = BoardWidget(NotebookGame(Own(interrupt)))
    board.squares[11].click()
    with pytest.raises(KeyboardInterrupt):
        board.click(15)
    plain = board.squares[9].style.button_color
    assert board.squares[11].style.button_color == plain
    told = said("game.to-move", "classic", player=BLACK)
    assert (board.sitting.game.ply, board.message.value) == (0, told)
