"""Positions drawn as pictures, and what can be played in them.

The picture above a test is the position it gets: `-` is a light square, `.` an empty dark one, b
and w are men, B and W kings.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from crownhead import ENGLISH, Move, Position

SQUARES = """
    -  1  -  2  -  3  -  4
    5  -  6  -  7  -  8  -
    -  9  - 10  - 11  - 12
   13  - 14  - 15  - 16  -
    - 17  - 18  - 19  - 20
   21  - 22  - 23  - 24  -
    - 25  - 26  - 27  - 28
   29  - 30  - 31  - 32  -
"""


def board(turn: str, picture: str) -> Callable[[Any], Any]:
    """Give a test the position in the picture."""
    pieces = dict(zip(SQUARES.split(), picture.split(), strict=True))
    assert pieces.pop("-") == "-", "a piece stands on a light square"
    lists = {
        man: ",".join(
            ("K" if kind.isupper() else "") + square
            for square, kind in pieces.items()
            if kind.lower() == man
        )
        for man in "wb"
    }
    fen = f"{turn[0]}:W{lists['w']}:B{lists['b']}"
    return pytest.mark.parametrize("position", [Position.from_fen(fen)], ids=[fen])


def under(position: Position, **options: Any) -> Position:
    """Put other rules in force than the English ones."""
    return position.with_rules(ENGLISH.replace(**options))


def in_full(move: Move) -> str:
    return ("x" if move.is_capture else "-").join(map(str, move.path))


def moves(position: Position) -> list[str]:
    """Write the legal moves, each with its whole path."""
    return [in_full(move) for move in position.legal_moves()]
