"""Phones: everything fits, and a finger plays. 320 pixels are also what a page has at 400 percent."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import NewPage, keep_preferences
from browser.helpers import boxes_in, is_within
from browser.table import Table

SIZES = ((360, 640), (320, 568))


@pytest.fixture(params=SIZES, ids=lambda size: str(size[0]))
def phone(request: pytest.FixtureRequest, new_page: NewPage, client: httpx.Client) -> Table:
    size = dict(zip(("width", "height"), request.param, strict=True))
    page = new_page(viewport=size, has_touch=True, is_mobile=True, device_scale_factor=2)
    return Table(page, client)


def size_of(table: Table) -> tuple[int, int]:
    size = table.page.viewport_size
    assert size is not None
    return size["width"], size["height"]


def fits(table: Table) -> None:
    """Nothing makes the page scroll sideways, and nothing sticks out."""
    width, _ = size_of(table)
    scroll = table.page.evaluate("document.scrollingElement.scrollWidth")
    assert scroll <= width, f"{scroll} pixels wide"
    inner = table.page.evaluate("innerWidth")
    assert inner == width, f"zoomed out to {inner} pixels"


def inside(table: Table, part: Locator) -> None:
    """A part of the page is wholly in the window without scrolling."""
    width, height = size_of(table)
    box = part.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= width
    assert box["y"] + box["height"] <= height


def test_start_page(phone: Table) -> None:
    phone.begin()
    phone.page.goto("/")
    expect(phone.by("recent-title")).to_be_visible()
    expect(phone.by("opponent")).to_be_visible()
    fits(phone)
    inside(phone, phone.by("play"))


def test_game(phone: Table) -> None:
    phone.position("B:W18,30:B1,14", clock={"kind": "game", "seconds": 600, "increment": 0})
    fits(phone)
    for part in ("board", "turn", "player-top", "player-bottom", "clock-black", "clock-white"):
        inside(phone, phone.by(part))
    box = phone.square(14).bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 40, "a square is too small for a finger"
    phone.square(14).tap()
    phone.reaches(1)
    fits(phone)
    for bar in ("player-top", "player-bottom"):
        inside(phone, phone.by(bar).locator(".counts"))
    if size_of(phone)[1] >= 640:
        inside(phone, phone.page.locator(".move[aria-current]"))
        inside(phone, phone.by("browse-back"))


def test_current_move_is_in_sight_above_the_box_for_typing(phone: Table) -> None:
    keep_preferences(phone.client, typing=True, sound=False)
    phone.open()
    for size in (size_of(phone), (390, 844), (768, 1024)):
        phone.page.set_viewport_size({"width": size[0], "height": size[1]})
        for _ in range(6):
            view = phone.view()
            body = {"ply": view["ply"], "path": view["choices"]["legal"][0]["path"]}
            assert phone.client.post(f"/api/games/{phone.id}/moves", json=body).status_code == 200
            phone.reaches(view["ply"] + 1)
            current = phone.page.locator(".move[aria-current]")
            whole, box = boxes_in(phone.by("move-list"), ".move[aria-current]")
            assert is_within(box, whole), f"{size}: {current.inner_text()} is out of sight"


def test_result(phone: Table) -> None:
    phone.position("B:W18:B14", white="random:seed=3")
    phone.square(14).tap()
    expect(phone.by("end")).to_be_visible()
    fits(phone)
    for part in ("end-title", "rematch", "swap-sides", "end-new", "end-close"):
        inside(phone, phone.by(part))
    phone.by("end-close").tap()
    expect(phone.by("end")).to_be_hidden()
    for part in ("result-title", "result-reason", "result-rematch", "result-swap", "result-new"):
        inside(phone, phone.by(part))


def test_long_refusal_stays_on_the_board(phone: Table) -> None:
    phone.open()
    phone.square(4).tap()
    expect(phone.by("bubble")).to_be_visible()
    fits(phone)
    inside(phone, phone.by("bubble"))


def test_watching_and_looking_back(phone: Table) -> None:
    phone.open(black="level:10", white="level:7", pace=60.0)
    expect(phone.by("watching")).to_be_visible()
    phone.reaches(1)
    phone.by("browse-back").tap()
    expect(phone.by("present")).to_be_visible()
    fits(phone)


def test_thinking_is_told_beside_the_turn(phone: Table) -> None:
    phone.open(white="engine:seconds=60")
    phone.square(11).tap()
    phone.square(15).tap()
    expect(phone.by("thinking")).to_be_visible()
    expect(phone.by("thinking")).to_have_text(re.compile(r"\d\d moves deep"))
    turn, thinking = (phone.by(name).bounding_box() for name in ("turn-text", "thinking"))
    assert turn is not None
    assert thinking is not None
    assert turn["x"] + turn["width"] <= thinking["x"]


def check_dialog(phone: Table, name: str) -> None:
    dialog = phone.page.locator("dialog[open]")
    expect(dialog).to_be_visible()
    fits(phone)
    inside(phone, dialog)
    overflow = dialog.evaluate("node => node.scrollWidth - node.clientWidth")
    assert overflow <= 0, f"{name} scrolls sideways by {overflow} pixels"
    phone.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_dialogs_of_the_start_page(phone: Table) -> None:
    phone.page.goto("/")
    for opener in ("setup-open", "settings", "help"):
        phone.by(opener).tap()
        check_dialog(phone, opener)


def test_dialogs_of_a_game(phone: Table) -> None:
    phone.open()
    for opener in ("resign", "menu"):
        phone.by(opener).tap()
        check_dialog(phone, opener)
    for opener in ("rules", "seats-open", "invite"):
        phone.menu(opener)
        check_dialog(phone, opener)


def test_move_can_be_typed_where_there_is_little_room(phone: Table) -> None:
    phone.open()
    expect(phone.by("move-input")).to_be_hidden()
    phone.menu("type-move")
    expect(phone.by("move-input")).to_be_focused()
    phone.type("11-15")
    phone.reaches(1)
    fits(phone)


def test_set_up_with_every_option_begins_a_game(phone: Table) -> None:
    phone.page.goto("/")
    phone.by("setup-open").tap()
    phone.by("preset-casual").check()
    phone.by("every-option").tap()
    phone.by("clock-game").check()
    phone.by("start-ballot").check()
    fits(phone)
    overflow = phone.by("setup-body").evaluate("node => node.scrollWidth - node.clientWidth")
    assert overflow <= 0, f"the set-up scrolls sideways by {overflow} pixels"
    inside(phone, phone.by("setup-start"))
    phone.by("setup-start").tap()
    view = phone.adopt()
    assert view["rules"]["name"] == "casual"
    phone.reaches(3)
    fits(phone)


def test_phone_on_its_side(phone: Table) -> None:
    height, width = size_of(phone)
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.open()
    scroll = phone.page.evaluate("document.scrollingElement.scrollWidth")
    assert scroll <= width
    box = phone.board.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= height, "the board does not fit"
