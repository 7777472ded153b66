"""Measure the cost of `import crownhead` beyond starting Python, and of starting the command line.

Fresh processes of `python -c pass`, `import crownhead` and `import draughts` (py-draughts) take turns.
The cost of an import is its time minus that of the plain start in the same round; the figure is the
median over the rounds. Then small commands take turns with the same commands in a program that loads
all commands, in CPU time. The first round is not counted: it warms the disk cache and lets Python write
its bytecode.

The server is measured in CPU time from its start until it prints its address, beside a process that
only imports its web framework.
"""

from __future__ import annotations

import json
import os
import platform
import signal
import subprocess
import sys
import tempfile
import time
from statistics import median
from typing import Any

import peers

ROUNDS = 20
NEEDS_BELOW = 0.1
COMMAND_NEEDS_BELOW = 0.15
SERVER_ROUNDS = 5
SERVER_NEEDS_BELOW = 1.5
# The code to run, by contender.
PROGRAMS = {
    "python": "pass",
    "crownhead": "import crownhead",
    "py-draughts": "import draughts",
}
COMMANDS = ("--help", "--version", "perft 3", "rules")
START = "from crownhead.__main__ import main\nmain()"
# A list of commands that must load each of them.
EAGER = """
import click
from crownhead.cli import app
context = click.Context(app)
for name in app.list_commands(context):
    app.get_command(context, name)
import rich.console, rich.table, rich.progress
"""


def start(code: str, environment: dict[str, str], *words: str) -> tuple[float, float]:
    """The wall time and the CPU time of one process, in seconds."""
    begun = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-c", code, *words], env=environment, stdout=subprocess.DEVNULL
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{words or code!r} ended with exit code {process.returncode}")
    return time.perf_counter() - begun, used.ru_utime + used.ru_stime


def measure() -> tuple[dict[str, list[float]], dict[str, dict[str, list[float]]]]:
    """Time every process: wall time by contender, and CPU time by command and variant."""
    environments = {name: peers.environment(name) for name in PROGRAMS}
    taken: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    ways = {"lazy": START, "eager": EAGER + START}
    used: dict[str, dict[str, list[float]]] = {
        command: {way: [] for way in ways} for command in COMMANDS
    }
    for number in range(ROUNDS + 1):
        peers.progress(f"round {number} of {ROUNDS}")
        for name, code in PROGRAMS.items():
            seconds, _ = start(code, environments[name])
            if number:
                taken[name].append(seconds)
        for command in COMMANDS:
            for way, code in ways.items():
                _, seconds = start(code, environments["crownhead"], *command.split())
                if number:
                    used[command][way].append(seconds)
    peers.progress_done()
    return taken, used


def costs(taken: dict[str, list[float]]) -> dict[str, float]:
    """Seconds that each import adds to a plain start."""
    plain = taken["python"]
    return {
        name: median(whole - start for whole, start in zip(wholes, plain, strict=True))
        for name, wholes in taken.items()
        if name != "python"
    }


def rows_of(used: dict[str, dict[str, list[float]]]) -> list[dict[str, Any]]:
    """CPU time of each command, alone and with all others loaded, and the ratio."""
    rows = []
    for command, ways in used.items():
        lazy, eager = median(ways["lazy"]), median(ways["eager"])
        row = {"command": command, "seconds": lazy, "eager_seconds": eager, "ratio": eager / lazy}
        rows.append({**row, "met": lazy < COMMAND_NEEDS_BELOW})
    return rows


# ---- the server


def server_seconds() -> tuple[float, float]:
    """CPU time until the server is ready, and until its framework is imported."""
    framework, server = [], []
    for number in range(SERVER_ROUNDS + 1):
        peers.progress(f"server, round {number} of {SERVER_ROUNDS}")
        bare = processor_time([sys.executable, "-c", "import fastapi, uvicorn"], until=b"")
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "crownhead", "--no-browser", "--data", folder]
            ready = processor_time(command, until=b"ready")
        if number:
            framework.append(bare)
            server.append(ready)
    peers.progress_done()
    return median(server), median(framework)


def processor_time(command: list[str], until: bytes) -> float:
    """CPU seconds of a process until it prints a word, or until it ends."""
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        while line := process.stdout.readline():
            if until in line:
                break
        os.kill(process.pid, signal.SIGKILL)  # not waited for yet, so the process still exists
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_utime + used.ru_stime


def report_server() -> bool:
    """Measure and report, and return whether the server starts fast enough."""
    server, framework = server_seconds()
    met = server < SERVER_NEEDS_BELOW
    print(f"server: {server:.2f} s of CPU time until its address is printed")
    print(f"server: {server / framework:.1f} x importing its framework ({framework:.2f} s)")
    print(f"server: needs under {SERVER_NEEDS_BELOW:g} s{'' if met else ' MISSED'}")
    return met


def main() -> int:
    """Measure and report, and return 1 if the import or a command costs too much."""
    options = peers.arguments(__doc__).parse_args()
    taken, used = measure()
    cost, rows = costs(taken), rows_of(used)
    python, plain = platform.python_version(), median(taken["python"])
    met = cost["crownhead"] < NEEDS_BELOW
    ratio = cost["py-draughts"] / cost["crownhead"]
    if options.json:
        figures = {"benchmark": "startup", "python": python, "plain_seconds": plain}
        figures |= {"cost_seconds": cost, "needs_below": NEEDS_BELOW, "ratio": ratio, "met": met}
        figures |= {"commands": rows, "commands_need_below": COMMAND_NEEDS_BELOW}
        print(json.dumps(figures, indent=2))
    else:
        print(f"median of {ROUNDS} rounds in turn, Python {python}")
        print(f"{'python -c pass':22} {plain:.3f} s")
        for name, seconds in cost.items():
            print(f"{PROGRAMS[name]:22} {seconds:.3f} s more ({name})")
        print(f"import: {ratio:.1f} x less than py-draughts")
        verdict = "" if met else " MISSED"
        print(f"import: {cost['crownhead']:.3f} s (needs under {NEEDS_BELOW:g} s){verdict}")
        for row in rows:
            verdict = "" if row["met"] else " MISSED"
            print(
                f"crownhead {row['command']:12} {row['seconds']:.3f} s of CPU time, "
                f"{row['ratio']:.1f} x less than with all commands loaded "
                f"(needs under {COMMAND_NEEDS_BELOW:g} s){verdict}"
            )
        met = report_server() and met
    return 0 if met and all(row["met"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
