"""Building tables: order, resuming, errors, and the same result everywhere."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import programs
import warm
from crownhead.endgame import Build, EndgameTables
from crownhead.errors import EndgameError
from refused import refused
from saying import says, stopped

Files = dict[str, bytes]


def files_in(folder: Path) -> Files:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def command(*words: object) -> list[str]:
    return [sys.executable, "-m", "crownhead", "endgame", *map(str, words)]


def run(*words: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a warm process, which has loaded Crownhead already."""
    return run_alone("endgame", *words, **environment)


def run_alone(*words: object, **environment: str) -> subprocess.CompletedProcess[str]:
    done = warm.run([str(word) for word in words], {**os.environ, **environment})
    out, err = done.stdout.decode(), done.stderr.decode()
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)


def test_every_slice_comes_after_what_it_needs() -> None:
    tasks = Build(Path("unused"), 6).tasks
    done: set[str] = set()
    for name, needs in tasks.items():
        assert set(needs) <= done, name
        done.add(name)
    assert len(tasks) == 82


def test_processes_and_one_process_write_the_same_bytes(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    told: list[tuple[int, int, int, int]] = []
    Build(here, 3).run(jobs=1)
    Build(there, 3).run(jobs=2, watch=lambda *news: told.append(news))
    assert files_in(here) == files_in(there)
    assert told[-1][2:] == (9, 9)
    assert told == sorted(told)


# The program with workers that stop after tables of three pieces.
ENDLESS = """
import time
from crownhead.__main__ import main
if __name__ == "__main__":
    main()
else:
    from crownhead import _core
    solve = _core.endgame_solve
    def solve_or_wait(folder, name, *others):
        if sum(map(int, name)) > 3:
            time.sleep(1000)
        solve(folder, name, *others)
    _core.endgame_solve = solve_or_wait
"""


def test_a_build_that_was_killed_goes_on(tmp_path: Path, four: Path) -> None:
    script = tmp_path / "endless.py"
    script.write_text(ENDLESS)
    words = ("--pieces", 4, "--distance", "--dir", tmp_path, "--jobs", 2)
    with programs.start(
        [sys.executable, *map(str, (script, "endgame", "build", *words))],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as building:
        while Build(tmp_path, 3, distance=True).left():
            assert building.poll() is None
            time.sleep(0.01)
        building.kill()
        building.communicate(
            timeout=60
        )  # until its workers, which have the same pipe, are gone too
    script.unlink()
    whole = {path.name for path in tmp_path.glob("*.plies")}
    (tmp_path / ".0202.plies.77.part").write_bytes(b"half of a table")
    build = Build(tmp_path, 4, distance=True)
    left = build.left()
    assert 0 < len(left) < len(build.tasks)
    assert build.run(jobs=1) == len(left)
    assert files_in(tmp_path) == files_in(four)
    assert whole


def test_what_another_program_writes_meanwhile_is_left_to_it(tmp_path: Path) -> None:
    Build(tmp_path, 2).prepare()
    draft = tmp_path / ".1010.wdl.77.part"
    draft.write_bytes(b"half of a table")
    other = os.open(tmp_path, os.O_RDONLY)  # another program, as far as the lock is concerned
    fcntl.flock(other, fcntl.LOCK_SH)
    Build(tmp_path, 2).prepare()
    assert draft.exists()
    os.close(other)
    Build(tmp_path, 2).prepare()
    assert not draft.exists()


def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    with programs.start(
        command("build", "--pieces", 5, "--dir", tmp_path, "--jobs", 2),
        stderr=subprocess.PIPE,
        text=True,
    ) as building:
        while not list(tmp_path.glob("*.wdl")):
            assert building.poll() is None
            time.sleep(0.01)
        building.send_signal(signal.SIGINT)
        _, said = building.communicate(timeout=60)
    assert building.returncode == 130
    assert said.endswith(stopped("interrupted")), said
    assert not list(tmp_path.glob("*.part"))


def test_what_is_there_is_not_built_again_and_what_is_damaged_is(
    four: Path, tmp_path: Path
) -> None:
    done = run("build", "--pieces", 4, "--distance", "--dir", four)
    assert done.stdout == f"every table up to 4 pieces is in {four} already\n"
    Build(tmp_path, 3).run(jobs=1)
    good = files_in(tmp_path)
    for name, bad in (
        ("0110.wdl", b"x" + good["0110.wdl"][1:]),  # no table
        ("1001.wdl", good["1001.wdl"][:8] + b"\x09" + good["1001.wdl"][9:]),  # of another version
        ("0201.plies", good["0201.plies"][:-5]),  # cut short
        ("0102.plies", good["0102.plies"][:-9] + b"\x01" + good["0102.plies"][-8:]),  # damaged
    ):
        (tmp_path / name).write_bytes(bad)
        with pytest.raises(EndgameError, match=f"{name}.*crownhead endgame build"):
            EndgameTables.open(tmp_path)
        assert run("build", "--pieces", 3, "--dir", tmp_path, "--jobs", 1).returncode == 0
        assert files_in(tmp_path) == good, name
    # A damaged table of distances also prevents complete results.
    (tmp_path / "0110.plies").write_bytes(b"something else")
    done = run("build", "--pieces", 2, "--dir", tmp_path, "--jobs", 1)
    assert says(done.stderr, "cli.endgame.removed", file="0110.plies")
    assert files_in(tmp_path) == good


def test_the_whole_of_a_file_is_checked_unless_that_takes_long(tmp_path: Path) -> None:
    folder = tmp_path / "endgame"
    Build(folder, 2).run(jobs=1)
    path = folder / "1010.wdl"
    path.write_bytes(path.read_bytes()[:-9] + b"\x01" + bytes(8))
    EndgameTables.open(folder, thorough=False)
    with refused(EndgameError, "endgame.checksum"):
        EndgameTables.open(folder)
    said = "1010.wdl is damaged: its checksum is wrong"
    done = run("verify", "--dir", folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    games = tmp_path / "games.pdn"
    games.write_text("1. 11-15 22-18 *\n")
    for words in (["analyse", "start"], ["review", games, "--jobs", "1"]):
        asked = run_alone(*words, "--nodes", "100", "--tables", folder)
        assert asked.returncode == 2
        assert asked.stderr.startswith("crownhead: ")
        assert said in asked.stderr
        assert asked.stderr.count("\n") == 1
        unasked = run_alone(*words, "--nodes", "100", CROWNHEAD_ENDGAME=str(folder))
        assert unasked.returncode == 0
        assert unasked.stderr.startswith("crownhead: no endgame tables are used: ")


def test_a_seed_beyond_all_numbers_is_refused(four: Path) -> None:
    for seed in (-5, 2**70):
        done = run("verify", "--dir", four, "--pieces", 2, "--seed", seed)
        assert done.returncode == 2
        assert done.stderr.startswith("crownhead: ")
        assert done.stderr.count("\n") == 1


def test_memory_disk_and_time_are_told_before(tmp_path: Path) -> None:
    done = run("build", "--pieces", 2, "--dir", tmp_path, "--jobs", 1)
    assert done.returncode == 0
    assert done.stderr.startswith("3 of 3 slices to build: up to ")
    assert "MB of memory, about 1 MB of disk and 1 second" in done.stderr
    assert done.stdout == f"built 3 slices in {tmp_path}\n"


def test_folders_and_numbers_that_will_not_do_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    for words, sentence in (
        (("build", "--pieces", "2", "--dir", file), "cannot write to the folder"),
        (("build", "--pieces", "9"), "crownhead endgame build --help"),
        (("probe", "B:W32:B2", "--dir", tmp_path / "none"), "there is no folder"),
        (("stats", "--dir", tmp_path), "there are no endgame tables in"),
    ):
        done = run(*words)
        assert (done.returncode, done.stdout) == (2, ""), words
        assert sentence in done.stderr, done.stderr
        assert done.stderr.count("\n") == 1


def test_probing_says_the_result_and_that_of_every_move(four: Path) -> None:
    done = run("probe", "W:WK3,K4:BK32", "--dir", four)
    assert done.stdout.splitlines() == [
        "White to move wins in 17 moves.",
        "move  result",
        "3-7   win in 17 moves",
        "3-8   win in 17 moves",
        "4-8   win in 17 moves",
    ]
    lines = run("probe", "B:WK10:B2,3", "--dir", four).stdout.splitlines()
    assert lines[0] == "Black to move wins in 31 moves."
    assert lines[-1] == "3-7   loss in 5 moves"


def test_positions_that_no_table_has_are_told_why(four: Path) -> None:
    for words, sentence in (
        (
            ("W:WK3,K4:BK32,K31,K30",),
            "this position of 5 pieces; 'crownhead endgame build --pieces 5'",
        ),
        (("start",), "tables cover at most 8 pieces; this position has 24"),
        (("W:WK3:BK32", "--rules", "casual"), "the endgame tables only cover the English rules"),
    ):
        done = run("probe", *words, "--dir", four)
        assert (done.returncode, done.stdout) == (2, "")
        assert sentence in done.stderr, done.stderr


def test_stats_count_by_number_of_pieces(four: Path) -> None:
    lines = run("stats", "--dir", four, COLUMNS="200").stdout.splitlines()
    assert lines[0].split()[:5] == ["pieces", "positions", "wins", "draws", "losses"]
    assert lines[1].split()[:5] == ["2", "3,488", "716", "2,370", "402"]
    assert lines[3].endswith("109 plies: B:W29,30:B2,15")


def test_verifying_compares_everything_with_its_successors(four: Path) -> None:
    done = run("verify", "--dir", four, "--sample", 20_000, "--seed", 5)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("positions of 41 tables agree with their successors\n")
