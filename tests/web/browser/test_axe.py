"""No page violates axe-core's accessibility rules in any theme."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

from browser.helpers import entered, look_at_what_was_taken_back, won
from browser.table import Table

MODES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
THEMES = ("classic", "slate", "sand", "wood", "red-black", "high-contrast")
USUAL_THEMES = (
    "classic",
    "red-black",
    "high-contrast",
)  # the default, one with other side names, and high contrast
ONLY_COLOURS = {"runOnly": ["color-contrast"], "resultTypes": ["violations"]}
EVERYTHING = {"resultTypes": ["violations"]}


def start(table: Table) -> None:
    table.begin()
    for _ in range(2):
        won(table, "level:2")
    table.go_home()
    expect(table.by("recent-title")).to_be_visible()
    expect(table.by("suggestion")).to_be_visible()


def game(table: Table) -> None:
    table.position("B:W18,30:B1,14", clock={"kind": "game", "seconds": 600, "increment": 0})
    table.click(1)
    expect(table.by("bubble")).to_be_visible()


def watching(table: Table) -> None:
    table.open(black="random:seed=1", white="random:seed=2", pace=60)
    expect(table.by("watching")).to_be_visible()


def setup(table: Table) -> None:
    table.go_home()
    table.by("setup-open").click()
    table.by("clock-move").check()
    table.by("start-fen").check()
    table.by("every-option").click()
    expect(table.by("option-capture")).to_be_visible()


def settings(table: Table) -> None:
    table.open()
    table.by("settings").click()
    expect(table.by("settings-dialog")).to_be_visible()


def rules(table: Table) -> None:
    table.open()
    table.menu("rules")
    expect(table.by("rules-dialog")).to_be_visible()


def seats(table: Table) -> None:
    table.open(white="level:3")
    table.menu("seats-open")
    expect(table.by("seats-dialog")).to_be_visible()


def invite(table: Table) -> None:
    table.open()
    table.menu("invite")
    table.by("invite-white").click()
    expect(table.by("invite-link")).to_be_visible()


def more(table: Table) -> None:
    table.open()
    table.by("menu").click()
    expect(table.by("menu-dialog")).to_be_visible()


def text(table: Table) -> None:
    table.page.add_init_script("delete Navigator.prototype.clipboard")
    table.open()
    table.menu("copy-pdn")
    expect(table.by("text-dialog")).to_be_visible()


def help_(table: Table) -> None:
    table.open()
    table.by("help").click()
    expect(table.by("help-dialog")).to_be_visible()


def no_games(table: Table) -> None:
    for _ in range(2):
        won(table, "level:2")
    table.go_home()
    table.by("filter-opponent").select_option(index=1)
    table.by("filter-drawn").click()
    expect(table.by("filter-drawn")).to_have_attribute("aria-pressed", "true")


def question(table: Table) -> None:
    table.open()
    table.by("resign").click()
    expect(table.by("confirm-dialog")).to_be_visible()


def result(table: Table) -> None:
    table.position("B:W18:B14", white="random:seed=3")
    table.click(14)
    expect(table.by("end")).to_be_visible()
    table.by("end-close").click()
    expect(table.by("result-rematch")).to_be_visible()


def end(table: Table) -> None:
    table.position("B:W18:B14", white="level:2")
    table.click(14)
    entered(table, table.by("rematch").click)
    table.click(14)
    expect(table.by("end-score")).to_be_visible()
    expect(table.by("next-level")).to_be_visible()


USUAL = (start, game, setup, more, end)
SELDOM = (  # they rarely change
    no_games,
    look_at_what_was_taken_back,
    watching,
    settings,
    rules,
    seats,
    invite,
    help_,
    question,
    result,
    text,
)
COLOURED = (game, start, look_at_what_was_taken_back, setup, settings, result, end)


# Content behind an open dialog is another scene.
_RUN = "options => axe.run(document.querySelector('dialog[open]') ?? document, options)"


def violations(table: Table, options: dict[str, Any]) -> list[str]:
    if not table.page.evaluate("'axe' in window"):
        table.page.evaluate(Axe().axe_script)
    found = table.page.evaluate(_RUN, options)["violations"]
    return [
        f"{one['id']}: {node['html'][:200]} {node['failureSummary']}"
        for one in found
        for node in one["nodes"]
    ]


@pytest.mark.parametrize(
    "scenes", [USUAL, pytest.param(SELDOM, marks=pytest.mark.long)], ids=["usual", "seldom"]
)
def test_nothing_stands_in_anybody_s_way(
    table: Table, scenes: tuple[Callable[[Table], None], ...]
) -> None:
    for scene in scenes:
        scene(table)
        assert violations(table, EVERYTHING) == [], scene.__name__


@pytest.mark.parametrize(
    ("scene", "themes"),
    [
        pytest.param(game, USUAL_THEMES, id="game"),
        *(
            pytest.param(one, THEMES, id=f"{one.__name__}-all", marks=pytest.mark.long)
            for one in COLOURED
        ),
    ],
)
def test_colours_can_be_told_apart_in_every_theme_by_day_and_night(
    table: Table, scene: Callable[[Table], None], themes: tuple[str, ...]
) -> None:
    scene(table)
    for theme in themes:
        # As the settings do; reopening the scene for each theme would take a minute.
        table.page.locator("html").evaluate("(root, theme) => root.dataset.theme = theme", theme)
        for mode in MODES:
            table.page.emulate_media(color_scheme=mode)
            assert violations(table, ONLY_COLOURS) == [], f"{theme}, {mode}"
