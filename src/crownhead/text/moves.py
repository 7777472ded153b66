"""Moves as text: reads what people write, and explains why a move is not legal."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from crownhead.board import Board
from crownhead.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    MoveSyntaxError,
    excerpt,
    not_a_position,
)
from crownhead.messages import Listed, Message
from crownhead.move import Move
from crownhead.pieces import BLACK, Side
from crownhead.text.diagram import row_and_column, square_at

_NUMBERS: Final = re.compile(r"[0-9]{1,2}(?:\s*[-x:]\s*[0-9]{1,2})+", re.IGNORECASE | re.ASCII)
_PAIRS: Final = re.compile(
    r"[0-9]\s*,\s*[0-9](?:[\s;x:-]+[0-9]\s*,\s*[0-9])+", re.IGNORECASE | re.ASCII
)
_DASHES: Final = re.compile("[\u2010-\u2015\u2212]")
_TO: Final = re.compile(r"\s+to\s+", re.IGNORECASE)
_NO_BRACKETS: Final = str.maketrans("", "", "()")
_GAP: Final = re.compile(r"(?<=[0-9])\s+(?=[0-9])", re.ASCII)
# A capture has at most ten squares.
_LONGEST: Final = 80

RefusalCode = Literal[
    "no-piece",
    "not-yours",
    "goes-on",
    "ends-sooner",
    "must-capture",
    "occupied",
    "backwards",
    "nothing-to-jump",
    "cannot",
    "blocked",
]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something is not legal: a code with its values.

    `tried` is the move as written, empty if only a piece was selected; `moves` are the legal
    alternatives.
    """

    code: RefusalCode
    square: int
    to: int | None = None
    moves: tuple[str, ...] = ()
    side: Side | None = None
    tried: str = ""

    @property
    def message(self) -> Message:
        """The reason, with the move that was tried, if any."""
        if not self.tried:
            return self.reason
        return Message("refusal.tried", {"tried": self.tried, "reason": self.reason})

    @property
    def reason(self) -> Message:
        """The reason alone."""
        moves = Listed(self.moves)
        own = Message(
            f"refusal.{'can' if self.moves else 'blocked'}", {"square": self.square, "moves": moves}
        )
        if self.code == "cannot":
            return own
        return Message(
            f"refusal.{self.code}",
            {
                "square": self.square,
                "to": self.to,
                "moves": moves,
                "options": own,
                "owner": self.side,
                "mover": self.side and self.side.other,
            },
        )

    def __str__(self) -> str:
        return str(self.message)


def parse_move(text: str, position: Board) -> Move:
    """Find the legal move that a text means.

    Separators may be `-`, `x` or `:` for any move; squares between the first and the last may be left
    out; `row,column` pairs from the top left also work.

    >>> from crownhead import Position
    >>> parse_move("3,2 4,1", Position.start())
    <Move 9-13>
    """
    return find_move(read_squares(text), position)


def read_move(text: str, position: Board | None = None) -> Move:
    """Read a move by itself, or find the legal move of a position that a text means.

    >>> read_move("11-15")
    <Move 11-15>
    >>> read_move("22x8")
    Traceback (most recent call last):
    crownhead.errors.MoveSyntaxError: no piece can go from 22 to 8 in one step; write every square
    """
    if position is not None:
        return parse_move(text, position)
    return Move(read_squares(text))


def move_among(text: str, moves: Sequence[Move]) -> Move | None:
    """Find the one of these moves that a text means; raises if several match, as in playing.

    >>> move_among("22x8", [Move((22, 15, 8))]), move_among("22x8", [])
    (<Move 22x15x8>, None)
    """
    squares = read_squares(text)
    return _one_of(squares, list(dict.fromkeys(along(squares, moves))))


