"""A hundred positions that win by force: the engine finds the move and the distance."""

from __future__ import annotations

import csv
from pathlib import Path

from cases import each
from crownhead import Position
from crownhead.engine import Engine, Limit

with (Path(__file__).parents[1] / "data" / "problems.csv").open() as file:
    PROBLEMS = [(row["fen"], row["move"], int(row["plies"])) for row in csv.DictReader(file)]


def test_there_are_a_hundred_problems() -> None:
    assert len({fen for fen, _, _ in PROBLEMS}) >= 100


@each(("fen", "move", "plies"), PROBLEMS)
def test_the_only_quickest_win_is_found(fen: str, move: str, plies: int) -> None:
    with Engine(hash_mb=4) as engine:
        info = engine.analyse(Position.from_fen(fen), Limit(depth=plies + 8))[0]
    assert (str(info.pv[0]), info.score.plies) == (move, plies)
