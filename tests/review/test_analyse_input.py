"""The input of `crownhead analyse`: files, pipes and standard input, and errors."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from threading import Thread

import pytest
from review_games import BLUNDER, command, run_alone

import programs
from crownhead.messages import Message, counted, say
from saying import says

GAMES = f"1. 11-15 23-19 *\n\n{BLUNDER}"


def analyse(*words: str | Path, given: str = "") -> subprocess.CompletedProcess[str]:
    return run_alone("analyse", *words, "--depth", "3", "--json", typed=given.encode())


def test_standard_input_is_read() -> None:
    done = analyse("-", "--game", "2", "--ply", "3", given=GAMES)
    assert json.loads(done.stdout)["ply"] == 3, done.stderr


def test_a_pipe_with_a_name_is_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_text, args=(GAMES,), daemon=True)
    writer.start()
    done = analyse(pipe, "--game", "2")
    assert json.loads(done.stdout)["ply"] == 4, done.stderr


@pytest.mark.parametrize(
    ("what", "given", "message"),
    [
        (
            "/dev/null",
            "",
            Message(
                "file.unreadable", {"path": "/dev/null", "why": Message("file.why.not-regular")}
            ),
        ),
        ("-", "", Message("cli.empty-file", {"name": Message("file.standard-input")})),
        ("-", "1. 11-15 11-15 *", Message("cli.readable-until", {"ply": 1})),
        ("no/such/file", "", Message("cli.analyse.unknown", {"text": "no/such/file"})),
        ("W:W18", "", Message("fen.parts", {"text": "W:W18"})),
    ],
)
def test_what_cannot_be_read_gets_a_sentence(what: str, given: str, message: Message) -> None:
    done = analyse(what, given=given)
    assert (done.returncode, done.stdout) == (2, "")
    assert says(done.stderr, message.key, **message.values), done.stderr
    assert not given or f"{say('file.standard-input')}:1:10: " in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_game_that_standard_input_does_not_have_is_said() -> None:
    done = analyse("-", "--game", "3", given=GAMES)
    values = {"name": Message("file.standard-input"), "games": counted("game", 2), "number": 3}
    assert says(done.stderr, "cli.no-such-game", **values), done.stderr


def test_a_closed_standard_input_is_said() -> None:
    done = programs.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", *command("analyse", "-")],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    sentence = f"crownhead: {say('cli.no-standard-input')}\n"
    assert (done.returncode, done.stderr) == (2, sentence)
