"""Each way to move a piece."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Route, expect

from browser.conftest import Complaints, NewPage
from browser.table import Table

AFTER_11_15 = "bbbbbbbbbb.b..b.....wwwwwwwwwwww"


def test_click_shows_destinations_and_a_second_click_moves(table: Table) -> None:
    table.open()
    table.click(11)
    expect(table.square(11)).to_have_attribute("aria-selected", "true")
    expect(table.page.locator(".dot")).to_have_count(2)
    for goal in (15, 16):
        expect(table.square(goal)).to_have_attribute("aria-label", re.compile("destination"))
    table.click(15)
    table.reaches(1)
    assert table.shown == AFTER_11_15 == table.view()["position"]["board"]
    expect(table.page.locator(".marks .last")).to_have_count(2)


def test_click_on_another_piece_selects_that_one(table: Table) -> None:
    table.open()
    table.click(11, 9)
    expect(table.square(11)).to_have_attribute("aria-selected", "false")
    table.click(14)
    table.reaches(1)
    assert table.view()["record"][0]["notation"] == "9-14"


def test_click_on_the_chosen_piece_lets_it_go(table: Table) -> None:
    table.open()
    table.click(11)
    expect(table.page.locator(".dot")).to_have_count(2)
    table.click(11)
    expect(table.page.locator(".dot")).to_have_count(0)
    assert table.view()["ply"] == 0


def test_click_out_of_reach_says_where_the_piece_can_go(table: Table) -> None:
    table.open()
    table.click(11, 18)
    expect(table.by("message")).to_have_text(
        "The piece on 11 cannot go to 18. It can go to 15 or 16."
    )
    table.click(21)
    expect(table.by("message")).to_have_text("That piece is White's. It is Red's turn.")
    assert table.view()["ply"] == 0


def test_drag_and_drop(table: Table) -> None:
    table.open()
    table.drag(11, *table.point(15))
    table.reaches(1)
    assert table.shown == AFTER_11_15 == table.view()["position"]["board"]


@pytest.mark.parametrize("where", ["a square out of reach", "off the board"])
def test_drag_to_nowhere_puts_the_piece_back(table: Table, where: str) -> None:
    table.open()
    piece = table.page.locator(".pieces .piece")
    before = sorted(piece.evaluate_all("all => all.map(one => one.getAttribute('transform'))"))
    table.drag(11, *(table.point(24) if where == "a square out of reach" else (5, 400)))
    expect(table.page.locator(".pieces .held")).to_have_count(0)
    after = sorted(piece.evaluate_all("all => all.map(one => one.getAttribute('transform'))"))
    assert after == before
    assert table.view()["ply"] == 0


def test_drag_along_a_capture(table: Table) -> None:
    table.position("B:W6,14,30:B2")
    table.drag(2, *table.point(18))
    table.reaches(1)
    assert table.view()["record"][0]["path"] == [2, 9, 18]


def test_taps(new_page: NewPage, client: httpx.Client) -> None:
    table = Table(new_page(has_touch=True), client)
    table.open()
    table.square(11).tap()
    expect(table.page.locator(".dot")).to_have_count(2)
    table.square(15).tap()
    table.reaches(1)
    assert table.shown == AFTER_11_15 == table.view()["position"]["board"]


def test_finger_drags(new_page: NewPage, client: httpx.Client) -> None:
    """Sideways first: a finger that goes straight up or down scrolls the page."""
    table = Table(new_page(has_touch=True), client)
    table.open()
    (x, y), (to_x, to_y) = table.point(11), table.point(15)
    finger = table.page.context.new_cdp_session(table.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        places = [{"x": one, "y": two} for one, two in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    touch("touchStart", (x, y))
    for part in range(1, 9):
        touch("touchMove", (x + (to_x - x) * part / 8, y + (to_y - y) * max(0, part - 4) / 4))
    touch("touchEnd")
    table.reaches(1)
    assert table.shown == AFTER_11_15 == table.view()["position"]["board"]


def test_keys(table: Table) -> None:
    table.open()
    table.enter_board()
    table.keys_to(11)
    table.page.keyboard.press("Enter")
    expect(table.square(11)).to_have_attribute("aria-selected", "true")
    table.page.keyboard.press("Escape")
    expect(table.square(11)).to_have_attribute("aria-selected", "false")
    table.page.keyboard.press(" ")
    table.keys_to(15)
    table.page.keyboard.press("Enter")
    table.reaches(1)
    assert table.shown == AFTER_11_15 == table.view()["position"]["board"]


def test_typed_moves(table: Table) -> None:
    table.open()
    table.type("11-15")
    table.reaches(1)
    assert table.shown == AFTER_11_15 == table.view()["position"]["board"]
    expect(table.by("move-input")).to_have_value("")
    table.type("22-18")
    table.reaches(2)
    table.type("15x22")
    table.reaches(3)
    assert table.view()["record"][2]["captured"] == [18]


def test_next_move_can_be_typed_while_the_former_is_on_its_way(table: Table) -> None:
    table.open()
    release = table.hold("**/moves")
    table.type("11-15")
    expect(table.by("move-input")).to_have_value("")
    table.by("move-input").fill("22-18")
    release()
    table.reaches(1)
    expect(table.by("move-input")).to_have_value("22-18")
    table.by("move-input").press("Enter")
    release()
    table.reaches(2)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [("11-20", "The piece on 11 can play 11-15 or 11-16."), ("hello", "'hello' is not a move")],
)
def test_typed_move_that_cannot_be_made_is_explained(
    table: Table, complaints: Complaints, typed: str, sentence: str
) -> None:
    complaints.allow("status of 422")
    table.open()
    table.type(typed)
    expect(table.by("message")).to_contain_text(sentence)
    expect(table.by("move-input")).to_have_attribute("aria-invalid", "true")
    table.click(12)
    expect(table.by("move-input")).to_have_attribute("aria-invalid", "false")
    assert table.view()["ply"] == 0


def test_move_is_shown_before_the_server_has_seen_it(table: Table) -> None:
    release = table.hold("**/moves")
    table.open()
    table.click(11, 15)
    expect(table.board).to_have_attribute("data-board", AFTER_11_15)
    expect(table.board).to_have_attribute("data-busy", "true")
    assert table.view()["ply"] == 0
    release()
    table.reaches(1)
    assert table.view()["position"]["board"] == AFTER_11_15


def test_move_that_comes_too_late_is_taken_back(table: Table, complaints: Complaints) -> None:
    complaints.allow("status of 409")
    release = table.hold("**/moves")
    table.open()
    table.click(11, 15)
    expect(table.board).to_have_attribute("data-board", AFTER_11_15)
    table.client.post(f"/api/games/{table.id}/moves", json={"ply": 0, "path": [9, 14]})
    release()
    table.shows(table.view())
    assert table.view()["record"][0]["notation"] == "9-14"
    expect(table.by("message")).to_contain_text("Your move was taken back.")


def test_move_whose_answer_is_lost_is_not_said_to_be_taken_back(
    table: Table, complaints: Complaints
) -> None:
    complaints.allow_lost_connections()
    complaints.allow("net::ERR")
    table.open()

    def lose(route: Route) -> None:
        route.fetch()  # it is made
        route.abort()

    table.page.route("**/moves", lose)
    with table.page.expect_event("requestfailed"):
        table.click(11, 15)
    table.reaches(1)
    table.page.unroute("**/moves")
    table.click(22, 18)
    table.reaches(2)
    expect(table.by("message")).not_to_contain_text("taken back")
    expect(table.by("assertive")).not_to_contain_text("taken back")


def test_last_move_is_marked_while_its_piece_moves(new_page: NewPage, client: httpx.Client) -> None:
    """One's own and the computer's; time is the page's own, so nobody waits."""
    table = Table(new_page(reduced_motion="no-preference", timed=True), client)
    table.open(white="random:seed=3")
    table.stop_time()
    table.click(11, 15)
    for ply in (0, 1):
        table.advance_until(lambda: table.is_moving and table.shown_ply == ply)  # noqa: B023
        path = table.view()["record"][ply]["path"] if ply else [11, 15]
        assert table.marked("last") == sorted(path)
        table.advance_until(lambda: table.shown_ply == ply + 1)  # noqa: B023
        assert table.marked("last") == sorted(path)


