"""The documents say what the program does: every command, option, rule and link is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer.main

from cases import each
from crownhead import PRESETS, Position, Rules
from crownhead.cli import app
from crownhead.coach import explained
from crownhead.rules import OPTIONS, option_text

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])


def _commands(group: object, name: str) -> Iterator[tuple[str, list[Any]]]:
    """Yield each command's full name with its parameters, as the parser itself knows them."""
    children = getattr(group, "commands", None)
    parameters = group.params  # type: ignore[attr-defined]
    if children is None or parameters:
        yield name, parameters
    for child, command in (children or {}).items():
        yield from _commands(command, f"{name} {child}")


COMMANDS = dict(_commands(typer.main.get_command(app), "crownhead"))


@each("command", COMMANDS)
def test_every_command_and_option_is_documented(command: str) -> None:
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    sections = {part.split("\n", 1)[0]: part for part in page.split("\n## ")}
    wanted = re.compile(rf"{command}( [^a-z]|$)")
    section = next((text for title, text in sections.items() if wanted.match(title)), None)
    assert section is not None, f"docs/commands.md has no section '## {command}'"
    told = set(re.findall(r"`(--[a-z-]+)", section))
    options = {word for one in COMMANDS[command] for word in one.opts if word.startswith("--")}
    opposites = {word for one in COMMANDS[command] for word in one.secondary_opts}
    missing, unknown = options - told, told - options - opposites
    assert not missing, f"docs/commands.md does not say what {command} {missing} does"
    assert not unknown, f"docs/commands.md tells of {unknown}, which {command} does not have"


def test_the_summary_lists_every_command() -> None:
    rows = _table_rows("docs/summary.md", columns=2)
    commands = {name for name in rows if name.startswith("crownhead ")}
    assert commands == set(COMMANDS) - {"crownhead"}


def test_every_option_of_the_rules_is_explained_to_players() -> None:
    rows = _table_rows("docs/rules.md", columns=3)
    for option in OPTIONS:
        assert rows[option][-1] == option_text(getattr(Rules(), option)), option


def test_every_term_of_an_evaluation_is_explained_to_players() -> None:
    rows = _table_rows("docs/engine.md", columns=3)
    for term in explained(Position.start()).terms:
        assert rows.get(term.key, [])[1:] == [term.title, term.explanation], term.key


def test_every_preset_is_explained_to_players() -> None:
    assert set(PRESETS) <= set(_table_rows("docs/rules.md", columns=2))


@each("page", PAGES)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)\)|src=\"([^\":]+)\"", text):
        path = page.parent / (target[0] or target[1])
        assert path.exists(), f"{page.name} links to {path}, which is not there"


def _table_rows(page: str, *, columns: int) -> dict[str, list[str]]:
    """Rows of a page's tables of so many columns, by the code word in their first cell."""
    lines = (ROOT / page).read_text(encoding="utf-8").splitlines()
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in lines if line[:1] == "|"
    ]
    return {row[0].strip("`"): row for row in rows if len(row) == columns}
