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
from crownhead.messages import Message, counted, say
from crownhead.pieces import Side
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
    assert done.stdout == say("cli.endgame.nothing-to-build", count=4, folder=four) + "\n"
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
    fault = Message("endgame.checksum", {"path": path})
    done = run("verify", "--dir", folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert says(done.stderr, fault.key, **fault.values)
    games = tmp_path / "games.pdn"
    games.write_text("1. 11-15 22-18 *\n")
    for words in (["analyse", "start"], ["review", games, "--jobs", "1"]):
        asked = run_alone(*words, "--nodes", "100", "--tables", folder)
        assert asked.returncode == 2
        assert asked.stderr.startswith("crownhead: ")
        assert says(asked.stderr, fault.key, **fault.values)
        assert asked.stderr.count("\n") == 1
        unasked = run_alone(*words, "--nodes", "100", CROWNHEAD_ENDGAME=str(folder))
        assert unasked.returncode == 0
        assert unasked.stderr == f"crownhead: {say('cli.no-tables', error=fault)}\n"


def test_a_seed_beyond_all_numbers_is_refused(four: Path) -> None:
    for seed in (-5, 2**70):
        done = run("verify", "--dir", four, "--pieces", 2, "--seed", seed)
        assert done.returncode == 2
        assert done.stderr.startswith("crownhead: ")
        assert done.stderr.count("\n") == 1


def test_memory_disk_and_time_are_told_before(tmp_path: Path) -> None:
    done = run("build", "--pieces", 2, "--dir", tmp_path, "--jobs", 1)
    assert done.returncode == 0
    least = {"disk": Message("size.megabytes", {"size": 1}), "time": counted("second", 1)}
    assert says(done.stderr, "cli.endgame.cost", left=3, count=3, **least), done.stderr
    slices = counted("slice", 3)
    assert done.stdout == say("cli.endgame.built", slices=slices, folder=tmp_path) + "\n"


def test_folders_and_numbers_that_will_not_do_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    for words, code, values in (
        (("build", "--pieces", "2", "--dir", file), "file.unwritable-folder", {"path": file}),
        (("build", "--pieces", "9"), "usage.see", {"command": "crownhead endgame build"}),
        (
            ("probe", "B:W32:B2", "--dir", tmp_path / "none"),
            "endgame.no-folder",
            {"path": tmp_path / "none"},
        ),
        (("stats", "--dir", tmp_path), "cli.endgame.no-tables", {"folder": tmp_path}),
    ):
        done = run(*words)
        assert (done.returncode, done.stdout) == (2, ""), words
        assert says(done.stderr, code, **values), done.stderr
        assert done.stderr.count("\n") == 1


def test_probing_says_the_result_and_that_of_every_move(four: Path) -> None:
    done = run("probe", "W:WK3,K4:BK32", "--dir", four)
    moves = counted("move", 17)
    wins = say("endgame.win-in", moves=moves)
    assert done.stdout.splitlines() == [
        say("cli.endgame.win-in", side=Side.WHITE, moves=moves),
        "move  result",
        f"3-7   {wins}",
        f"3-8   {wins}",
        f"4-8   {wins}",
    ]
    lines = run("probe", "B:WK10:B2,3", "--dir", four).stdout.splitlines()
    assert lines[0] == say("cli.endgame.win-in", side=Side.BLACK, moves=counted("move", 31))
    assert lines[-1] == f"3-7   {say('endgame.loss-in', moves=counted('move', 5))}"


def test_positions_that_no_table_has_are_told_why(four: Path) -> None:
    for words, code, values in (
        (("W:WK3,K4:BK32,K31,K30",), "cli.endgame.no-table", {"folder": four, "pieces": 5}),
        (("start",), "cli.endgame.too-many-pieces", {"most": 8, "pieces": 24}),
        (("W:WK3:BK32", "--rules", "casual"), "cli.endgame.other-rules", {}),
    ):
        done = run("probe", *words, "--dir", four)
        assert (done.returncode, done.stdout) == (2, "")
        assert says(done.stderr, code, **values), done.stderr


def test_stats_count_by_number_of_pieces(four: Path) -> None:
    lines = run("stats", "--dir", four, COLUMNS="200").stdout.splitlines()
    assert lines[0].split()[:5] == ["pieces", "positions", "wins", "draws", "losses"]
    assert lines[1].split()[:5] == ["2", "3,488", "716", "2,370", "402"]
    assert lines[3].endswith("109 plies: B:W29,30:B2,15")


def test_verifying_compares_everything_with_its_successors(four: Path) -> None:
    done = run("verify", "--dir", four, "--sample", 20_000, "--seed", 5)
    assert done.returncode == 0, done.stderr
    assert says(done.stdout, "cli.endgame.verified", tables=counted("table", 41)), done.stdout
