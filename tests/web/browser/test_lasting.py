"""Nothing is lost: reloading, killing the server, two tabs, a connection that breaks."""

from __future__ import annotations

import contextlib
import re

import pytest
from playwright.sync_api import WebSocketRoute, expect
from serving import Server, wait_for

from browser.conftest import Complaints
from browser.helpers import caught_up, moved
from browser.table import Table
from crownhead.pieces import BLACK
from crownhead.service import Service


def test_reload_shows_the_same_game(table: Table) -> None:
    table.open(white="random:seed=3")
    table.click(11, 15)
    table.reaches(2, turn="black")
    view = table.view()
    table.page.reload()
    table.shows(view)
    expect(table.page.locator(".move[data-ply]")).to_have_count(2)
    legal = view["choices"]["legal"]
    table.play(legal[0]["path"], legal)
    table.reaches(4, turn="black")


def test_killed_server_comes_back_and_the_page_by_itself(
    own_server: Server, own_table: Table, complaints: Complaints
) -> None:
    complaints.allow_lost_connections()
    own_table.open(white="random:seed=3", clock={"kind": "game", "seconds": 600, "increment": 0})
    own_table.click(11, 15)
    own_table.reaches(2, turn="black")
    before = own_table.view()
    own_server.kill()
    expect(own_table.by("connection")).to_be_visible()
    assert own_table.shown == before["position"]["board"]
    legal = before["choices"]["legal"]
    own_table.play(legal[0]["path"], legal)
    expect(own_table.by("message")).to_contain_text("Your move was taken back.")
    own_table.shows(before)
    own_server.start()
    expect(own_table.by("connection")).to_be_hidden()
    after = own_table.view()
    for part in ("position", "ply", "record", "players", "rules", "choices", "match"):
        assert after[part] == before[part], part
    assert 0 < after["clock"]["black"] <= before["clock"]["black"] + 1  # stored once a second
    own_table.shows(before)
    own_table.play(legal[0]["path"], legal)  # and it goes on
    own_table.reaches(4, turn="black")
    view = own_table.view()
    own_table.page.reload()
    own_table.shows(view)


def test_move_that_was_answered_survives_a_kill(
    own_server: Server, own_table: Table, complaints: Complaints
) -> None:
    complaints.allow_lost_connections()
    own_table.open()
    with own_table.page.expect_response("**/moves"):
        own_table.click(11, 15)
    own_server.kill()
    own_table.page.goto("about:blank")
    own_server.start()
    own_table.show(own_table.id)
    expect(own_table.board).to_have_attribute("data-ply", "1")
    assert own_table.view()["record"][0]["notation"] == "11-15"


def test_game_that_has_changed_meanwhile_has_its_own_list(table: Table) -> None:
    table.open()
    moved(table, "11-15", "22-18")
    table.by("home").click()
    expect(table.by("play")).to_be_visible()
    for _ in range(2):
        assert table.client.post(f"/api/games/{table.id}/undo", json={}).is_success
    for ply, move in enumerate(("11-16", "22-18")):
        address = f"/api/games/{table.id}/moves"
        assert table.client.post(address, json={"ply": ply, "text": move}).is_success
    table.page.go_back()
    expect(table.page.locator(".move[data-ply]")).to_have_text(["11-16", "22-18"])


def test_two_tabs_stay_in_step(table: Table) -> None:
    table.open()
    other = Table(table.page.context.new_page(), table.client)
    other.show(table.id)
    table.page.bring_to_front()  # a tab behind another draws once a second
    table.click(11, 15)
    other.reaches(1)
    other.shows(table.view())
    other.page.bring_to_front()
    other.click(22, 18)
    table.reaches(2)
    table.shows(other.view())
    table.page.bring_to_front()
    table.by("undo").click()
    expect(other.board).to_have_attribute("data-ply", "1")
    other.page.bring_to_front()
    other.by("resign").click()
    other.by("confirm-resign").click()
    for one in (table, other):
        expect(one.by("result-title")).to_have_text("Red won")
        expect(one.by("assertive")).to_contain_text("Red won. White resigned.")


def test_deleted_game_leaves_the_other_tab_at_the_start_page(table: Table) -> None:
    table.open()
    assert table.client.delete(f"/api/games/{table.id}").status_code == 204
    expect(table.by("play")).to_be_visible()
    expect(table.by("start-error")).to_have_text("That game was deleted.")
    expect(table.by("start-error")).to_be_visible()


def test_answer_to_a_game_that_was_left_is_not_shown_in_another(
    table: Table, complaints: Complaints
) -> None:
    complaints.allow("status of 409")
    for by in ("click", "typing"):
        for late in (False, True):
            answered_elsewhere(table, by, late)


