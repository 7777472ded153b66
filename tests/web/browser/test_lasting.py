"""Nothing is lost: reloads, killed servers, two tabs, broken connections."""

from __future__ import annotations

import contextlib
import re

import pytest
from playwright.sync_api import expect
from serving import Server, wait_for

from browser.conftest import Complaints
from browser.helpers import caught_up, moved
from browser.line import Line
from browser.said import BLACK, WHITE, plays, said, sentence
from browser.table import Table
from crownhead.pieces import Side
from crownhead.service import Service
from crownhead.session.endings import Resign
from crownhead.session.moves import Move


def test_game_is_the_same_after_a_reload_and_has_its_own_list_when_one_comes_back(
    table: Table,
) -> None:
    table.open(white="random:seed=3")
    table.click(11, 15)
    table.reaches(2, turn="black")
    view = table.view()
    table.page.reload()
    table.shows(view)
    moves = table.page.locator(".move[data-ply]")
    expect(moves).to_have_count(2)
    legal = view["choices"]["legal"]
    table.play(legal[0]["path"], legal)
    table.reaches(4, turn="black")
    table.by("home").click()
    expect(table.by("play")).to_be_visible()
    address = f"/api/games/{table.id}"
    assert table.client.patch(address, json={"white": "person"}).is_success
    for _ in range(4):
        assert table.client.post(f"{address}/undo", json={}).is_success
    for ply, move in enumerate(("11-16", "22-18", "16-20", "25-22")):  # as many as before
        body = {"ply": ply, "text": move}
        assert table.client.post(f"{address}/moves", json=body).is_success
    table.page.go_back()
    expect(moves).to_have_text(["11-16", "22-18", "16-20", "25-22"])


@pytest.fixture
def mortal(own_server: Server, own_table: Table, complaints: Complaints) -> Table:
    """A table whose server is killed."""
    complaints.allow_lost_connections()
    return own_table


def test_killed_server_comes_back_and_the_page_by_itself(own_server: Server, mortal: Table) -> None:
    """Confirmed moves are not lost, and a move that could not be sent is reported."""
    mortal.open(white="random:seed=3", clock={"kind": "game", "seconds": 600, "increment": 0})
    mortal.click(11, 15)
    mortal.reaches(2, turn="black")
    before = mortal.view()
    own_server.kill()
    expect(mortal.by("connection")).to_be_visible()
    assert mortal.shown == before["position"]["board"]
    legal = before["choices"]["legal"]
    mortal.play(legal[0]["path"], legal)
    taken_back = said("play.move-taken-back")
    expect(mortal.by("message")).to_have_text(f"{said('page.silent')} {taken_back}")
    mortal.shows(before)
    mortal.by("hint").click()
    expect(mortal.by("message")).to_have_text(said("page.silent"))
    own_server.start()
    expect(mortal.by("connection")).to_be_hidden()
    expect(mortal.by("message")).to_have_text("")  # it does answer
    after = mortal.view()
    for part in ("position", "ply", "record", "players", "rules", "choices", "match"):
        assert after[part] == before[part], part
    assert 0 < after["clock"]["black"] <= before["clock"]["black"] + 1  # stored once a second
    mortal.shows(before)
    mortal.play(legal[0]["path"], legal)  # and it goes on
    mortal.reaches(4, turn="black")
    assert mortal.client.patch(f"/api/games/{mortal.id}", json={"white": "person"}).is_success
    legal = mortal.view()["choices"]["legal"]
    with mortal.page.expect_response("**/moves"):
        mortal.play(legal[0]["path"], legal)
    own_server.kill()  # as soon as the move is confirmed
    mortal.page.goto("about:blank")
    own_server.start()
    mortal.show(mortal.id)
    expect(mortal.board).to_have_attribute("data-ply", "5")
    assert mortal.view()["record"][4]["path"] == legal[0]["path"]


