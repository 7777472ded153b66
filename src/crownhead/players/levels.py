"""A ladder of opponents from a child's first game to the engine at full strength.

A weak level is weak as people are: it looks less far ahead, and it misjudges what it sees. Each
move's value is the engine's after a short search, blurred by a misjudgement of the level's size; a
plain win is never missed, because no misjudgement hides it.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random

from crownhead.engine.limits import Limit
from crownhead.errors import EngineError, excerpt, unknown_name
from crownhead.game import Game
from crownhead.move import Move
from crownhead.players.engine import EngineThinker


@dataclass(frozen=True, slots=True)
class Level:
    """A rung of the ladder: how far it looks, and by how many hundredths of a man it misjudges.

    >>> level(1).name
    'Hatchling'
    """

    number: int
    name: str
    depth: int
    noise: int
    rating: int
    character: str


@cache
def levels() -> tuple[Level, ...]:
    """All levels, the weakest first."""
    text = files(__package__).joinpath("levels.csv").read_text(encoding="utf-8")
    return tuple(
        Level(
            int(row["number"]),
            row["name"],
            int(row["depth"]),
            int(row["noise"]),
            int(row["rating"]),
            row["character"],
        )
        for row in csv.DictReader(text.splitlines())
    )


def level(which: int | str) -> Level:
    """Find a level by its number or its name, in any case.

    >>> level("park regular").number
    4
    """
    for one in levels():
        if str(which).strip().lower() in (str(one.number), one.name.lower()):
            return one
    if str(which).isdigit():
        raise EngineError(f"there is no level {excerpt(which)}; they go from 1 to {len(levels())}")
    raise EngineError(unknown_name("level", str(which), [one.name for one in levels()]))


class LevelPlayer(EngineThinker):
    """Plays at a level of the ladder. The same seed plays the same way."""

    def __init__(self, which: int | str, seed: int | None = None) -> None:
        self.level = level(which)
        super().__init__(hash_mb=16)
        self.name = f"level:{self.level.number}"
        self._random = Random(seed)

    def choose(self, game: Game) -> Move:
        """Choose the move that seems best to a player of this level."""
        moves = game.legal_moves()
        if len(moves) == 1:
            return moves[0]
        lines = len(moves) if self.level.noise else 1
        infos = self._analyse(game, Limit(depth=self.level.depth), lines)
        best = infos[0]
        if not self.level.noise or (best.score.plies or 0) > 0:
            return best.pv[0]
        seeming = {
            info.pv[0]: info.score.points + self._random.gauss(0, self.level.noise)
            for info in infos
        }
        return max(seeming, key=lambda move: seeming[move])
