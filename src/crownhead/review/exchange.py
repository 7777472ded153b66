"""Lines that end where nothing is about to be taken: one that breaks off in an exchange misleads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from crownhead.move import Move
from crownhead.position import Position
from crownhead.review.judge import LONGEST_LINE

_LONGEST_EXCHANGE: Final = 12  # plies beyond the end of a line


def played_out(
    position: Position, line: Sequence[Move], longest: int = LONGEST_LINE
) -> tuple[Move, ...]:
    """The first moves of a line that begins in a position, to the end of an exchange.

    >>> position = Position.from_fen("B:W22,26:B6,10,14")
    >>> line = [move for move in position.legal_moves() if str(move) == "14-18"]
    >>> [str(move) for move in played_out(position, line)]
    ['14-18', '22x15', '10x19']
    """
    told: list[Move] = []
    for move in line:
        if len(told) >= longest and not position.captures():
            break
        told.append(move)
        position = position.play(move)
    return (*told, *_exchange(position, _LONGEST_EXCHANGE)[1])


def _exchange(position: Position, plies: int) -> tuple[int, tuple[Move, ...]]:
    """The captures that follow, which nobody can refuse: the pieces that the side to move gains, and how."""
    found = []
    for move in position.captures() if plies else ():
        lost, rest = _exchange(position.play(move), plies - 1)
        found.append((len(move.captured) - lost, (move, *rest)))
    return max(found, key=lambda one: one[0], default=(0, ()))
