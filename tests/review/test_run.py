"""Reviewing files: all cores, interruptions, outputs that appear when all is done, and bad input."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from review_games import BLUNDER, command, file_of_games, run

from crownhead import CrownheadError
from crownhead.engine import Limit
from crownhead.notation import pdn
from crownhead.review import FileReview

NODES = Limit(nodes=1000)


def review(source: Path, name: str = "out", limit: Limit = NODES) -> FileReview:
    folder = source.parent
    return FileReview(source, folder / f"{name}.pdn", folder / f"{name}.html", limit)


def outputs(work: FileReview) -> tuple[str, str]:
    return work.out.read_text(), work.html.read_text()


def test_several_processes_give_what_one_gives(tmp_path: Path) -> None:
    source = file_of_games(tmp_path, 5)
    one, two = review(source, "one"), review(source, "two")
    assert one.run(jobs=1) == two.run(jobs=2)
    assert outputs(one) == outputs(two)
    assert [game.errors for game in pdn.read_games(one.out)] == [[]] * 5
    assert not one.work.exists()


def test_it_tells_how_far_it_is(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    review(file_of_games(tmp_path, 3)).run(jobs=1, watch=lambda *told: seen.append(told))
    assert seen == [(0, 3), (1, 3), (2, 3), (3, 3)]


class InterruptedReviewError(Exception):
    pass


def interrupt(work: FileReview, after: int) -> None:
    def watch(finished: int, _: int) -> None:
        if finished == after:
            raise InterruptedReviewError

    with pytest.raises(InterruptedReviewError):
        work.run(jobs=1, watch=watch)


def test_an_interrupted_review_goes_on_where_it_was(tmp_path: Path) -> None:
    source = file_of_games(tmp_path, 5)
    whole, parts = review(source, "whole"), review(source, "parts")
    whole.run(jobs=1)
    interrupt(parts, 2)
    assert not parts.out.exists()
    # A lost machine leaves half a line.
    parts.work.write_bytes(parts.work.read_bytes() + b'{"number": 3, "tags"')
    interrupt(parts, 4)
    seen: list[int] = []
    parts.run(jobs=1, watch=lambda finished, _: seen.append(finished))
    assert seen == [4, 5]
    assert outputs(parts) == outputs(whole)


def test_other_games_or_limits_do_not_go_on_from_there(tmp_path: Path) -> None:
    source = file_of_games(tmp_path, 3)
    interrupt(review(source), 2)
    kept = review(source).work.read_bytes()
    with pytest.raises(CrownheadError, match="other games, with other limits"):
        review(source, limit=Limit(nodes=2000)).run(jobs=1)
    source.write_text(BLUNDER)
    with pytest.raises(CrownheadError, match="other games, with other limits"):
        review(source).run(jobs=1)
    assert review(source).work.read_bytes() == kept


def test_a_file_that_changes_while_it_is_read_is_not_half_reviewed(tmp_path: Path) -> None:
    source = file_of_games(tmp_path, 3)
    work = review(source)

    def watch(finished: int, _: int) -> None:
        if finished == 0:
            source.write_text(BLUNDER)

    with pytest.raises(CrownheadError, match="has changed"):
        work.run(jobs=1, watch=watch)
    assert not work.out.exists()


def test_a_damaged_work_file_is_not_guessed_at(tmp_path: Path) -> None:
    source = file_of_games(tmp_path, 3)
    interrupt(review(source), 1)
    work = review(source).work
    work.write_bytes(work.read_bytes() + b"nonsense\n")
    with pytest.raises(CrownheadError, match="damaged; remove it"):
        review(source).run(jobs=1)


def test_old_outputs_stay_until_the_new_ones_are_whole(tmp_path: Path) -> None:
    work = review(file_of_games(tmp_path, 3))
    work.out.write_text("old")
    interrupt(work, 2)
    assert work.out.read_text() == "old"
    work.run(jobs=1)
    assert work.out.read_text() != "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.pdn", "out.html", "out.pdn"]


# ---- the command


def start(source: Path, name: str) -> subprocess.Popen[str]:
    """Begin a review on two processes, and come back when a game of it is finished."""
    work = review(source, name)
    words = ("--nodes", "15000", "--jobs", "2", "--out", work.out, "--html", work.html)
    running = subprocess.Popen(
        command("review", source, *words), stdout=-1, stderr=-1, text=True, start_new_session=True
    )
    while running.poll() is None:
        if work.work.exists() and work.work.read_bytes().count(b"\n") > 1:
            return running
        time.sleep(0.01)
    raise AssertionError(running.communicate())


@pytest.mark.parametrize("everyone", [False, True], ids=["the program", "the whole group"])
def test_ctrl_c_ends_it_and_the_same_command_goes_on(tmp_path: Path, everyone: bool) -> None:
    source = file_of_games(tmp_path, 12)
    running = start(source, "parts")
    # A terminal tells all processes of the group.
    (os.killpg if everyone else os.kill)(running.pid, signal.SIGINT)
    said = running.communicate(timeout=60)
    assert (running.returncode, said) == (
        130,
        ("", "interrupted; the same command goes on from here\n"),
    )
    parts, whole = review(source, "parts"), review(source, "whole")
    assert not parts.out.exists()
    for work in (parts, whole):
        done = run("review", source, "--nodes", "15000", "--out", work.out, "--html", work.html)
        assert done.returncode == 0, done.stderr
    assert outputs(parts) == outputs(whole)
    assert run("pdn", "check", parts.out).stdout == "12 games, 0 with errors\n"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks /proc who is there")
def test_workers_end_with_a_program_that_is_killed(tmp_path: Path) -> None:
    running = start(file_of_games(tmp_path, 12), "parts")
    children = Path(f"/proc/{running.pid}/task/{running.pid}/children").read_text().split()
    assert len(children) >= 2
    running.kill()
    running.communicate()
    while any(_lives(child) for child in children):
        time.sleep(0.01)


def _lives(process: str) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_the_command_names_its_outputs_after_the_file(tmp_path: Path) -> None:
    source = tmp_path / "one.pdn"
    source.write_text(BLUNDER)
    done = run("review", source, "--depth", "7", "--jobs", "1")
    out, html = tmp_path / "one.reviewed.pdn", tmp_path / "one.reviewed.html"
    assert done.stdout == (
        f"1 game: 1 blunders, 0 mistakes, 0 inaccuracies\nwrote {out} and {html}\n"
    )
    assert "21-17??" in out.read_text()
    assert html.read_text().startswith("<!doctype html>")


def test_the_command_reports_errors_and_speaks_json(tmp_path: Path) -> None:
    source = tmp_path / "two.pdn"
    source.write_text(f"{BLUNDER}\n1. 11-15 11-15 *\n")
    told = f"{source}:5:10: "
    assert told in run("review", source, "--nodes", "2000", "--jobs", "1").stdout
    answer = json.loads(run("review", source, "--nodes", "2000", "--jobs", "1", "--json").stdout)
    assert (answer["games"], answer["marks"]["??"]) == (2, 1)
    assert [(error["game"], error["line"]) for error in answer["errors"]] == [(2, 5)]
    assert run("pdn", "check", answer["pdn"]).stdout == "2 games, 0 with errors\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("missing.pdn",), "cannot read"),
        (("empty.pdn",), "there is no game in"),
        (("games.pdn", "--out", "games.pdn"), "three different files"),
        (("games.pdn", "--html", "games.reviewed.pdn"), "three different files"),
        (("games.pdn", "--out", "no/folder/out.pdn"), "there is no folder"),
        ((".",), "cannot read"),
    ],
)
def test_bad_input_gets_a_sentence(tmp_path: Path, words: tuple[str, ...], sentence: str) -> None:
    (tmp_path / "empty.pdn").touch()
    (tmp_path / "games.pdn").write_text(BLUNDER)
    done = subprocess.run(
        command("review", *words),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
