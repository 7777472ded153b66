"""Texts of games as the tests of PDN read them, and what they ask of what was read."""

from __future__ import annotations

import io

from crownhead import Game, Node
from crownhead.messages import Message
from crownhead.notation.pdn import parse_games, read_games
from refused import named


def read(text: str | bytes) -> list[Game]:
    if isinstance(text, bytes):
        return list(read_games(io.BytesIO(text)))
    return list(parse_games(text))


def only(text: str) -> Game:
    """The one game of a text, to which a last line end is added."""
    (game,) = read(text + "\n")
    return game


def locations(game: Game) -> list[tuple[int | None, int | None]]:
    return [(error.line, error.column) for error in game.errors]


def faults(game: Game) -> list[Message]:
    """What is wrong with a game, with numbers and texts as values."""
    return [named(error.code, error.values) for error in game.errors]


def codes(game: Game) -> list[str]:
    return [error.code for error in game.errors]


def moves(game: Game) -> list[str]:
    return [str(node.move) for node in game.main_line()]


def tree(node: Node) -> tuple[object, ...]:
    """All that a record says from a node on."""
    notes = (node.comment_before, node.comment, node.nags, node.strength, node.clock)
    return (str(node.move), notes, [tree(child) for child in node.children])


def content(games: list[Game]) -> list[tuple[object, ...]]:
    return [(game.tags, game.result, tree(game.root), faults(game)) for game in games]