def answered_elsewhere(table: Table, by: str, late: bool) -> None:
    """Leave a game while its move is on its way; late is the move that another was faster than."""
    release = table.hold("**/moves")
    left, other = table.open()["id"], table.begin()
    if by == "click":
        table.click(11, 15)
    else:
        table.type("11-15")
    release.wait()
    table.by("home").click()
    table.page.locator(f'a[href="/game/{other["id"]}"]').click()
    table.adopt()
    if late:
        answer = table.client.post(f"/api/games/{left}/moves", json={"ply": 0, "path": [9, 14]})
        assert answer.status_code == 200
    with table.page.expect_response("**/moves") as answered:
        release()
    assert answered.value.status == (409 if late else 200)
    caught_up(table)
    table.shows(other)
    assert table.drawn() == other["position"]["board"]
    expect(table.by("message")).to_have_text("")
    expect(table.by("assertive")).to_have_text("")
    table.page.unroute_all()


@pytest.mark.parametrize("action", ["hint", "seat"])
def test_answer_after_leaving_is_not_an_error(table: Table, action: str) -> None:
    table.open(white="level:1")
    release = table.hold("**/hint" if action == "hint" else f"**/api/games/{table.id}")
    if action == "hint":
        table.by("hint").click()
        expect(table.by("message")).to_contain_text("Looking for a good move")
    else:
        table.menu("seats-open")
        table.by("level-select").select_option(index=3)
        table.page.keyboard.press("Escape")
    table.by("home").click()
    expect(table.by("play")).to_be_visible()
    with table.page.expect_response(lambda one: one.request.method != "GET"):
        release()
    caught_up(table)
    expect(table.by("assertive")).to_have_text("")


def test_lost_connection_is_shown_and_caught_up(table: Table) -> None:
    sockets: list[WebSocketRoute] = []
    broken = False

    def connect(socket: WebSocketRoute) -> None:
        if broken:
            socket.close()
        else:
            sockets.append(socket)
            socket.connect_to_server()

    table.page.route_web_socket("**/live", connect)
    table.open()
    broken = True
    sockets.pop().close()
    expect(table.by("connection")).to_be_visible()
    for ply, path in enumerate(([11, 15], [22, 18], [15, 22], [25, 18])):
        address = f"/api/games/{table.id}/moves"
        assert table.client.post(address, json={"ply": ply, "path": path}).status_code == 200
    assert table.board.get_attribute("data-ply") == "0"
    broken = False
    expect(table.by("connection")).to_be_hidden()
    table.reaches(4)
    table.shows(table.view())


def test_connection_that_fell_silent_is_made_anew(table: Table) -> None:
    """Pings that nobody answers; time is the page's own, so nobody waits."""
    sockets: list[WebSocketRoute] = []
    pings: list[str] = []

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda message: pings.append(str(message)))  # swallowed
        server.on_message(socket.send)
        sockets.append(socket)

    table.page.route_web_socket("**/live", connect)
    table.page.clock.install()
    table.open()
    assert len(sockets) == 1
    table.page.clock.fast_forward(10_000)
    wait_for(lambda: table.page.evaluate("true") and pings)
    assert len(sockets) == 1
    table.page.clock.fast_forward(10_000)  # the next is not sent: the first has no answer
    wait_for(lambda: table.page.evaluate("true") and len(sockets) == 2)
    assert len(pings) == 1
    expect(table.by("connection")).to_be_hidden()
    table.client.post(f"/api/games/{table.id}/moves", json={"ply": 0, "path": [11, 15]})
    table.reaches(1)


def test_lost_cookie_is_told_and_nothing_is_tried_again(
    table: Table, complaints: Complaints
) -> None:
    complaints.allow("WebSocket connection|status of 40[13]")
    sockets: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        if sockets:
            socket.close()
        else:
            socket.connect_to_server()
        sockets.append(socket)

    table.page.route_web_socket("**/live", connect)
    table.page.clock.install()
    table.open()
    table.page.context.clear_cookies()
    sockets[0].close()
    expect(table.by("connection")).to_contain_text("Open the address that Crownhead printed")
    expect(table.by("connection")).to_be_visible()
    tries = len(sockets)
    table.page.clock.fast_forward(60_000)
    caught_up(table)
    assert len(sockets) == tries


