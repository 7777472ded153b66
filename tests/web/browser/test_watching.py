"""Computer against computer: watching, pausing, stepping, speeding up."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from serving import wait_for

from browser.conftest import Complaints
from browser.line import Line
from browser.said import WHITE, said
from browser.table import Table
from saying import pattern

STILL = 60.0  # seconds between moves: nothing moves by itself during a test


def pause(table: Table) -> int:
    """Pause the game, and return its ply."""
    table.by("pause").click()
    expect(table.by("pause")).to_have_text(said("play.continue"))
    view = table.view()
    assert view["paused"]
    table.shows(view)
    return int(view["ply"])


def test_game_is_paused_stepped_and_hurried_to_its_end(table: Table) -> None:
    table.open(black="random:seed=1", white="random:seed=2", pace=STILL)
    expect(table.by("watching")).to_be_visible()
    expect(table.by("pace-text")).to_have_text(said("play.pace", seconds=60))  # however slow
    expect(table.by("pace")).to_have_value("60")
    expect(table.by("step")).to_be_disabled()
    table.reaches(1)
    wait_for(lambda: table.view()["thinking"] is None)  # no thinking while paused
    expect(table.by("thinking")).to_be_hidden()
    expect(table.by("turn-text")).to_have_text(said("game.to-move", player=WHITE))
    ply = pause(table)
    for more in (1, 2, 3):
        table.by("step").click()
        table.reaches(ply + more)
        assert table.view()["ply"] == ply + more
    table.shows(table.view())
    expect(table.by("pause")).to_have_text(said("play.continue"))
    table.by("pace").fill("0.1")
    table.by("pause").click()
    expect(table.by("pause")).to_have_text(said("play.pause"))
    table.reaches(ply + 5)
    table.by("pace").fill("0")
    expect(table.by("pace-text")).to_have_text(said("play.full-speed"))
    expect(table.by("result")).to_be_visible()
    view = table.view()
    assert view["outcome"]
    assert view["pace"] == 0
    table.shows(view)
    expect(table.by("watching")).to_be_hidden()


def test_page_answers_while_computers_play_at_full_speed(table: Table) -> None:
    rules = {"options": {"quiet_limit": None, "repetition_limit": None}}
    # Kings that never lose: two hundred plies in no time, and again when resumed.
    who, kings = "engine:evaluation=classic,nodes=200", "B:WK28,K32:BK1,K5"
    table.position(kings, black=who, white=who, pace=0, rules=rules)
    table.by("settings").click()
    expect(table.by("settings-dialog")).to_be_visible()
    table.page.keyboard.press("Escape")
    table.menu("flip")
    expect(table.board).to_have_attribute("data-flipped", "false")
    ply = table.board.get_attribute("data-ply")
    table.client.patch(f"/api/games/{table.id}", json={"paused": False})
    expect(table.board).not_to_have_attribute("data-ply", str(ply))
    assert table.view()["outcome"] is None


def test_who_thinks_is_who_is_to_move_on_the_board(table: Table, complaints: Complaints) -> None:
    table.open(black="random:seed=1", white="random:seed=2", pace=STILL)
    line = Line(table, complaints)
    table.reaches(1)
    for side, is_shown in (("black", False), ("white", True)):
        line.hear({"type": "thinking", "side": side, "depth": 9})
        expect(table.by("thinking")).to_be_visible(visible=is_shown)
        turn = pattern("game.thinking") if is_shown else said("game.to-move", player=WHITE)
        expect(table.by("turn-text")).to_have_text(re.compile(f"^{turn}$"))


def test_thinking_is_shown_with_its_depth_and_stops(table: Table) -> None:
    """It stops when the move is taken back, and when the person leaves."""
    table.open(white="engine:seconds=60")
    table.click(11, 15)
    expect(table.by("thinking")).to_be_visible()
    expect(table.by("thinking")).to_have_text(re.compile(pattern("play.depth")))
    expect(table.by("turn-text")).to_have_text(re.compile(pattern("game.thinking")))
    assert table.view()["thinking"]["side"] == "white"
    table.by("undo").click()
    expect(table.board).to_have_attribute("data-ply", "0")
    expect(table.by("thinking")).to_be_hidden()
    assert table.view()["thinking"] is None
    table.click(9, 13)
    table.reaches(1)
    wait_for(lambda: table.view()["thinking"])
    table.by("home").click()
    wait_for(lambda: table.view()["thinking"] is None)
    assert table.view()["ply"] == 1


def test_everything_fits_while_somebody_thinks_and_nothing_moves(table: Table) -> None:
    table.page.set_viewport_size({"width": 1280, "height": 800})
    table.open(black="random:seed=1", white="engine:seconds=60", pace=0)
    expect(table.by("thinking")).to_be_visible()
    assert table.page.evaluate("document.scrollingElement.scrollHeight") <= 800
    before = table.by("pause").bounding_box()
    table.by("thinking").evaluate("node => { node.style.display = 'none'; }")
    assert table.by("pause").bounding_box() == before
    table.by("thinking").evaluate("node => { node.style.display = ''; }")  # the page is used again
