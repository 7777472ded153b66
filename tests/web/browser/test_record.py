"""The record and the rules of a game on its page: looking back, texts, saving and copying."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from serving import wait_for

from browser.helpers import moved, stored
from browser.said import BLACK, WHITE, browsing, plays, said
from browser.table import Table
from crownhead.messages import counted


def test_moves_are_listed_and_looked_back_at(table: Table) -> None:
    start = table.open()["position"]
    moved(table, "11-15", "22-18", "15x22", "25x18")
    rows = table.page.locator(".move-list .pair")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_have_text("1.11-1522-18")
    expect(rows.nth(1)).to_have_text("2.15x2225x18")
    expect(table.by("opening")).not_to_be_empty()
    now = table.shown
    table.page.locator('.move[data-ply="1"]').click()
    expect(table.board).to_have_attribute("data-ply", "1")
    expect(table.by("present")).to_be_visible()
    table.by("browse-back").click()
    table.shows({"position": start, "ply": 0})
    table.page.keyboard.press(".")
    expect(table.board).to_have_attribute("data-ply", "1")
    table.page.keyboard.press("Escape")
    table.shows({"position": {"board": now}, "ply": 4})
    assert table.view()["ply"] == 4
    moved(table, "12-16", "18-14")
    moves_are_counted_as_people_count_them(table)
    table.position("W:W26,32:B1,5")  # in which the second side begins
    moved(table, "26-22", "1-6", "22-18")
    expect(rows.nth(0)).to_have_text("1.…26-22")
    table.page.locator('.move[data-ply="2"]').click()
    expect(table.by("present-text")).to_have_text(browsing(BLACK, 2, 2, "1-6"))


def moves_are_counted_as_people_count_them(table: Table) -> None:
    text = table.by("present-text")
    table.page.locator('.move[data-ply="4"]').click()
    expect(text).to_have_text(browsing(WHITE, 2, 3, "25x18"))
    expect(table.by("polite")).to_contain_text(
        f"{browsing(WHITE, 2, 3, '25x18')}. {plays(WHITE, '25x18', 22)}"
    )
    table.by("browse-first").click()
    expect(text).to_have_text(said("play.browsing.start"))
    table.by("undo").click()
    table.by("undo").click()
    expect(table.board).to_have_attribute("data-ply", "4")
    table.by("browse-on").click()
    expect(text).to_have_text(said("play.browsing.undone", side=BLACK, number=3, move="12-16"))
    table.by("browse-back").click()
    expect(table.by("present")).to_be_hidden()
    table.by("browse-back").click()
    expect(text).to_have_text(browsing(BLACK, 2, 2, "15x22"))


def test_rules_are_told_in_plain_words(table: Table) -> None:
    clock = {"kind": "game", "seconds": 300, "increment": 3}
    view = table.open(rules={"preset": "casual"}, clock=clock)
    expect(table.by("opening")).to_have_text(said("rules.preset.casual.title"))  # beside the moves
    table.menu("rules")
    expect(table.by("rules-dialog")).to_be_visible()
    body = table.by("rules-body")
    expect(body).to_contain_text(said("rules.first_to_move.sentence", side=BLACK))
    chosen = view["rules"]["options"]
    offered = table.client.get("/api/choices").json()["options"]
    told = [one for one in offered if one["part"] in ("moves", "end")]
    # One jump a turn, and no draws by rule: what cannot occur is left out.
    left_out = [
        one for one in told if one["idle"] and chosen[one["idle"]["option"]] == one["idle"]["value"]
    ]
    assert [one["name"] for one in left_out] == ["crowning_ends_move", "quiet_counts_men"]
    for one in told:
        heading = body.get_by_role("heading", name=one["title"], exact=True)
        expect(heading).to_have_count(0 if one in left_out else 1)
        value = next(value for value in one["values"] if value["value"] == chosen[one["name"]])
        if one not in left_out:
            expect(body).to_contain_text(value["sentence"])
    time, more = counted("minute", 5), counted("second", 3)
    expect(body).to_contain_text(said("clock.game-increment", time=time, more=more))


def test_game_is_saved_and_copied_with_the_name_from_the_settings(table: Table) -> None:
    table.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table.open(white="random:seed=3")
    table.click(11, 15)
    table.reaches(2, turn="black")
    table.by("settings").click()
    table.by("setting-name").fill("Ada")
    wait_for(lambda: table.page.evaluate("true") and stored(table).get("name") == "Ada")
    table.page.keyboard.press("Escape")
    with table.page.expect_download() as download:
        table.menu("download-pdn")
    saved = download.value.path().read_text()
    assert '[Black "Ada"]' in saved
    assert "1. 11-15" in saved
    table.menu("copy-pdn")
    expect(table.by("message")).to_have_text(said("play.game-copied"))
    assert "1. 11-15" in table.page.evaluate("navigator.clipboard.readText()")
    is_shown_where_there_is_no_clipboard(table)


def is_shown_where_there_is_no_clipboard(table: Table) -> None:
    table.page.evaluate("Object.defineProperty(navigator, 'clipboard', { configurable: true })")
    assert table.page.evaluate("navigator.clipboard === undefined")
    table.menu("copy-pdn")
    expect(table.by("text-dialog")).to_be_visible()
    text = table.by("text-shown")
    expect(text).to_have_value(re.compile(r"1\. 11-15 \d+-\d+"))
    chosen = text.evaluate("node => node.value.slice(node.selectionStart, node.selectionEnd)")
    assert chosen == text.input_value()  # it is selected, so one key copies it
    table.page.evaluate("delete navigator.clipboard")  # the page is used again
