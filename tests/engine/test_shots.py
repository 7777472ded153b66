"""Positions in which a search that stops too early fails: shots, and unfinished captures."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from cases import each
from crownhead import Position
from crownhead.engine import Engine, Limit, evaluate, search

with (Path(__file__).parents[1] / "data" / "shots.csv").open() as file:
    ROWS = list(csv.DictReader(file))
SHOTS = [(row["fen"], row["move"]) for row in ROWS if row["kind"] == "shot"]
CAPTURES = [(row["fen"], float(row["value"])) for row in ROWS if row["kind"] != "shot"]


def test_there_are_enough_of_each_kind() -> None:
    assert len(SHOTS) >= 20
    kinds = [worth > evaluate(Position.from_fen(fen), "pieces") for fen, worth in CAPTURES]
    assert (kinds.count(True) >= 10, kinds.count(False) >= 10) == (True, True)


@each(("fen", "move"), SHOTS)
def test_a_reduced_search_still_finds_what_must_be_given(fen: str, move: str) -> None:
    with Engine(hash_mb=4, evaluation="classic") as engine:  # which counts in men
        info = engine.analyse(Position.from_fen(fen), Limit(depth=8))[0]
    assert str(info.pv[0]) == move, f"{info.score}: {' '.join(map(str, info.pv))}"


@each(("fen", "worth"), CAPTURES)
def test_nobody_stands_pat_in_the_middle_of_captures(fen: str, worth: float) -> None:
    position = Position.from_fen(fen)
    with Engine(hash_mb=4, evaluation="classic") as engine:  # which counts in men
        score = engine.analyse(position, Limit(depth=1))[0].score
    now = evaluate(position, "pieces")
    # Nearer to the outcome of the captures than to the present material, both in men.
    assert abs(score.points / 100 - worth) < abs(score.points / 100 - now), f"{score}"


# Found by a review: all of White's moves win, so the quickest is reduced and found late.
@pytest.mark.parametrize(("fen", "plies"), [("B:W8,16,19,22,23,25,28,30:B7,13,21", -6)])
def test_a_near_end_is_announced_although_late_moves_are_reduced(fen: str, plies: int) -> None:
    position = Position.from_fen(fen)
    assert search(position, abs(plies), method="table").plies == plies
    with Engine(hash_mb=4) as engine:
        info = engine.analyse(position, Limit(depth=20))[0]
    assert info.score.plies == plies
