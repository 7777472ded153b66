"""The engine on the analysis page: its lines, threats and settings, and when it stops."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from serving import Server, wait_for

from browser.conftest import keep_preferences
from browser.helpers import boxes_in
from browser.studying import Study

# What must stay where it is whatever the engine does.
PARTS = ("#engine", "#threat", "#engine-settings", "#tree", "#comment", ".browse")


def test_lines_are_shown_by_pointing_and_played_by_choosing(study: Study) -> None:
    keep_preferences(study.client, engine={"lines": 3, "seconds": 1})
    study.look_into()
    study.engine(on=True)
    first = study.page.locator("#lines li").first
    expect(first).to_be_visible()
    wait_for(lambda: study.page.locator("#board .arrow").count() == 3)
    expect(study.by("facts")).to_contain_text("positions a second")
    whole = study.page.locator("#analysis")
    thinks = boxes_in(whole, *PARTS)
    study.engine(on=False)
    expect(study.by("lines").locator("li")).to_have_count(0)
    study.engine(on=True)
    expect(study.by("engine-more")).to_be_visible()  # what it shows stays, and where it is
    assert boxes_in(whole, *PARTS) == thinks
    step = study.page.locator("#lines li").nth(1).locator(".step").nth(2)
    expect(step).to_be_visible()
    before = study.shown
    step.hover()
    wait_for(lambda: study.shown != before)
    expect(study.board).to_have_class(re.compile("previewing"))
    assert study.node == "start"
    wait_for(lambda: study.drawn() == study.shown)
    shown = study.shown
    step.click()
    wait_for(lambda: study.node != "start")
    nodes = study.kept()["nodes"]
    assert [one["ply"] for one in nodes] == [1, 2, 3]
    expect(study.by("engine-more")).to_be_visible()  # other lines lie under the mouse by now
    assert nodes[-1]["after"]["board"] == shown == study.shown


def ticks(server: Server) -> int:
    """How much processor time a server has used."""
    assert server.process is not None
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


@pytest.mark.parametrize("how", ["switch", "hidden", "left"])
def test_the_engine_stops_when_nobody_looks(own_study: Study, own_server: Server, how: str) -> None:
    study = own_study
    keep_preferences(study.client, engine={"lines": 1, "seconds": 600})  # it does not end by itself
    study.look_into()
    study.engine(on=True)
    expect(study.page.locator("#lines li").first).to_be_visible()
    busy = ticks(own_server)
    wait_for(lambda: ticks(own_server) > busy + 20)  # it thinks
    if how == "switch":
        study.engine(on=False)
    elif how == "hidden":
        study.page.evaluate(
            "Object.defineProperty(document, 'hidden', { value: true, configurable: true });"
            "document.dispatchEvent(new Event('visibilitychange'))"
        )
    else:
        study.page.goto("about:blank")

    def is_idle() -> bool:
        before = ticks(own_server)
        study.page.wait_for_timeout(500)
        return ticks(own_server) - before <= 10  # of the fifty that a busy core has

    wait_for(is_idle)
    study.page.evaluate("delete document.hidden")  # the page serves other tests too


def test_a_line_is_shown_to_its_end(study: Study) -> None:
    keep_preferences(study.client, engine={"lines": 1, "seconds": 1})
    study.look_into()
    study.engine(on=True)
    expect(study.by("engine-more")).to_be_visible()  # it has found what it will find
    line = study.page.locator("#lines li").first
    expect(line).to_be_visible()
    before = line.bounding_box()
    line.locator(".whole").click()
    expect(line.locator(".whole")).to_have_attribute("aria-expanded", "true")
    assert before is not None
    low = before["height"]
    wait_for(lambda: (line.bounding_box() or before)["height"] > low)
    moves = line.locator(".step").count()
    line.locator(".step").last.click()
    wait_for(lambda: len(study.kept()["nodes"]) == moves)


def test_a_threat_is_what_the_other_side_would_do(study: Study) -> None:
    study.look_into(text="W:W18,32:B9,14")
    study.engine(on=True)
    expect(study.page.locator("#lines li .step").first).to_have_text("18-15")
    before = boxes_in(study.page.locator("#analysis"), *PARTS)
    study.by("threat").click()
    expect(study.page.locator("#lines li .step").first).to_have_text("14x23")
    expect(study.by("threat-note")).to_have_text("If it were Red's turn:")
    expect(study.by("to-move-text")).to_have_text("White to move")
    assert boxes_in(study.page.locator("#analysis"), *PARTS) == before
    study.by("threat").click()
    expect(study.page.locator("#lines li .step").first).to_have_text("18-15")


def test_settings_of_the_engine_are_kept(study: Study) -> None:
    study.look_into()
    study.engine(on=True)
    study.by("engine-settings").click()
    study.by("engine-lines").fill("5")
    expect(study.page.locator("#lines li")).to_have_count(5)
    study.by("engine-lines").fill("9")  # more than there may be
    expect(study.page.locator("#lines li")).to_have_count(5)

    def is_kept() -> bool:
        kept = study.client.get("/api/preferences").json()["preferences"]
        return bool(kept.get("engine", {}).get("lines") == 5)

    wait_for(is_kept)
    study.page.reload()
    expect(study.page.locator("#lines li")).to_have_count(5)


def test_the_bar_does_not_tell_of_another_position(study: Study) -> None:
    study.look_into(text="W:W18:B14,15")
    study.makes(18, 11)
    study.engine(on=True)
    expect(study.by("bar")).not_to_have_attribute("aria-valuetext", "not known")
    study.engine(on=False)
    study.walk("Home")
    expect(study.by("bar")).to_have_attribute("aria-valuetext", "not known")
    study.page.reload()
    expect(study.by("name")).to_be_visible()
    wait_for(lambda: study.node == "start")
