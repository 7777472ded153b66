"""Tuning by SPSA: the algorithm on a hill with noise, its work file, and a small real run."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

import pytest
import spsa

import programs
from crownhead import CrownheadError
from crownhead.arena import Tally
from crownhead.engine.constants import Constant

ROOT = Path(__file__).parents[2]
CORES = sorted((ROOT / "build" / "tuning").glob("_core*.so"))
HILL = (Constant("A", 20, 0, 100, 4), Constant("B", 60, 0, 100, 4), Constant("C", 5, 1, 9, 1))
TOP = (50, 30, 8)


def strength(values: tuple[int, ...]) -> float:
    """A hill: the whole way of a constant from its start to the top is worth about 100 points."""
    return -sum(
        100 * ((value - top) / (one.value - top)) ** 2
        for one, value, top in zip(HILL, values, TOP, strict=True)
    )


def pair_of_games(step: spsa.Step, chance: Random) -> Tally:
    """Two games with mostly random results, and a little strength."""
    edge = (strength(step.plus) - strength(step.minus)) / 400
    tally, before = Tally(), None
    for _ in range(2):
        throw = chance.random()
        points = 1.0 if throw < 0.25 + edge else 0.0 if throw > 0.75 + edge else 0.5
        tally += Tally.of_game(points, before)
        before = points
    return tally


def test_noisy_games_lead_to_the_top_of_the_hill() -> None:
    tuner = spsa.Spsa(HILL, spsa.Plan(("A", "B", "C"), steps=3000, pairs=1, rate=0.1))
    chance = Random(5)
    for number in range(3000):
        step = tuner.step(number)
        tuner.learn(step, spsa.points_of(pair_of_games(step, chance)))
    for one, value, top in zip(HILL, tuner.values, TOP, strict=True):
        assert abs(value - top) < abs(one.value - top) / 4, f"{one.name} went to {value:.1f}"


def test_values_stay_within_their_range() -> None:
    tuner = spsa.Spsa(HILL, spsa.Plan(("A", "B", "C"), steps=50, rate=5.0))
    for number in range(50):
        step = tuner.step(number)
        for one, *values in zip(HILL, step.plus, step.minus, strict=True):
            assert all(one.least <= value <= one.most for value in values), (one, values)
        tuner.learn(step, float(step.signs[0]))  # the more of the first, the better
    assert tuner.values[0] == HILL[0].most


def test_points_are_of_pairs() -> None:
    assert spsa.points_of(Tally(2, 0, 0, (0, 0, 0, 0, 1))) == 1
    assert spsa.points_of(Tally(1, 2, 1, (0, 1, 0, 1, 0))) == 0
    assert spsa.points_of(Tally(0, 1, 1, (0, 1, 0, 0, 0))) == -0.5


def test_a_run_goes_on_from_its_work_file(tmp_path: Path) -> None:
    plan = spsa.Plan(("FIRST_WINDOW", "PROBCUT_MARGIN"), steps=12, pairs=1, nodes=10)
    better = Tally(1, 1, 0, (0, 0, 0, 1, 0))

    def play(file: Path, count: int) -> spsa.Run:
        run = spsa.Run(plan, file)
        todo = [step for step, _ in zip(run.waiting(), range(count), strict=False)]
        run.take(((run.spsa.step(step.number), better) for step in todo), lambda: None)
        return run

    whole = play(tmp_path / "whole.jsonl", 12)
    play(tmp_path / "parts.jsonl", 5)
    with (tmp_path / "parts.jsonl").open("a") as file:
        file.write('{"step": 5, "si')  # cut off by a crash
    parts = play(tmp_path / "parts.jsonl", 12)
    assert parts.done == whole.done == set(range(12))
    assert parts.spsa.values == whole.spsa.values
    assert (tmp_path / "parts.jsonl").read_text() == (tmp_path / "whole.jsonl").read_text()
    other = spsa.Plan(("FIRST_WINDOW",), steps=12)
    with pytest.raises(CrownheadError, match="belongs to another run"):
        spsa.Run(other, tmp_path / "parts.jsonl")


@pytest.mark.long
@pytest.mark.skipif(not CORES, reason="needs the core of make tuning")
def test_a_small_run_plays_games_and_shows_a_table(tmp_path: Path) -> None:
    work = tmp_path / "work.jsonl"
    command = [sys.executable, str(ROOT / "training" / "spsa.py"), "FIRST_WINDOW", "PROBCUT_MARGIN"]
    command += ["--steps=2", "--pairs=1", "--nodes=200", "--jobs=1", f"--work={work}"]
    done = programs.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("2 of 2 steps, 4 games\n| constant | before |"), done.stdout
    rows = [json.loads(line) for line in work.read_text().splitlines()]
    assert [sum(row["games"]) for row in rows[1:]] == [2, 2]
