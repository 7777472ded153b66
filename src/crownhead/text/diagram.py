"""Plain-text diagrams, and square numbers as rows and columns."""

from crownhead.board import Board
from crownhead.messages import say


def row_and_column(square: int) -> tuple[int, int]:
    """The row and column of a square, from 1 at the top left, White at the bottom.

    >>> row_and_column(1), row_and_column(29)
    ((1, 2), (8, 1))
    """
    row, column = divmod(square - 1, 4)
    return row + 1, 2 * column + (2 if row % 2 == 0 else 1)


def square_at(row: int, column: int) -> int | None:
    """The square in a row and column, from 1; None for a light one.

    >>> square_at(1, 2), square_at(1, 1)
    (1, None)
    """
    if not (1 <= row <= 8 and 1 <= column <= 8) or (row + column) % 2 == 0:
        return None
    return 4 * (row - 1) + (column + 1) // 2


def draw(position: Board, *, flipped: bool = False) -> str:
    """Draw the board, White at the bottom unless flipped; empty squares show their numbers."""
    symbols = {square: piece.symbol for square, piece in position.pieces.items()}
    rule = "+----" * 8 + "+"
    lines = [rule]
    order = range(8, 0, -1) if flipped else range(1, 9)
    for row in order:
        cells = [_cell(square_at(row, column), symbols) for column in order]
        lines += ["|" + "|".join(cells) + "|", rule]
    return "\n".join([*lines, say("game.to-move", player=position.turn)])


def _cell(square: int | None, symbols: dict[int, str]) -> str:
    if square is None:
        return "    "
    return f"  {symbols[square]} " if square in symbols else f" {square:>2} "
