"""Computer against computer: watched, paused, stepped, hurried."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import WebSocketRoute, expect
from serving import wait_for

from browser.table import Table

STILL = 60.0  # seconds between moves: nothing moves by itself during a test


def pause(table: Table) -> int:
    """Pause the game; return where it stands."""
    table.by("pause").click()
    expect(table.by("pause")).to_have_text("Continue")
    view = table.view()
    assert view["paused"]
    table.shows(view)
    return int(view["ply"])


@pytest.fixture
def watched(table: Table) -> Table:
    table.open(black="random:seed=1", white="random:seed=2", pace=STILL)
    expect(table.by("watching")).to_be_visible()
    return table


def test_pause_and_step(watched: Table) -> None:
    expect(watched.by("step")).to_be_disabled()
    ply = pause(watched)
    for more in (1, 2, 3):
        watched.by("step").click()
        watched.reaches(ply + more)
        assert watched.view()["ply"] == ply + more
    watched.shows(watched.view())
    expect(watched.by("pause")).to_have_text("Continue")


def test_pace_is_changed_and_the_game_played_to_its_end(watched: Table) -> None:
    watched.reaches(1)
    watched.by("pace").fill("0")
    expect(watched.by("pace-text")).to_have_text("full speed")
    expect(watched.by("result")).to_be_visible()
    view = watched.view()
    assert view["outcome"]
    assert view["pace"] == 0
    watched.shows(view)
    expect(watched.by("watching")).to_be_hidden()


def test_pause_goes_on(watched: Table) -> None:
    ply = pause(watched)
    watched.by("pace").fill("0.1")
    watched.by("pause").click()
    expect(watched.by("pause")).to_have_text("Pause")
    watched.reaches(ply + 4)


def test_page_answers_while_computers_play_at_full_speed(table: Table) -> None:
    rules = {"options": {"quiet_limit": None, "repetition_limit": None}}
    # Kings that never lose: two hundred plies in no time, and again when told to go on.
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


def test_slow_pace_is_shown_as_it_is(watched: Table) -> None:
    expect(watched.by("pace-text")).to_have_text("60 s")
    expect(watched.by("pace")).to_have_value("60")


def test_nobody_thinks_while_computers_wait_for_their_pace(watched: Table) -> None:
    watched.reaches(1)
    wait_for(lambda: watched.view()["thinking"] is None)
    expect(watched.by("thinking")).to_be_hidden()
    expect(watched.by("turn-text")).to_have_text("White to move")


def test_who_thinks_is_who_is_to_move_on_the_board(table: Table) -> None:
    sockets: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    table.page.route_web_socket("**/live", connect)
    table.open(black="random:seed=1", white="random:seed=2", pace=STILL)
    table.reaches(1)
    for side, is_shown in (("black", False), ("white", True)):
        sockets[0].send(json.dumps({"type": "thinking", "side": side, "depth": 9}))
        expect(table.by("thinking")).to_be_visible(visible=is_shown)
        said = re.compile("is thinking$" if is_shown else "^White to move$")
        expect(table.by("turn-text")).to_have_text(said)


def test_thinking_is_shown_with_its_depth_and_stops_when_the_person_leaves(table: Table) -> None:
    table.open(white="engine:seconds=60")
    table.click(11, 15)
    expect(table.by("thinking")).to_be_visible()
    expect(table.by("thinking")).to_have_text(re.compile(r"^\d+ moves deep$"))
    expect(table.by("turn-text")).to_have_text(re.compile("is thinking$"))
    assert table.view()["thinking"]["side"] == "white"
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


def test_undo_stops_the_thinking(table: Table) -> None:
    table.open(white="engine:seconds=60")
    table.click(11, 15)
    expect(table.by("thinking")).to_be_visible()
    table.by("undo").click()
    expect(table.board).to_have_attribute("data-ply", "0")
    expect(table.by("thinking")).to_be_hidden()
    assert table.view()["thinking"] is None
    table.click(9, 13)
    table.reaches(1)
