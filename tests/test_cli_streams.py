"""The command line with pipes, interrupts, full disks, completion, and terminals without UTF-8."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO
from xml.etree import ElementTree

import pytest

import programs
from cases import each
from command_line import BAD_GAME, COMMAND, PATIENCE, environment, pdn_file, run
from crownhead import PRESETS

# ---- pipes, interrupts, full disks


def read_one_line_and_close(*words: str | Path) -> tuple[bytes, int, str]:
    """Do what `command | head -1` does."""
    with programs.start(
        [*COMMAND, *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        line = process.stdout.readline()
        process.stdout.close()
        said = process.stderr.read().decode()
        return line, process.wait(PATIENCE), said


@pytest.mark.parametrize("words", [("rules",), ("show", "start")])
def test_a_reader_that_has_seen_enough_hears_no_complaint(words: tuple[str, ...]) -> None:
    line, _, said = read_one_line_and_close(*words)
    assert line
    assert said == ""


def test_a_reader_of_many_errors_that_has_seen_enough_hears_no_complaint(tmp_path: Path) -> None:
    path = pdn_file(tmp_path, *[BAD_GAME] * 5_000)
    line, code, said = read_one_line_and_close("pdn", "check", path)
    assert line.startswith(str(path).encode())
    assert said == ""
    assert code != 0


def test_output_into_a_pipe_that_is_closed_already() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        answer = run("show", "start", stdout=writing)
    finally:
        os.close(writing)
    assert answer.code != 0
    assert answer.err == ""


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-"])
def test_a_command_without_output_or_input_does_its_work(closed: str) -> None:
    script = f'exec "$@" {closed}'
    done = programs.run(
        ["sh", "-c", script, "sh", *COMMAND, "show", "start"],
        capture_output=True,
        env=environment(),
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
def test_a_full_disk_is_told_in_one_line() -> None:
    with Path("/dev/full").open("wb") as full:
        answer = run("show", "start", stdout=full, env=environment(PYTHONUNBUFFERED="1"))
    assert answer.code != 0
    assert "Traceback" not in answer.err, answer.err
    assert ": no space left" in answer.err


def read_until(stream: IO[bytes], wanted: bytes) -> None:
    """Wait until a process reports that it is working."""
    for line in stream:
        if wanted in line:
            return


# Runs the command line and reports when the core begins to count.
COUNTING = """
import runpy, sys
from crownhead import Position
count = Position.perft
def told(position, depth):
    print("counting", flush=True)
    return count(position, depth)
Position.perft = told
sys.argv = ["crownhead", "perft", "17"]
runpy.run_module("crownhead", run_name="__main__")
"""


def test_an_interrupt_ends_a_long_perft_at_once_and_quietly() -> None:
    with programs.start(
        [sys.executable, "-c", COUNTING],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdout is not None
        read_until(process.stdout, b"counting")
        process.send_signal(signal.SIGINT)
        try:
            out, err = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            pytest.fail("perft went on after an interrupt")
    assert process.returncode == 130
    assert b"Traceback" not in err, err.decode()
    assert len(err.splitlines()) <= 2, err.decode()
    assert b"perft(17) =" not in out


def test_an_interrupt_ends_a_check_of_games_quietly(tmp_path: Path) -> None:
    endless = tmp_path / "endless.pdn"
    os.mkfifo(endless)
    with (
        programs.start(
            [*COMMAND, "pdn", "check", str(endless)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
        ) as process,
        # The file opens for writing when the command has opened it for reading.
        endless.open("wb"),
    ):
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert b"Traceback" not in err, err.decode()


# Ctrl-C during an import: before Click can handle it, and while Click makes its parser.
INTERRUPTED_EARLY = """
import os, signal, sys
moment = sys.argv[1]
class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == moment:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
if moment == "parser":
    import click
    click.Group.make_context = lambda *_: os.kill(os.getpid(), signal.SIGINT)
