"""Programs that tests start end with their test, and so do their children."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import programs

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")

# A program that starts another, which holds its output open, and prints its process id.
PARENT = (
    "import subprocess; child = subprocess.Popen(['sleep', '1000']); print(child.pid, flush=True)"
)
WAITING = f"{PARENT}; child.wait()"
# The same, but in a session of its own.
ESCAPING = PARENT.replace("'1000']", "'1000'], start_new_session=True, stdout=subprocess.DEVNULL")

LEAKING = """
import subprocess, sys, programs
programs.GRACE = 0

def test_that_leaves_a_process_behind():
    subprocess.run([sys.executable, "-c", {escaping!r}], check=True)
"""


def ends(pid: int) -> bool:
    """Return whether a process ends; a killed one needs a moment."""
    try:
        process = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([process], [], [], 60)[0])
    finally:
        os.close(process)


def child_of_late(code: str) -> int:
    """The child of a program that was killed after it had printed its process id."""
    for seconds in (0.3, 3, 30, 300):  # a busy machine may need longer to start it
        with pytest.raises(subprocess.TimeoutExpired) as late:
            programs.run(
                [sys.executable, "-S", "-c", code], capture_output=True, text=True, timeout=seconds
            )
        if late.value.stdout:
            return int(late.value.stdout)
    raise AssertionError("it never said anything")


@pytest.mark.parametrize("code", [PARENT, WAITING])
def test_a_program_that_is_late_ends_with_its_children(code: str) -> None:
    assert ends(child_of_late(code))


def test_a_program_ends_where_the_test_fails() -> None:
    program = programs.start([sys.executable, "-c", WAITING], stdout=subprocess.PIPE)
    assert program.stdout is not None
    child = int(program.stdout.readline())
    with pytest.raises(ZeroDivisionError), program:
        raise ZeroDivisionError
    assert program.returncode == -signal.SIGKILL
    assert ends(child)


def test_what_a_test_did_not_end_ends_with_it() -> None:
    with programs.ended():
        program = programs.start([sys.executable, "-c", WAITING], stdout=subprocess.PIPE)
        assert program.stdout is not None
        child = int(program.stdout.readline())
        assert program.pid in {one.pid for one in programs.survivors()}
    assert program.returncode == -signal.SIGKILL
    assert ends(child)


def test_a_process_that_is_left_behind_fails_the_tests_and_is_ended(tmp_path: Path) -> None:
    test = tmp_path / "test_leaking.py"
    test.write_text(LEAKING.format(escaping=ESCAPING), encoding="utf-8")
    path = os.pathsep.join(map(str, (ROOT, ROOT / "tests")))
    done = programs.run(
        [sys.executable, "-m", "pytest", "-p", "conftest", "-p", "no:cacheprovider", test],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1, done.stdout
    assert "1 passed, 1 error" in done.stdout
    found = re.search(r"Survivor\(pid=(\d+), command='sleep 1000', test='(.*?) ", done.stdout)
    assert found, done.stdout
    assert found[2] == "test_leaking.py::test_that_leaves_a_process_behind"
    assert ends(int(found[1]))


def test_no_test_starts_programs_in_another_way() -> None:
    # Scripts that are not tests, and these two, which the tests use.
    apart = {
        "programs.py",
        "warm.py",
        "breakages.py",
        "check_release.py",
        "stress.py",
        Path(__file__).name,
    }
    starts = re.compile(r"^(?!.*\"subprocess).*\bsubprocess\.(run|Popen|call|check_\w+)\(", re.M)
    found = {
        path.name
        for path in (ROOT / "tests").rglob("*.py")
        if path.name not in apart and starts.search(path.read_text(encoding="utf-8"))
    }
    assert not found
