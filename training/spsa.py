"""Tunes constants of the search by SPSA: simultaneous perturbation stochastic approximation.

At each step every chosen constant is moved up or down by chance, all at once; the engine with these
values plays pairs of games against the engine with all of them moved the other way; and the values go a
little towards whichever scored better. So a step costs the same for one constant as for twenty. The
work file has every step: an interrupted run goes on from it.

It needs the core of `make tuning`. Play a match against the old values before you keep new ones.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
TUNING: Final = ROOT / "build" / "tuning"

if __name__ in ("__main__", "__mp_main__"):  # before anything loads the ordinary core
    for built in TUNING.glob("_core*.so"):
        os.environ.setdefault("CROWNHEAD_CORE", str(built))

from crownhead import CrownheadError, Game, Move, _core  # noqa: E402
from crownhead.arena import Match  # noqa: E402
from crownhead.arena.rating import PAIR_SCORES, Tally  # noqa: E402
from crownhead.cli.shared import progress_bar  # noqa: E402
from crownhead.engine import Engine, Limit  # noqa: E402
from crownhead.engine.constants import CONSTANTS, Constant, constant  # noqa: E402
from crownhead.interrupts import terminated_as_interrupted  # noqa: E402
from crownhead.parallel import Tick, Work, pool  # noqa: E402

# The usual exponents, by which the perturbations and the gain shrink.
_PERTURBATION_DECAY: Final = 0.101
_GAIN_DECAY: Final = 0.602
_STEADY_SHARE: Final = 0.1  # of the run, in which the gain hardly falls


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a run. `rate` is the final step for a point, in perturbations."""

    names: tuple[str, ...]
    steps: int
    pairs: int = 2
    rate: float = 0.05
    nodes: int | None = None
    cpu_seconds: float | None = None
    openings: str = "ballots"
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Step:
    """One experiment: the signs of the perturbations, and the values that play each other."""

    number: int
    signs: tuple[int, ...]
    plus: tuple[int, ...]
    minus: tuple[int, ...]


@dataclass
class Spsa:
    """The current values, and how an experiment changes them."""

    constants: Sequence[Constant]
    plan: Plan
    values: list[float] = field(init=False)

    def __post_init__(self) -> None:
        self.values = [float(one.value) for one in self.constants]

    def size(self, number: int) -> float:
        """The perturbation in steps of the constant: 1 at the end, more at first."""
        return float((self.plan.steps / (number + 1)) ** _PERTURBATION_DECAY)

    def gain(self, number: int) -> float:
        """The gain for a point, in perturbations: the plan's rate at the end, more at first."""
        steady = _STEADY_SHARE * self.plan.steps
        return float(
            self.plan.rate
            * ((self.plan.steps + steady) / (number + 1 + steady)) ** _GAIN_DECAY
            / self.size(number) ** 2
        )

    def step(self, number: int) -> Step:
        """Make an experiment, with its own random generator, so that a run can be resumed."""
        chance = Random(f"{self.plan.seed}/{number}")
        signs = tuple(chance.choice((-1, 1)) for _ in self.constants)
        shared = [chance.random() for _ in self.constants]
        plus, minus = (self._moved(number, signs, way, shared) for way in (1, -1))
        return Step(number, signs, plus, minus)

    def _moved(
        self, number: int, signs: Sequence[int], way: int, chance: Sequence[float]
    ) -> tuple[int, ...]:
        """All values moved in one direction, with stochastic rounding."""
        size = self.size(number)
        moved = []
        for one, value, sign, part in zip(self.constants, self.values, signs, chance, strict=True):
            exact = value + way * sign * max(size * one.step, 0.5)
            moved.append(min(max(math.floor(exact + part), one.least), one.most))
        return tuple(moved)

    def learn(self, step: Step, points: float) -> None:
        """Move towards the better values: `points` are plus's score above a half, times two."""
        size, gain = self.size(step.number), self.gain(step.number)
        for index, (one, sign) in enumerate(zip(self.constants, step.signs, strict=True)):
            value = self.values[index] + gain * size * one.step * sign * points
            self.values[index] = min(max(value, one.least), one.most)


class TunedPlayer:
    """The engine with other constants, under a limit."""

    def __init__(self, changes: Mapping[str, int], limit: Limit) -> None:
        self._limit = limit
        self._engine = Engine(hash_mb=16)
        if changes:
            self._engine.use_constants(changes)

    def choose(self, game: Game) -> Move:
        return self._engine.play(game, self._limit)

    def close(self) -> None:
        self._engine.close()


@dataclass(frozen=True)
class Tuned:
    """Makes such a player for each game of a match."""

    name: str
    changes: Mapping[str, int]
    limit: Limit

    def __call__(self) -> TunedPlayer:
        return TunedPlayer(self.changes, self.limit)


def play_step(plan: Plan, step: Step) -> Tally:
    """Play a match between the two sets of values: each opening twice, with colours swapped."""
    limit = Limit(nodes=plan.nodes, cpu_seconds=plan.cpu_seconds)
    sides = [
        Tuned(name, dict(zip(plan.names, values, strict=True)), limit)
        for name, values in (("plus", step.plus), ("minus", step.minus))
    ]
    match = Match(sides, games=2 * plan.pairs, openings=plan.openings, seed=plan.seed + step.number)
    return match.play(jobs=1)["plus", "minus"]


