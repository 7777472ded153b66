"""The texts of the set-up, and the way back from changed rules."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.helpers import entered
from browser.said import said
from browser.table import Table
from crownhead.messages import counted


def test_changed_rules_have_a_way_back(table: Table) -> None:
    table.go_home()
    expect(table.by("opponent")).to_be_visible()
    table.by("setup-open").click()
    english = said("rules.preset.english.title")
    for way in ("preset-english", "reset"):
        table.by("every-option").click()
        table.by("option-first_to_move").select_option("White")
        assert entered(table, table.by("setup-start").click)["first"] == "white", way
        table.by("new-game").click()
        expect(table.by("preset-english")).to_be_checked()
        expect(table.by("setup-summary")).to_contain_text(
            said("setup.summary.rules-changed", rules=english, count=1)
        )
        table.by(way).click()
        plain = said("setup.summary.rules", rules=english)
        expect(table.by("setup-summary")).to_contain_text(
            f"{plain}, {said('setup.summary.no-clock')}"
        )
        expect(table.by("every-option")).to_have_text(said("setup.every-rule"))
        expect(table.by("reset")).to_have_count(0)
        expect(table.by("preset-english")).to_be_focused()
        assert entered(table, table.by("setup-start").click)["first"] == "black", way
        table.by("new-game").click()


def test_time_is_told_in_whole_numbers_and_rules_say_what_a_king_is(table: Table) -> None:
    table.go_home()
    table.by("setup-open").click()
    table.by("clock-game").check()
    table.by("clock-increment").fill("1")
    second = counted("second", 1)
    times = {
        "0.25": counted("second", 15),
        "1": counted("minute", 1),
        "5": counted("minute", 5),
        "1.25": counted("second", 75),
    }
    for minutes, time in times.items():
        table.by("clock-minutes").fill(minutes)
        clock = said("setup.summary.increment", time=time, more=second)
        expect(table.by("setup-summary")).to_contain_text(clock)
    table.by("setup-start").click()
    table.adopt()
    table.menu("rules")
    expect(table.by("rules-body")).to_contain_text(
        said("clock.game-increment", time=times["1.25"], more=second)
    )
    expect(table.by("rules-body")).to_contain_text(said("play.rules.crowning"))
