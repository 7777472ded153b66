"""The command line in real processes: output and exit codes."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import programs
from cases import each
from command_line import (
    BAD_GAME,
    COMMAND,
    GOOD_GAME,
    PATIENCE,
    Answer,
    environment,
    pdn_file,
    refused,
    refused_for,
    run,
)
from crownhead import ENGLISH, PRESETS, Position, Rules, svg
from crownhead.messages import Message, counted, say
from crownhead.rules import OPTIONS, choices_of, number_range, option_sentence, option_text
from saying import says

START_FEN = Position.start().fen
TWO_ROUTES = "B:W6,7,14,15:B2"

GARBAGE_GAME = '[Event "garbage"]\n1. 11-15 @@@@ 23-19 *\n'


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
    done = programs.run(
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


@pytest.mark.parametrize("option", OPTIONS)
def test_rules_lists_the_values_of_every_option(option: str) -> None:
    answer = run("rules", env=environment(COLUMNS="200"))
    start = max(n for n, line in enumerate(answer.lines) if line.startswith(f"{option} "))
    usual = number_range(option)
    for value in {*choices_of(option), *((usual[2],) if usual else ())}:
        row = f" {option_text(value)} "
        line = next(line for line in answer.lines[start : start + 3] if row in line)
        assert line.endswith(f"  {option_sentence(option, value)}"), line
    first = answer.lines[start].removeprefix(option).split()[0]
    assert first == option_text(getattr(ENGLISH, option))


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
    assert run("show", TWO_ROUTES).lines[-1] == say("cli.show.captures", moves="2x9x18 2x11x18")


def test_show_says_when_the_game_is_over() -> None:
    assert run("show", "B:W25,30:B21").lines[-1] == say("cli.show.over")


def test_show_flipped_puts_black_at_the_bottom() -> None:
    upright = str(Position.from_fen(TWO_ROUTES)).splitlines()[:17]
    flipped = run("show", TWO_ROUTES, "--flipped").lines[:17]

    def cells(lines: Iterable[str]) -> list[str]:
        return [cell.strip() for line in lines for cell in line.split("|")[1:-1]]

    assert cells(flipped) == cells(upright)[::-1]


def test_show_under_other_rules() -> None:
    answer = run("show", TWO_ROUTES, "--rules", "casual")
    assert answer.lines[-1] == say("cli.show.moves", moves="2x9 2x11")


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
    why = Message("file.why.no-folder", {"folder": path.parent})
    refused_for(run("show", "start", "--svg", path), "file.unwritable", path=path, why=why)


def test_a_picture_over_a_folder_is_refused(tmp_path: Path) -> None:
    why = Message("file.why.folder")
    refused_for(run("show", "start", "--svg", tmp_path), "file.unwritable", path=tmp_path, why=why)


# ---- pdn check


def checked(games: int, faulty: int) -> str:
    """The last line of `crownhead pdn check`."""
    return say("cli.check.done", games=counted("game", games), faulty=faulty)


def test_check_of_good_games(tmp_path: Path) -> None:
    answer = run("pdn", "check", pdn_file(tmp_path, GOOD_GAME, GOOD_GAME))
    assert answer == Answer(0, checked(2, 0) + "\n", "")


def test_check_reads_standard_input_and_files_side_by_side(tmp_path: Path) -> None:
    words = ["pdn", "check", "-", str(pdn_file(tmp_path, GOOD_GAME)), "-"]  # the second has no more
    done = programs.run(
        [*COMMAND, *words], input=BAD_GAME, capture_output=True, text=True, check=False, timeout=60
    )
    error, last = done.stdout.splitlines()
    assert (done.returncode, done.stderr, last) == (1, "", checked(2, 1))
    assert error.startswith(f"{say('file.standard-input')}:2:")


def test_check_tells_file_line_column_and_sentence(tmp_path: Path) -> None:
    path = pdn_file(tmp_path, GOOD_GAME, BAD_GAME, GARBAGE_GAME)
    answer = run("pdn", "check", path)
    *errors, last = answer.lines
    assert (answer.code, answer.err, last) == (1, "", checked(3, 2))
    assert errors[0].startswith(f"{path}:6:10: ")
    assert says(errors[0], "refusal.tried", tried="23-20")
    assert errors[1].startswith(f"{path}:9:10: ")
    assert "@@@@" in errors[1]


def test_check_of_several_files(tmp_path: Path) -> None:
    good = pdn_file(tmp_path, GOOD_GAME)
    bad = pdn_file(tmp_path, BAD_GAME, name="bad.pdn")
    answer = run("pdn", "check", good, bad, good)
    assert (answer.code, answer.lines[-1]) == (1, checked(3, 1))


def test_check_of_an_empty_file(tmp_path: Path) -> None:
    assert run("pdn", "check", pdn_file(tmp_path)).lines == [checked(0, 0)]


def test_check_as_json(tmp_path: Path) -> None:
    path = pdn_file(tmp_path, GOOD_GAME, BAD_GAME)
    answer = run("pdn", "check", path, "--json")
    said = json.loads(answer.out)
    assert (answer.code, said["games"], said["with_errors"]) == (1, 2, 1)
    [error] = said["errors"]
    assert (error["file"], error["line"], error["column"]) == (str(path), 6, 10)
    assert says(error["sentence"], "refusal.tried", tried="23-20")


def test_check_of_a_missing_file(tmp_path: Path) -> None:
    path = tmp_path / "missing.pdn"
    answer = run("pdn", "check", path)
    why = Message("file.why.missing")
    assert answer.code == 2
    assert answer.err == f"crownhead: {say('file.unreadable', path=path, why=why)}\n"


def test_check_of_a_folder(tmp_path: Path) -> None:
    answer = run("pdn", "check", tmp_path)
    why = Message("file.why.folder")
    assert answer.code == 2
    assert answer.err == f"crownhead: {say('file.unreadable', path=tmp_path, why=why)}\n"


def test_check_goes_on_after_a_missing_file(tmp_path: Path) -> None:
    answer = run("pdn", "check", tmp_path / "missing.pdn", pdn_file(tmp_path, BAD_GAME))
    assert (answer.code, answer.lines[-1]) == (2, checked(1, 1))


@pytest.mark.parametrize(
    "content", [b"\0" * 10_000, bytes(range(256)) * 40, b"\xff\xfe[\0", b"((("]
)
def test_check_of_rubbish_tells_and_does_not_fall_over(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "rubbish.pdn"
    path.write_bytes(content)
    answer = run("pdn", "check", path)
    assert answer.code == 1, answer
    assert "Traceback" not in answer.err
    assert says(answer.lines[-1], "cli.check.done")


# ---- refusals with a suggestion


@pytest.mark.parametrize(
    ("words", "unknown", "near"),
    [
        (("perf", "3"), "unknown.command", "perft"),
        (("pdn", "chek"), "unknown.command", "check"),
        (("perft", "3", "--dvide"), "unknown.option", "--divide"),
        (("show", "start", "--them", "wood"), "unknown.option", "--theme"),
        (("--no-such-thing",), "unknown.option", None),
    ],
)
def test_an_unknown_command_or_option_gets_a_suggestion(
    words: tuple[str, ...], unknown: str, near: str | None
) -> None:
    answer = run(*words)
    refused_for(answer, unknown)
    assert says(answer.err, "unknown.near") == (near is not None)
    if near is not None:
        refused_for(answer, "unknown.near", near=near)


@each(
    ("words", "code", "values"),
    [
        (("perft", "3", "--rules", "englsh"), "unknown.near", {"near": "english"}),
        (("rules", "casul"), "unknown.near", {"near": "casual"}),
        (("rules", "regcide=on"), "unknown.near", {"near": "regicide"}),
        (("show", "start", "--rules", "casual regicide=maybe"), "ruleset.switch", {}),
        (("rules", ""), "ruleset.empty", {}),
        (("rules", "casual\ny"), "ruleset.no-option", {"word": "y"}),
        (("show", "B:W33:B1"), "square.unknown", {"square": 33}),
        (("show", ""), "fen.example", {}),
        (("show", "x" * 5_000), "fen.example", {}),
        (("perft", "3", "--fen", "B:W1:B2"), "position.man-on-king-row", {"square": 1}),
        (("perft", "3", "--fen", "B:W\n9:B9"), "position.both-sides", {"square": 9}),
    ],
)
def test_bad_rules_and_positions_are_one_line(
    words: tuple[str, ...], code: str, values: dict[str, Any]
) -> None:
    refused_for(run(*words), code, **values)


def test_an_unknown_theme_gets_a_suggestion(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    answer = run("show", "start", "--svg", path, "--theme", "wod")
    refused_for(answer, "unknown.near", near="wood")
    assert not path.exists()


def test_an_unknown_theme_is_refused_without_a_picture_too() -> None:
    refused_for(run("show", "start", "--theme", "wod"), "unknown.near", near="wood")