def test_start_page_and_ways_back_while_the_server_is_gone(
    own_server: Server, mortal: Table
) -> None:
    view = mortal.open()
    moved(mortal, "11-15")
    mortal.forget_files()
    mortal.page.reload()  # the scripts of an earlier test are good enough
    mortal.shows(mortal.view())
    own_server.kill()
    expect(mortal.by("connection")).to_be_visible()
    mortal.page.locator("a.brand").click()
    expect(mortal.by("start-error")).to_be_visible()
    for opener, dialog in (("settings", "settings-dialog"), ("help", "help-dialog")):
        mortal.by(opener).click()
        expect(mortal.by(dialog)).to_be_visible()
        mortal.page.keyboard.press("Escape")
    mortal.page.evaluate("document.getElementById('start-error').replaceChildren()")
    mortal.by("setup-open").click()
    expect(mortal.by("start-error")).to_have_text(said("page.silent"))
    mortal.page.go_back()
    expect(mortal.by("connection")).to_have_text(said("play.connection-lost"))
    expect(mortal.by("connection")).to_be_visible()
    expect(mortal.page).to_have_url(re.compile(f"/game/{view['id']}$"))
    expect(mortal.by("play")).to_be_visible()
    own_server.start()
    expect(mortal.by("connection")).to_be_hidden()
    mortal.shows(mortal.view())
    expect(mortal.page).to_have_url(re.compile(f"/game/{view['id']}$"))
    own_server.kill()
    mortal.by("home").click()
    expect(mortal.by("start-error")).to_be_visible()
    own_server.start()
    expect(mortal.by("start-error")).to_be_hidden()
    expect(mortal.page.locator("#recent-list .card")).to_have_count(1)


def test_going_on_elsewhere_while_nothing_answers_is_not_overruled(
    timed: Table, complaints: Complaints
) -> None:
    complaints.allow_lost_connections()
    timed.open()
    timed.by("home").click()
    expect(timed.by("recent-title")).to_be_visible()
    game = f"**/api/games/{timed.id}"
    timed.page.route(game, lambda route: route.abort())
    timed.page.go_back()
    expect(timed.by("connection")).to_be_visible()
    timed.page.go_forward()
    expect(timed.by("connection")).to_be_hidden()
    timed.page.unroute(game)
    timed.page.clock.fast_forward(10_000)
    expect(timed.by("start-error")).to_be_hidden()
    caught_up(timed)
    expect(timed.by("play")).to_be_visible()


def test_two_tabs_stay_in_step(table: Table) -> None:
    table.open()
    other = Table(table.page.context.new_page(), table.client)
    other.show(table.id)
    table.page.bring_to_front()  # a background tab draws once a second
    table.click(11, 15)
    other.reaches(1)
    other.shows(table.view())
    other.page.bring_to_front()
    other.click(22, 18)
    for one in (other, table):
        one.reaches(2)
    table.shows(other.view())
    table.page.bring_to_front()
    table.by("undo").click()
    expect(other.board).to_have_attribute("data-ply", "1")
    other.page.bring_to_front()
    other.by("resign").click()
    other.by("confirm-resign").click()
    for one in (table, other):
        expect(one.by("result-title")).to_have_text(said("game.won", player=BLACK))
        expect(one.by("assertive")).to_contain_text(said("outcome.reason.resignation", loser=WHITE))
    assert table.client.delete(f"/api/games/{table.id}").status_code == 204
    for one in (table, other):
        expect(one.by("start-error")).to_have_text(said("play.deleted"))
        expect(one.by("start-error")).to_be_visible()
        expect(one.by("play")).to_be_visible()


def test_answer_to_a_game_that_was_left_is_not_shown_in_another(
    table: Table, complaints: Complaints
) -> None:
    complaints.allow("status of 409")
    for by in ("click", "typing"):
        for late in (False, True):
            answered_elsewhere(table, by, late)


def answered_elsewhere(table: Table, by: str, late: bool) -> None:
    """Leave a game while its move is being sent; `late` means that another move was faster."""
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


def test_answer_after_leaving_is_not_an_error(table: Table) -> None:
    table.position("B:W26:B1,18", white="level:1")  # in which a hint is soon found
    hint, seat = table.hold("**/hint"), table.hold(f"**/api/games/{table.id}")
    table.by("hint").click()
    expect(table.by("message")).to_contain_text(said("play.seeking"))
    table.menu("seats-open")
    table.by("level-select").select_option(index=3)
    table.page.keyboard.press("Escape")
    table.by("home").click()
    expect(table.by("play")).to_be_visible()
    for release in (hint, seat):
        with table.page.expect_response(lambda one: one.request.method != "GET"):
            release()
    caught_up(table)
    expect(table.by("assertive")).to_have_text("")
    table.open()
    assert table.client.delete(f"/api/games/{table.id}").status_code == 204
    expect(table.by("start-error")).to_have_text(said("play.deleted"))
    expect(table.by("play")).to_be_visible()


