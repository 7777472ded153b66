"""The drawing in plain letters, and square numbers as rows and columns."""

from __future__ import annotations

from cases import each
from crownhead import Position
from crownhead.text.diagram import draw, row_and_column, square_at

# The board of rules.md: White at the bottom, the top row holds 1 to 4 on the 2nd to 8th columns.
BOARD = """
    .  1  .  2  .  3  .  4
    5  .  6  .  7  .  8  .
    .  9  . 10  . 11  . 12
   13  . 14  . 15  . 16  .
    . 17  . 18  . 19  . 20
   21  . 22  . 23  . 24  .
    . 25  . 26  . 27  . 28
   29  . 30  . 31  . 32  .
"""
CELLS = {
    (row, column): None if word == "." else int(word)
    for row, line in enumerate(BOARD.strip().splitlines(), 1)
    for column, word in enumerate(line.split(), 1)
}
#     White's king on 10 has three men behind it.
MIXED = "B:WK10,18,24,27:B12,16,K22"
MIXED_DRAWN = """\
+----+----+----+----+----+----+----+----+
|    |  1 |    |  2 |    |  3 |    |  4 |
+----+----+----+----+----+----+----+----+
|  5 |    |  6 |    |  7 |    |  8 |    |
+----+----+----+----+----+----+----+----+
|    |  9 |    |  W |    | 11 |    |  b |
+----+----+----+----+----+----+----+----+
| 13 |    | 14 |    | 15 |    |  b |    |
+----+----+----+----+----+----+----+----+
|    | 17 |    |  w |    | 19 |    | 20 |
+----+----+----+----+----+----+----+----+
| 21 |    |  B |    | 23 |    |  w |    |
+----+----+----+----+----+----+----+----+
|    | 25 |    | 26 |    |  w |    | 28 |
+----+----+----+----+----+----+----+----+
| 29 |    | 30 |    | 31 |    | 32 |    |
+----+----+----+----+----+----+----+----+
Black to move"""


@each(("cell", "square"), CELLS.items())
def test_the_square_at_a_row_and_column(cell: tuple[int, int], square: int | None) -> None:
    assert square_at(*cell) == square


@each("square", range(1, 33))
def test_the_row_and_column_of_a_square(square: int) -> None:
    assert CELLS[row_and_column(square)] == square


@each("cell", [(0, 1), (1, 0), (9, 2), (2, 9), (0, 9), (-1, 2), (100, 1)])
def test_there_is_no_square_off_the_board(cell: tuple[int, int]) -> None:
    assert square_at(*cell) is None


def test_pieces_are_letters_and_empty_squares_numbers() -> None:
    assert draw(Position.from_fen(MIXED)) == MIXED_DRAWN


def test_a_position_prints_as_its_drawing() -> None:
    assert str(Position.from_fen(MIXED)) == MIXED_DRAWN


def test_flipped_is_the_same_board_turned_round() -> None:
    *board, turn = MIXED_DRAWN.splitlines()
    turned = ["|".join(line.split("|")[::-1]) for line in reversed(board)]
    assert draw(Position.from_fen(MIXED), flipped=True).splitlines() == [*turned, turn]


def test_the_side_to_move_is_named() -> None:
    assert draw(Position.from_fen("W:W32:B1")).splitlines()[-1] == "White to move"