def _play(plan: Plan, step: Step, _: Tick) -> Tally:
    return play_step(plan, step)


def points_of(tally: Tally) -> float:
    """The score of plus by pairs, from -1 to 1."""
    pairs = sum(tally.pairs)
    total = sum(count * score for count, score in zip(tally.pairs, PAIR_SCORES, strict=True))
    return 2 * total / pairs - 1


class Run:
    """A run with its work file: the plan in the first line, then a line for each finished step."""

    def __init__(self, plan: Plan, file: Path) -> None:
        self.spsa = Spsa([constant(name) for name in plan.names], plan)
        self.tally = Tally()
        self.done: set[int] = set()
        self._file = file
        if file.exists() and file.stat().st_size:
            self._go_on()
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._write(asdict(plan))

    def _go_on(self) -> None:
        text = self._file.read_text()
        os.truncate(self._file, text.rfind("\n") + 1)  # the last line may have been cut off
        first, *lines = text.split("\n")
        if json.loads(first) != json.loads(json.dumps(asdict(self.spsa.plan))):
            raise CrownheadError(
                f"{self._file} belongs to another run: its plan is {first}; name another file with --work"
            )
        for row in map(json.loads, lines[:-1]):
            wins, draws, losses = row["games"]
            tally = Tally(wins, draws, losses, tuple(row["pairs"]))
            self._learn(Step(row["step"], tuple(row["signs"]), (), ()), tally)

    def _write(self, value: dict[str, Any]) -> None:
        with self._file.open("a") as file:
            file.write(json.dumps(value) + "\n")

    def _learn(self, step: Step, tally: Tally) -> None:
        self.spsa.learn(step, points_of(tally))
        self.tally += tally
        self.done.add(step.number)

    def waiting(self) -> Iterator[Step]:
        """The missing experiments, each made from the current values."""
        for number in range(self.spsa.plan.steps):
            if number not in self.done:
                yield self.spsa.step(number)

    def take(self, results: Iterable[tuple[Step, Tally]], watch: Callable[[], None]) -> None:
        """Learn from experiments as they end, and store them."""
        for step, tally in results:
            games = (tally.wins, tally.draws, tally.losses)
            self._write(
                {"step": step.number, "signs": step.signs, "games": games, "pairs": tally.pairs}
            )
            self._learn(step, tally)
            watch()

    def play(self, jobs: int | None, watch: Callable[[], None] = lambda: None) -> None:
        """Run the missing experiments. With several jobs, one may begin before the last has ended."""
        work = Work(partial(nullcontext, self.spsa.plan), _play)
        with pool(work, jobs=jobs) as workers:
            self.take(workers.results(self.waiting()), watch)

    def table(self) -> str:
        """The values found, as lines of Markdown."""
        rows = ["| constant | before | after | range |", "|---|---|---|---|"]
        for one, value in zip(self.spsa.constants, self.spsa.values, strict=True):
            rows.append(f"| `{one.name}` | {one.value} | {value:.1f} | {one.least} to {one.most} |")
        return "\n".join(rows)


def read_plan(words: Sequence[str] | None = None) -> tuple[Plan, Path, int | None]:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", help="constants to tune; all by default")
    parser.add_argument("--steps", type=int, default=2000, help="experiments in the whole run")
    parser.add_argument("--pairs", type=int, default=2, help="pairs of games for each")
    parser.add_argument("--rate", type=float, default=0.05, help="the final speed of values")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--nodes", type=int, help="for each move; 5000 by default")
    limit.add_argument("--cpu-seconds", type=float, help="CPU seconds for each move")
    parser.add_argument("--openings", default="ballots", help="ballots, start, or a file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, help="experiments at once; all cores by default")
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "spsa.jsonl", help="the file")
    given = parser.parse_args(words)
    plan = Plan(
        tuple(given.names or (one.name for one in CONSTANTS)),
        given.steps,
        given.pairs,
        given.rate,
        given.nodes or (None if given.cpu_seconds else 5000),
        given.cpu_seconds,
        given.openings,
        given.seed,
    )
    return plan, given.work, given.jobs


def main() -> None:
    plan, file, jobs = read_plan()
    if not _core.TUNABLE:
        sys.exit("this needs a tuning build of the core: run 'make tuning' first")
    try:
        run = Run(plan, file)
    except CrownheadError as error:
        sys.exit(f"spsa: {error}")
    code = 0
    with terminated_as_interrupted(), progress_bar() as progress:
        task = progress.add_task("tuning", total=plan.steps)

        def watch() -> None:
            progress.update(task, completed=len(run.done), description=f"plus {run.tally}")

        watch()
        try:
            run.play(jobs, watch)
        except KeyboardInterrupt:
            code = 130
            progress.stop()
            print(f"interrupted; the same command continues from {file}", file=sys.stderr)
    print(f"{len(run.done)} of {plan.steps} steps, {run.tally.games} games\n{run.table()}")
    sys.exit(code)


if __name__ == "__main__":
    main()
