"""Run the whole suite several times on a loaded machine: `make stress`.

Each round has its own seed, which decides the order of the test files and Hypothesis's examples. Every
failure is printed with its test and its seed; `make stress ROUNDS=1 SEED=7` repeats the round with
seed 7.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import SystemRandom
from typing import Final
from xml.etree import ElementTree

REPORTS: Final = Path("build/stress")
# Exits with its parent, however the parent ends.
SPIN: Final = (
    "import os\nparent = os.getppid()\nwhile os.getppid() == parent:\n    sum(range(10**6))"
)


@contextmanager
def busy_cores() -> Iterator[None]:
    """Keep every core busy."""
    spinning = [subprocess.Popen([sys.executable, "-c", SPIN]) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for process in spinning:
            process.kill()
            process.wait()


def failures_in(report: Path) -> Iterator[str]:
    """The failed tests, each with the first line of its error."""
    if not report.exists():
        yield "pytest ended before it could write a report"
        return
    for case in ElementTree.parse(report).iter("testcase"):
        for wrong in (*case.iterfind("failure"), *case.iterfind("error")):
            said = (wrong.get("message") or "").strip().splitlines() or [""]
            yield f"{case.get('classname')}::{case.get('name')}: {said[0]}"


def run_round(seed: int, jobs: str) -> list[str]:
    """Run the suite once, and return its failures."""
    REPORTS.mkdir(parents=True, exist_ok=True)
    report, log = REPORTS / f"{seed}.xml", REPORTS / f"{seed}.log"
    report.unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", "-n", jobs, "--dist", "worksteal", "-m", "not long"]
    command += [f"--hypothesis-seed={seed}", f"--junitxml={report}"]
    with log.open("w") as output:
        ended = subprocess.run(
            command,
            env={**os.environ, "CROWNHEAD_SEED": str(seed)},
            stdout=output,
            stderr=subprocess.STDOUT,
            check=False,
        )
    found = list(failures_in(report))
    if ended.returncode != 0 and not found:
        found = [f"pytest ended with {ended.returncode}; see {log}"]
    return found


def main() -> None:
    """Run the rounds requested on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, help="of the first round; the next has the next number")
    parser.add_argument("--jobs", default=str((os.cpu_count() or 1) + 1))
    arguments = parser.parse_args()
    first = SystemRandom().randrange(2**31) if arguments.seed is None else arguments.seed
    failed = 0
    with busy_cores():
        for seed in range(first, first + arguments.rounds):
            begun = time.monotonic()
            failures = run_round(seed, arguments.jobs)
            seconds, load = time.monotonic() - begun, os.getloadavg()[1]
            print(
                f"seed {seed}: {len(failures)} failed, {seconds:.0f} s, load {load:.1f} "
                f"(log: {REPORTS / str(seed)}.log)",
                flush=True,
            )
            for failure in failures:
                print(f"  seed {seed}  {failure}", flush=True)
            failed += len(failures)
    sys.exit(f"{failed} failures" if failed else 0)


if __name__ == "__main__":
    main()
