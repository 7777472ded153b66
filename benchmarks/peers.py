"""The libraries that the benchmarks compare with: their releases, folders and processes.

pip installs each peer once into its own folder, `build/peers/<name>`. The peer runs in its own process
with that folder as PYTHONPATH, because py-draughts and pydraughts are both imported as `draughts`. A
benchmark restarts its own script with `--worker NAME` for every contender, including Crownhead, and asks
each in turn over JSON lines. All are measured in one run, and never two at the same time.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

RELEASES = {
    "py-draughts": "1.10.1",
    # The newest release for this Python.
    "open_spiel": "2.0.2" if sys.version_info >= (3, 11) else "1.6.10",
    "pydraughts": "0.6.7",
}
REPOSITORY = Path(__file__).resolve().parent.parent
PEERS_FOLDER = REPOSITORY / "build" / "peers"

Result = TypeVar("Result")


# --- installing


def install(name: str) -> Path:
    """Install a peer with pip unless this release is already installed, and return its folder."""
    folder = PEERS_FOLDER / name
    stamp = folder / "installed.txt"
    wanted = f"{name}=={RELEASES[name]} for {sys.implementation.cache_tag}"
    if stamp.exists() and stamp.read_text() == wanted:
        return folder
    progress(f"installing {name} {RELEASES[name]} into {folder}")
    shutil.rmtree(folder, ignore_errors=True)
    release = f"{name}=={RELEASES[name]}"
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(folder), release],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"could not install {release}:\n{done.stdout}")
    stamp.write_text(wanted)
    return folder


def environment(name: str) -> dict[str, str]:
    """The environment of a contender; the first word of its name may name a peer."""
    release = name.partition(" ")[0]
    if release not in RELEASES:
        return dict(os.environ)
    return {**os.environ, "PYTHONPATH": str(install(release))}


# --- running


class Worker:
    """A contender in its own process. One question at a time."""

    def __init__(self, script: str, name: str) -> None:
        self.name = name
        self._process = subprocess.Popen(
            [sys.executable, script, "--worker", name],
            env=environment(name),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, task: str, **arguments: Any) -> Any:
        """Call a method of the contender in its process, and wait for the result."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps({"task": task, "arguments": arguments}) + "\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            sys.exit(f"the {self.name} process ended while asked for {task}")
        return json.loads(answer)

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


@contextmanager
def workers(script: str, names: list[str]) -> Iterator[dict[str, Worker]]:
    """Start the contenders, and end them together."""
    for name in names:
        environment(name)
    started: dict[str, Worker] = {}
    try:
        for name in names:
            started[name] = Worker(script, name)
        yield started
    finally:
        for worker in started.values():
            worker.close()


def serve(contender: object) -> int:
    """Answer calls from stdin with the contender's methods, until stdin ends."""
    with os.fdopen(os.dup(sys.stdout.fileno()), "w") as answers:
        # A library's output must not mix with the answers.
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        for line in sys.stdin:
            question = json.loads(line)
            answer = getattr(contender, question["task"])(**question["arguments"])
            print(json.dumps(answer), file=answers, flush=True)
    return 0


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """Do the work without garbage collection, and return its result and its seconds."""
    gc.disable()
    try:
        start = time.perf_counter()
        result = work()
        return result, time.perf_counter() - start
    finally:
        gc.enable()


# --- reporting


@dataclass(frozen=True)
class Target:
    """A figure of Crownhead as a multiple of a peer's, and its target."""

    measure: str
    ratio: float
    peer: str
    needs: float

    @property
    def met(self) -> bool:
        """Return whether the multiple reaches the target."""
        return self.ratio >= self.needs

    def __str__(self) -> str:
        verdict = "" if self.met else " MISSED"
        digits = 1 if self.ratio >= 10 else 2
        return (
            f"{self.measure}: {self.ratio:.{digits}f} x {self.peer} (needs {self.needs:g}){verdict}"
        )


def arguments(description: str | None) -> argparse.ArgumentParser:
    """Make a parser with the options of every benchmark."""
    parser = argparse.ArgumentParser(description=(description or "").split("\n")[0])
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--worker", metavar="NAME", help=argparse.SUPPRESS)
    return parser


def options(description: str | None, **defaults: float) -> argparse.Namespace:
    """Read the options of a benchmark without peers: numbers with their defaults, and `--json`."""
    parser = argparse.ArgumentParser(description=(description or "").partition("\n")[0])
    for name, default in defaults.items():
        parser.add_argument(f"--{name}", type=type(default), default=default)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def report(lines: list[str], targets: list[Target], figures: dict[str, Any], as_json: bool) -> int:
    """Print the outcome for people or for programs, and return 1 if a target is missed."""
    met = all(target.met for target in targets)
    if as_json:
        listed = [{**asdict(target), "met": target.met} for target in targets]
        print(json.dumps({**figures, "targets": listed, "met": met}, indent=2))
    else:
        print("\n".join([*lines, *map(str, targets)]))
    return 0 if met else 1


def progress(text: str) -> None:
    """Show progress on stderr; on a terminal each line overwrites the last."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
    else:
        print(text, file=sys.stderr, flush=True)


def progress_done() -> None:
    """Clear the progress line."""
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
