"""Equal moves side by side in a tree, made one: a place is named by its moves, so there may be no two."""

from __future__ import annotations

from crownhead.game import Game
from crownhead.node import Node


def merge_twins(game: Game) -> None:
    """Let each move of a tree follow a position once, with all that follows it and is said of it.

    Files may repeat a move to begin a variation with it.

    >>> game = Game.from_pdn("1. 11-15 (1. 11-15 {as usual} 22-17) 23-19 *")
    >>> merge_twins(game)
    >>> print(game.pdn.splitlines()[-1])
    1. 11-15 {as usual} 1... 23-19 (1... 22-17) *
    """
    waiting = [game.root]
    while waiting:
        node = waiting.pop()
        kept: list[Node] = []
        for child in node.children:
            twin = next((one for one in kept if one.move == child.move), None)
            if twin is None:
                kept.append(child)
            else:
                _take_over(twin, child)
        node.children = kept
        waiting.extend(kept)


def _take_over(twin: Node, other: Node) -> None:
    """Give a move what follows its twin, and what is said of that."""
    for child in other.children:
        child.parent = twin
    twin.children = [*twin.children, *other.children]
    for name in ("comment", "comment_before"):
        said = dict.fromkeys(filter(None, (getattr(twin, name), getattr(other, name))))
        setattr(twin, name, " ".join(said))
    twin.strength = twin.strength or other.strength
    twin.clock = other.clock if twin.clock is None else twin.clock
    twin.nags = [*dict.fromkeys([*twin.nags, *other.nags])]
