"""Reviewing files: all cores, interruptions, and outputs that appear at the end."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

import pytest
from review_games import BLUNDER, file_of_games, outputs, review, run_alone

from crownhead import CrownheadError
from crownhead.engine import Limit
from crownhead.errors import ConflictError, StoreError
from crownhead.messages import Message, say
from crownhead.notation import pdn
from crownhead.review import FileReview
from refused import refused
from saying import says


def test_several_processes_give_what_one_gives(tmp_path: Path) -> None:
    source = file_of_games(tmp_path, 5)
    one, two = review(source, "one"), review(source, "two")
    assert one.run(jobs=1) == two.run(jobs=2)
    assert outputs(one) == outputs(two)
    assert [game.errors for game in pdn.read_games(one.out)] == [[]] * 5
    assert not one.work.exists()


@pytest.mark.parametrize("jobs", [1, 2])
def test_it_tells_how_many_positions_it_has_looked_at(tmp_path: Path, jobs: int) -> None:
    seen: list[tuple[int, int]] = []
    source = file_of_games(tmp_path, 3, plies=5)
    review(source).run(jobs=jobs, watch=lambda *told: seen.append(told))
    assert (seen[0], seen[-1]) == ((0, 18), (18, 18))
    assert seen == sorted(seen)


def test_a_single_game_is_told_move_by_move(tmp_path: Path) -> None:
    seen: list[int] = []
    source = file_of_games(tmp_path, 1, plies=5)
    review(source).run(jobs=1, watch=lambda done, _: seen.append(done))
    assert sorted(set(seen)) == list(range(7))


class InterruptedReviewError(Exception):
    pass


# The moves and the start of each game.
POSITIONS = 25


def interrupt(work: FileReview, after: int) -> None:
    """Interrupt a review after a number of games, in the middle of the next."""

    def watch(finished: int, _: int) -> None:
        if finished == after * POSITIONS + 5:
            raise InterruptedReviewError

    with pytest.raises(InterruptedReviewError):
        work.run(jobs=1, watch=watch)


def test_an_interrupted_review_goes_on_where_it_was(tmp_path: Path) -> None:
    source = file_of_games(tmp_path, 5)
    whole, parts = review(source, "whole"), review(source, "parts")
    whole.run(jobs=1)
    interrupt(parts, 2)
    assert not parts.out.exists()
    # A crash leaves half a line.
    parts.work.write_bytes(parts.work.read_bytes() + b'{"number": 3, "tags"')
    interrupt(parts, 4)
    seen: list[int] = []
    parts.run(jobs=1, watch=lambda finished, _: seen.append(finished))
    assert (seen[0], seen[-1]) == (4 * POSITIONS, 5 * POSITIONS)
    assert outputs(parts) == outputs(whole)


def test_other_games_or_limits_do_not_go_on_from_there(tmp_path: Path) -> None:
    source = file_of_games(tmp_path, 3)
    interrupt(review(source), 2)
    kept = review(source).work.read_bytes()
    with refused(StoreError, "review.work.other-task"):
        review(source, limit=Limit(nodes=2000)).run(jobs=1)
    source.write_text(BLUNDER)
    with refused(StoreError, "review.work.other-task"):
        review(source).run(jobs=1)
    assert review(source).work.read_bytes() == kept


@pytest.mark.parametrize("rest", [b"", b'00000000 {"number": 1, "ta'], ids=["none", "half"])
def test_without_a_finished_game_other_limits_begin_anew(tmp_path: Path, rest: bytes) -> None:
    source = file_of_games(tmp_path, 2)
    interrupt(review(source), 1)
    work = review(source).work
    work.write_bytes(work.read_bytes().splitlines(keepends=True)[0] + rest)
    review(source, limit=Limit(nodes=2000)).run(jobs=1)
    assert not work.exists()


def test_a_review_without_a_finished_game_leaves_no_work_file(tmp_path: Path) -> None:
    work = review(file_of_games(tmp_path, 2))
    interrupt(work, 0)
    assert [path.name for path in tmp_path.iterdir()] == ["games.pdn"]


@pytest.mark.parametrize(
    ("there", "what"),
    [("a line\n", "other-file"), ('{"format": "mine"}\nimportant\n', "other-task")],
)
def test_a_file_in_place_of_the_work_file_is_not_overwritten(
    tmp_path: Path, there: str, what: str
) -> None:
    work = review(file_of_games(tmp_path, 1))
    work.work.write_text(there)
    with refused(StoreError, f"review.work.{what}"):
        work.run(jobs=1)
    assert work.work.read_text() == there


@pytest.mark.parametrize("kind", ["folder", "pipe", "link"])
def test_what_is_no_file_in_place_of_the_work_file_is_refused(tmp_path: Path, kind: str) -> None:
    work = review(file_of_games(tmp_path, 1))
    put(kind, work.work)
    with refused(StoreError, "review.work.other-file"):
        work.run(jobs=1)


def put(kind: str, path: Path) -> None:
    """Make something other than a file."""
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "link":
        path.symlink_to(path.with_name("elsewhere"))
    elif kind == "circle":
        path.symlink_to(path)


def test_only_one_review_at_a_time_writes_a_file(tmp_path: Path) -> None:
    work = review(file_of_games(tmp_path, 2))
    said: list[str] = []

    def watch(finished: int, _: int) -> None:
        if finished == POSITIONS + 1:
            done = run_alone("review", work.source, "--out", work.out, "--html", work.html)
            said.append(done.stderr)

    work.run(jobs=1, watch=watch)
    (sentence,) = said
    assert sentence == f"crownhead: {say('review.work.in-use', path=work.work)}\n"
    assert [game.errors for game in pdn.read_games(work.out)] == [[], []]


def test_a_file_that_changes_while_it_is_read_is_not_half_reviewed(tmp_path: Path) -> None:
    source = file_of_games(tmp_path, 3)
    work = review(source)

    def watch(finished: int, _: int) -> None:
        if finished == 0:
            source.write_text(BLUNDER)

    with refused(StoreError, "review.source-changed"):
        work.run(jobs=1, watch=watch)
    assert not work.out.exists()


@pytest.mark.parametrize(
    ("what", "instead"),
    [
        (b"\n$", b"\nnonsense\n"),
        (b'"number": 1,', b'"number": 2,'),
        (b'"chances": \\[', b'"chances": ["all", '),
        (b'"mistakes"', b'"mistaken"'),
    ],
)
def test_a_damaged_work_file_is_not_guessed_at(tmp_path: Path, what: bytes, instead: bytes) -> None:
    source = file_of_games(tmp_path, 3)
    interrupt(review(source), 1)
    work = review(source).work
    damaged, count = re.subn(what, instead, work.read_bytes())
    assert count == 1
    work.write_bytes(damaged)
    with refused(CrownheadError, "review.work.damaged", path=str(work)):
        review(source).run(jobs=1)


def test_old_outputs_stay_until_the_new_ones_are_whole(tmp_path: Path) -> None:
    work = review(file_of_games(tmp_path, 3), replace=True)
    work.out.write_text("old")
    interrupt(work, 2)
    assert work.out.read_text() == "old"
    work.run(jobs=1)
    assert work.out.read_text() != "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.pdn", "out.html", "out.pdn"]


# ---- what is written


def test_links_are_followed_and_modes_kept(tmp_path: Path) -> None:
    work = review(file_of_games(tmp_path, 1), replace=True)
    real = tmp_path / "real"
    real.mkdir()
    for path in (work.out, work.html):
        path.symlink_to(real / path.name)  # the page's leads to nothing yet
    (real / work.out.name).write_text("old")
    (real / work.out.name).chmod(0o640)
    work.run(jobs=1)
    assert work.out.is_symlink()
    assert work.html.is_symlink()
    assert sorted(path.name for path in real.iterdir()) == ["out.html", "out.pdn"]
    assert (real / work.out.name).read_text() != "old"
    assert stat.S_IMODE((real / work.out.name).stat().st_mode) == 0o640


@pytest.mark.parametrize("output", ["out.pdn", "out.html"])
@pytest.mark.parametrize(
    ("kind", "why"), [("folder", "folder"), ("pipe", "not-regular"), ("circle", "broken-link")]
)
def test_nothing_but_a_file_is_replaced(tmp_path: Path, output: str, kind: str, why: str) -> None:
    source = file_of_games(tmp_path, 1)
    put(kind, tmp_path / output)
    with refused(StoreError, "file.unwritable", why=f"file.why.{why}"):
        review(source)


def test_neither_output_is_replaced_if_one_cannot_be(tmp_path: Path) -> None:
    work = review(file_of_games(tmp_path, 1), replace=True)
    work.out.write_text("old")

    def watch(finished: int, total: int) -> None:
        if finished == total and not work.html.exists():
            work.html.mkdir()

    with refused(StoreError, "file.unwritable", why="file.why.folder"):
        work.run(jobs=1, watch=watch)
    assert work.out.read_text() == "old"
    assert not list(tmp_path.glob("*.part"))
    work.html.rmdir()
    work.run(jobs=1)  # the work is not lost
    assert work.out.read_text() != "old"


def test_a_file_that_came_meanwhile_is_kept_and_so_is_the_work(tmp_path: Path) -> None:
    work = review(file_of_games(tmp_path, 1))

    def watch(finished: int, total: int) -> None:
        if finished == total:
            work.html.write_text("precious")

    with refused(ConflictError, "file.exists", path=str(work.html)):
        work.run(jobs=1, watch=watch)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        *("games.pdn", "out.html", "out.pdn.unfinished"),
    ]
    assert work.html.read_text() == "precious"
    looked_at = []
    again = review(work.source, replace=True)
    again.run(jobs=1, watch=lambda *progress: looked_at.append(progress))
    assert not looked_at
    assert work.html.read_text() != "precious"


def test_games_of_which_nothing_can_be_read_are_left_out(tmp_path: Path) -> None:
    source = tmp_path / "games.pdn"
    source.write_text(f'{BLUNDER}\n[GameType "20"]\n1. 32-28 *\n\n1. 11-15 11-15 *\n')
    work = review(source)
    assert work.run(jobs=1).left_out == (2,)
    first, third = pdn.read_games(work.out)
    assert (first.tags["Black"], [str(move) for move in third.moves]) == ("Ann", ["11-15"])
    done = run_alone("review", source, "--nodes", "1000", "--jobs", "1")
    left_out = "games.reviewed.pdn"
    assert says(done.stdout, "review.left-out", count=1, file=left_out), done.stdout
    assert says(work.html.read_text(), "review.left-out", count=1, file=Message("file.out"))
