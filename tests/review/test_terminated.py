"""SIGTERM and a closed terminal end a review like Ctrl-C."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest
from review_games import command, file_of_games, run_alone

import programs
from crownhead.messages import counted
from saying import says, stopped

SAID = stopped("terminated")
# The signal comes when the first game is stored, in whichever process. Workers get it too
# if it is for the whole group.
TERMINATED = """
import os, signal, sys
from crownhead.__main__ import main
from crownhead.review.workfile import WorkFile
def add(self, review, add=WorkFile.add):
    add(self, review)
    {end}
WorkFile.add = add
if __name__ == "__main__":
    main()
"""


def review(source: Path, end: str, jobs: int, *, ignored: bool = False) -> tuple[int, str, str]:
    script = source.with_name("terminated.py")
    script.write_text(TERMINATED.format(end=end))
    words = [sys.executable, str(script), "review", str(source), "--nodes", "500"]
    done = programs.run(
        [*words, "--jobs", str(jobs)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        preexec_fn=lambda: set_signals(ignored=ignored),
    )
    return done.returncode, done.stdout, done.stderr


def set_signals(*, ignored: bool) -> None:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup has the tests ignore it
    if ignored:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


@pytest.mark.parametrize(
    ("end", "jobs"),
    [
        ("os.kill(os.getpid(), signal.SIGTERM)", 1),
        ("os.kill(os.getpid(), signal.SIGTERM)", 2),
        ("os.killpg(0, signal.SIGTERM)", 1),
        ("os.killpg(0, signal.SIGTERM)", 2),
        ("os.kill(os.getpid(), signal.SIGHUP)", 2),
        ("os.killpg(0, signal.SIGHUP)", 2),  # as when a terminal is closed
    ],
)
def test_it_ends_with_a_sentence_and_its_own_code(tmp_path: Path, end: str, jobs: int) -> None:
    source = file_of_games(tmp_path, 4)
    assert review(source, end, jobs) == (143, "", SAID)
    out = tmp_path / "games.reviewed.pdn"
    assert not out.exists()
    assert (tmp_path / f"{out.name}.unfinished").exists()
    assert run_alone("review", source, "--nodes", "500", "--jobs", "1").returncode == 0
    assert run_alone("pdn", "check", out).stdout == "4 games, 0 with mistakes\n"


def test_it_is_heard_where_ctrl_c_is_not(tmp_path: Path) -> None:
    source = file_of_games(tmp_path, 3)
    both = "[os.kill(os.getpid(), one) for one in (signal.SIGINT, signal.SIGTERM)]"
    assert review(source, both, 1, ignored=True) == (143, "", SAID)
    only = "os.kill(os.getpid(), signal.SIGINT)"
    code, said, complaints = review(source, only, 1, ignored=True)
    assert (code, complaints) == (0, "")
    assert says(said, "cli.review.found", games=counted("game", 3))


def test_while_workers_start_it_leaves_nothing_behind(tmp_path: Path) -> None:
    """A worker begins by importing the main script, which ends it."""
    source = file_of_games(tmp_path, 4)
    script = tmp_path / "at_the_start.py"
    script.write_text(
        "import os, signal\n"
        "from crownhead.__main__ import main\n"
        "if __name__ == '__main__':\n"
        "    main()\n"
        "else:\n"
        "    os.kill(os.getppid(), signal.SIGTERM)\n"
    )
    words = command("review", source, "--jobs", "2")[3:]
    done = programs.run(
        [sys.executable, str(script), *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (143, SAID)
