"""What a person means by what they type: squares, and the legal paths that fit them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from crownhead.errors import GameError, MoveSyntaxError
from crownhead.move import Move
from crownhead.service.contract import GameView, MoveView, SideName
from crownhead.terminal.words import label, must_capture, persons
from crownhead.text.diagram import square_at
from crownhead.text.moves import Refusal, fitting, read_squares, tidy_move

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
    """Whether a text is meant as squares and not as a command.

    >>> is_move("11-15"), is_move("undo")
    (True, False)
    """
    return text.lstrip("(")[:1].isdigit()


def squares_of(text: str) -> list[int]:
    """Read one square or the squares of a move; `row,column` pairs are counted from the top left.

    >>> squares_of("11-15"), squares_of("11 15"), squares_of("11"), squares_of("3,2")
    ([11, 15], [11, 15], [11], [9])
    >>> squares_of("1. 11-15"), squares_of("11to15"), squares_of("11->15")
    ([11, 15], [11, 15], [11, 15])
    """
    body = _as_typed_elsewhere(text)
    if _NUMBER.fullmatch(body):
        number = int(body)
        if not 1 <= number <= 32:
            raise MoveSyntaxError(f"there is no square {number}; squares are 1 to 32")
        return [number]
    pair = _PAIR.fullmatch(body)
    if pair is not None:
        square = square_at(int(pair[1]), int(pair[2]))
        if square is None:
            raise MoveSyntaxError(
                f"there is no dark square in row {pair[1]}, column {pair[2]};"
                " the numbers at the edge of the board count them"
            )
        return [square]
    return read_squares(tidy_move(body))


def _as_typed_elsewhere(text: str) -> str:
    """Read what other keyboards and other programs write: wide digits, arrows, a move's number."""
    body = unicodedata.normalize("NFKC", text).strip()
    return _TO.sub("-", _MOVE_NUMBER.sub("", body))


def meant(squares: Sequence[int], view: GameView) -> list[MoveView]:
    """Find the legal moves of a view that squares mean: in full, by their ends, or by a beginning."""
    legal = {tuple(move["path"]): move for move in view["choices"]["legal"]}
    return [legal[move.path] for move in fitting(squares, [Move(path) for path in legal])]


def narrowed(square: int, ways: Sequence[MoveView]) -> list[MoveView]:
    """Find those of some ways that end on a square, go there where they part, or pass it.

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
        raise GameError(f"none of these captures goes to {square}; Enter cancels")
    return found


def why_not_from(square: int, view: GameView) -> str | None:
    """Say why the person to move cannot move from a square, or None if they can."""
    piece, turn = view["position"]["board"][square - 1], view["position"]["turn"]
    if piece == ".":
        return f"There is no piece on {square}."
    side: SideName = "black" if piece.lower() == "b" else "white"
    if side != turn:
        whose = f"The piece on {square} is {label(side)}'s"
        if len(persons(view)) == 1:
            return f"{whose}: you play {label(turn)}."
        return f"{whose}, and it is {label(turn)}'s turn."
    code = view["choices"]["why_not"].get(str(square))
    if code == "must-capture":
        return f"The piece on {square} has no capture. {must_capture(view)}"
    return str(Refusal(code, square)) if code else None
