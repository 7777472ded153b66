"""A ladder of opponents from a child's first game to the engine at full strength.

Weak levels are weak in the way that people are: they look less far ahead, overlook moves, and
misjudge positions. The moves that a level sees have the engine's value after a short search plus an
error of less than a man. So it loses pieces because it overlooks moves, and rarely because it
undervalues pieces. It never misses a plain win.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from crownhead.book import EQUAL
from crownhead.cursor import Cursor
from crownhead.engine.limits import Info, Limit
from crownhead.errors import EngineError, excerpt, unknown_name
from crownhead.game import Game, cursor_of
from crownhead.messages import language, say
from crownhead.move import Move
from crownhead.players.engine import EngineThinker
from crownhead.tables import rows_of
from crownhead.text.diagram import row_and_column

# Hundredths of a man, for moves of kings that look the same to a short search.
_STRAIGHT_BACK: Final = 24
_STEP_NEARER: Final = 6
_SEES_ALL: Final = 100
# Megabytes of the table by the depth of the search. In 40 games a level, these tables gave the same moves as
# 16 MB.
_TABLE_MB: Final = ((4, 1), (6, 4), (16, 16))


@dataclass(frozen=True, slots=True)
class Level:
    """A level of the ladder: how far it looks, and how well.

    `evaluation` is the engine's evaluation that it uses. `sight` is the percentage of moves that it
    looks at, `noise` its largest error for a move in hundredths of a man, and `whims` the percentage of
    moves that it makes without looking. It uses endgame tables of up to `endings` pieces.

    >>> level(1).name
    'Hatchling'
    """

    number: int
    key: str
    evaluation: str
    depth: int
    sight: int
    noise: int
    whims: int
    endings: int
    rating: int

    @property
    def name(self) -> str:
        """Its name for people."""
        return say(f"level.{self.key}.name")

    @property
    def character(self) -> str:
        """Its style of play."""
        return say(f"level.{self.key}.character")


_TEXTS: Final = frozenset(("key", "evaluation"))


@cache
def levels() -> tuple[Level, ...]:
    """All levels, the weakest first."""
    return tuple(
        Level(**{name: value if name in _TEXTS else int(value) for name, value in row.items()})  # type: ignore[arg-type]
        for row in rows_of(__file__, "levels.csv")
    )


def called(text: str) -> Level | None:
    """The level with a number or a name, in English or in the language of this program."""
    wanted = text.strip().lower().replace(" ", "-")
    for one in levels():
        if wanted in (str(one.number), one.key):
            return one
    if language() == "en":
        return None
    return next((one for one in levels() if one.name.lower() == text.strip().lower()), None)


def level(which: int | str) -> Level:
    """Look up a level by its number or its name, in any case.

    >>> level("park regular").number
    4
    """
    found = called(str(which))
    if found is not None:
        return found
    if str(which).isdigit():
        raise EngineError("level.unknown", number=excerpt(which), most=len(levels()))
    raise EngineError(unknown_name("level", str(which), [one.name for one in levels()]))


class LevelPlayer(EngineThinker):
    """Plays at a level of the ladder. The same seed plays the same way."""

    def __init__(self, which: int | str, seed: int | None = None) -> None:
        self.level = level(which)
        hash_mb = next(mb for depth, mb in _TABLE_MB if self.level.depth <= depth)
        super().__init__(hash_mb=hash_mb, seed=seed, evaluation=self.level.evaluation)
        self.name = f"level:{self.level.number}"
        self.table_pieces = self.level.endings

    def choose(self, game: Game) -> Move:
        """Choose the move that seems best to a player of this level."""
        cursor, noise = cursor_of(game), self.level.noise
        # Levels that overlook moves play without the book.
        margin = max(noise, EQUAL) if self.level.sight >= _SEES_ALL else None
        known = self._at_once(cursor, margin)
        if known is not None:
            return known
        moves = cursor.legal_moves()
        lines = len(moves) if noise else 1
        infos = self._analyse(cursor, Limit(depth=self.level.depth), lines)
        best = infos[0]
        if not noise or best.score.is_won:
            return best.pv[0]
        if self._random.randrange(100) < self.level.whims:
            return self._random.choice(moves)
        seeming = {
            info.pv[0]: info.score.points
            + self._random.triangular(-noise, noise)
            + purpose(cursor, info.pv[0])
            for info in self._seen(infos)
        }
        return max(seeming, key=lambda move: seeming[move])

    def _seen(self, infos: list[Info]) -> list[Info]:
        """The moves that this level looks at: its share of all, but at least two."""
        count = math.ceil(len(infos) * self.level.sight / 100)
        return self._random.sample(infos, min(max(count, 2), len(infos)))


def purpose(game: Cursor, move: Move) -> int:
    """An extra value for quiet moves of kings, so that a level makes progress.

    It counts against going straight back and, with more pieces than the other side, for approaching
    theirs. To a short search such moves look the same, and it would drift.
    """
    position = game.position
    mover = position.piece_at(move.from_square)
    if move.is_capture or mover is None or not mover.is_king:
        return 0
    before = game.moves[-2] if len(game.moves) > 1 else None
    back = before is not None and before.path == move.path[::-1]
    own, theirs = len(position.squares(position.turn)), position.squares(position.turn.other)
    nearer = 0
    if own > len(theirs):
        nearer = _nearest(move.from_square, theirs) - _nearest(move.to_square, theirs)
    return _STEP_NEARER * nearer - (_STRAIGHT_BACK if back else 0)


def _nearest(square: int, others: Iterable[int]) -> int:
    """The distance in steps to the nearest of the others."""
    row, column = row_and_column(square)
    return min(
        max(abs(row - other_row), abs(column - other_column))
        for other_row, other_column in map(row_and_column, others)
    )
