"""The set-up says what it means, and changed rules have a way back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.helpers import entered
from browser.table import Table


@pytest.fixture
def changed(table: Table) -> Table:
    """The set-up as it is offered again after a game by English rules in which White began."""
    table.page.goto("/")
    expect(table.by("opponent")).to_be_visible()
    table.by("setup-open").click()
    table.by("every-option").click()
    table.by("option-first_to_move").select_option("White")
    assert entered(table, table.by("setup-start").click)["first"] == "white"
    table.by("new-game").click()
    expect(table.by("preset-english")).to_be_checked()
    expect(table.by("setup-summary")).to_contain_text("English rules, 1 changed")
    return table


@pytest.mark.parametrize("way", ["preset-english", "reset"])
def test_changed_rules_have_a_way_back(changed: Table, way: str) -> None:
    changed.by(way).click()
    expect(changed.by("setup-summary")).to_contain_text("English rules, no clock")
    expect(changed.by("every-option")).to_have_text("Every rule, one by one")
    expect(changed.by("reset")).to_have_count(0)
    expect(changed.by("preset-english")).to_be_focused()
    assert entered(changed, changed.by("setup-start").click)["first"] == "black"


def test_time_is_told_in_whole_numbers(table: Table) -> None:
    table.page.goto("/")
    table.by("setup-open").click()
    table.by("clock-game").check()
    table.by("clock-increment").fill("1")
    times = {"0.25": "15 seconds", "1": "1 minute", "5": "5 minutes", "1.25": "75 seconds"}
    for minutes, words in times.items():
        table.by("clock-minutes").fill(minutes)
        expect(table.by("setup-summary")).to_contain_text(f"{words} each plus 1 second per move")
    table.by("setup-start").click()
    table.adopt()
    table.menu("rules")
    expect(table.by("rules-body")).to_contain_text(
        "Each player has 75 seconds for the game, and 1 more second for each move"
    )


def test_rules_say_what_a_king_is(table: Table) -> None:
    table.open()
    table.menu("rules")
    expect(table.by("rules-body")).to_contain_text("A man that reaches the far row becomes a king")
