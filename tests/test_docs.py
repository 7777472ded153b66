"""The documents match the program: every command, option, rule and link."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import click

from cases import each
from crownhead import PRESETS, Position
from crownhead.cli import app
from crownhead.coach import explained

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])


def _commands(command: click.Command, name: str) -> Iterator[tuple[str, list[click.Parameter]]]:
    """Yield each command's full name with its parameters, from the parser itself."""
    if command.params or not isinstance(command, click.Group):
        yield name, command.params
    if isinstance(command, click.Group):
        context = click.Context(command)
        for child in command.list_commands(context):
            found = command.get_command(context, child)
            assert found is not None
            yield from _commands(found, f"{name} {child}")


COMMANDS = dict(_commands(app, "crownhead"))


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


def test_every_term_of_an_evaluation_is_explained_to_players() -> None:
    rows = _table_rows("docs/engine.md", columns=3)
    for term in explained(Position.start()).terms:
        assert rows.get(term.key, [])[1:] == [str(term.title), str(term.explanation)], term.key


def test_every_preset_is_explained_to_players() -> None:
    assert set(PRESETS) <= set(_table_rows("docs/rules.md", columns=2))


def _anchors(page: str) -> set[str]:
    """The anchors that GitHub gives the headings of a page."""
    prose = re.sub(r"^```.*?^```$", "", page, flags=re.M | re.S)
    anchors: set[str] = set()
    for title in re.findall(r"^#+ +(.+?) *$", prose, flags=re.M):
        shown = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", title).lower()
        name = re.sub(r"[^\w\- ]", "", shown).replace(" ", "-")
        again = (f"{name}-{number}" for number in itertools.count(1))
        anchors.add(next(one for one in (name, *itertools.islice(again, 99)) if one not in anchors))
    return anchors


def test_anchors_are_those_of_github() -> None:
    page = (
        "# A `b_c` & [d-e](f.md)!\n\n```\n# no heading\n```\n## Twice\n\n## Twice\n\n    # code\n"
    )
    assert _anchors(page) == {"a-b_c--d-e", "twice", "twice-1"}


def _dead_links(page: Path, text: str) -> list[str]:
    """The links of a page to missing files or headings."""
    links = re.findall(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"", text)
    dead = []
    for link in (one or other for one, other in links):
        if re.match(r"[a-z]+:", link):
            continue  # another site
        name, _, anchor = link.partition("#")
        path = page.parent / name if name else page
        if path != page and not path.exists():
            dead.append(link)
        elif anchor:
            target = text if path == page else path.read_text(encoding="utf-8")
            dead += [link] * (anchor not in _anchors(target))
    return dead


@each("page", PAGES)
def test_links_lead_somewhere(page: Path) -> None:
    assert _dead_links(page, page.read_text(encoding="utf-8")) == []


def test_links_that_lead_nowhere_are_found() -> None:
    text = "# Here\n[1](#here) [2](#there) [3](rules.md) [4](rules.md#no) [5](no.md) [6](https://a.b/#c)"
    assert _dead_links(ROOT / "docs" / "new.md", text) == ["#there", "rules.md#no", "no.md"]


# Names of this project's files in text, comments and recipes.
_NAMED = re.compile(
    r"(?<![\w/.-])(?:(?:docs|tests|benchmarks|training|native|src)/[\w./-]*\w"
    r"\.(?:md|py|cpp|hpp|cu|js|css|csv|json|sql|bin)|[A-Z]{4,}\.md)\b"
)
_FOLDERS = ("docs", "tests", "benchmarks", "training", "native", "src")
_TEXTS = {".md", ".py", ".cpp", ".hpp", ".cu", ".js", ".css", ".html", ".toml", ".csv"}


def test_files_that_are_named_exist() -> None:
    pages = [*PAGES, ROOT / "Makefile", ROOT / "pyproject.toml", ROOT / "conftest.py"]
    inside = (path for folder in _FOLDERS for path in (ROOT / folder).rglob("*"))
    found = set()
    for path in (*pages, *(one for one in inside if one.suffix in _TEXTS)):
        text = re.sub(r"^#include.*$", "", path.read_text(encoding="utf-8"), flags=re.M)
        found |= {(name, str(path.relative_to(ROOT))) for name in _NAMED.findall(text)}
    assert len(found) > 100
    assert {(name, where) for name, where in found if not (ROOT / name).exists()} == set()


def _table_rows(page: str, *, columns: int) -> dict[str, list[str]]:
    """The rows of a page's tables with this many columns, by the code word in their first cell."""
    lines = (ROOT / page).read_text(encoding="utf-8").splitlines()
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in lines if line[:1] == "|"
    ]
    return {row[0].strip("`"): row for row in rows if len(row) == columns}
