"""Start programs from tests. They end with their test, and so do all their child processes.

`subprocess.run` with a timeout kills only its own child, and `with Popen` waits forever if the test
fails while the program runs. Here each program leads its own session, which is killed as a whole.
Processes that still escape are found at the end by a mark in their environment.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

PATIENCE = 300  # seconds until a hanging program is killed
GRACE = 20  # seconds for processes to end after the last test
_MARK = "CROWNHEAD_TEST_PROCESS"  # identifies the test run of a process
_TEST = "PYTEST_CURRENT_TEST"  # pytest keeps it in the environment
# Python itself keeps these open until it exits.
_HELPERS = ("multiprocessing.resource_tracker", "multiprocessing.forkserver")

_started: list[subprocess.Popen[Any]] = []


class _Program(subprocess.Popen[Any]):
    """A program whose `with` block waits for its end, and kills it if the test has failed."""

    def __exit__(self, kind: Any, value: Any, trace: Any) -> None:
        if kind is not None:
            end(self)
        super().__exit__(kind, value, trace)
        end(self)


def start(command: Sequence[str | Path], **options: Any) -> subprocess.Popen[Any]:
    """Start a program as `subprocess.Popen` does."""
    if options.get("env") is not None and _MARK in os.environ:
        options["env"] = {**options["env"], _MARK: os.environ[_MARK]}
    program = _Program(command, start_new_session=True, **options)
    _started.append(program)
    return program


def end(program: subprocess.Popen[Any]) -> None:
    """Kill a program and its children."""
    with suppress(ProcessLookupError):  # nothing is left
        os.killpg(program.pid, signal.SIGKILL)


def run(
    command: Sequence[str | Path],
    *,
    input: str | bytes | None = None,  # noqa: A002 as subprocess.run has it
    capture_output: bool = False,
    timeout: float = PATIENCE,
    check: bool = False,
    **options: Any,
) -> subprocess.CompletedProcess[Any]:
    """Run a program to its end as `subprocess.run` does."""
    if capture_output:
        options |= {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    if input is not None:
        options["stdin"] = subprocess.PIPE
    with start(command, **options) as program:
        try:
            out, err = program.communicate(input, timeout)
        except subprocess.TimeoutExpired as late:
            end(program)
            late.stdout, late.stderr = program.communicate()
            raise
    done = subprocess.CompletedProcess(program.args, program.returncode, out, err)
    if check:
        done.check_returncode()
    return done


@contextmanager
def ended() -> Iterator[None]:
    """End the programs started in the block that are still running."""
    before = len(_started)
    try:
        yield
    finally:
        for program in _started[before:]:
            end(program)
            with suppress(OSError), program:  # which closes its pipes
                pass
        del _started[before:]


class Survivor(NamedTuple):
    """A process left behind by its test."""

    pid: int
    command: str
    test: str


def mark() -> None:
    """Mark this process's environment, so that its later children can be identified."""
    os.environ[_MARK] = f"{os.getpid()}.{time.monotonic_ns()}"


def survivors() -> list[Survivor]:
    """The running processes that this one has started, directly or indirectly."""
    wanted = f"{_MARK}={os.environ[_MARK]}"
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended, or belongs to another user
            environment = (folder / "environ").read_bytes().decode(errors="replace").split("\0")
            if wanted not in environment or folder.name == str(os.getpid()):
                continue
            command = (folder / "cmdline").read_bytes().decode(errors="replace")
            if not any(helper in command for helper in _HELPERS):
                tests = [line for line in environment if line.startswith(f"{_TEST}=")]
                test = tests[0].partition("=")[2] if tests else "no test"
                found.append(Survivor(int(folder.name), command.replace("\0", " ").strip(), test))
    return found


def end_survivors() -> list[Survivor]:
    """Kill the processes that do not end by themselves, and return them."""
    deadline = time.monotonic() + GRACE
    while (left := survivors()) and time.monotonic() < deadline:
        time.sleep(0.05)
    for one in left:
        with suppress(ProcessLookupError):
            os.kill(one.pid, signal.SIGKILL)
    return left
