"""The engine on the analysis page: lines, threats, settings and stopping."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import expect
from serving import Server, wait_for

from browser.conftest import keep_preferences
from browser.helpers import box_of, boxes_in
from browser.said import BLACK, WHITE, said
from browser.studying import Study

# Elements that must not move whatever the engine does.
PARTS = ("#engine", "#threat", "#engine-settings", "#tree", "#comment", ".browse")


def test_lines_are_shown_by_pointing_and_played_by_choosing(study: Study) -> None:
    study.look_into()
    study.engine(on=True)
    first = study.page.locator("#lines li").first
    expect(first).to_be_visible()
    wait_for(lambda: study.page.locator("#board .arrow").count() == 3)
    expect(study.by("facts-speed")).not_to_be_empty()
    whole = study.page.locator("#analysis")
    thinks = boxes_in(whole, *PARTS)
    expect(study.by("bar")).to_be_visible()
    study.engine(on=False)
    expect(study.by("lines").locator("li")).to_have_count(0)
    expect(study.page.locator("#board .arrow")).to_have_count(0)
    expect(study.by("bar")).to_be_hidden()
    study.engine(on=True)
    expect(study.by("engine-more")).to_be_visible()  # its content and position stay the same
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
    expect(study.by("engine-more")).to_be_visible()  # other lines are under the mouse by now
    assert nodes[-1]["after"]["board"] == shown == study.shown
    shown_to_its_end(study, len(nodes))


def shown_to_its_end(study: Study, before: int) -> None:
    """Open a line, and choose its last move."""
    line = study.page.locator("#lines li").first
    low = box_of(line)["height"]
    line.locator(".whole").click()
    expect(line.locator(".whole")).to_have_attribute("aria-expanded", "true")
    wait_for(lambda: box_of(line)["height"] > low)
    moves = line.locator(".step").count()
    line.locator(".step").last.click()
    wait_for(lambda: len(study.kept()["nodes"]) == before + moves)


def is_busy(server: Server) -> bool:
    """Return whether a thread of a server is runnable; on a busy machine it may not be running."""
    assert server.process is not None
    for one in Path(f"/proc/{server.process.pid}/task").glob("*/stat"):
        with suppress(OSError):  # it has just ended
            if one.read_text().rpartition(")")[2].split()[0] == "R":
                return True
    return False


def test_the_engine_stops_when_nobody_looks(own_study: Study, own_server: Server) -> None:
    study = own_study
    keep_preferences(study.client, engine={"lines": 1, "seconds": 600})  # so that it goes on
    study.look_into()

    def is_all_the_time(busy: bool) -> bool:
        for _ in range(10):
            if is_busy(own_server) is not busy:
                return False
            study.next_frames()
        return True

    def thinks() -> None:
        expect(study.page.locator("#lines li").first).to_be_visible()
        wait_for(lambda: is_all_the_time(True), "an engine that thinks")

    def rests(which: str) -> None:
        wait_for(lambda: is_all_the_time(False), which)

    study.engine(on=True)
    thinks()
    study.engine(on=False)
    rests("an engine that was switched off")
    study.engine(on=True)
    thinks()
    study.page.evaluate(
        "Object.defineProperty(document, 'hidden', { value: true, configurable: true });"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    rests("an engine whose page is hidden")
    study.page.evaluate(
        "delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))"
    )
    thinks()
    study.page.goto("about:blank")
    rests("an engine whose page was left")


def test_a_threat_is_what_the_other_side_would_do(study: Study) -> None:
    study.look_into(text="W:W18,32:B9,14")
    study.engine(on=True)
    expect(study.page.locator("#lines li .step").first).to_have_text("18-15")
    before = boxes_in(study.page.locator("#analysis"), *PARTS)
    study.by("threat").click()
    expect(study.page.locator("#lines li .step").first).to_have_text("14x23")
    expect(study.by("threat-note")).to_have_text(said("analysis.threat", side=BLACK))
    expect(study.by("to-move-text")).to_have_text(said("game.to-move", player=WHITE))
    assert boxes_in(study.page.locator("#analysis"), *PARTS) == before
    study.by("threat").click()
    expect(study.page.locator("#lines li .step").first).to_have_text("18-15")


def test_settings_of_the_engine_and_the_place_are_kept(study: Study) -> None:
    study.look_into(text="W:W18:B14,15")
    study.makes(18, 11)
    study.engine(on=True)
    unknown = said("analysis.chance-unknown")
    expect(study.by("bar")).not_to_have_attribute("aria-valuetext", unknown)
    study.engine(on=False)
    study.walk("Home")
    expect(study.by("bar")).to_have_attribute("aria-valuetext", unknown)  # of this position
    study.look_into(text="1. 11-15 *")
    study.walk("End")
    study.engine(on=True)
    study.by("engine-settings").click()
    study.by("engine-lines").fill("5")
    expect(study.page.locator("#lines li")).to_have_count(5)
    study.by("engine-lines").fill("9")  # more than allowed
    expect(study.page.locator("#lines li")).to_have_count(5)

    def is_kept() -> bool:
        kept = study.client.get("/api/preferences").json()["preferences"]
        return bool(kept.get("engine", {}).get("lines") == 5)

    wait_for(is_kept)
    study.by("go-first").click()
    study.page.reload()
    expect(study.page.locator("#lines li")).to_have_count(5)
    assert study.node == "start"
