"""Reads the moves that people type: squares, and the legal moves that fit them."""

import re
import unicodedata
from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from crownhead.errors import GameError
from crownhead.messages import Message
from crownhead.move import Move
from crownhead.pieces import Side, checked_square
from crownhead.service.contract import GameView, MoveView
from crownhead.terminal.words import must_capture
from crownhead.text.moves import Refusal, fitting, read_squares, square_of_pair, tidy_move

_NUMBER: Final = re.compile(r"[0-9]{1,3}", re.ASCII)
_TO: Final = re.compile(
    r"(?<=[0-9])\s*(?:to|[-=]?>|[\u2190-\u21ff\u27f5-\u27ff])\s*(?=[0-9])", re.IGNORECASE
)
# Two squares must follow: `9.14` is not a move with a number.
_MOVE_NUMBER: Final = re.compile(
    r"^[0-9]{1,3}\.+\s*(?=[0-9]{1,2}(?![0-9])\s*[^\s.0-9]*\s*[0-9])", re.ASCII
)
_PAIR: Final = re.compile(r"([0-9])\s*,\s*([0-9])", re.ASCII)


def is_move(text: str) -> bool:
    """Whether a text is squares and not a command.

    >>> is_move("11-15"), is_move("undo")
    (True, False)
    """
    return text.lstrip("(")[:1].isdigit()


def squares_of(text: str) -> list[int]:
    """Read one square or the squares of a move; `row,column` pairs count from the top left.

    >>> squares_of("11-15"), squares_of("11 15"), squares_of("11"), squares_of("3,2")
    ([11, 15], [11, 15], [11], [9])
    >>> squares_of("1. 11-15"), squares_of("11to15"), squares_of("11->15")
    ([11, 15], [11, 15], [11, 15])
    """
    # Other keyboards and programs have wide digits, arrows and move numbers.
    body = unicodedata.normalize("NFKC", text).strip()
    body = _TO.sub("-", _MOVE_NUMBER.sub("", body))
    if _NUMBER.fullmatch(body):
        return [checked_square(int(body))]
    pair = _PAIR.fullmatch(body)
    if pair is not None:
        return [square_of_pair(int(pair[1]), int(pair[2]))]
    return read_squares(tidy_move(body))


def meant(squares: Sequence[int], view: GameView) -> list[MoveView]:
    """Find the legal moves for some squares: all squares of a move, its ends, or its beginning."""
    legal = {tuple(move["path"]): move for move in view["choices"]["legal"]}
    return [legal[move.path] for move in fitting(squares, [Move(path) for path in legal])]


def narrowed(square: int, ways: Sequence[MoveView]) -> list[MoveView]:
    """Keep the ways that end on a square; if none does, those that part there, then those that pass it.

    >>> ways = [{"path": [2, 9, 18]}, {"path": [2, 11, 18]}, {"path": [2, 11, 20]}]
    >>> [len(narrowed(square, ways)) for square in (18, 11, 9)]
    [2, 2, 1]
    """
    steps = zip(*(move["path"] for move in ways), strict=False)
    shared = sum(1 for _ in takewhile(lambda squares: len(set(squares)) == 1, steps))
    ending = [move for move in ways if move["path"][-1] == square]
    parting = [move for move in ways if move["path"][shared : shared + 1] == [square]]
    found = ending or parting or [move for move in ways if square in move["path"][1:]]
    if not found:
        raise GameError("terminal.no-way", square=square)
    return found


def why_not_from(square: int, view: GameView) -> list[Message]:
    """Why the person to move cannot move from a square; empty if they can."""
    piece, turn = view["position"]["board"][square - 1], view["position"]["turn"]
    if piece == ".":
        return [Refusal("no-piece", square).message]
    side = Side.BLACK if piece.lower() == "b" else Side.WHITE
    if side != turn:
        return [Refusal("not-yours", square, side=side).message]
    code = view["choices"]["why_not"].get(str(square))
    if code == "must-capture":
        return [Message("terminal.no-capture", {"square": square}), must_capture(view)]
    return [Refusal(code, square).message] if code else []
