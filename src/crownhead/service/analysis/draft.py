"""A board in the editor: any pieces on any squares, and what can be done with them."""

from typing import Literal

from typing_extensions import TypedDict

from crownhead.builder import PositionBuilder
from crownhead.errors import GameError, PositionError
from crownhead.pieces import Side, SideName
from crownhead.position import Position
from crownhead.rules import ENGLISH, Rules
from crownhead.service.contract import MessageView, message_view
from crownhead.service.games.setup import bare_fen, check_playable
from crownhead.service.games.view import board_text, side_name

Standing = Literal["impossible", "over", "playable"]


class DraftView(TypedDict):
    """A board in the editor: b and w are men, B and W kings, dots empty squares, from square 1 to 32.

    Any board has a FEN. If it is impossible, or the game is over, `problem` says why; `squares` has
    the pieces that cannot stand where they do.
    """

    board: str
    turn: SideName
    fen: str
    standing: Standing
    problem: MessageView | None
    squares: list[int]


def draft(
    board: str | None = None,
    turn: Side | str | None = None,
    text: str | None = None,
    rules: Rules = ENGLISH,
) -> PositionBuilder:
    """Read a board from 32 letters and the side to move, or from a FEN; by default the start position.

    >>> draft(text="B:W18:B1,K2").pieces[2].symbol
    'B'
    """
    if text is not None and board is None and turn is None:
        return PositionBuilder.from_fen(bare_fen(text), rules)
    if text is not None or (board is None and turn is not None):
        raise GameError("begin.two-boards")
    if board is None:
        return PositionBuilder(Position.start(rules))
    made = PositionBuilder(rules=rules).turn_of(turn or rules.first_to_move)
    for square, letter in enumerate(board, start=1):
        if letter != ".":
            made.place(square, letter)
    return made


def draft_view(board: PositionBuilder) -> DraftView:
    """A board as front ends show it, with what is wrong.

    >>> draft_view(draft("b" + 31 * "."))["problem"]
    {'code': 'begin.no-pieces', 'values': {'side': {'code': 'side.white', 'values': {}}}}
    """
    standing, problem = _judged(board)
    return {
        "board": board_text(board),
        "turn": side_name(board.turn),
        "fen": board.fen,
        "standing": standing,
        "problem": problem,
        "squares": _misplaced(board),
    }


def _judged(board: PositionBuilder) -> tuple[Standing, MessageView | None]:
    try:
        check_playable(board.build())
    except PositionError as error:
        return "impossible", message_view(error)
    except GameError as error:
        return "over", message_view(error)
    return "playable", None


def _misplaced(board: PositionBuilder) -> list[int]:
    """Men on their crowning row: each of them makes the board impossible."""
    return [
        square
        for square, piece in sorted(board.pieces.items())
        if PositionBuilder().place(square, piece).problem is not None
    ]
