"""The command `crownhead analyse`: piped, as JSON, and its errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from review_games import BLUNDER, run_alone

from crownhead import PRESETS, Position


def test_a_pipe_gets_the_final_lines() -> None:
    done = run_alone("analyse", "start", "--depth", "6", "--lines", "2")
    first, *lines = done.stdout.splitlines()
    assert first.startswith("Black to move: depth 6/")
    assert [line.split()[0] for line in lines] == ["1", "2"]
    assert "\x1b" not in done.stdout


def test_json_is_one_object_with_legal_lines() -> None:
    fen = "W:WK10,21:BK7,12"
    words = ("--nodes", "5000", "--lines", "3", "--rules", "casual", "--json")
    answer = json.loads(run_alone("analyse", fen, *words).stdout)
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
    (line,) = json.loads(run_alone("analyse", "B:W18:B15,K1", "--depth", "4", "--json").stdout)[
        "lines"
    ]
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
    answer = json.loads(run_alone("analyse", path, *words, "--depth", "3", "--json").stdout)
    assert (answer["fen"], answer["ply"]) == (wanted.fen, len(moves.split()))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("nonsense",), "a position"),
        (("missing.pdn",), "cannot read missing.pdn"),
        ((".",), "'.' is a folder"),
        (("folder.pdn",), "'folder.pdn' is a folder"),
        (("games.pdn", "--game", "3"), "games.pdn has 1 game, so there is no game 3"),
        (("games.pdn", "--ply", "9"), "the game has 4 moves, not 9"),
        (("games.pdn", "--rules", "casual"), "--rules is for a FEN"),
        (("start", "--ply", "1"), "--game and --ply are for a file"),
        (("W:W:B1",), "there is nothing to analyse: White has lost"),
        (("start", "--threads", "99999"), "threads"),
    ],
)
def test_bad_input_gets_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], sentence: str
) -> None:
    (tmp_path / "games.pdn").write_text(BLUNDER)
    (tmp_path / "folder.pdn").mkdir()
    monkeypatch.chdir(tmp_path)
    done = run_alone("analyse", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "words", "sentence"),
    [
        ("1. 11-15 11-15 *", (), "games.pdn:1:10: "),
        ("1. 11-15 11-15 *", (), "; --ply 1 is the last position that could be read"),
        ("1. 11-15 11-15 *", ("--ply", "2"), "--ply 1 is the last position"),
        ('[FEN "W:Wx"]\n1. 11-15 *', (), "1:1: the tag FEN cannot be used"),
        ('[GameType "20"]\n1. 11-15 *', ("--ply", "0"), "1:1: the tag GameType cannot be used"),
    ],
)
def test_a_record_with_an_error_before_the_position_is_refused(
    tmp_path: Path, text: str, words: tuple[str, ...], sentence: str
) -> None:
    path = tmp_path / "games.pdn"
    path.write_text(text)
    done = run_alone("analyse", path, *words, "--depth", "2")
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_moves_before_an_error_can_be_analysed(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text("1. 11-15 11-15 *\n\n1. 9-14 *\n")
    assert run_alone("analyse", path, "--ply", "1", "--depth", "2").returncode == 0
    assert run_alone("analyse", path, "--game", "2", "--depth", "2").returncode == 0