def tidy_move(text: str) -> str:
    r"""Normalize a typed move: blanks, and dashes of typesetters.

    >>> tidy_move("11 15"), tidy_move("11\N{EN DASH}15"), tidy_move("11 to 15")
    ('11-15', '11-15', '11-15')
    >>> tidy_move("3,2 4,1"), tidy_move("(3,2) (4,1)")
    ('3,2 4,1', '3,2 4,1')
    """
    text = _DASHES.sub("-", text).replace("\N{MULTIPLICATION SIGN}", "x")
    text = _TO.sub(" ", text).translate(_NO_BRACKETS)
    return text if "," in text else _GAP.sub("-", text)


def legal_move(move: Move | str, position: Board) -> Move:
    """Find the legal move that a text or a move means; raises with the reason if there is none."""
    if isinstance(move, str):
        return parse_move(move, position)
    if not isinstance(move, Move):
        raise MoveSyntaxError("move.wanted", kind=type(move).__name__)
    try:
        found = position._legal(move)
    except AttributeError:
        raise not_a_position(position) from None
    if found is None:
        raise IllegalMoveError(why_illegal(move.path, position))
    return found


def read_squares(text: str) -> list[int]:
    """Read the squares in a text, without checking whether a move is possible."""
    if not isinstance(text, str):
        raise MoveSyntaxError("move.not-text", kind=type(text).__name__)
    body = text.strip() if len(text) <= _LONGEST else ""
    if _NUMBERS.fullmatch(body):
        squares = [int(number) for number in re.findall(r"[0-9]+", body)]
        for square in squares:
            if not 1 <= square <= 32:
                raise MoveSyntaxError("square.unknown", square=square)
        return squares
    if _PAIRS.fullmatch(body):
        digits = [int(digit) for digit in re.findall(r"[0-9]", body)]
        return [square_of_pair(*pair) for pair in zip(digits[::2], digits[1::2], strict=True)]
    raise MoveSyntaxError("move.unreadable", text=excerpt(text))


def square_of_pair(row: int, column: int) -> int:
    """The square in a row and column, from 1; raises for a light one."""
    square = square_at(row, column)
    if square is None:
        raise MoveSyntaxError("move.light-square", down=row, across=column)
    return square


def find_move(squares: Sequence[int], position: Board) -> Move:
    """Find the legal move along these squares; squares between the ends may be missing."""
    try:
        moves = position._find(squares)
    except AttributeError:
        raise not_a_position(position) from None
    found = _one_of(squares, moves)
    if found is None:
        raise IllegalMoveError(why_illegal(squares, position))
    return found


def chosen_move(choice: Sequence[int] | str, position: Board) -> Move:
    """Find the legal move that was clicked or typed.

    >>> from crownhead import Position
    >>> start = Position.start()
    >>> chosen_move([11, 15], start) == chosen_move(" 11-15 ", start)
    True
    """
    if isinstance(choice, str):
        return parse_move(tidy_move(choice), position)
    return find_move(choice, position)


def _one_of(squares: Sequence[int], found: Sequence[Move]) -> Move | None:
    """The only match for some squares; raises for several."""
    if len(found) <= 1:
        return found[0] if found else None
    # A full path means itself, even if a longer one passes the same squares.
    for move in found:
        if list(move.path) == list(squares):
            return move
    written = "x".join(map(str, squares))  # only captures can have the same ends
    raise AmbiguousMoveError("move.ambiguous", text=written, moves=Listed(found))


# How squares select legal moves: `along` from first to last square, `begun` by the first squares,
# `fitting` for typed text, `pointed_at` for clicks.


def along(squares: Sequence[int], legal: Sequence[Move]) -> list[Move]:
    """The legal moves between the first and last of these squares that pass the others in order."""
    return [move for move in legal if move.to_square == squares[-1] and _passes(squares, move.path)]


def begun(squares: Sequence[int], legal: Sequence[Move]) -> list[Move]:
    """The legal moves that begin with these squares."""
    return [move for move in legal if move.path[: len(squares)] == tuple(squares)]


