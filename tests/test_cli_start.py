"""Fast starts of the command line: each command loads only what it needs, and the list is complete."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click
import pytest

import programs
from cases import each
from command_line import PATIENCE, environment, refused_in_one_line, run
from crownhead.cli import app
from crownhead.cli.command import Commands
from crownhead.messages import say

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
    asked = {"_CROWNHEAD_COMPLETE": "bash_complete", "COMP_WORDS": "crownhead ", "COMP_CWORD": "1"}
    assert "crownhead.cli.perft" not in loaded_by(**asked)


def completed(line: str, shell: str = "bash") -> list[str]:
    """A shell's completions: in bash preceded by their type, in zsh followed by their help."""
    asked = {"_CROWNHEAD_COMPLETE": f"{shell}_complete", "COMP_WORDS": line}
    asked |= {"COMP_CWORD": str(line.count(" "))}
    return [one.removeprefix("plain,") for one in run(env=environment(**asked)).lines]


def test_a_shell_completes_commands_and_options() -> None:
    assert set(completed("crownhead ")) >= set(Commands.rows)
    assert completed("crownhead pe") == ["perft"]
    assert completed("crownhead pdn ")[0] == "check"
    assert completed("crownhead perft --di") == ["--divide"]
    assert completed("crownhead sho", "zsh") == [
        "plain",
        "show",
        say("command.show"),
    ]


def test_completion_is_installed_once_and_works(tmp_path: Path) -> None:
    (tmp_path / ".bashrc").write_text("alias c=crownhead")
    for shell, path in (
        ("bash", ".bash_completions/crownhead.sh"),
        ("zsh", ".zfunc/_crownhead"),
        ("fish", ".config/fish/completions/crownhead.fish"),
    ):
        here = environment(HOME=str(tmp_path), SHELL=f"/bin/{shell}")
        for _ in range(2):
            answer = run("--install-completion", env=here)
            assert (answer.code, answer.err) == (0, ""), shell
            assert f"~/{path}" in answer.out
        script = (tmp_path / path).read_text()
        assert script == run("--show-completion", env=here).out.removesuffix("\n")
        assert f"{shell}_complete" in script
    kept, source = (tmp_path / ".bashrc").read_text().splitlines()
    assert (kept, source) == ("alias c=crownhead", "source ~/.bash_completions/crownhead.sh")
    told = programs.run(
        ["bash", "--norc", "-c", f"{source}; complete -p crownhead"],
        env=environment(HOME=str(tmp_path)),
        capture_output=True,
        text=True,
        check=True,
    )
    assert "crownhead" in told.stdout
    refused_in_one_line(
        run("--install-completion", env=environment(SHELL="/bin/tcsh")), "bash, zsh or fish"
    )


def test_help_groups_the_commands_by_what_people_want_first() -> None:
    out = run("--help").out
    offsets = [out.index(f"\n  {name} ") for name in ("terminal", "analyse", "arena", "compare")]
    assert offsets == sorted(offsets)
    assert out.index("compare") < out.index("Options:")


@pytest.mark.parametrize("width", [60, 80])
def test_help_is_readable_in_narrow_terminals(width: int) -> None:
    out = run("--help", env=environment(COLUMNS=str(width))).out
    assert max(map(len, out.splitlines())) <= width
    for name in Commands.rows:
        assert f"  {name:<9}  {say(f'command.{name}')}\n" in out  # on one line
    for word in ("<int", "<str", "<float", "x>=", "<=x", "{"):
        assert word not in out


def test_every_command_has_help_of_its_own() -> None:
    for name in Commands.rows:
        out = run(name, "--help", env=environment(COLUMNS="80")).out
        assert out.startswith(f"Usage: crownhead {name} "), name
        for word in ("<int", "<str", "<float", "<list", "x>=", "<=x", "{", "[required]"):
            assert word not in out, (name, out)


def test_the_list_names_commands_that_exist() -> None:
    context = click.Context(app)
    assert app.list_commands(context) == list(Commands.rows)
    for name in Commands.rows:
        command = app.get_command(context, name)
        assert command is not None
        assert command.name == name
