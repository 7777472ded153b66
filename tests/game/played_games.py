"""Games that are quickly played: an opening, kings that go to and fro, and how they are written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from crownhead import ENGLISH, Game, Move, Position, Rules

OPENING = ("11-15", "23-19", "8-11", "22-17", "4-8")
TWO_KINGS = "B:WK32:BK1"
SHUFFLE = ("1-5", "32-28", "5-1", "28-32")
NO_DRAWS = Rules(quiet_limit=None, repetition_limit=None)
NO_REPETITION = Rules(repetition_limit=None)
# Two kings that walk round on their own side of the board and meet nobody.
BLACK_WALK = (1, 6, 10, 7, 2, 6, 9, 5)
WHITE_WALK = (32, 27, 23, 26, 31, 27, 24, 28)


def played(moves: Iterable[str], game: Game | None = None) -> Game:
    game = game or Game()
    for move in moves:
        game.push(move)
    return game


def shuffled(plies: int, rules: Rules = ENGLISH, **options: Any) -> Game:
    """Let two kings go to and fro: the first position comes back every four plies."""
    game = Game(Position.from_fen(TWO_KINGS, rules), **options)
    return played((SHUFFLE[ply % 4] for ply in range(plies)), game)


def walked(plies: int, game: Game) -> Game:
    """Let the two kings of a game walk their rounds of eight squares."""
    for ply in range(plies):
        walk = (BLACK_WALK, WHITE_WALK)[ply % 2]
        at = ply // 2 % len(walk)
        game.push(Move((walk[at], walk[(at + 1) % len(walk)])))
    return game


def written(game: Game) -> str:
    return " ".join(map(str, game.moves))


def movetext(game: Game) -> str:
    """The moves of the record as PDN, without its tags."""
    return " ".join(line for line in game.pdn.splitlines() if not line.startswith("["))
