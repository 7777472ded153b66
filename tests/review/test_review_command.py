"""The command `crownhead review`: interrupting, killing, output, and bad input."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from review_games import BLUNDER, file_of_games, outputs, review, run, run_alone

import programs
from crownhead.messages import Listed, counted, say
from saying import says, stopped

LONG = 120  # seconds after which a test gives up


# ---- the command


# A worker begins by importing the main script. This one never finishes a game
# except the first, however slow the test is.
ENDLESS = """
from crownhead.__main__ import main
if __name__ == "__main__":
    main()
else:
    import signal
    from crownhead.engine import Limit
    from crownhead.review import run
    signal.alarm(600)  # ends even a worker that nothing else ends
    review_game, endless = run.review_game, Limit(seconds=1000)
    run.review_game = lambda game, limit, number, **named: review_game(
        game, limit if number == 1 else endless, number, **named
    )
"""


def start(source: Path, name: str) -> subprocess.Popen[str]:
    """Start an endless review on two processes, and return when its first game is finished."""
    work = review(source, name)
    script = source.with_name("endless.py")
    script.write_text(ENDLESS)
    words = ("--nodes", "1000", "--jobs", "2", "--out", work.out, "--html", work.html)
    running = programs.start(
        [sys.executable, *map(str, (script, "review", source, *words))],
        stdout=-1,
        stderr=-1,
        text=True,
    )
    end = time.monotonic() + LONG
    while running.poll() is None and time.monotonic() < end:
        if work.work.exists() and work.work.read_bytes().count(b"\n") > 1:
            return running
        time.sleep(0.01)
    running.kill()
    raise AssertionError(running.communicate())


@pytest.mark.parametrize("everyone", [False, True], ids=["the program", "the whole group"])
def test_ctrl_c_ends_it_and_the_same_command_goes_on(tmp_path: Path, everyone: bool) -> None:
    source = file_of_games(tmp_path, 4, plies=12)
    running = start(source, "parts")
    # A terminal signals all processes of the group.
    (os.killpg if everyone else os.kill)(running.pid, signal.SIGINT)
    said = running.communicate(timeout=LONG)
    assert (running.returncode, said) == (
        130,
        ("", stopped("interrupted")),
    )
    parts, whole = review(source, "parts"), review(source, "whole")
    assert not parts.out.exists()
    whole.run(jobs=1)
    words = ("--nodes", "1000", "--out", parts.out, "--html", parts.html)
    done = run("review", source, *words)
    assert done.returncode == 0, done.stderr
    assert outputs(parts) == outputs(whole)
    assert run_alone("pdn", "check", parts.out).stdout == "4 games, 0 with mistakes\n"


# The same, interrupted at that moment.
INTERRUPTED_AT_THE_START = """
import os, signal
from crownhead.__main__ import main
if __name__ == "__main__":
    main()
else:
    os.killpg(0, signal.SIGINT)
"""


def test_ctrl_c_while_workers_start_shows_no_traceback(tmp_path: Path) -> None:
    source = file_of_games(tmp_path, 4)
    script = tmp_path / "interrupted.py"
    script.write_text(INTERRUPTED_AT_THE_START)
    done = programs.run(
        [sys.executable, str(script), "review", str(source), "--jobs", "2"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (
        130,
        stopped("interrupted"),
    )


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks /proc who is there")
def test_workers_end_with_a_program_that_is_killed(tmp_path: Path) -> None:
    running = start(file_of_games(tmp_path, 4), "parts")
    children = Path(f"/proc/{running.pid}/task/{running.pid}/children").read_text().split()
    assert len(children) >= 2
    running.kill()
    running.wait(LONG)
    end = time.monotonic() + LONG
    while left := [child for child in children if _lives(child)]:
        assert time.monotonic() < end, left
        time.sleep(0.01)
    running.communicate()  # which workers that live would keep waiting


def _lives(process: str) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_the_command_names_its_outputs_after_the_file(tmp_path: Path) -> None:
    source = tmp_path / "one.pdn"
    source.write_text(BLUNDER)
    done = run_alone("review", source, "--depth", "7", "--jobs", "1")
    out, html = tmp_path / "one.reviewed.pdn", tmp_path / "one.reviewed.html"
    found = Listed([counted("blunder", 1), counted("mistake", 0), counted("inaccuracy", 0)], "and")
    assert done.stdout.splitlines() == [
        say("cli.review.found", games=counted("game", 1), found=found),
        say("cli.wrote-both", one=out, two=html),
    ]
    assert "21-17??" in out.read_text()
    assert html.read_text().startswith("<!doctype html>")


def test_the_page_is_named_after_the_annotated_games(tmp_path: Path) -> None:
    source = file_of_games(tmp_path, 1)
    out = tmp_path / "other.pdn"
    done = run_alone("review", source, "--nodes", "100", "--jobs", "1", "--out", out)
    assert done.returncode == 0, done.stderr
    assert {path.name for path in tmp_path.iterdir()} == {source.name, "other.pdn", "other.html"}


def test_the_command_reports_errors_and_speaks_json(tmp_path: Path) -> None:
    source = tmp_path / "two.pdn"
    source.write_text(f"{BLUNDER}\n1. 11-15 11-15 *\n")
    told = f"{source}:5:10: "
    words = ("--nodes", "2000", "--jobs", "1")
    assert told in run_alone("review", source, *words).stdout
    answer = json.loads(run_alone("review", source, *words, "--json", "--replace").stdout)
    assert (answer["games"], answer["marks"]["??"]) == (2, 1)
    (mistake,) = answer["mistakes"]
    assert mistake["better"]
    assert mistake["before"] - mistake["after"] > 0.25
    shown = {
        name: mistake[name] for name in ("game", "move", "ply", "side", "played", "mark", "fen")
    }
    assert shown == {
        "game": 1,
        "move": "1...",
        "ply": 2,
        "side": "white",
        "played": "21-17",
        "mark": "??",
        "fen": "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,10,11,12,14",
    }
    assert [(error["game"], error["line"]) for error in answer["errors"]] == [(2, 5)]
    assert run_alone("pdn", "check", answer["pdn"]).stdout == "2 games, 0 with mistakes\n"


@pytest.mark.parametrize(
    ("words", "key"),
    [
        (("missing.pdn",), "file.why.missing"),
        (("empty.pdn",), "cli.empty-file"),
        (("games.pdn", "--out", "games.pdn"), "review.same-file"),
        (("games.pdn", "--html", "games.reviewed.pdn"), "review.same-file"),
        (("games.pdn", "--out", "no/folder/out.pdn"), "file.why.no-folder"),
        (("games.pdn", "--out", "."), "file.why.folder"),
        (("games.pdn", "--out", "x" * 300), "file.unwritable"),
        (("games.pdn", "--html", "games.reviewed.pdn.unfinished"), "review.same-file"),
        ((".",), "file.why.folder"),
        (("/dev/zero",), "file.why.not-regular"),
        (("-",), "review.standard-input"),
        (("pipe.pdn",), "file.why.not-regular"),
    ],
)
def test_bad_input_gets_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], key: str
) -> None:
    (tmp_path / "empty.pdn").touch()
    os.mkfifo(tmp_path / "pipe.pdn")
    (tmp_path / "games.pdn").write_text(BLUNDER)
    monkeypatch.chdir(tmp_path)
    done = run_alone("review", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert says(done.stderr, key)
    assert done.stderr.count("\n") == 1