def test_wheel_over_the_board_walks_through_the_moves(table: Table) -> None:
    table.open()
    table.wheel(-1)  # there is no move yet
    for move in ((11, 15), (22, 18)):
        table.click(*move)
        table.reaches(table.view()["ply"])
    for notch, ply in ((-1, 1), (-1, 0), (-1, 0), (1, 1)):
        table.wheel(notch)
        expect(table.board).to_have_attribute("data-ply", str(ply))
    expect(table.by("present-text")).to_have_text("Red's move 1 of 1: 11-15")
    table.wheel(1)
    expect(table.board).to_have_attribute("data-ply", "2")
    expect(table.by("present")).to_be_hidden()
    assert table.view()["ply"] == 2


@pytest.mark.parametrize("how", ["wheel", "key"])
def test_walking_on_from_the_last_move_changes_nothing(table: Table, how: str) -> None:
    table.open()
    table.click(11, 15)
    table.reaches(1)
    table.click(22)
    if how == "wheel":
        table.wheel(1)
    else:
        table.page.keyboard.press("ArrowRight")
    table.click(18)  # the piece is still chosen
    table.reaches(2)
    assert table.view()["record"][1]["path"] == [22, 18]
    expect(table.by("polite")).not_to_contain_text("Back to the game")


def test_ghost_of_the_piece_is_only_under_the_pointer(table: Table) -> None:
    table.open()
    table.click(11)
    ghost = table.page.locator(".ghost")
    expect(ghost).to_have_count(0)
    table.page.mouse.move(*table.point(15))
    expect(ghost).to_have_count(1)
    table.page.mouse.move(*table.point(18))
    expect(ghost).to_have_count(0)
