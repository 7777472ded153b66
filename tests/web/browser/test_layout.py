"""Nothing shifts under a finger, and everything fits the window."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect
from serving import Server

from browser.conftest import Complaints
from browser.helpers import (
    box_of,
    boxes_in,
    is_within,
    page_height,
    pretend_start,
    window_of,
)
from browser.said import said
from browser.table import Table
from saying import pattern

EVEN_GAME = (
    *("11-15", "23-19", "8-11", "22-17", "4-8", "17-13"),
    *("15-18", "24-20", "11-15", "28-24", "8-11", "26-23"),
)
LONG_LINE = ["15-19", "23x16", "12x19", "27-23", "8-12", "23x16", "12x19"]


def nothing(table: Table) -> None:
    table.open(white="level:1")


def must_capture(table: Table) -> None:
    table.position("B:W18,30:B1,14")
    expect(table.by("must")).to_be_visible()


def refusal(table: Table) -> None:
    table.open()
    table.click(11, 18)
    refused = pattern("play.cannot-reach", **{"from": 11, "to": 18})
    expect(table.by("message")).to_contain_text(re.compile(refused))


def hint(table: Table) -> None:
    found = {"ply": 0, "notation": "14x23", "path": [14, 23], "captured": [18], "line": LONG_LINE}
    answer = {**found, "reason": {"code": "worse", "moves": [], "message": {"code": "hint.worse"}}}
    table.page.route("**/hint", lambda route: route.fulfill(json=answer))
    must_capture(table)
    table.by("hint").click()
    expect(table.by("message")).to_contain_text("Then perhaps 23x16")


def half_a_capture(table: Table) -> None:
    table.position("B:W6,14,23,32:B2,12", rules={"preset": "regicide"})
    table.click(2, 9)
    expect(table.by("skip")).to_be_visible()


def draw_offer(table: Table) -> None:
    table.open()
    table.by("offer-draw").click()
    expect(table.by("accept")).to_be_visible()


def draw_offer_before_a_capture(table: Table) -> None:
    must_capture(table)
    table.by("offer-draw").click()
    expect(table.by("accept")).to_be_visible()


def draw_refused_before_a_capture(table: Table) -> None:
    table.position("B:W18,30,K31,K32:B1,14", white="level:6")
    table.by("offer-draw").click()
    expect(table.by("message")).to_have_text(
        re.compile(said("message.draw-declined", player=".*").rstrip("."))
    )


def looking_back(table: Table) -> None:
    table.open()
    table.click(11, 15)
    table.reaches(1)
    table.by("browse-back").click()
    expect(table.by("to-present")).to_be_visible()


def result(table: Table) -> None:
    table.position("B:W18:B14", white="random:seed=3")
    table.click(14)
    expect(table.by("rematch")).to_be_visible()


SCENES = (
    must_capture,
    refusal,
    hint,
    half_a_capture,
    draw_offer,
    draw_offer_before_a_capture,
    draw_refused_before_a_capture,
    looking_back,
    result,
)


def bottom(table: Table, name: str) -> float:
    box = box_of(table.by(name))
    return box["y"] + box["height"]


def resize(table: Table, width: int, height: int) -> None:
    table.page.set_viewport_size({"width": width, "height": height})


SMALLEST = ((320, 568), (1024, 600))  # portrait and landscape
OTHERS = ((360, 640), (412, 915), (1280, 800))


@pytest.mark.parametrize(
    "sizes", [SMALLEST, pytest.param(OTHERS, marks=pytest.mark.long)], ids=["smallest", "others"]
)
def test_buttons_stay_where_they_are_and_all_that_is_said_is_seen(
    table: Table, sizes: tuple[tuple[int, int], ...]
) -> None:
    nothing(table)
    tool_boxes = {}
    for size in sizes:
        resize(table, *size)
        tool_boxes[size] = table.by("tools").bounding_box()
    for scene in SCENES:
        resize(table, 1200, 800)
        scene(table)
        for size in sizes:
            resize(table, *size)
            table.page.evaluate("scrollTo(0, 0)")  # some buttons are further down
            where = f"{scene.__name__} at {size}"
            assert table.by("tools").bounding_box() == tool_boxes[size], where
            assert bottom(table, "status") <= size[1], where
            whole = "([node]) => node.scrollHeight <= node.clientHeight"
            status = table.by("status").element_handle()
            table.page.wait_for_function(whole, arg=[status])  # chosen again to fit
        table.page.unroute_all()


def test_game_fits_wide_windows(table: Table) -> None:
    nothing(table)
    for size in ((1024, 600), (1280, 720), (1280, 800)):
        resize(table, *size)
        expect(table.by("menu")).to_be_visible()
        assert page_height(table) <= size[1], size
    for size in ((1440, 900), (1920, 1080), (2560, 1300)):
        resize(table, *size)
        column_is_as_high_as_the_board(table, str(size))
    resize(table, 700, 375)
    board_has_the_height_of_a_phone_on_its_side(table)


def column_is_as_high_as_the_board(table: Table, size: str) -> None:
    """Check that the column is as high as the board, and the list of moves fills it."""
    frame = box_of(table.page.locator(".frame"))
    assert box_of(table.by("player-top"))["y"] == pytest.approx(frame["y"], abs=3), size
    end = bottom(table, "player-bottom")
    assert end == pytest.approx(frame["y"] + frame["height"], abs=3), size
    head, browse = (box_of(table.page.locator(name)) for name in (".record-head", ".browse"))
    moves = box_of(table.by("move-list"))
    assert moves["y"] == pytest.approx(head["y"] + head["height"], abs=3), size
    assert moves["y"] + moves["height"] == pytest.approx(browse["y"], abs=3), size
    assert moves["height"] > frame["height"] / 4, size
    below = box_of(table.by("player-bottom"))["y"]
    assert bottom(table, "tools") == pytest.approx(below, abs=3), size


def board_has_the_height_of_a_phone_on_its_side(table: Table) -> None:
    box = box_of(table.board)
    assert box["height"] > 300
    assert box["y"] + box["height"] <= 375
    for name in ("player-top", "player-bottom", "tools"):
        beside = box_of(table.by(name))
        assert beside["x"] > box["x"] + box["width"], name
        assert beside["y"] + beside["height"] <= 375, name


def test_upright_windows_show_the_latest_move_and_how_to_walk(table: Table) -> None:
    game = table.begin()["id"]
    for ply, move in enumerate(EVEN_GAME):
        answer = table.client.post(f"/api/games/{game}/moves", json={"ply": ply, "text": move})
        assert answer.status_code == 200, answer.text
    table.show(game)
    for width, height in ((820, 1180), (768, 1024), (600, 960), (834, 1194), (390, 844)):
        resize(table, width, height)
        current = table.page.locator("#move-list [aria-current]")
        for part in (current, table.by("browse-back")):
            box = box_of(part)
            assert box["y"] + box["height"] <= height, (width, height, box)
        assert page_height(table) <= height, (width, height)


def test_watching_two_computers_fits_and_so_does_its_set_up(table: Table) -> None:
    resize(table, 1280, 800)
    table.go_home()
    table.by("watch").click()
    expect(table.by("setup-pace")).to_be_in_viewport(ratio=1)
    room = table.by("setup-body").evaluate("body => body.scrollHeight - body.clientHeight")
    assert room <= 0, f"{room} pixels are hidden"
    table.leave()
    resize(table, 1024, 600)
    table.open(black="level:1", white="level:2", pace=60.0)
    expect(table.by("watching")).to_be_visible()
    assert page_height(table) <= 600
    for name in ("status", "watching", "move-list", "tools", "player-bottom"):
        assert is_within(box_of(table.by(name)), window_of(table)), name
    for name in ("pause", "step", "pace"):
        assert is_within(box_of(table.by(name)), box_of(table.by("watching"))), name


CLOCK = {"kind": "game", "seconds": 36000, "increment": 0}  # ten hours, the widest clock
CROWDED = "b" * 14 + "w" * 14 + "...."  # twelve more of each side than in the game below


def test_twelve_captured_pieces_are_seen(table: Table) -> None:
    pretend_start(table, CROWDED)
    captured_pieces_are_seen(table, CLOCK)
    table.leave()
    captured_pieces_are_seen(table, {"kind": "none"})


def captured_pieces_are_seen(table: Table, clock: dict[str, object]) -> None:
    table.position("B:W18,30:B1,14", white="level:7", clock=clock)
    for size in ((390, 844), (320, 640), (1024, 600), (1280, 800)):
        resize(table, *size)
        for name in ("player-top", "player-bottom"):
            strip = table.by(name)
            expect(strip.locator(".taken .disc")).to_have_count(12)
            whole, *boxes = boxes_in(strip, ".taken .disc")
            clear = box_of(strip.get_by_role("timer"))["x"] if clock is CLOCK else size[0]
            for box in boxes:
                assert is_within(box, window_of(table)), box
                assert is_within(box, whole), box
                assert box["x"] + box["width"] <= clear, "a piece is behind the clock"
                assert min(box["width"], box["height"]) >= 6, "a piece is too small to be counted"
            for one, next_one in pairwise(boxes):
                assert next_one["x"] - one["x"] >= 4, "pieces hide each other"
            for box in boxes_in(strip, ".name", ".face"):
                assert is_within(box, whole), box


def test_lost_connection_does_not_move_the_board(
    own_server: Server, own_table: Table, complaints: Complaints
) -> None:
    complaints.allow_lost_connections()
    own_table.open()
    parts = ("board", "tools", "player-top", "player-bottom", "status")
    before = {name: box_of(own_table.by(name)) for name in parts}
    own_server.kill()
    expect(own_table.by("connection")).to_be_visible()
    assert {name: box_of(own_table.by(name)) for name in parts} == before
    for width in (1200, 1081, 1060, 871, 860, 390):
        resize(own_table, width, 800)
        told = box_of(own_table.by("connection"))
        assert is_within(told, window_of(own_table)), width
        first = box_of(own_table.page.locator(".top-buttons > :not([hidden])").first)
        covers = told["y"] < first["y"] + first["height"] and told["x"] + told["width"] > first["x"]
        assert not covers, f"a button is covered at {width}"
