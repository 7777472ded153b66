"""The moves of a game as HTML: numbered rows, with comments, variations and diagrams among them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from html import escape
from types import MappingProxyType
from typing import Final

from crownhead.game import Game
from crownhead.node import Node

# What is printed for numeric glyphs; others have no sign that everybody knows.
_SIGNS: Final[Mapping[int, str]] = MappingProxyType(
    {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
)
_ELLIPSIS: Final = "\N{HORIZONTAL ELLIPSIS}"


def record(game: Game, diagram: Callable[[Node], str]) -> Iterator[str]:
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
        yield f'<p class="variation">{" ".join(_line(first))}</p>\n'


def _line(first: Node) -> list[str]:
    """The words of a variation."""
    words: list[str] = []
    opening, fresh = "(", True  # a move needs its number where a line begins or was interrupted
    for what, node in (("move", first), *first.steps(), (")", first)):
        if what == "move":
            said = _words(node, numbered=fresh)
            words += [opening + said[0], *said[1:]]
            opening, fresh = "", bool(node.comment)
        elif what == "(":
            opening, fresh = "(", True
        else:
            words[-1] += ")"
            fresh = True
    return words


def _words(node: Node, *, numbered: bool) -> list[str]:
    """A move of a variation, with what is said before and after it."""
    number = f"{node.number} " if numbered or not node.number.endswith("...") else ""
    before, after = (
        [f"<i>{escape(said)}</i>"] if (said := " ".join(text.split())) else []
        for text in (node.comment_before, node.comment)
    )
    return [*before, f'<span class="move">{number}{escape(_move(node))}</span>', *after]