def test_lost_connection_is_shown_and_caught_up(timed: Table, complaints: Complaints) -> None:
    """A device sleeps while moves are taken back and replaced, and while more follow."""
    timed.position("B:W31:B1")
    moved(timed, "1-6", "31-27")
    line = Line(timed, complaints)
    timed.by("hint").click()
    expect(timed.page.locator("#board .arrow")).to_have_count(1)
    timed.click(6)
    expect(timed.square(6)).to_have_attribute("aria-selected", "true")
    line.cut()
    timed.page.clock.fast_forward(1000)
    expect(timed.by("connection")).to_be_visible()
    address = f"/api/games/{timed.id}"
    for _ in range(2):
        assert timed.client.post(f"{address}/undo", json={}).is_success
    for ply, path in enumerate(([1, 5], [31, 26])):  # as many as before
        assert timed.client.post(f"{address}/moves", json={"ply": ply, "path": path}).is_success
    expect(timed.page.locator("#move-list .move")).to_have_text(["1-6", "31-27"])
    line.mend()
    timed.page.clock.fast_forward(5000)
    expect(timed.by("connection")).to_be_hidden()
    expect(timed.by("message")).to_have_text(plays(WHITE, "31-26"))
    expect(timed.by("polite").locator("p").last).to_contain_text(plays(WHITE, "31-26"))
    expect(timed.page.locator("#board .arrow")).to_have_count(0)
    assert timed.marked("chosen") == []
    wait_for(lambda: timed.drawn() == timed.view()["position"]["board"])
    timed.shows(timed.view())
    line.cut()
    timed.page.clock.fast_forward(1000)
    expect(timed.by("connection")).to_be_visible()
    for ply, path in enumerate(([5, 9], [26, 22], [9, 13], [22, 18]), 2):
        assert timed.client.post(f"{address}/moves", json={"ply": ply, "path": path}).is_success
    assert timed.board.get_attribute("data-ply") == "2"
    line.mend()
    timed.page.clock.fast_forward(5000)
    expect(timed.by("connection")).to_be_hidden()
    timed.reaches(6)
    timed.shows(timed.view())


def test_connection_that_fell_silent_or_is_refused(timed: Table, complaints: Complaints) -> None:
    """Unanswered pings, and a lost cookie. The page's clock is simulated, so the test does not wait."""
    complaints.allow("status of 40[13]")
    timed.open()
    line = Line(timed, complaints)
    line.silence()
    timed.page.clock.fast_forward(10_000)
    wait_for(lambda: line.swallowed)
    assert line.made == 1
    timed.page.clock.fast_forward(10_000)  # no second ping: the first has no answer
    wait_for(lambda: line.made == 2)
    assert line.swallowed == 1
    expect(timed.by("connection")).to_be_hidden()
    timed.client.post(f"/api/games/{timed.id}/moves", json={"ply": 0, "path": [11, 15]})
    timed.reaches(1)
    timed.page.context.clear_cookies()
    line.cut()
    told = timed.by("connection")
    expect(told).to_contain_text(sentence("access.stranger"))
    expect(told).to_be_visible()
    tries = line.made
    timed.page.clock.fast_forward(60_000)  # and nothing is tried again
    caught_up(timed)
    assert line.made == tries


def test_stranger_is_told_what_to_do(table: Table, complaints: Complaints) -> None:
    complaints.allow("status of 401")
    table.page.context.clear_cookies()
    table.page.set_viewport_size({"width": 320, "height": 568})
    for address in ("/", "/game/nosuchgame", "/?token=guess"):
        answer = table.page.goto(address)
        assert answer is not None
        assert answer.status == 401
        title = table.page.get_by_role("heading")
        expect(title).to_have_text(sentence("access.stranger"))
        expect(table.page.get_by_role("main")).to_contain_text(said("page.stranger.text"))
        expect(title).to_have_css("margin-top", "0px")  # in the style of the other pages
        assert table.page.evaluate("document.scrollingElement.scrollWidth") <= 320


def test_move_of_another_program_appears_and_a_game_deleted_by_it_goes(
    own_server: Server, own_table: Table
) -> None:
    view = own_table.open()
    with contextlib.closing(Service(own_server.data)) as elsewhere:
        elsewhere.game(view["id"]).do(Move("11-15", 0))
        own_table.reaches(1)
        own_table.shows(own_table.view())
        expect(own_table.by("message")).to_have_text(plays(BLACK, "11-15"))
        own_table.click(22, 18)  # and moves on the page continue from there
        own_table.reaches(2)
        elsewhere.game(view["id"]).do(Resign(Side.BLACK))
        expect(own_table.by("result-title")).to_have_text(said("game.won", player=WHITE))
        elsewhere.delete(view["id"])
        expect(own_table.by("start-error")).to_have_text(said("play.deleted"))
    expect(own_table.by("play")).to_be_visible()
    expect(own_table.page).to_have_url(re.compile(r":\d+/$"))
    expect(own_table.page.locator(".card")).to_have_count(0)
