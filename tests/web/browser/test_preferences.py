"""A browser's settings survive tabs, reloads and the server's end."""

from __future__ import annotations

from playwright.sync_api import expect
from serving import Server, wait_for

from browser.conftest import QUICK, Complaints
from browser.helpers import stored
from browser.said import BLACK
from browser.table import Table
from crownhead.messages import Words

WOOD = Words("wood")


def change(table: Table) -> None:
    """Make a page look for changes, as when its tab is chosen; headless pages are never hidden."""
    table.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_settings_of_two_tabs_come_together_and_none_is_lost(
    table: Table, complaints: Complaints
) -> None:
    table.page.goto("/")
    root, mute = table.page.locator("html"), table.by("mute")
    expect(mute).to_have_attribute("aria-pressed", "true")  # the tests are quiet
    elsewhere = {"preferences": {"theme": "wood"}}  # a message from another tab
    assert table.client.patch("/api/preferences", json=elsewhere).is_success
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "false")
    wait_for(lambda: stored(table)["sound"])
    assert stored(table) == {**QUICK, "theme": "wood", "sound": True}
    expect(root).to_have_attribute("data-theme", "classic")
    change(table)
    expect(root).to_have_attribute("data-theme", "wood")
    expect(table.by("play-note")).to_contain_text(WOOD.say("start.you-play", side=BLACK))

    complaints.allow("ERR_FAILED")
    table.page.route("**/api/preferences", lambda route: route.abort())
    table.by("settings").click()
    with table.page.expect_event("requestfailed"):
        table.by("theme-slate").check()
    table.page.unroute("**/api/preferences")
    change(table)
    wait_for(lambda: stored(table).get("theme") == "slate")  # sent later
    expect(root).to_have_attribute("data-theme", "slate")

    table.by("theme-red-black").check()
    table.page.reload()  # at once
    wait_for(lambda: stored(table).get("theme") == "red-black")
    expect(root).to_have_attribute("data-theme", "red-black")
    expect(mute).to_have_attribute("aria-pressed", "false")


def test_preferences_last_over_a_restart(
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
    own_table.forget_storage()  # the server knows, not only this browser
    own_server.start()
    own_table.open()
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "wood")
    expect(root).to_have_attribute("data-mode", "dark")
    expect(own_table.by("turn-text")).to_have_text(WOOD.say("game.to-move", player=BLACK))
    expect(page.locator(".numbers text")).to_have_count(0)
    own_table.by("settings").click()
    for name in ("theme-wood", "mode-dark"):
        expect(own_table.by(name)).to_be_checked()
    expect(own_table.by("setting-numbers")).not_to_be_checked()
