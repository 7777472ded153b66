"""Small books for tests: positions by the moves that lead to them, with values of moves."""

from __future__ import annotations

from pathlib import Path

from crownhead import Position
from crownhead.book.format import pack

#: Four moves at the start within 0.40 of a man, two of them equal, and one reply to each of three.
OPENINGS = {
    "": {"11-15": 4, "9-14": 2, "10-15": -10, "12-16": -36},
    "11-15": {"23-19": -4},
    "9-14": {"22-18": -2},
    "10-15": {"21-17": 10},
}


def bytes_of(openings: dict[str, dict[str, int]]) -> bytes:
    rows = []
    for line, moves in openings.items():
        position = Position.start()
        for move in line.split():
            position = position.play(move)
        numbers = {str(move): index for index, move in enumerate(position.legal_moves())}
        rows.append((position.key, [(numbers[move], value) for move, value in moves.items()]))
    return pack(rows)


def write_book(folder: Path) -> Path:
    path = folder / "small.book"
    path.write_bytes(bytes_of(OPENINGS))
    return path
