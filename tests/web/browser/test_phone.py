"""A phone 360 pixels wide: everything fits, and a finger plays."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import NewContext
from browser.table import Table

WIDTH, HEIGHT = 360, 640


@pytest.fixture
def phone(new_context: NewContext, client: httpx.Client) -> Table:
    size = {"width": WIDTH, "height": HEIGHT}
    context = new_context(viewport=size, has_touch=True, is_mobile=True, device_scale_factor=2)
    return Table(context.new_page(), client)


def fits(table: Table) -> None:
    """Nothing makes the page scroll sideways, and nothing sticks out."""
    scroll = table.page.evaluate("document.scrollingElement.scrollWidth")
    assert scroll <= WIDTH, f"{scroll} pixels wide"
    inner = table.page.evaluate("innerWidth")
    assert inner == WIDTH, f"zoomed out to {inner} pixels"


def inside(part: Locator) -> None:
    """A part of the page is wholly in the window without scrolling."""
    box = part.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= WIDTH
    assert box["y"] + box["height"] <= HEIGHT


def test_start_page(phone: Table) -> None:
    phone.begin()
    phone.page.goto("/")
    expect(phone.by("recent-title")).to_be_visible()
    fits(phone)
    inside(phone.by("play"))


def test_game(phone: Table) -> None:
    phone.position("B:W18,30:B1,14", clock={"kind": "game", "seconds": 600, "increment": 0})
    fits(phone)
    for part in ("board", "turn", "player-top", "player-bottom", "clock-black", "clock-white"):
        inside(phone.by(part))
    box = phone.square(14).bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 40, "a square is too small for a finger"
    phone.square(14).tap()
    phone.reaches(1)
    fits(phone)


def test_result(phone: Table) -> None:
    phone.position("B:W18:B14", white="random:seed=3")
    phone.square(14).tap()
    expect(phone.by("result")).to_be_visible()
    fits(phone)
    inside(phone.by("result-title"))


def test_long_refusal_stays_on_the_board(phone: Table) -> None:
    phone.open()
    phone.square(4).tap()
    expect(phone.by("bubble")).to_be_visible()
    fits(phone)
    inside(phone.by("bubble"))


@pytest.mark.parametrize("opener", ["setup-open", "settings", "help"])
def test_dialogs(phone: Table, opener: str) -> None:
    phone.page.goto("/")
    phone.by(opener).tap()
    dialog = phone.page.locator("dialog[open]")
    expect(dialog).to_be_visible()
    fits(phone)
    inside(dialog)
    overflow = dialog.evaluate("node => node.scrollWidth - node.clientWidth")
    assert overflow <= 0, f"the dialog scrolls sideways by {overflow} pixels"


def test_set_up_with_every_option_begins_a_game(phone: Table) -> None:
    phone.page.goto("/")
    phone.by("setup-open").tap()
    phone.by("preset-casual").check()
    phone.by("every-option").tap()
    phone.by("clock-game").check()
    phone.by("start-ballot").check()
    fits(phone)
    inside(phone.by("setup-start"))
    phone.by("setup-start").tap()
    view = phone.adopt()
    assert view["rules"]["name"] == "casual"
    phone.reaches(3)
    fits(phone)


def test_phone_on_its_side(phone: Table) -> None:
    phone.page.set_viewport_size({"width": HEIGHT, "height": WIDTH})
    phone.open()
    scroll = phone.page.evaluate("document.scrollingElement.scrollWidth")
    assert scroll <= HEIGHT
    box = phone.board.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= WIDTH, "the board does not fit"
