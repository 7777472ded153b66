"""The command line as people use it: real processes, their output and their exit codes."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any, NamedTuple
from xml.etree import ElementTree

import pytest

import warm
from cases import each
from crownhead import PRESETS, Position, Rules, svg
from crownhead.rules import OPTIONS

COMMAND = (sys.executable, "-m", "crownhead")
PATIENCE = 60  # seconds until a command that hangs is given up
START_FEN = Position.start().fen
TWO_ROUTES = "B:W6,7,14,15:B2"

GOOD_GAME = '[Event "fine"]\n[Result "1-0"]\n1. 11-15 23-19 2. 8-11 22-17 1-0\n'
BAD_GAME = '[Event "illegal"]\n1. 11-15 23-20 *\n'
GARBAGE_GAME = '[Event "garbage"]\n1. 11-15 @@@@ 23-19 *\n'


class Answer(NamedTuple):
    """What a command said and how it ended."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


def environment(**changes: str) -> dict[str, str]:
    """Leave out what would change how a command writes, and add what is given."""
    plain = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("LC_", "PYTHON", "COLUMNS", "FORCE_COLOR", "NO_COLOR", "TERM"))
    }
    return {**plain, "PYTHONUTF8": "1", **changes}


def run(
    *words: str | Path, env: dict[str, str] | None = None, stdout: IO[Any] | int | None = None
) -> Answer:
    env, given = env or environment(), [str(word) for word in words]
    if env["PYTHONUTF8"] == "0":  # which must be known when the program starts
        done = subprocess.run(
            [*COMMAND, *given], env=env, capture_output=True, timeout=PATIENCE, check=False
        )
    else:
        done = warm.run(given, env, stdout=stdout, timeout=PATIENCE)
    out, err = (text.decode(errors="replace") for text in (done.stdout, done.stderr))
    return Answer(done.returncode, out, err)


def refused(answer: Answer, *words: str) -> None:
    """Check that a command failed as a person would wish: exit code 2 and a sentence."""
    assert answer.code == 2, answer
    assert "Traceback" not in answer.err, answer.err
    assert answer.out == "", answer.out
    for word in words:
        assert word in " ".join(answer.err.split()), answer.err


def refused_in_one_line(answer: Answer, *words: str) -> None:
    refused(answer, *words)
    assert len(answer.err.splitlines()) == 1, answer.err
    assert answer.err.startswith("crownhead: "), answer.err


def pdn_file(folder: Path, *games: str, name: str = "games.pdn") -> Path:
    path = folder / name
    path.write_text("\n".join(games), encoding="utf-8")
    return path


# ---- version and help


def test_version() -> None:
    answer = run("--version")
    assert (answer.code, answer.err) == (0, "")
    assert re.fullmatch(r"crownhead [0-9]+\.[0-9]+\.[0-9]+\n", answer.out)


def test_help_names_every_command() -> None:
    answer = run("-h")
    assert (answer.code, answer.err) == (0, "")
    assert all(command in answer.out for command in ("perft", "rules", "show", "pdn"))


@pytest.mark.parametrize("command", [("perft",), ("rules",), ("show",), ("pdn", "check")])
def test_every_command_has_help(command: tuple[str, ...]) -> None:
    answer = run(*command, "--help")
    assert (answer.code, answer.err) == (0, "")
    assert "Usage" in answer.out


def test_help_lists_the_commands() -> None:
    answer = run("--help")
    assert "perft" in answer.out + answer.err
    assert "Traceback" not in answer.err


