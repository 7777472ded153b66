"""Phones: everything fits, and touch works. A page at 400 percent zoom is also 320 pixels wide."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import PHONE, QUICK, NewPage, keep_preferences
from browser.helpers import box_of, boxes_in, entered, is_within
from browser.pages import rest
from browser.table import Table
from cases import each

SIZES = ((360, 640), (320, 568))


@pytest.fixture
def phone(new_page: NewPage, client: httpx.Client) -> Table:
    return Table(new_page(**PHONE), client)


def resize(table: Table, size: tuple[int, int]) -> None:
    table.page.set_viewport_size({"width": size[0], "height": size[1]})


def size_of(table: Table) -> tuple[int, int]:
    size = table.page.viewport_size
    assert size is not None
    return size["width"], size["height"]


def fits(table: Table) -> None:
    """Check that the page does not scroll sideways, and that nothing overflows."""
    width, _ = size_of(table)
    scroll = table.page.evaluate("document.scrollingElement.scrollWidth")
    assert scroll <= width, f"{scroll} pixels wide"
    inner = table.page.evaluate("innerWidth")
    assert inner == width, f"zoomed out to {inner} pixels"


def inside(table: Table, part: Locator) -> None:
    """Check that a part of the page is inside the window without scrolling."""
    width, height = size_of(table)
    box = part.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= width
    assert box["y"] + box["height"] <= height


@each("size", SIZES)
def test_start_page_and_its_set_up(phone: Table, size: tuple[int, int]) -> None:
    resize(phone, size)
    phone.begin()
    phone.go_home()
    expect(phone.by("recent-title")).to_be_visible()
    expect(phone.by("opponent")).to_be_visible()
    fits(phone)
    inside(phone, phone.by("play"))
    for opener in ("setup-open", "settings", "help"):
        phone.by(opener).tap()
        check_dialog(phone, opener)
    set_up_with_every_option(phone)


def set_up_with_every_option(phone: Table) -> None:
    phone.by("setup-open").tap()
    phone.by("preset-casual").check()
    phone.by("every-option").tap()
    phone.by("clock-game").check()
    phone.by("start-ballot").check()
    fits(phone)
    overflow = phone.by("setup-body").evaluate("node => node.scrollWidth - node.clientWidth")
    assert overflow <= 0, f"the set-up scrolls sideways by {overflow} pixels"
    inside(phone, phone.by("setup-start"))
    view = entered(phone, phone.by("setup-start").tap)
    assert view["rules"]["name"] == "casual"
    phone.reaches(3)
    fits(phone)


def check_dialog(phone: Table, name: str) -> None:
    dialog = phone.page.locator("dialog[open]")
    expect(dialog).to_be_visible()
    fits(phone)
    inside(phone, dialog)
    overflow = dialog.evaluate("node => node.scrollWidth - node.clientWidth")
    assert overflow <= 0, f"{name} scrolls sideways by {overflow} pixels"
    phone.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


@each("size", SIZES)
def test_game_and_its_dialogs(phone: Table, size: tuple[int, int]) -> None:
    resize(phone, size)
    rest(phone.page)  # from the previous size
    keep_preferences(phone.client, **QUICK, typing=False)
    phone.open()
    for opener in ("resign", "menu"):
        phone.by(opener).tap()
        check_dialog(phone, opener)
    for opener in ("rules", "seats-open", "invite"):
        phone.menu(opener)
        check_dialog(phone, opener)
    phone.square(4).tap()
    expect(phone.by("bubble")).to_be_visible()  # a long refusal stays on the board
    fits(phone)
    inside(phone, phone.by("bubble"))
    expect(phone.by("move-input")).to_be_hidden()
    phone.menu("type-move")
    expect(phone.by("move-input")).to_be_focused()
    phone.type("11-15")
    phone.reaches(1)
    fits(phone)
    on_its_side(phone, size)


def on_its_side(phone: Table, size: tuple[int, int]) -> None:
    height, width = size
    resize(phone, (width, height))
    assert phone.page.evaluate("document.scrollingElement.scrollWidth") <= width
    box = box_of(phone.board)
    assert box["y"] + box["height"] <= height, "the board does not fit"


def test_current_move_is_in_sight_above_the_box_for_typing(phone: Table) -> None:
    keep_preferences(phone.client, typing=True, sound=False)
    phone.id = phone.begin()["id"]
    for _ in range(6):
        play_any(phone)
    phone.show(phone.id)
    for size in (*SIZES, (390, 844), (768, 1024)):
        resize(phone, size)
        for _ in range(4):
            phone.reaches(play_any(phone))
            current = phone.page.locator(".move[aria-current]")
            whole, box = boxes_in(phone.by("move-list"), ".move[aria-current]")
            assert is_within(box, whole), f"{size}: {current.inner_text()} is out of sight"


def play_any(table: Table) -> int:
    """Play the first legal move from another tab, and return the number of moves."""
    view = table.view()
    body = {"ply": view["ply"], "path": view["choices"]["legal"][0]["path"]}
    answer = table.client.post(f"/api/games/{table.id}/moves", json=body)
    assert answer.status_code == 200, answer.text
    return int(answer.json()["ply"])


CLOCK = {"kind": "game", "seconds": 600, "increment": 0}


@each("size", SIZES)
def test_capture_and_result(phone: Table, size: tuple[int, int]) -> None:
    resize(phone, size)
    phone.position("B:W18,30:B1,14", clock=CLOCK)
    fits(phone)
    for part in ("board", "turn", "player-top", "player-bottom", "clock-black", "clock-white"):
        inside(phone, phone.by(part))
    box = box_of(phone.square(14))
    assert min(box["width"], box["height"]) >= 40, "a square is too small for a finger"
    phone.square(14).tap()
    phone.reaches(1)
    fits(phone)
    for bar in ("player-top", "player-bottom"):
        inside(phone, phone.by(bar).locator(".counts"))
    if size[1] >= 640:
        inside(phone, phone.page.locator(".move[aria-current]"))
        inside(phone, phone.by("browse-back"))
    phone.leave()
    result(phone)


def result(phone: Table) -> None:
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


@each("size", SIZES)
def test_watching_and_thinking(phone: Table, size: tuple[int, int]) -> None:
    resize(phone, size)
    phone.open(black="level:10", white="level:7", pace=60.0)
    expect(phone.by("watching")).to_be_visible()
    phone.reaches(1)
    phone.by("browse-back").tap()
    expect(phone.by("present")).to_be_visible()
    fits(phone)
    phone.leave()
    phone.open(white="engine:seconds=60")
    phone.square(11).tap()
    phone.square(15).tap()
    expect(phone.by("thinking")).to_be_visible()
    expect(phone.by("thinking")).to_have_text(re.compile(r"^\d\d "))
    turn, thinking = (box_of(phone.by(name)) for name in ("turn-text", "thinking"))
    assert turn["x"] + turn["width"] <= thinking["x"]
