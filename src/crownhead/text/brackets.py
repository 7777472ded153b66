"""Moves with their variations as words: where brackets stand, and which moves need their number."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from crownhead.node import Node


def in_brackets(
    steps: Iterable[tuple[Literal["move", "(", ")"], Node]],
    say: Callable[[Node, str], tuple[list[str], list[str]]],
) -> list[str]:
    """The words of a tree of moves, given as `Node.steps` gives them.

    `say` is asked for the words of a move and for those of what is said after it. It is told the number
    that the move needs, or nothing: the second side's moves only have one where a line begins or
    something has come between.

    >>> from crownhead import Game
    >>> root = Game.from_pdn("1. 11-15 (1. 9-14 22-18) 23-19 2. 8-11").root
    >>> " ".join(in_brackets(root.steps(), lambda node, number: ([f"{number}{node.move}"], [])))
    '1.11-15 (1.9-14 22-18) 1...23-19 2.8-11'
    """
    words: list[str] = []
    opening = ""  # the bracket of a variation, which its first word takes
    fresh = True  # a line begins or was interrupted
    for what, node in steps:
        if what == "move":
            needed = fresh or node.comment_before or not node.number.endswith("...")
            said, after = say(node, node.number if needed else "")
            first, *others = [*said, *after]
            words += [opening + first, *others]
            opening, fresh = "", bool(after)
        else:
            fresh = True
            if what == "(":
                opening = what
            else:
                words[-1] += what
    return words