def test_the_program_crownhead_is_the_module() -> None:
    program = Path(sys.executable).with_name("crownhead")
    done = subprocess.run(
        [program, "--version"], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert done.stdout == run("--version").out


# ---- perft


def test_perft_ends_with_the_count() -> None:
    answer = run("perft", "8")
    assert (answer.code, answer.err) == (0, "")
    assert answer.lines[-1] == "perft(8) = 845931"


@pytest.mark.parametrize(("depth", "nodes"), [(0, 1), (1, 7), (2, 49)])
def test_perft_of_shallow_depths(depth: int, nodes: int) -> None:
    assert run("perft", str(depth)).lines == [f"perft({depth}) = {nodes}"]


def test_perft_from_another_position() -> None:
    assert run("perft", "1", "--fen", TWO_ROUTES).lines == ["perft(1) = 2"]


def test_perft_where_all_is_over() -> None:
    assert run("perft", "3", "--fen", "B:W25,30:B21").lines == ["perft(3) = 0"]


def test_perft_under_other_rules() -> None:
    nodes = Position.start(PRESETS["regicide"]).perft(7)
    assert run("perft", "7", "--rules", "regicide").lines == [f"perft(7) = {nodes}"]


def test_perft_under_rules_with_options() -> None:
    rules = "english capture=optional first_to_move=white"
    nodes = Position.start(Rules.parse(rules)).perft(5)
    assert run("perft", "5", "--rules", rules).lines == [f"perft(5) = {nodes}"]


def test_divide_shows_each_first_move_and_sums_up() -> None:
    answer = run("perft", "6", "--divide")
    *rows, last = answer.lines
    counts = dict(row.split(": ") for row in rows)
    assert list(counts) == [str(move) for move in Position.start().legal_moves()]
    assert sum(map(int, counts.values())) == 36768
    assert last == "perft(6) = 36768"


@pytest.mark.parametrize("depth", [1, 3])
def test_divide_keeps_routes_apart(depth: int) -> None:
    position = Position.from_fen(TWO_ROUTES)
    rows = [f"{move}: {position.play(move).perft(depth - 1)}" for move in position.legal_moves()]
    answer = run("perft", str(depth), "--fen", TWO_ROUTES, "--divide")
    assert answer.lines == [*rows, f"perft({depth}) = {position.perft(depth)}"]


def test_divide_of_nothing_is_nothing() -> None:
    assert run("perft", "0", "--divide").lines == ["perft(0) = 1"]


def test_perft_as_json() -> None:
    answer = json.loads(run("perft", "5", "--json", "--rules", "casual").out)
    assert answer == {
        "fen": START_FEN,
        "rules": str(PRESETS["casual"]),
        "depth": 5,
        "nodes": Position.start(PRESETS["casual"]).perft(5),
    }


def test_divide_as_json() -> None:
    answer = json.loads(run("perft", "5", "--json", "--divide").out)
    assert sum(answer["divide"].values()) == answer["nodes"] == 7361


@pytest.mark.parametrize("depth", ["-1", "100", "three", "9" * 400])
def test_a_depth_that_is_none_is_refused(depth: str) -> None:
    refused(run("perft", depth))


def test_the_progress_of_a_deep_perft_stays_out_of_the_way() -> None:
    # Few moves, so that even a deep count is quick.
    answer = run("perft", "11", "--fen", "B:W13,17,21,22,25,26,29,30:B1,2,5,6,9,10,14")
    assert re.fullmatch(r"perft\(11\) = [0-9]+\n", answer.out)
    assert answer.err.strip() == ""


# ---- rules


def test_rules_lists_the_rule_sets() -> None:
    answer = run("rules")
    assert (answer.code, answer.err) == (0, "")
    assert [name for name in PRESETS if name not in answer.out] == []


@pytest.mark.parametrize("name", ["casual", "casual regicide=on"])
def test_rules_explains_one(name: str) -> None:
    answer = run("rules", name)
    assert (answer.code, answer.err) == (0, "")
    assert [option for option in OPTIONS if option not in answer.out] == []


def test_rules_says_every_sentence_in_full_however_narrow_the_terminal() -> None:
    answer = run("rules", "casual", env=environment(COLUMNS="60"))
    words = " ".join(answer.out.split())
    assert "\u2026" not in words, answer.out


def test_rules_as_json() -> None:
    answer = json.loads(run("rules", "--json").out)
    assert list(answer) == list(PRESETS)
    for name, options in answer.items():
        assert Rules(**options) == PRESETS[name]


def test_one_rule_set_as_json() -> None:
    answer = json.loads(run("rules", "tournament-30", "--json").out)
    assert Rules(**answer["tournament-30"]) == PRESETS["tournament-30"]


# ---- show


def test_show_draws_the_position_and_lists_its_moves() -> None:
    answer = run("show", "start")
    assert (answer.code, answer.err) == (0, "")
    *drawing, last = answer.lines
    assert drawing == str(Position.start()).splitlines()
    assert last == "Moves: 9-13 9-14 10-14 10-15 11-15 11-16 12-16"


def test_show_takes_a_fen() -> None:
    assert run("show", TWO_ROUTES).lines[-1] == "Captures: 2x9x18 2x11x18"


def test_show_says_when_the_game_is_over() -> None:
    assert "the game is over" in run("show", "B:W25,30:B21").lines[-1]


def test_show_flipped_puts_black_at_the_bottom() -> None:
    upright = str(Position.from_fen(TWO_ROUTES)).splitlines()[:17]
    flipped = run("show", TWO_ROUTES, "--flipped").lines[:17]

    def cells(lines: Iterable[str]) -> list[str]:
        return [cell.strip() for line in lines for cell in line.split("|")[1:-1]]

    assert cells(flipped) == cells(upright)[::-1]


def test_show_under_other_rules() -> None:
    answer = run("show", TWO_ROUTES, "--rules", "casual")
    assert answer.lines[-1] == "Moves: 2x9 2x11"


def test_show_as_json() -> None:
    answer = json.loads(run("show", TWO_ROUTES, "--json").out)
    assert answer == {"fen": TWO_ROUTES, "turn": "black", "moves": ["2x9x18", "2x11x18"]}


@pytest.mark.parametrize(
    ("words", "options"),
    [((), {}), (("--flipped", "--theme", "wood"), {"flipped": True, "theme": "wood"})],
)
def test_show_writes_a_picture(
    tmp_path: Path, words: tuple[str, ...], options: dict[str, Any]
) -> None:
    path = tmp_path / "board.svg"
    answer = run("show", TWO_ROUTES, "--svg", path, *words)
    assert (answer.code, answer.err) == (0, "")
    assert ElementTree.parse(path).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert path.read_text("utf-8") == svg.board(Position.from_fen(TWO_ROUTES), **options)


def test_a_picture_in_no_folder_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "board.svg"
    refused_in_one_line(run("show", "start", "--svg", path), "cannot write", "no such file")


def test_a_picture_over_a_folder_is_refused(tmp_path: Path) -> None:
    refused_in_one_line(run("show", "start", "--svg", tmp_path), "cannot write", "directory")


# ---- pdn check


def test_check_of_good_games(tmp_path: Path) -> None:
    answer = run("pdn", "check", pdn_file(tmp_path, GOOD_GAME, GOOD_GAME))
    assert answer == Answer(0, "2 games, 0 with errors\n", "")


def test_check_tells_file_line_column_and_sentence(tmp_path: Path) -> None:
    path = pdn_file(tmp_path, GOOD_GAME, BAD_GAME, GARBAGE_GAME)
    answer = run("pdn", "check", path)
    *errors, last = answer.lines
    assert (answer.code, answer.err, last) == (1, "", "3 games, 2 with errors")
    assert errors[0].startswith(f"{path}:6:10: 23-20 cannot be played: ")
    assert errors[1].startswith(f"{path}:9:10: '@@@@' is not a move")


def test_check_of_several_files(tmp_path: Path) -> None:
    good = pdn_file(tmp_path, GOOD_GAME)
    bad = pdn_file(tmp_path, BAD_GAME, name="bad.pdn")
    answer = run("pdn", "check", good, bad, good)
    assert (answer.code, answer.lines[-1]) == (1, "3 games, 1 with errors")


def test_check_of_an_empty_file(tmp_path: Path) -> None:
    assert run("pdn", "check", pdn_file(tmp_path)).lines == ["0 games, 0 with errors"]


def test_check_as_json(tmp_path: Path) -> None:
    path = pdn_file(tmp_path, GOOD_GAME, BAD_GAME)
    answer = run("pdn", "check", path, "--json")
    said = json.loads(answer.out)
    assert (answer.code, said["games"], said["with_errors"]) == (1, 2, 1)
    [error] = said["errors"]
    assert (error["file"], error["line"], error["column"]) == (str(path), 6, 10)
    assert error["sentence"].startswith("23-20 cannot be played")


def test_check_of_a_missing_file(tmp_path: Path) -> None:
    path = tmp_path / "missing.pdn"
    answer = run("pdn", "check", path)
    assert answer.code == 2
    assert answer.err == f"crownhead: cannot read '{path}': no such file or directory\n"


def test_check_of_a_folder(tmp_path: Path) -> None:
    answer = run("pdn", "check", tmp_path)
    assert answer.code == 2
    assert answer.err == f"crownhead: cannot read {tmp_path}: it is a folder\n"


def test_check_goes_on_after_a_missing_file(tmp_path: Path) -> None:
    answer = run("pdn", "check", tmp_path / "missing.pdn", pdn_file(tmp_path, BAD_GAME))
    assert (answer.code, answer.lines[-1]) == (2, "1 game, 1 with errors")


@pytest.mark.parametrize(
    "content", [b"\0" * 10_000, bytes(range(256)) * 40, b"\xff\xfe[\0", b"((("]
)
def test_check_of_rubbish_tells_and_does_not_fall_over(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "rubbish.pdn"
    path.write_bytes(content)
    answer = run("pdn", "check", path)
    assert answer.code == 1, answer
    assert "Traceback" not in answer.err
    assert re.fullmatch(r"[0-9]+ games?, [0-9]+ with errors", answer.lines[-1])


def test_check_needs_a_file() -> None:
    refused(run("pdn", "check"), "FILE")


# ---- what is refused, with a suggestion


@pytest.mark.parametrize(
    ("words", "suggestion"),
    [
        (("perf", "3"), "perft"),
        (("pdn", "chek"), "check"),
        (("perft", "3", "--dvide"), "--divide"),
        (("show", "start", "--them", "wood"), "--theme"),
    ],
)
def test_an_unknown_command_or_option_gets_a_suggestion(
    words: tuple[str, ...], suggestion: str
) -> None:
    refused(run(*words), suggestion)


@each(
    ("words", "sentence"),
    [
        (
            ("perft", "3", "--rules", "englsh"),
            "no rule set named 'englsh'; did you mean 'english'?",
        ),
        (("rules", "casul"), "no rule set named 'casul'; did you mean 'casual'?"),
        (("rules", "regcide=on"), "no rule option named 'regcide'; did you mean 'regicide'?"),
        (("show", "start", "--rules", "casual regicide=maybe"), "regicide is on or off"),
        (("rules", ""), "the rules are empty"),
        (("rules", "casual\ny"), "'y' is not an option"),
        (("show", "B:W33:B1"), "there is no square 33"),
        (("show", ""), "a position looks like"),
        (("show", "x" * 5_000), "a position looks like"),
        (("perft", "3", "--fen", "B:W1:B2"), "White's man on 1 stands on its crowning row"),
        (("perft", "3", "--fen", "B:W\n9:B9"), "square 9 holds a piece of both sides"),
    ],
)
def test_bad_rules_and_positions_are_one_line(words: tuple[str, ...], sentence: str) -> None:
    refused_in_one_line(run(*words), sentence)


def test_an_unknown_theme_gets_a_suggestion(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    answer = run("show", "start", "--svg", path, "--theme", "wod")
    refused_in_one_line(answer, "no theme named 'wod'; did you mean 'wood'?")
    assert not path.exists()


def test_an_unknown_theme_is_refused_without_a_picture_too() -> None:
    refused_in_one_line(run("show", "start", "--theme", "wod"), "did you mean 'wood'?")


# ---- pipes, interrupts, full disks


def read_one_line_and_close(*words: str | Path) -> tuple[bytes, int, str]:
    """Do what `command | head -1` does."""
    with subprocess.Popen(
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
    done = subprocess.run(
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
    assert "No space left" in answer.err


def read_until(stream: IO[bytes], wanted: bytes) -> None:
    """Wait until a process says that it is at work."""
    for line in stream:
        if wanted in line:
            return


# Runs the command line and tells when the core begins to count.
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
    with subprocess.Popen(
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
        subprocess.Popen(
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


# Ctrl-C when a module is looked for: before typer can hear it, and when it makes its parser.
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
    import typer.main
    typer.main.get_command = lambda _: os.kill(os.getpid(), signal.SIGINT)
sys.argv = ["crownhead", "perft", "30"]
from crownhead.__main__ import main
main()
"""


@pytest.mark.parametrize(
    "moment",
    ["crownhead.cursor", "typer", "crownhead.cli.perft", "crownhead.cli", "parser"],
)
def test_an_interrupt_while_the_program_starts_ends_it_without_a_word(moment: str) -> None:
    done = subprocess.run(
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
    asked = {"_CROWNHEAD_COMPLETE": "complete_bash"}
    done = subprocess.run(
        [sys.executable, "-c", "from crownhead.cli import app; app(prog_name='crownhead')"],
        capture_output=True,
        text=True,
        env=environment(**asked, COMP_WORDS=line, COMP_CWORD=str(line.count(" "))),
        timeout=PATIENCE,
        check=False,
    )
    assert sorted(done.stdout.split()) == sorted(completed)


# ---- terminals that know no UTF-8

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
    assert answer.lines[-1] == "1 game, 1 with errors"


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
