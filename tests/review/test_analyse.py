"""The command `crownhead analyse`: piped, as JSON, and live on a terminal."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
from pathlib import Path

import pytest
from review_games import BLUNDER, command, run

from crownhead import PRESETS, Position


def test_a_pipe_gets_the_final_lines() -> None:
    done = run("analyse", "start", "--depth", "6", "--lines", "2")
    first, *lines = done.stdout.splitlines()
    assert first.startswith("Black to move: depth 6/")
    assert [line.split()[0] for line in lines] == ["1", "2"]
    assert "\x1b" not in done.stdout


def test_json_is_one_object_with_legal_lines() -> None:
    fen = "W:WK10,21:BK7,12"
    words = ("--nodes", "5000", "--lines", "3", "--rules", "casual", "--json")
    answer = json.loads(run("analyse", fen, *words).stdout)
    rules = PRESETS["casual"]
    assert (answer["fen"], answer["rules"], answer["interrupted"]) == (fen, str(rules), False)
    assert len(answer["lines"]) == 3
    for line in answer["lines"]:
        position = Position.from_fen(fen, rules)
        for move in line["moves"]:
            position = position.play(move)
        assert 0 <= line["chance"] <= 1
    assert answer["lines"][0]["points"] >= answer["lines"][1]["points"]


def test_a_proven_win_is_certain() -> None:
    (line,) = json.loads(run("analyse", "B:W18:B15,K1", "--depth", "4", "--json").stdout)["lines"]
    assert (line["plies"], line["chance"], line["moves"]) == (1, 1.0, ["15x22"])


@pytest.mark.parametrize(
    ("words", "moves"),
    [
        ((), "11-15 23-19"),
        (("--ply", "1"), "11-15"),
        (("--ply", "0"), ""),
        (("--game", "2"), "9-14 21-17 14x21 22-18"),
        (("--game", "2", "--ply", "2"), "9-14 21-17"),
    ],
)
def test_a_file_gives_its_last_position_or_the_one_asked_for(
    tmp_path: Path, words: tuple[str, ...], moves: str
) -> None:
    path = tmp_path / "games.pdn"
    path.write_text(f"1. 11-15 23-19 *\n\n{BLUNDER}")
    wanted = Position.start()
    for move in moves.split():
        wanted = wanted.play(move)
    answer = json.loads(run("analyse", path, *words, "--depth", "3", "--json").stdout)
    assert (answer["fen"], answer["ply"]) == (wanted.fen, len(moves.split()))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("nonsense",), "a position"),
        (("missing.pdn",), "cannot read missing.pdn"),
        (("games.pdn", "--game", "3"), "games.pdn has 1 game, so none with number 3"),
        (("games.pdn", "--ply", "9"), "the game has 4 moves, not 9"),
        (("games.pdn", "--rules", "casual"), "--rules is for a FEN"),
        (("start", "--ply", "1"), "--game and --ply are for a file"),
        (("W:W:B1",), "there is nothing to analyse: White has lost"),
        (("start", "--threads", "99999"), "threads"),
    ],
)
def test_bad_input_gets_a_sentence(tmp_path: Path, words: tuple[str, ...], sentence: str) -> None:
    (tmp_path / "games.pdn").write_text(BLUNDER)
    done = subprocess.run(
        command("analyse", *words),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_terminal_sees_the_lines_change_in_place_and_ctrl_c_leaves_the_last() -> None:
    ours, theirs = pty.openpty()
    running = subprocess.Popen(
        command("analyse", "start", "--depth", "100"),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "24"},
    )
    os.close(theirs)
    seen = ""
    while seen.count("depth") < 3:  # drawn anew over what was there
        seen += os.read(ours, 4096).decode()
    running.send_signal(signal.SIGINT)
    try:
        while piece := os.read(ours, 4096):
            seen += piece.decode()
    except OSError:  # the terminal is closed
        pass
    os.close(ours)
    assert running.wait(timeout=60) == 130
    assert "\x1b[1A" in seen
    last = seen.rsplit("Black to move", 1)[1]
    assert last.count("%") == 3, last
    assert "Traceback" not in seen