def fitting(squares: Sequence[int], legal: Sequence[Move]) -> list[Move]:
    """The legal moves that squares mean: in full, by their ends, or by their beginning.

    >>> ways = [Move((2, 9, 18)), Move((2, 11, 18)), Move((2, 11, 18, 25))]
    >>> [len(fitting(squares, ways)) for squares in ([2, 9, 18], [2, 18], [2, 9], [2, 11], [2, 3])]
    [1, 2, 1, 2, 0]
    """
    whole = along(squares, legal)
    exact = [move for move in whole if move.path == tuple(squares)]
    passing = [move for move in legal if _passes(squares, move.path)]
    return exact or whole or begun(squares, passing) or passing


def pointed_at(square: int, chosen: Sequence[int], legal: Sequence[Move]) -> list[Move]:
    """The legal moves meant by a click on a square after those clicked before.

    Clicking the square where a capture stands ends it there, if it may end. Any other square continues
    to it or, if none goes there next, selects a capture that ends there.

    >>> ways = [Move((2, 9)), Move((2, 9, 18))]
    >>> [[str(move) for move in pointed_at(n, [2, 9], ways)] for n in (9, 18, 5)]
    [['2x9'], ['2x18'], []]
    """
    begun_so = begun(chosen, legal) if chosen else list(legal)
    if chosen and square == chosen[-1]:
        return [move for move in begun_so if move.path == tuple(chosen)]
    going_on = begun([*chosen, square], begun_so)
    return going_on or [move for move in begun_so if chosen and move.to_square == square]


def _passes(squares: Sequence[int], path: Sequence[int]) -> bool:
    """Whether a path begins at the first of these squares and passes the others in order."""
    rest = iter(path)
    return path[0] == squares[0] and all(square in rest for square in squares)


def why_illegal(squares: Sequence[int], position: Board) -> Refusal:
    """Why no legal move goes along these squares."""
    rows = abs(row_and_column(squares[-1])[0] - row_and_column(squares[0])[0])
    quiet = len(squares) == 2 and rows < 2  # all others can only be captures
    tried = ("-" if quiet else "x").join(map(str, squares))
    return replace(_reason(squares, position), tried=tried)


def why_no_move(square: int, position: Board) -> Refusal | None:
    """Why the side to move cannot move the piece on a square; None if it can.

    >>> from crownhead import Position
    >>> print(why_no_move(2, Position.start()))
    the piece on 2 has no move
    """
    legal = position.legal_moves()
    piece = position.piece_at(square)
    if piece is None or piece.side is not position.turn:
        return None
    if any(move.from_square == square for move in legal):
        return None
    if position.must_capture:
        return Refusal("must-capture", square, moves=_written(legal))
    return Refusal("blocked", square)


def _reason(squares: Sequence[int], position: Board) -> Refusal:
    first = squares[0]
    piece = position.piece_at(first)
    if piece is None:
        return Refusal("no-piece", first)
    if piece.side is not position.turn:
        return Refusal("not-yours", first, side=piece.side)
    legal = position.legal_moves()
    passing = [
        move for move in legal if move.from_square == first and squares[-1] in move.path[1:-1]
    ]
    ways = begun(squares, passing) or passing
    if ways:
        return Refusal(
            "goes-on", first, moves=tuple("x".join(map(str, move.path)) for move in ways)
        )
    if any(move.is_capture and tuple(squares[: len(move.path)]) == move.path for move in legal):
        return Refusal("ends-sooner", first, moves=_written(legal))
    if position.must_capture:
        return Refusal("must-capture", first, moves=_written(legal))
    return _step_reason(squares, position)


def _step_reason(squares: Sequence[int], position: Board) -> Refusal:
    first, last = squares[0], squares[-1]
    piece = position.piece_at(first)
    own = _written([move for move in position.legal_moves() if move.from_square == first])
    rows = row_and_column(last)[0] - row_and_column(first)[0]
    forward = 1 if position.turn is BLACK else -1
    code: RefusalCode = "cannot"
    if last != first and position.piece_at(last) is not None:
        code = "occupied"
    elif piece is not None and not piece.is_king and rows * forward < 0:
        code = "backwards"
    elif abs(rows) == 2 and len(squares) == 2:
        code = "nothing-to-jump"
    return Refusal(code, first, last, own)


def _written(moves: Sequence[Move]) -> tuple[str, ...]:
    return tuple(map(str, moves))
