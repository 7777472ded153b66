"""Compare the wheel with the local build: perft, search, and their ratio.

The wheel from `make wheel` is installed in an environment of its own. Both builds do the same work in
turn; the result is the least CPU time of several rounds.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
ROUNDS: Final = 5
WORK: Final = """
import time
from crownhead import Position
from crownhead.engine.bench import run_bench
for work in (lambda: Position.start().perft(12), lambda: [run_bench() for _ in range(5)]):
    begin = time.process_time()
    work()
    print(time.process_time() - begin)
"""


def measure(python: Path | str) -> list[float]:
    """CPU seconds of perft and of the search."""
    done = subprocess.run(
        [str(python), "-c", WORK],
        capture_output=True,
        text=True,
        check=True,
        cwd=tempfile.gettempdir(),
    )
    return [float(line) for line in done.stdout.split()]


def main() -> None:
    """Compare the wheel in dist with this environment."""
    wheels = sorted((ROOT / "dist").glob("*.whl"))
    if not wheels:
        sys.exit("There is no wheel in dist; make wheel builds one.")
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / "bin" / "python"
        subprocess.run([python, "-m", "pip", "install", "-q", wheels[-1]], check=True)
        rounds = [(measure(python), measure(sys.executable)) for _ in range(ROUNDS)]
    print(f"{'':8}{'wheel':>10}{'make':>10}   speed of the wheel")
    for number, name in enumerate(("perft", "search")):
        wheel = min(one[number] for one, _ in rounds)
        local = min(one[number] for _, one in rounds)
        print(f"{name:8}{wheel:9.3f}s{local:9.3f}s{local / wheel:8.0%} of the local build's")


if __name__ == "__main__":
    main()
