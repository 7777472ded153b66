"""Each way to move a piece."""

from __future__ import annotations

import re
from collections.abc import Callable

import httpx
from playwright.sync_api import Route, expect

from browser.conftest import Complaints, NewPage
from browser.said import BLACK, browsing, not_yours, said
from browser.table import Table
from cases import each
from crownhead.messages import Listed

AFTER_11_15 = "bbbbbbbbbb.b..b.....wwwwwwwwwwww"


def test_clicks(table: Table) -> None:
    """Clicks choose a piece, another, none, explain refusals, and move."""
    table.open()
    dots, ghost = table.page.locator(".dot"), table.page.locator(".ghost")
    table.click(11)
    expect(table.square(11)).to_have_attribute("aria-selected", "true")
    expect(dots).to_have_count(2)
    for goal in (15, 16):
        expect(table.square(goal)).to_have_attribute(
            "aria-label", re.compile(said("board.destination"))
        )
    expect(ghost).to_have_count(0)  # it is only under the pointer
    table.page.mouse.move(*table.point(15))
    expect(ghost).to_have_count(1)
    table.page.mouse.move(*table.point(18))
    expect(ghost).to_have_count(0)
    table.click(11)
    expect(dots).to_have_count(0)
    table.click(11, 18)
    expect(table.by("message")).to_have_text(
        said("play.cannot-reach", to=18, ends=Listed((15, 16)), **{"from": 11})
    )
    table.page.keyboard.press("Escape")
    table.click(21)
    expect(table.by("message")).to_have_text(not_yours(21))
    assert table.view()["ply"] == 0
    table.click(9, 11)
    expect(table.square(9)).to_have_attribute("aria-selected", "false")
    table.click(15)
    table.reaches(1)
    assert table.shown == AFTER_11_15 == table.view()["position"]["board"]
    expect(table.page.locator(".marks .last")).to_have_count(2)


@each("by", ["mouse", "fingers", "keys"])
def test_wrong_target_keeps_the_piece_chosen(
    new_page: NewPage, client: httpx.Client, by: str
) -> None:
    """An empty square, a blocked piece, an enemy piece; then the right square."""
    table = Table(new_page(has_touch=by == "fingers"), client)
    table.open()
    if by == "keys":
        table.enter_board()
    ways: dict[str, Callable[[int], None]] = {
        "mouse": table.click,
        "fingers": lambda square: table.square(square).tap(),
        "keys": table.by_keys,
    }
    choose = ways[by]
    choose(11)
    for wrong in (18, 4, 21):
        choose(wrong)
        expect(table.by("message")).to_have_class(re.compile("refusal"))
        assert table.marked("chosen") == [11], wrong
    choose(15)
    table.reaches(1)
    assert table.view()["record"][0]["path"] == [11, 15]


def test_tap_beside_a_target_keeps_the_piece_chosen(table: Table) -> None:
    """A finger that misses a dark square hits a light one."""
    table.open()
    table.click(11)
    (left, y), (right, _) = table.point(15), table.point(16)
    table.page.mouse.click((left + right) / 2, y)
    table.click(15)
    table.reaches(1)


def test_drags(table: Table) -> None:
    table.open()
    piece = table.page.locator(".pieces .piece")
    transforms = "all => all.map(one => one.getAttribute('transform'))"
    before = sorted(piece.evaluate_all(transforms))
    for where, point in (("a square out of reach", table.point(24)), ("off the board", (5, 400))):
        table.drag(11, *point)
        expect(table.page.locator(".pieces .held"), where).to_have_count(0)
        assert sorted(piece.evaluate_all(transforms)) == before, where
        assert table.view()["ply"] == 0, where
    table.drag(11, *table.point(15))
    table.reaches(1)
    assert table.shown == AFTER_11_15 == table.view()["position"]["board"]


def test_drag_along_a_capture(table: Table) -> None:
    table.position("B:W6,14,30:B2")
    table.drag(2, *table.point(18))
    table.reaches(1)
    assert table.view()["record"][0]["path"] == [2, 9, 18]


