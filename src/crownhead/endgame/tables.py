"""Probing endgame tables, facts about them, and verifying them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal, NamedTuple, cast

from crownhead._native import core
from crownhead.errors import EndgameError, not_a_position
from crownhead.files import explained, path_of, shown
from crownhead.messages import say
from crownhead.move import Move
from crownhead.outcome import in_moves
from crownhead.pieces import BLACK
from crownhead.position import Position, checked_position
from crownhead.rules import ENGLISH

Outcome = Literal["win", "loss", "draw"]

#: The most pieces of any table.
MOST_PIECES: Final = core.ENDGAME_PIECES
#: The most pieces of tables that the program builds by itself: with distances, and with results.
HOME_DISTANCES: Final = 4
HOME_PIECES: Final = 5
_FOLDER: Final = "endgame"
_SMALL: Final = 64 * 2**20  # bytes that are read in no noticeable time
_OPPOSITE: Final[dict[str, Outcome]] = {"win": "loss", "loss": "win", "draw": "draw"}


class EndgameResult(NamedTuple):
    """The result of best play for the side to move, and its distance in plies if known."""

    outcome: Outcome
    plies: int | None = None

    def __str__(self) -> str:
        if self.plies is None:
            return say(f"endgame.{self.outcome}")
        return say(f"endgame.{self.outcome}-in", moves=in_moves(self.plies))

    @property
    def for_the_other(self) -> EndgameResult:
        """The same result for the other side.

        >>> EndgameResult("win", 3).for_the_other
        EndgameResult(outcome='loss', plies=3)
        """
        return EndgameResult(_OPPOSITE[self.outcome], self.plies)


class SliceFacts(NamedTuple):
    """A table: its name (own men and kings, enemy men and kings), its counts, and its size."""

    name: str
    has_distance: bool
    positions: int
    wins: int
    draws: int
    losses: int
    longest: int | None
    longest_position: Position | None
    bytes: int

    @property
    def pieces(self) -> int:
        """The number of pieces in its positions."""
        return sum(map(int, self.name))


class EndgameTables:
    """The endgame tables of a folder. Any number of threads may probe at once.

    `tables = EndgameTables.open("tables")` opens the tables of `crownhead endgame build --dir tables`.
    """

    def __init__(self, folder: Path, opened: core.EndgameTables) -> None:
        self.folder = folder
        #: The tables in the core, for the engine.
        self.core = opened

    @classmethod
    def open(cls, folder: str | os.PathLike[str], *, thorough: bool | None = None) -> EndgameTables:
        """Open all tables of a folder; raises an error for damage or another version.

        Headers are always checked. With `thorough`, each file is checked in full and kept in memory; this
        is the default for small files. Otherwise blocks are read on demand, and positions are unknown if
        their file has changed meanwhile.
        """
        path = path_of(folder, "tables")
        if not os.path.isdir(path):  # noqa: PTH112 - it takes names of any length
            raise EndgameError("endgame.no-folder", path=shown(path))
        if thorough is None:
            with explained(EndgameError, "file.unreadable", path=shown(path)):
                thorough = sum(file.stat().st_size for file in path.iterdir()) <= _SMALL
        return cls(path, core.EndgameTables(path, thorough))

    @property
    def most_pieces(self) -> int:
        """The most pieces for which all positions are known; 0 without tables."""
        return self.core.most_pieces

    def probe(self, position: Position) -> EndgameResult | None:
        """The result of best play; None if no table has it, and under other rules."""
        try:
            found = self.core.probe(position)
        except TypeError:
            raise not_a_position(position) from None
        return None if found is None else EndgameResult(*cast("tuple[Outcome, int | None]", found))

    def moves(self, position: Position) -> dict[Move, EndgameResult | None]:
        """The legal moves, best first, with their results for the mover."""
        found: dict[Move, EndgameResult | None] = {}
        for move in checked_position(position).legal_moves():
            after = self.probe(position.play(move))
            plies = None if after is None or after.plies is None else after.plies + 1
            found[move] = after and after.for_the_other._replace(plies=plies)
        return dict(sorted(found.items(), key=lambda item: _worth(item[1]), reverse=True))

    def slices(self) -> list[SliceFacts]:
        """The tables, results before distances, sorted by name."""
        return [
            SliceFacts(*facts[:7], position_of(facts[7]), facts[8]) for facts in self.core.slices()
        ]


def _worth(result: EndgameResult | None) -> tuple[int, int]:
    """The sort key of a result: short wins, draws, unknown results, then losses, the longest first."""
    if result is None:
        return 0, 0
    plies = result.plies or 0
    return {"win": (2, -plies), "draw": (1, 0), "loss": (-1, plies)}[result.outcome]


def position_of(masks: tuple[int, int, int] | None) -> Position | None:
    """A position from the core's masks, with Black to move."""
    return None if masks is None else Position(*masks, BLACK, ENGLISH)


def folder_in(data: Path) -> Path:
    """The folder of the endgame tables in a data folder."""
    return data / _FOLDER


class Finding(NamedTuple):
    """The number of checked positions, and the first wrong one, if any."""

    checked: int
    counts_agree: bool
    position: Position | None
    stored: EndgameResult | None
    expected: EndgameResult | None


def verify_slice(
    folder: Path,
    facts: SliceFacts,
    sample: int,
    seed: int,
    watch: Callable[[float], object] | None = None,
) -> Finding:
    """Check a sample of a table's positions, or all if the sample is 0."""
    checked, counts_agree, masks, stored, expected = core.endgame_verify(
        folder, facts.name, facts.has_distance, sample, seed, watch
    )
    return Finding(
        checked,
        counts_agree,
        position_of(masks),
        stored and EndgameResult(*stored),  # type: ignore[arg-type]
        expected and EndgameResult(*expected),  # type: ignore[arg-type]
    )
