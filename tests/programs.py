"""Programs that tests start. They end with their test, and so does everything that they have started.

`subprocess.run` with a timeout kills only its own child, and `with Popen` waits for ever if the test
fails while the program runs. Here a program leads a session of its own, which is killed as a whole.
What still escapes is found at the end by a mark in its environment.
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

PATIENCE = 300  # seconds until a program that hangs is given up
GRACE = 20  # seconds that processes have to end after the last test
_MARK = "CROWNHEAD_TEST_PROCESS"  # whose tests a process belongs to
_TEST = "PYTEST_CURRENT_TEST"  # pytest keeps it in the environment
# Python keeps these for itself until it ends.
_HELPERS = ("multiprocessing.resource_tracker", "multiprocessing.forkserver")

_started: list[subprocess.Popen[Any]] = []


class _Program(subprocess.Popen[Any]):
    """A program whose block waits for its end, and ends it where the test has failed."""

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
    """Kill a program and what it has started."""
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
    """End the programs that are started in the block, if they have not ended."""
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
    """A process that its test has left behind."""

    pid: int
    command: str
    test: str


def mark() -> None:
    """Mark this process: what it starts from now on is known by its environment."""
    os.environ[_MARK] = f"{os.getpid()}.{time.monotonic_ns()}"


def survivors() -> list[Survivor]:
    """The processes that this one has started, directly or not, and that still run."""
    wanted = f"{_MARK}={os.environ[_MARK]}"
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended, or is somebody else's
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
    """Kill what does not end by itself, and say what that was."""
    deadline = time.monotonic() + GRACE
    while (left := survivors()) and time.monotonic() < deadline:
        time.sleep(0.05)
    for one in left:
        with suppress(ProcessLookupError):
            os.kill(one.pid, signal.SIGKILL)
    return left
