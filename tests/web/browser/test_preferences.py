"""A browser's own settings last: over tabs, reloads and the server's end."""

from __future__ import annotations

from playwright.sync_api import expect
from serving import Server, wait_for

from browser.conftest import QUICK, Complaints
from browser.helpers import stored
from browser.table import Table


def test_two_tabs_change_different_preferences(table: Table) -> None:
    other = Table(table.page.context.new_page(), table.client)
    for one in (table, other):
        one.page.goto("/")
        expect(one.by("mute")).to_have_attribute("aria-pressed", "true")
    table.page.bring_to_front()  # a tab behind another draws once a second
    table.by("settings").click()
    table.by("theme-wood").check()
    wait_for(lambda: stored(table).get("theme") == "wood")
    other.page.bring_to_front()
    other.by("mute").click()
    wait_for(lambda: stored(table)["sound"])
    assert stored(table) == {**QUICK, "theme": "wood", "sound": True}
    root = other.page.locator("html")
    expect(root).to_have_attribute("data-theme", "classic")
    # As when its tab is chosen; without a screen a tab is never hidden.
    other.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(root).to_have_attribute("data-theme", "wood")
    expect(other.by("play-note")).to_contain_text("You play Dark")


def test_preference_that_could_not_be_sent_is_sent_later(
    table: Table, complaints: Complaints
) -> None:
    complaints.allow("ERR_FAILED")
    table.page.goto("/")
    expect(table.by("mute")).to_have_attribute("aria-pressed", "true")
    table.page.route("**/api/preferences", lambda route: route.abort())
    table.by("settings").click()
    with table.page.expect_event("requestfailed"):
        table.by("theme-wood").check()
    table.page.unroute("**/api/preferences")
    table.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    wait_for(lambda: stored(table).get("theme") == "wood")
    expect(table.page.locator("html")).to_have_attribute("data-theme", "wood")


def test_preferences_last_over_reload_and_restart(
    own_server: Server, own_table: Table, complaints: Complaints
) -> None:
    complaints.allow_lost_connections()
    chosen = {"theme": "wood", "mode": "dark", "numbers": False}
    page = own_table.page
    page.goto("/")
    own_table.by("settings").click()
    own_table.by("theme-wood").check()
    own_table.by("mode-dark").check()
    own_table.by("setting-numbers").uncheck()
    wait_for(lambda: chosen.items() <= stored(own_table).items())
    own_server.kill()
    page.goto("about:blank")
    own_server.start()
    own_table.open()
    page.evaluate("localStorage.clear()")  # the server knows, not only this browser
    page.reload()
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "wood")
    expect(root).to_have_attribute("data-mode", "dark")
    expect(own_table.by("turn-text")).to_have_text("Dark to move")
    expect(page.locator(".numbers text")).to_have_count(0)
    own_table.by("settings").click()
    for name in ("theme-wood", "mode-dark"):
        expect(own_table.by(name)).to_be_checked()
    expect(own_table.by("setting-numbers")).not_to_be_checked()


def test_setting_changed_just_before_a_reload_is_kept(table: Table) -> None:
    table.page.goto("/")
    table.by("settings").click()
    table.by("theme-wood").check()
    table.page.reload()
    wait_for(lambda: stored(table).get("theme") == "wood")
    expect(table.page.locator("html")).to_have_attribute("data-theme", "wood")


def test_mute_is_kept(table: Table) -> None:
    table.page.goto("/")
    expect(table.by("mute")).to_have_attribute("aria-pressed", "true")  # the tests are quiet
    table.by("mute").click()
    expect(table.by("mute")).to_have_attribute("aria-pressed", "false")
    wait_for(lambda: stored(table)["sound"])
    table.page.reload()
    expect(table.by("mute")).to_have_attribute("aria-pressed", "false")
