"""How quickly the command line starts: each command loads what it needs, and the list knows them all."""

from __future__ import annotations

import json
import sys

import pytest

import programs
from cases import each
from command_line import PATIENCE, environment, run
from crownhead.cli import _Commands, app

HEAVY = (
    *("rich", "pydantic", "fastapi", "uvicorn", "prompt_toolkit", "sqlite3", "asyncio"),
    *("PIL", "resvg"),
)
ROOMS = ("service", "web", "terminal", "arena", "review", "engine", "store", "players", "library")
LOADED = """
import json, sys
from crownhead.__main__ import main
try:
    main()
finally:
    print(json.dumps(list(sys.modules)), file=sys.stderr)
"""


def loaded_by(*words: str, **changes: str) -> set[str]:
    done = programs.run(
        [sys.executable, "-c", LOADED, *words],
        capture_output=True,
        text=True,
        env=environment(**changes),
        timeout=PATIENCE,
        check=False,
    )
    return set(json.loads(done.stderr.splitlines()[-1]))


@each(
    "words", [("--help",), ("--version",), ("perft", "3"), ("rules",), ("show", "start"), ("perf",)]
)
def test_a_small_command_loads_no_other(words: tuple[str, ...]) -> None:
    loaded = loaded_by(*words)
    assert {name for name in HEAVY if name in loaded} == set()
    assert {name for name in ROOMS if f"crownhead.{name}" in loaded} == set()


def test_completing_a_command_loads_none() -> None:
    asked = {"_CROWNHEAD_COMPLETE": "complete_bash", "COMP_WORDS": "crownhead ", "COMP_CWORD": "1"}
    assert "crownhead.cli.perft" not in loaded_by(**asked)


def completed(line: str, shell: str = "bash") -> list[str]:
    asked = {"_CROWNHEAD_COMPLETE": f"complete_{shell}", "COMP_WORDS": line}
    asked |= {"COMP_CWORD": str(line.count(" ")), "_TYPER_COMPLETE_ARGS": line}
    return run(env=environment(**asked)).out.split("\n")


def test_a_shell_completes_commands_and_options() -> None:
    assert set(completed("crownhead ")) >= set(_Commands.entries)
    assert completed("crownhead pe")[0] == "perft"
    assert completed("crownhead pdn ")[0] == "check"
    assert completed("crownhead perft --di")[0] == "--divide"
    assert "Draw a position" in "".join(completed("crownhead sho", "zsh"))


def test_help_groups_the_commands_by_what_people_want_first() -> None:
    out = run("--help").out
    places = [out.index(f"\n  {name} ") for name in ("terminal", "analyse", "arena", "compare")]
    assert places == sorted(places)
    assert out.index("compare") < out.index("Options:")


@pytest.mark.parametrize("width", [60, 80])
def test_help_is_readable_in_narrow_terminals(width: int) -> None:
    out = run("--help", env=environment(COLUMNS=str(width))).out
    assert max(map(len, out.splitlines())) <= width
    for name, entry in _Commands.entries.items():
        assert f"  {name:<9}  {entry.line}\n" in out  # on one line
    for word in ("<int", "<str", "<float", "x>=", "<=x", "{"):
        assert word not in out


def test_every_command_has_help_of_its_own() -> None:
    for name in _Commands.entries:
        out = run(name, "--help", env=environment(COLUMNS="80")).out
        assert out.startswith(f"Usage: crownhead {name} "), name
        for word in ("<int", "<str", "<float", "<list", "x>=", "<=x", "{", "[required]"):
            assert word not in out, (name, out)


def test_the_list_names_commands_that_exist() -> None:
    from typer.main import get_command

    group = get_command(app)
    assert list(group.commands) == list(_Commands.entries)  # type: ignore[attr-defined]
    for name in _Commands.entries:
        assert group.commands[name].name == name  # type: ignore[attr-defined]
