"""Endgame tables as values: what they say about a position and about themselves, and whether it is true."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal, NamedTuple, cast

from crownhead._native import core
from crownhead.errors import EndgameError, not_a_position
from crownhead.files import explained, path_of, shown
from crownhead.move import Move
from crownhead.outcome import in_moves
from crownhead.pieces import BLACK
from crownhead.position import Position, checked_position
from crownhead.rules import ENGLISH

Outcome = Literal["win", "loss", "draw"]

#: The most pieces that a position in any table can have.
MOST_PIECES: Final = core.ENDGAME_PIECES
#: The most pieces of which the program builds tables by itself: with distances, and of results.
HOME_DISTANCES: Final = 4
HOME_PIECES: Final = 5
_FOLDER: Final = "endgame"
_SMALL: Final = 64 * 2**20  # bytes that are read in less time than anybody notices
_OPPOSITE: Final[dict[str, Outcome]] = {"win": "loss", "loss": "win", "draw": "draw"}


class EndgameResult(NamedTuple):
    """What best play leads to for the side to move, and in how many plies where that is known."""

    outcome: Outcome
    plies: int | None = None

    def __str__(self) -> str:
        if self.plies is None:
            return self.outcome
        return f"{self.outcome} in {in_moves(self.plies)}"

    @property
    def for_the_other(self) -> EndgameResult:
        """The same for the side that is not to move.

        >>> EndgameResult("win", 3).for_the_other
        EndgameResult(outcome='loss', plies=3)
        """
        return EndgameResult(_OPPOSITE[self.outcome], self.plies)


class SliceFacts(NamedTuple):
    """A table: its name (own men and kings, enemy men and kings), what it counts, and its size."""

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
        """How many pieces its positions have."""
        return sum(map(int, self.name))


class EndgameTables:
    """The endgame tables of a folder. Any number of threads may ask at once.

    `tables = EndgameTables.open("tables")` opens what `crownhead endgame build --dir tables` has made.
    """

    def __init__(self, folder: Path, opened: core.EndgameTables) -> None:
        self.folder = folder
        #: What the engine is given.
        self.core = opened

    @classmethod
    def open(cls, folder: str | os.PathLike[str], *, thorough: bool | None = None) -> EndgameTables:
        """Open every table of a folder; one of another version or with damage is refused.

        A damaged header is always noticed. With `thorough`, all of each file is checked and kept in memory;
        that is the default where the files are small. Otherwise blocks are read when they are needed, and
        a file that has changed since then is not believed: its positions are unknown.
        """
        path = path_of(folder, "tables")
        if not os.path.isdir(path):  # noqa: PTH112 - it takes names of any length
            raise EndgameError(
                f"there is no folder {shown(path)}; 'crownhead endgame build' makes endgame tables"
            )
        if thorough is None:
            with explained(EndgameError, "file.unreadable", path=shown(path)):
                thorough = sum(file.stat().st_size for file in path.iterdir()) <= _SMALL
        return cls(path, core.EndgameTables(path, thorough))

    @property
    def most_pieces(self) -> int:
        """Every position of so many pieces or fewer is known; 0 where there are no tables."""
        return self.core.most_pieces

    def probe(self, position: Position) -> EndgameResult | None:
        """What best play leads to; None where that is in no table, and under other rules."""
        try:
            found = self.core.probe(position)
        except TypeError:
            raise not_a_position(position) from None
        return None if found is None else EndgameResult(*cast("tuple[Outcome, int | None]", found))

    def moves(self, position: Position) -> dict[Move, EndgameResult | None]:
        """Every legal move, best first, with what it leads to for who makes it."""
        found: dict[Move, EndgameResult | None] = {}
        for move in checked_position(position).legal_moves():
            after = self.probe(position.play(move))
            plies = None if after is None or after.plies is None else after.plies + 1
            found[move] = after and after.for_the_other._replace(plies=plies)
        return dict(sorted(found.items(), key=lambda item: _worth(item[1]), reverse=True))

    def slices(self) -> list[SliceFacts]:
        """The tables, results before distances, each in the order of their names."""
        return [
            SliceFacts(*facts[:7], position_of(facts[7]), facts[8]) for facts in self.core.slices()
        ]


def _worth(result: EndgameResult | None) -> tuple[int, int]:
    """Wins by the shortest way, then draws, then what is not known, then losses by the longest."""
    if result is None:
        return 0, 0
    plies = result.plies or 0
    return {"win": (2, -plies), "draw": (1, 0), "loss": (-1, plies)}[result.outcome]


def position_of(masks: tuple[int, int, int] | None) -> Position | None:
    """A position in which Black is to move, as the core tells of it."""
    return None if masks is None else Position(*masks, BLACK, ENGLISH)


def folder_in(data: Path) -> Path:
    """Where a data folder has its endgame tables."""
    return data / _FOLDER


class Finding(NamedTuple):
    """How many positions were checked, and the first that is wrong, where one is."""

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
    """Check a sample of a table's positions, or all of them where the sample is 0."""
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
