"""The command `crownhead analyse`: piped, as JSON, and its errors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from review_games import BLUNDER, run_alone

from crownhead import PRESETS, Position
from crownhead.messages import Message, counted
from crownhead.pieces import Side
from saying import says


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
    ("words", "code", "values"),
    [
        (("nonsense",), "cli.analyse.unknown", {"text": "nonsense"}),
        (("missing.pdn",), "file.unreadable", {"path": "missing.pdn"}),
        ((".",), "cli.analyse.folder", {"name": "."}),
        (("folder.pdn",), "cli.analyse.folder", {"name": "folder.pdn"}),
        (
            ("games.pdn", "--game", "3"),
            "cli.no-such-game",
            {"name": "games.pdn", "games": counted("game", 1), "number": 3},
        ),
        (("games.pdn", "--ply", "9"), "record.length", {"ply": 9, "moves": counted("move", 4)}),
        (("games.pdn", "--rules", "casual"), "cli.analyse.rules-of-file", {}),
        (("start", "--ply", "1"), "cli.analyse.start-is-position", {}),
        (("W:W:B1",), "cli.analyse.over", {"side": Side.WHITE}),
        (("start", "--threads", "99999"), "number.whole.between", {"name": "threads"}),
    ],
)
def test_bad_input_gets_a_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    code: str,
    values: dict[str, Any],
) -> None:
    (tmp_path / "games.pdn").write_text(BLUNDER)
    (tmp_path / "folder.pdn").mkdir()
    monkeypatch.chdir(tmp_path)
    done = run_alone("analyse", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert says(done.stderr, code, **values), done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "words", "where", "message"),
    [
        ("1. 11-15 11-15 *", (), "1:10", Message("cli.readable-until", {"ply": 1})),
        ("1. 11-15 11-15 *", ("--ply", "2"), "1:10", Message("cli.readable-until", {"ply": 1})),
        ('[FEN "W:Wx"]\n1. 11-15 *', (), "1:1", Message("pdn.tag-unusable", {"tag": "FEN"})),
        (
            '[GameType "20"]\n1. 11-15 *',
            ("--ply", "0"),
            "1:1",
            Message("pdn.tag-unusable", {"tag": "GameType"}),
        ),
    ],
)
def test_a_record_with_an_error_before_the_position_is_refused(
    tmp_path: Path, text: str, words: tuple[str, ...], where: str, message: Message
) -> None:
    path = tmp_path / "games.pdn"
    path.write_text(text)
    done = run_alone("analyse", path, *words, "--depth", "2")
    assert (done.returncode, done.stdout) == (2, "")
    assert f"games.pdn:{where}: " in done.stderr
    assert says(done.stderr, message.key, **message.values), done.stderr
    assert done.stderr.count("\n") == 1


def test_moves_before_an_error_can_be_analysed(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text("1. 11-15 11-15 *\n\n1. 9-14 *\n")
    assert run_alone("analyse", path, "--ply", "1", "--depth", "2").returncode == 0
    assert run_alone("analyse", path, "--game", "2", "--depth", "2").returncode == 0
