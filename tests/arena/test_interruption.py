"""Interrupting and killing the arena: running games and all processes end with it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE

import pytest
from click.testing import CliRunner

import programs
from crownhead.arena import Match
from crownhead.cli import app
from saying import stopped

# ---- interruption

# Each of these games would take hours; the other opponents take no time.
ENDLESS = "minimax:depth=20"


def started(*words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "crownhead", "arena", *words]
    return programs.start(command, stdout=PIPE, stderr=PIPE, text=True)


def children(pid: int, word: bytes = b"spawn_main") -> set[int]:
    """The worker processes of this one, which were spawned."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parent = int(path.read_text().rpartition(")")[2].split()[1])
            words = (path.parent / "cmdline").read_bytes()
            if parent == pid and word in words:
                found.add(int(path.parent.name))
    return found


def lives(pid: int) -> bool:
    """Whether a process runs; zombies do not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until(true: Callable[[], object]) -> None:
    for _ in range(1200):
        if true():
            return
        time.sleep(0.05)  # to look at all processes costs something too
    pytest.fail("it did not happen within a minute")


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
@pytest.mark.parametrize(
    ("how", "said", "code"),
    [(signal.SIGINT, "interrupted", 130), (signal.SIGTERM, "terminated", 143)],
)
def test_an_interruption_ends_games_under_way_and_their_processes(
    tmp_path: Path, how: signal.Signals, said: str, code: int
) -> None:
    path = tmp_path / "games.pdn"
    running = started(ENDLESS, "greedy", "--games", "4", "--jobs", "2", "--pdn", str(path))
    wait_until(lambda: len(children(running.pid)) == 2)
    workers = children(running.pid)
    os.killpg(running.pid, how)  # as a terminal or a service manager does, to all of them
    score, errors = running.communicate(timeout=60)
    assert running.returncode == code, errors
    assert errors == stopped(said, "cli.arena.stopped-with-file", file=path)
    assert score.startswith(f"{ENDLESS} v greedy: ")
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_everything_ends_with_an_arena_that_is_killed(how: signal.Signals) -> None:
    """Including processes in the middle of a long move, and their programs."""
    program = f"hub:{sys.executable} -m crownhead hub"
    running = started(ENDLESS, program, "--games", "2", "--jobs", "2")
    programs: set[int] = set()

    def is_there() -> bool:
        for worker in children(running.pid):
            programs.update(children(worker, b"hub"))
        return bool(programs)

    wait_until(is_there)
    everything = children(running.pid) | programs
    running.send_signal(how)
    try:
        code = running.wait(60)
        wait_until(lambda: not any(map(lives, everything)))
    finally:
        for pid in everything:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
    _, errors = running.communicate()
    if how is signal.SIGTERM:
        assert (code, errors) == (143, stopped("terminated", "cli.arena.stopped"))


def test_without_a_file_nobody_is_told_that_the_match_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Match, "play", interrupted)
    done = CliRunner().invoke(app, ["arena", "greedy", "random"])
    assert done.exit_code == 130
    assert done.stderr == stopped("interrupted", "cli.arena.stopped")
