"""What `import crownhead` costs over starting Python, beside `import draughts` of py-draughts.

Fresh processes of `python -c pass` and of the two imports take turns. The cost of an import is the
median, over the rounds, of its time less that of the plain start in the same round. A first round
is not counted: it warms the disk cache and lets Python write its bytecode.

The server is measured by processor time, from its start until its address is printed, beside a process that
only imports the web framework it is built on.
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

import peers

ROUNDS = 20
NEEDS_BELOW = 0.1
SERVER_ROUNDS = 5
SERVER_NEEDS_BELOW = 1.5
# The code to run, by the contender whose environment it runs in.
PROGRAMS = {
    "python": "pass",
    "crownhead": "import crownhead",
    "py-draughts": "import draughts",
}


def start(name: str, environment: dict[str, str]) -> float:
    """Seconds of one process from start to end."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", PROGRAMS[name]], env=environment, check=True)
    return time.perf_counter() - begun


def measure() -> dict[str, list[float]]:
    """Time every process; the seconds by contender."""
    environments = {name: peers.environment(name) for name in PROGRAMS}
    taken: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    for number in range(ROUNDS + 1):
        peers.progress(f"round {number} of {ROUNDS}")
        for name in PROGRAMS:
            seconds = start(name, environments[name])
            if number:
                taken[name].append(seconds)
    peers.progress_done()
    return taken


def costs(taken: dict[str, list[float]]) -> dict[str, float]:
    """Seconds that each import adds to a plain start."""
    plain = taken["python"]
    return {
        name: median(whole - start for whole, start in zip(wholes, plain, strict=True))
        for name, wholes in taken.items()
        if name != "python"
    }


# ---- the server


def server_seconds() -> tuple[float, float]:
    """Processor time until the server is ready, and until its framework is imported."""
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
    """Seconds of processor time of a process until it says a word, or until it ends."""
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        while line := process.stdout.readline():
            if until in line:
                break
        os.kill(process.pid, signal.SIGKILL)  # it is not waited for yet, so it is there
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_utime + used.ru_stime


def report_server() -> bool:
    """Measure and report; whether the server starts quickly enough."""
    server, framework = server_seconds()
    met = server < SERVER_NEEDS_BELOW
    print(f"server: {server:.2f} s of processor time until its address is printed")
    print(f"server: {server / framework:.1f} x importing its framework ({framework:.2f} s)")
    print(f"server: needs under {SERVER_NEEDS_BELOW:g} s{'' if met else ' MISSED'}")
    return met


def main() -> int:
    """Measure and report; 1 when the import costs too much."""
    options = peers.arguments(__doc__).parse_args()
    taken = measure()
    cost = costs(taken)
    python, plain = platform.python_version(), median(taken["python"])
    met = cost["crownhead"] < NEEDS_BELOW
    ratio = cost["py-draughts"] / cost["crownhead"]
    if options.json:
        figures = {"benchmark": "startup", "python": python, "plain_seconds": plain}
        figures |= {"cost_seconds": cost, "needs_below": NEEDS_BELOW, "ratio": ratio, "met": met}
        print(json.dumps(figures, indent=2))
        return 0 if met else 1
    print(f"median of {ROUNDS} rounds in turn, Python {python}")
    print(f"{'python -c pass':22} {plain:.3f} s")
    for name, seconds in cost.items():
        print(f"{PROGRAMS[name]:22} {seconds:.3f} s more ({name})")
    print(f"import: {ratio:.1f} x less than py-draughts")
    verdict = "" if met else " MISSED"
    print(f"import: {cost['crownhead']:.3f} s (needs under {NEEDS_BELOW:g} s){verdict}")
    return 0 if report_server() and met else 1


if __name__ == "__main__":
    sys.exit(main())
