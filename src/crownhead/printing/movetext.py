"""The moves of a game as HTML: numbered rows, with comments, variations and diagrams among them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from html import escape
from types import MappingProxyType
from typing import Final

from crownhead.game import Game
from crownhead.node import Node
from crownhead.text.brackets import in_brackets

# What is printed for numeric glyphs; others have no sign that everybody knows.
_SIGNS: Final[Mapping[int, str]] = MappingProxyType(
    {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
)
_ELLIPSIS: Final = "\N{HORIZONTAL ELLIPSIS}"


def move_rows(game: Game, diagram: Callable[[Node], str]) -> Iterator[str]:
    """Write the main line row by row; `diagram` gives what is drawn after a move, if anything."""
    yield from _comment(game.root.comment)
    yield diagram(game.root)
    row: list[str] = []
    for node in game.main_line():
        begins = not node.number.endswith("...")
        before = "".join(_comment(node.comment_before))
        if before and row:
            yield _row(row)
            row = []
        yield before
        row = row or [node.number.rstrip("."), *([] if begins else [_ELLIPSIS])]
        row.append(_move(node))
        asides = "".join([*_comment(node.comment), *_variations(node), diagram(node)])
        if asides or not begins:
            yield _row(row)
            row = []
        yield asides
    if row:
        yield _row(row)


def _row(words: list[str]) -> str:
    number, *moves = words
    shown = "".join(f'<span class="move">{escape(move)}</span>' for move in moves)
    return f'<p class="row"><span class="number">{number}.</span>{shown}</p>\n'


def _move(node: Node) -> str:
    return f"{node.move}{node.strength}{''.join(_SIGNS.get(nag, '') for nag in node.nags)}"


def _comment(text: str) -> Iterator[str]:
    said = " ".join(text.split())
    if said:
        yield f'<p class="comment">{escape(said)}</p>\n'


def _variations(node: Node) -> Iterator[str]:
    """The moves that could have been played instead of one, with what follows them."""
    siblings = node.parent.children if node.parent else []
    for first in siblings[1:]:
        words = in_brackets((("(", first), ("move", first), *first.steps(), (")", first)), _words)
        yield f'<p class="variation">{" ".join(words)}</p>\n'


def _words(node: Node, number: str) -> tuple[list[str], list[str]]:
    """A move of a variation with what is said before it, and what is said after it."""
    before, after = (
        [f"<i>{escape(said)}</i>"] if (said := " ".join(text.split())) else []
        for text in (node.comment_before, node.comment)
    )
    move = " ".join(filter(None, (number, escape(_move(node)))))
    return [*before, f'<span class="move">{move}</span>'], after