sys.argv = ["crownhead", "perft", "30"]
from crownhead.__main__ import main
main()
"""


@pytest.mark.parametrize(
    "moment",
    ["crownhead.cursor", "click", "crownhead.cli.perft", "crownhead.cli", "parser"],
)
def test_an_interrupt_while_the_program_starts_ends_it_without_a_word(moment: str) -> None:
    done = programs.run(
        [sys.executable, "-c", INTERRUPTED_EARLY, moment],
        capture_output=True,
        env=environment(),
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


# ---- completion


@each(
    ("words", "completed"),
    [
        ("perft 3 --rules cas", ["casual"]),
        ("analyse start --rules ", list(PRESETS)),
        ("show start --theme w", ["wood"]),
        ("terminal --theme r", ["red-black"]),
        ("terminal --white gr", ["greedy"]),
        ("terminal --level ve", ["very-hard"]),
    ],
)
def test_a_shell_completes_values(words: str, completed: list[str]) -> None:
    line = f"crownhead {words}"
    asked = {"_CROWNHEAD_COMPLETE": "bash_complete"}
    done = programs.run(
        [sys.executable, "-c", "from crownhead.cli import app; app(prog_name='crownhead')"],
        capture_output=True,
        text=True,
        env=environment(**asked, COMP_WORDS=line, COMP_CWORD=str(line.count(" "))),
        timeout=PATIENCE,
        check=False,
    )
    assert sorted(done.stdout.split()) == sorted(f"plain,{one}" for one in completed)


# ---- terminals without UTF-8

ASCII = environment(LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0")


@each(
    ("words", "code"),
    [
        (("--help",), 0),
        (("perft", "3", "--divide"), 0),
        (("rules", "casual"), 0),
        (("show", "start"), 0),
        (("perf",), 2),
        (("rules", "caf\u00e9"), 2),
        (("show", "\u265b"), 2),
    ],
)
def test_every_command_works_without_utf_8(words: tuple[str, ...], code: int) -> None:
    answer = run(*words, env=ASCII)
    assert "Traceback" not in answer.err, answer.err
    assert (answer.out + answer.err).isascii()
    assert answer.code == code


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_errors_in_other_letters_are_told_without_utf_8(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    path = pdn_file(tmp_path, "1. 11-15 caf\u00e9-1 *\n", BAD_GAME)
    answer = run("pdn", "check", path, *options, env=ASCII)
    assert "Traceback" not in answer.err, answer.err
    assert (answer.code, len(answer.lines) >= 1) == (1, True)


def test_json_is_json_without_utf_8_too(tmp_path: Path) -> None:
    path = pdn_file(tmp_path, "1. 11-15 caf\u00e9-1 *\n")
    said = json.loads(run("pdn", "check", path, "--json", env=ASCII).out)
    assert "caf\u00e9-1" in said["errors"][0]["sentence"]


def test_a_file_with_a_name_in_other_letters_is_checked_without_utf_8(tmp_path: Path) -> None:
    path = pdn_file(tmp_path, BAD_GAME, name="d\u00e4me.pdn")
    answer = run("pdn", "check", path, env=ASCII)
    assert "Traceback" not in answer.err, answer.err
    assert answer.lines[-1] == "1 game, 1 with mistakes"


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_file_whose_name_is_no_text_is_checked(tmp_path: Path, options: tuple[str, ...]) -> None:
    path = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.pdn")
    Path(path).write_text(BAD_GAME, encoding="utf-8")
    answer = run("pdn", "check", path, *options, env=environment(PYTHONIOENCODING="utf-8"))
    assert "Traceback" not in answer.err, answer.err
    assert answer.code == 1


def test_a_picture_is_utf_8_wherever_it_is_made(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    assert run("show", "start", "--svg", path, env=ASCII).code == 0
    assert ElementTree.parse(path).getroot() is not None


def test_output_that_is_no_terminal_has_no_colours() -> None:
    for words in (("rules",), ("perf",)):
        answer = run(*words, env=environment(TERM="xterm-256color"))
        assert "\x1b" not in answer.out + answer.err, words
