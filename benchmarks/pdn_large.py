"""Measure the speed and the memory of the reader and of `pdn check` on a large PDN file.

The script writes the file: random games with tags, some of them with comments, clocks, move assessments and
variations, as in real collections. Each reader runs in its own process. The figure is CPU time, the best of
several rounds in turn. Memory is the peak above that of reading a tenth of the file.

`--before REF` names the commit to compare with; build it first with `make old REF=...`.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import peers

MEGABYTES = 10
ROUNDS = 3
SEED = 11
NEEDS = 3.0
MOST_MORE_MEGABYTES = 2.0  # the extra memory allowed for a file ten times as large
# Runs in either build, so it uses only features that both have.
READER = """
import json, resource, sys
from crownhead.notation import pdn
games = plies = errors = 0
for game in pdn.read_games(sys.argv[1]):
    games += 1
    plies += game.ply
    errors += len(game.errors)
used = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps([games, plies, errors, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024]))
"""
CHECKER = """
import json, resource, subprocess, sys
command = [sys.executable, "-m", "crownhead", "pdn", "check", sys.argv[1]]
done = subprocess.run(command, capture_output=True, text=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([done.stdout.strip(), used.ru_utime + used.ru_stime]))
"""


@dataclass(frozen=True)
class Reading:
    """The result of reading a file once."""

    games: int
    plies: int
    errors: int
    seconds: float
    megabytes: float


# --- the file


def write_file(path: Path, megabytes: int) -> None:
    """Write games until the file is large enough."""
    from crownhead import Game
    from crownhead.notation.pdn import write_game

    rng = random.Random(SEED)
    with path.open("w", encoding="utf-8") as file:
        while file.tell() < megabytes * 1_000_000:
            number = rng.randrange(10**6)
            game = Game(
                tags={
                    "Event": f"Open {number % 97}",
                    "Date": f"{1950 + number % 70}.05.0{1 + number % 9}",
                    "Black": f"Player {number % 311}",
                    "White": f"Player {number % 577}",
                }
            )
            play(game, rng, annotated=rng.random() < 0.1)
            file.write(write_game(game) + "\n")


def play(game: object, rng: random.Random, *, annotated: bool) -> None:
    """Play at random to the end or a limit; an annotated game has a few comments."""
    from crownhead import Game

    assert isinstance(game, Game)
    while game.ply < 70 and (moves := game.legal_moves()):
        game.push(rng.choice(moves))
        if annotated and rng.random() < 0.15:
            game.node.comment = rng.choice(["a strong move", "better was 11-15", "the losing move"])
            game.node.clock = float(rng.randrange(3600))
        if annotated and len(moves) > 1 and rng.random() < 0.1 and game.node.parent is not None:
            game.node.strength = rng.choice(["!", "?", "!?"])
            game.node.parent.add(next(move for move in moves if move != game.node.move))


# --- the runs


def run(python: str, code: str, path: Path) -> list[object]:
    """Run code in a build's own Python, outside this folder."""
    done = subprocess.run(
        [python, "-c", code, str(path)], capture_output=True, text=True, check=True, cwd=path.parent
    )
    answer: list[object] = json.loads(done.stdout)
    return answer


def read(python: str, path: Path) -> Reading:
    """Read a file once."""
    return Reading(*run(python, READER, path))  # type: ignore[arg-type]


def python_of(ref: str) -> str:
    """Find the Python of a build made by `make old`."""
    found = subprocess.run(
        ["git", "rev-parse", "--short=10", f"{ref}^{{commit}}"],
        capture_output=True,
        text=True,
        check=True,
        cwd=peers.REPOSITORY,
    )
    python = peers.REPOSITORY / "build" / "old" / found.stdout.strip() / "bin" / "python"
    if not python.exists():
        sys.exit(f"there is no build of {ref}; make it with: make old REF={ref}")
    return str(python)


def best(builds: dict[str, str], path: Path) -> tuple[dict[str, Reading], dict[str, float]]:
    """The fastest of several rounds of the reader, and of the command."""
    readings: dict[str, Reading] = {}
    commands: dict[str, float] = {}
    for number in range(ROUNDS):
        peers.progress(f"round {number + 1} of {ROUNDS}")
        for name, python in builds.items():
            reading = read(python, path)
            if name not in readings or reading.seconds < readings[name].seconds:
                readings[name] = reading
            seconds = float(str(run(python, CHECKER, path)[1]))
            commands[name] = min(seconds, commands.get(name, seconds))
    peers.progress_done()
    return readings, commands


def main() -> int:
    """Make the file, measure and report, and return 1 if a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=MEGABYTES)
    parser.add_argument("--before", metavar="REF", help="a commit that `make old` has built")
    options = parser.parse_args()
    builds = {"now": sys.executable}
    if options.before:
        builds["before"] = python_of(options.before)
    with tempfile.TemporaryDirectory() as folder:
        large, small = Path(folder) / "large.pdn", Path(folder) / "small.pdn"
        write_file(large, options.megabytes)
        write_file(small, max(options.megabytes // 10, 1))
        readings, commands = best(builds, large)
        more = readings["now"].megabytes - read(sys.executable, small).megabytes
        size = large.stat().st_size / 1e6
    for name, reading in readings.items():
        print(
            f"{name:8} {size:.1f} MB, {reading.games} games, {reading.plies} moves:"
            f" reader {reading.seconds:.2f} s, pdn check {commands[name]:.2f} s,"
            f" {reading.megabytes:.0f} MB of memory"
        )
    print(f"extra memory for ten times as much: {more:+.1f} MB (at most {MOST_MORE_MEGABYTES:g})")
    met = more <= MOST_MORE_MEGABYTES
    if "before" in readings:
        same = all(
            getattr(readings["now"], what) == getattr(readings["before"], what)
            for what in ("games", "plies", "errors")
        )
        ratio = readings["before"].seconds / readings["now"].seconds
        checked = commands["before"] / commands["now"]
        print(f"reader: {ratio:.1f} times as fast, pdn check: {checked:.1f} (needs {NEEDS:g})")
        print("both read the same" if same else "they read different things")
        met = met and same and min(ratio, checked) >= NEEDS
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
