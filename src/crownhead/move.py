"""Moves as values, and lists of moves, which the native core makes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, SupportsIndex, TypeAlias, overload

from crownhead._native import core

Move: TypeAlias = core.Move
move_list = core.move_list


class Line(tuple[Move, ...]):
    """Successive moves, immutable; `in`, `count` and `index` also accept text.

    >>> line = Line([Move((11, 15)), Move((23, 19))])
    >>> "23-19" in line, line.index("23-19"), "9-14" in line
    (True, 1, False)
    """

    __slots__ = ()

    def __contains__(self, move: object) -> bool:
        return move in move_list(self)

    @overload
    def __getitem__(self, index: SupportsIndex, /) -> Move: ...
    @overload
    def __getitem__(self, part: slice, /) -> Line: ...
    def __getitem__(self, index: Any, /) -> Any:
        found = super().__getitem__(index)
        return Line(found) if isinstance(index, slice) else found

    def __add__(self, more: Any, /) -> Any:
        return Line(super().__add__(more))

    def count(self, move: Any) -> int:
        """How often a move occurs."""
        return move_list(self).count(move)

    def index(self, move: Any, *within: Any) -> int:
        """The first index of a move."""
        return move_list(self).index(move, *within)


def move_list_again(moves: Iterable[Move]) -> list[Move]:
    """Rebuild a list of moves, for pickling and copying."""
    return move_list(moves)
