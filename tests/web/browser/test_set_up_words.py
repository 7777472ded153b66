"""The texts of the set-up, and the way back from changed rules."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.helpers import entered
from browser.table import Table


def test_changed_rules_have_a_way_back(table: Table) -> None:
    table.go_home()
    expect(table.by("opponent")).to_be_visible()
    table.by("setup-open").click()
    for way in ("preset-english", "reset"):
        table.by("every-option").click()
        table.by("option-first_to_move").select_option("White")
        assert entered(table, table.by("setup-start").click)["first"] == "white", way
        table.by("new-game").click()
        expect(table.by("preset-english")).to_be_checked()
        expect(table.by("setup-summary")).to_contain_text("English rules, 1 changed")
        table.by(way).click()
        expect(table.by("setup-summary")).to_contain_text("English rules, no clock")
        expect(table.by("every-option")).to_have_text("Every rule, one by one")
        expect(table.by("reset")).to_have_count(0)
        expect(table.by("preset-english")).to_be_focused()
        assert entered(table, table.by("setup-start").click)["first"] == "black", way
        table.by("new-game").click()


def test_time_is_told_in_whole_numbers_and_rules_say_what_a_king_is(table: Table) -> None:
    table.go_home()
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
    expect(table.by("rules-body")).to_contain_text("A man that reaches the far row becomes a king")