def test_fingers(new_page: NewPage, client: httpx.Client) -> None:
    """Fingers tap, and drag sideways first: a vertical drag scrolls the page."""
    table = Table(new_page(has_touch=True), client)
    table.open()
    table.square(11).tap()
    expect(table.page.locator(".dot")).to_have_count(2)
    table.square(15).tap()
    table.reaches(1)
    assert table.shown == AFTER_11_15 == table.view()["position"]["board"]
    (x, y), (to_x, to_y) = table.point(22), table.point(18)
    finger = table.page.context.new_cdp_session(table.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": one, "y": two} for one, two in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    touch("touchStart", (x, y))
    for part in range(1, 9):
        touch("touchMove", (x + (to_x - x) * part / 8, y + (to_y - y) * max(0, part - 4) / 4))
    touch("touchEnd")
    table.reaches(2)
    assert table.view()["record"][1]["path"] == [22, 18]
    assert table.shown == table.view()["position"]["board"]


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


def test_typed_moves(table: Table, complaints: Complaints) -> None:
    """A refused move is explained; the next can be typed while the last is being sent."""
    complaints.allow("status of 422")
    table.open()
    field = table.by("move-input")
    for typed, sentence in (
        ("11-20", said("refusal.can", square=11, moves=Listed(["11-15", "11-16"]))),
        ("hello", "'hello' is not a move"),
    ):
        table.type(typed)
        expect(table.by("message")).to_contain_text(sentence)
        expect(field).to_have_attribute("aria-invalid", "true")
        table.click(12)
        expect(field).to_have_attribute("aria-invalid", "false")
        assert table.view()["ply"] == 0
    release = table.hold("**/moves")
    table.type("11-15")
    expect(field).to_have_value("")
    field.fill("22-18")
    release()
    table.reaches(1)
    assert table.shown == AFTER_11_15 == table.view()["position"]["board"]
    expect(field).to_have_value("22-18")
    field.press("Enter")
    release()
    table.reaches(2)
    table.page.unroute_all()
    table.type("15x22")
    table.reaches(3)
    assert table.view()["record"][2]["captured"] == [18]


def test_move_is_shown_before_the_server_has_seen_it(table: Table, complaints: Complaints) -> None:
    complaints.allow("status of 409")
    table.open()
    release = table.hold("**/moves")
    table.click(11, 15)
    expect(table.board).to_have_attribute("data-board", AFTER_11_15)
    expect(table.board).to_have_attribute("data-busy", "true")
    assert table.view()["ply"] == 0
    release()
    table.reaches(1)
    assert table.view()["position"]["board"] == AFTER_11_15
    table.click(22, 18)
    expect(table.board).to_have_attribute("data-ply", "2")
    table.client.post(f"/api/games/{table.id}/moves", json={"ply": 1, "path": [22, 17]})
    release()  # too late
    table.shows(table.view())
    assert table.view()["record"][1]["notation"] == "22-17"
    expect(table.by("message")).to_contain_text(said("play.move-taken-back"))


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
    expect(table.by("message")).not_to_contain_text(said("play.move-taken-back"))
    expect(table.by("assertive")).not_to_contain_text(said("play.move-taken-back"))


def test_last_move_is_marked_while_its_piece_moves(new_page: NewPage, client: httpx.Client) -> None:
    """For the person's and the computer's moves. The page's clock is simulated, so the test does not wait."""
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
    table.click(11, 15)
    table.reaches(1)
    for ply, how, path in ((1, "wheel", [23, 19]), (2, "key", [8, 11])):
        table.click(path[0])
        if how == "wheel":  # on from the last move
            table.wheel(1)
        else:
            table.page.keyboard.press("ArrowRight")
        table.click(path[1])  # the piece is still chosen
        table.reaches(ply + 1)
        assert table.view()["record"][ply]["path"] == path, how
        expect(table.by("polite"), how).not_to_contain_text(said("play.present"))
    for notch, ply in ((-1, 2), (-1, 1), (-1, 0), (-1, 0), (1, 1)):
        table.wheel(notch)
        expect(table.board).to_have_attribute("data-ply", str(ply))
    expect(table.by("present-text")).to_have_text(browsing(BLACK, 1, 2, "11-15"))
    for ply in (2, 3):
        table.wheel(1)
        expect(table.board).to_have_attribute("data-ply", str(ply))
    expect(table.by("present")).to_be_hidden()
    assert table.view()["ply"] == 3