def test_stranger_is_told_what_to_do(table: Table, complaints: Complaints) -> None:
    complaints.allow("status of 401")
    table.page.context.clear_cookies()
    table.page.set_viewport_size({"width": 320, "height": 568})
    for address in ("/", "/game/nosuchgame", "/?token=guess"):
        answer = table.page.goto(address)
        assert answer is not None
        assert answer.status == 401
        title = table.page.get_by_role("heading")
        expect(title).to_have_text("Open the address that Crownhead printed in the terminal.")
        expect(table.page.get_by_role("main")).to_contain_text("start it again")
        expect(title).to_have_css("margin-top", "0px")  # in the clothes of the other pages
        assert table.page.evaluate("document.scrollingElement.scrollWidth") <= 320


def test_move_of_another_program_appears_and_a_game_deleted_by_it_goes(
    own_server: Server, own_table: Table
) -> None:
    view = own_table.open()
    with contextlib.closing(Service(own_server.data)) as elsewhere:
        elsewhere.game(view["id"]).move("11-15", 0)
        own_table.reaches(1)
        own_table.shows(own_table.view())
        expect(own_table.by("message")).to_have_text("Red moves 11-15.")
        own_table.click(22, 18)  # and the page's own moves go on from there
        own_table.reaches(2)
        elsewhere.game(view["id"]).resign(BLACK)
        expect(own_table.by("result-title")).to_have_text("White won")
        elsewhere.delete(view["id"])
        expect(own_table.by("start-error")).to_have_text("That game was deleted.")
    expect(own_table.by("play")).to_be_visible()
    expect(own_table.page).to_have_url(re.compile(r":\d+/$"))
    expect(own_table.page.locator(".card")).to_have_count(0)


def test_going_back_while_the_server_is_gone_waits_for_it(
    own_server: Server, own_table: Table, complaints: Complaints
) -> None:
    complaints.allow_lost_connections()
    view = own_table.open()
    own_table.by("home").click()
    expect(own_table.by("recent-title")).to_be_visible()
    own_server.kill()
    own_table.page.go_back()
    expect(own_table.by("connection")).to_have_text("Connection lost. Trying again…")
    expect(own_table.by("connection")).to_be_visible()
    expect(own_table.page).to_have_url(re.compile(f"/game/{view['id']}$"))
    expect(own_table.by("play")).to_be_visible()
    own_server.start()
    expect(own_table.by("connection")).to_be_hidden()
    own_table.shows(view)
    expect(own_table.page).to_have_url(re.compile(f"/game/{view['id']}$"))


def test_going_on_elsewhere_while_the_server_is_gone_is_not_overruled(
    own_server: Server, own_table: Table, complaints: Complaints
) -> None:
    complaints.allow_lost_connections()
    own_table.page.clock.install()
    own_table.open()
    own_table.by("home").click()
    own_server.kill()
    own_table.page.go_back()
    expect(own_table.by("connection")).to_be_visible()
    own_table.page.go_forward()
    expect(own_table.by("connection")).to_be_hidden()
    own_server.start()
    own_table.page.clock.fast_forward(10_000)
    expect(own_table.by("start-error")).to_be_hidden()
    caught_up(own_table)
    expect(own_table.by("play")).to_be_visible()


def test_start_page_comes_back_with_the_server(
    own_server: Server, own_table: Table, complaints: Complaints
) -> None:
    complaints.allow_lost_connections()
    own_table.open()
    own_table.click(11, 15)
    own_table.reaches(1)
    own_server.kill()
    expect(own_table.by("connection")).to_be_visible()
    own_table.page.locator("a.brand").click()
    expect(own_table.page.locator("#start-error")).to_be_visible()
    own_server.start()
    expect(own_table.page.locator("#start-error")).to_be_hidden()
    expect(own_table.page.locator("#recent-list .card")).to_have_count(1)


def test_dialogs_asked_for_while_the_server_is_gone_open_once_it_is_back(
    own_server: Server, own_table: Table, complaints: Complaints
) -> None:
    complaints.allow_lost_connections()
    own_table.page.goto("/")
    expect(own_table.by("opponent")).to_be_visible()
    own_table.forget_files()  # those of an earlier test would do
    own_server.kill()
    for opener in ("settings", "help", "setup-open"):
        own_table.page.evaluate("document.getElementById('start-error').replaceChildren()")
        own_table.by(opener).click()
        expect(own_table.by("start-error")).to_contain_text("Crownhead does not answer")
    own_server.start()
    for opener in ("settings", "help", "setup-open"):
        own_table.by(opener).click()
        expect(own_table.page.locator("dialog[open]")).to_have_count(1)
        own_table.page.keyboard.press("Escape")
        expect(own_table.page.locator("dialog[open]")).to_have_count(0)
