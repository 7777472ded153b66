"""Nothing moves under a finger, and what belongs together fits the window."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser.table import Table

LONG_LINE = ["15-19", "23x16", "12x19", "27-23", "8-12", "23x16", "12x19"]


def nothing(table: Table) -> None:
    table.open(white="level:1")


def must_capture(table: Table) -> None:
    table.position("B:W18,30:B1,14")
    expect(table.by("must")).to_be_visible()


def refusal(table: Table) -> None:
    table.open()
    table.click(11, 18)
    expect(table.by("message")).to_contain_text("cannot go to 18")


def hint(table: Table) -> None:
    found = {"ply": 0, "notation": "14x23", "path": [14, 23], "captured": [18]}
    answer = {**found, "sentence": "14x23 keeps the balance.", "line": LONG_LINE}
    table.page.route("**/hint", lambda route: route.fulfill(json=answer))
    must_capture(table)
    table.by("hint").click()
    expect(table.by("message")).to_contain_text("Line:")


def half_a_capture(table: Table) -> None:
    table.position("B:W6,14,23,32:B2,12", rules={"preset": "regicide"})
    table.click(2, 9)
    expect(table.by("skip")).to_be_visible()


def draw_offer(table: Table) -> None:
    table.open()
    table.by("offer-draw").click()
    expect(table.by("accept-draw")).to_be_visible()


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


SCENES = (must_capture, refusal, hint, half_a_capture, draw_offer, looking_back, result)


def bottom(table: Table, name: str) -> float:
    box = table.by(name).bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def page_height(table: Table) -> int:
    return int(table.page.evaluate("document.scrollingElement.scrollHeight"))


def resize(table: Table, width: int, height: int) -> None:
    table.page.set_viewport_size({"width": width, "height": height})


@pytest.mark.parametrize("size", [(320, 568), (360, 640), (1280, 800)], ids=str)
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_buttons_stay_where_they_are_and_all_that_is_said_is_seen(
    table: Table, scene: Callable[[Table], None], size: tuple[int, int]
) -> None:
    resize(table, *size)
    nothing(table)
    place = table.by("tools").bounding_box()
    scene(table)
    table.page.evaluate("scrollTo(0, 0)")  # some buttons are further down
    assert table.by("tools").bounding_box() == place
    assert bottom(table, "status") <= size[1]


@pytest.mark.parametrize("size", [(1024, 600), (1280, 720), (1280, 800)], ids=str)
def test_game_needs_no_scrolling(table: Table, size: tuple[int, int]) -> None:
    resize(table, *size)
    nothing(table)
    expect(table.by("level-select")).to_be_visible()
    assert page_height(table) <= size[1]


def test_board_has_the_height_of_a_phone_on_its_side(table: Table) -> None:
    resize(table, 700, 375)
    nothing(table)
    box = table.board.bounding_box()
    assert box is not None
    assert box["height"] > 300
    assert box["y"] + box["height"] <= 375
    for name in ("player-top", "player-bottom", "tools"):
        beside = table.by(name).bounding_box()
        assert beside is not None
        assert beside["x"] > box["x"] + box["width"]
        assert beside["y"] + beside["height"] <= 375


def test_set_up_of_two_computers_fits(table: Table) -> None:
    resize(table, 1280, 800)
    table.page.goto("/")
    table.by("watch").click()
    expect(table.by("setup-pace")).to_be_in_viewport(ratio=1)
    room = table.by("setup-body").evaluate("body => body.scrollHeight - body.clientHeight")
    assert room <= 0, f"{room} pixels are hidden"
