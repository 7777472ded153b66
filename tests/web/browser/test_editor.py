"""The editor: setting up a board by mouse, touch and keys, and its links."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.sync_api import Error, expect

from browser.accessibility import faults
from browser.conftest import PHONE, Complaints, NewPage
from browser.helpers import box_of, is_within, window_of
from browser.said import BLACK, WHITE, cell, piece, said, sentence
from browser.table import Table

EMPTY = "B:W:B"
START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"

# True if the field and the address have a FEN.
_SAYS = """fen => location.search.includes(`fen=${fen}`)
  && document.querySelector("[data-testid=fen]")?.value === fen"""


class Editor(Table):
    """The editor's page, and the person who uses it."""

    def open_editor(self, fen: str | None = None, **more: str) -> None:
        query = {"fen": fen, **more} if fen is not None else more
        self.page.goto(str(httpx.URL("/editor", params=query)))
        expect(self.by("editor")).to_be_visible()

    def has(self, fen: str) -> None:
        """Wait until the field has this FEN, and check the pieces and the address."""
        try:
            self.page.wait_for_function(_SAYS, arg=fen)
        except Error as error:
            found = self.by("fen").input_value()
            raise AssertionError(f"{fen} was not reached: {found} {self.page.url}") from error
        assert self.drawn() == self.shown == self.judged(fen=fen)["board"], fen

    def judged(self, **what: Any) -> dict[str, Any]:
        found: dict[str, Any] = self.client.post("/api/positions", json=what).json()
        return found

    def pick(self, tool: str) -> None:
        self.by(f"tool-{tool}").check()

    def drag_tool(self, tool: str, x: float, y: float) -> None:
        box = box_of(self.by(f"tool-{tool}"))
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        self.page.mouse.move(x, y, steps=4)
        self.page.mouse.up()

    def off_the_board(self) -> tuple[float, float]:
        box = box_of(self.by("problem").locator(".."))
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def between(self, left: int, right: int) -> tuple[float, float]:
        """A light square."""
        (x, y), (other, _) = self.point(left), self.point(right)
        return (x + other) / 2, y

    def says(self, text: str) -> None:
        expect(self.by("polite")).to_have_text(text)

    def has_problem(self, key: str, **values: Any) -> None:
        expect(self.by("problem")).to_have_text(sentence(key, **values))


@pytest.fixture
def editor(new_page: NewPage, client: httpx.Client) -> Editor:
    return Editor(new_page(), client)


def test_a_mouse_puts_crowns_drags_paints_and_takes_off(editor: Editor) -> None:
    editor.open_editor(EMPTY)
    editor.has_problem("position.empty")
    expect(editor.by("play")).to_have_attribute("aria-disabled", "true")
    editor.pick("w")
    editor.click(18)
    editor.has("B:W18:B")
    editor.click(18)
    editor.has("B:WK18:B")
    editor.says(said("editor.square", square=18, piece=piece(WHITE, "king")))
    editor.drag_tool("B", *editor.point(7))
    expect(editor.by("tool-B")).to_be_checked()
    editor.has("B:WK18:BK7")
    expect(editor.by("problem")).to_be_hidden()
    king = said("count.king", count=1)
    counts = [said("editor.counts", side=side, pieces=king) for side in (BLACK, WHITE)]
    expect(editor.by("counts")).to_have_text(" · ".join(counts))
    expect(editor.by("play")).to_have_attribute("aria-disabled", "false")
    editor.drag_tool("B", *editor.off_the_board())  # has no effect
    editor.drag(7, *editor.point(18))  # replaces the piece there
    editor.has("B:W:BK18")
    editor.drag(18, *editor.between(18, 19))  # a light square removes it
    editor.has("B:W:BK18")
    editor.pick("b")
    editor.page.mouse.move(*editor.point(13))  # one stroke over three squares
    editor.page.mouse.down()
    for square in (14, 15):
        editor.page.mouse.move(*editor.point(square), steps=6)
    editor.page.mouse.up()
    editor.has("B:W:B13,14,15,K18")
    editor.drag(14, *editor.off_the_board())
    editor.square(13).click(button="right")
    editor.has("B:W:B15,K18")
    editor.pick(".")
    editor.click(15)
    editor.has("B:W:BK18")
    for fen in ("B:W:B15,K18", "B:W:B13,15,K18", "B:W:B13,14,15,K18", "B:W:BK18", "B:WK18:BK7"):
        editor.by("undo").click()
        editor.has(fen)
    editor.by("redo").click()
    editor.has("B:W:BK18")
    editor.page.reload()
    editor.has("B:W:BK18")
    expect(editor.by("problem")).not_to_be_empty()
    assert editor.judged(fen="B:W:BK18")["standing"] == "over"


def test_keys_do_all_of_it_and_nothing_stands_in_anybody_s_way(editor: Editor) -> None:
    editor.open_editor(EMPTY)
    press = editor.page.keyboard.press
    editor.enter_board()
    press("3")
    editor.says(f"{said('editor.man', side=WHITE)}.")
    editor.by_keys(2)
    editor.has("B:W2:B")
    expect(editor.square(2)).to_have_attribute("aria-label", cell(2, piece(WHITE)))
    editor.has_problem("position.man-on-king-row", side=WHITE, square=2)
    assert editor.marked("wrong") == [2]
    press("k")
    editor.has("B:WK2:B")
    assert editor.marked("wrong") == []
    press("1")
    editor.by_keys(9)
    editor.by_keys(10)
    press("Delete")
    editor.says(said("editor.square-empty", square=10))
    press("t")
    editor.says(sentence("game.to-move", player=WHITE))
    expect(editor.by("turn-white")).to_be_checked()
    editor.has("W:WK2:B9")
    flipped = editor.board.get_attribute("data-flipped")
    press("f")
    expect(editor.board).not_to_have_attribute("data-flipped", str(flipped))
    editor.keys_to(9)
    press("u")
    press("Control+z")
    editor.has("B:WK2:B9,10")
    press("Control+Shift+z")
    press("r")
    editor.has("W:WK2:B9")
    for name in ("", "share", "play"):
        if name:
            editor.by(name).click()
            expect(editor.page.locator("dialog[open] h2")).to_be_visible()
        assert faults(editor.page) == [], name
        press("Escape")


def test_the_board_and_the_text_follow_each_other(editor: Editor, complaints: Complaints) -> None:
    complaints.allow("422|net::ERR_FAILED")
    editor.open_editor("B:W18,44:B1")
    expect(editor.by("fen")).to_have_value("B:W18,44:B1")  # to be mended
    unknown = sentence("square.unknown", square=44).rstrip(".")
    expect(editor.by("fen-error")).to_contain_text(unknown)
    assert editor.shown == editor.judged()["board"]
    box = box_of(editor.by("play"))
    editor.by("fen").fill("W:W18,K24:B1")
    expect(editor.by("fen-error")).to_be_hidden()
    assert box_of(editor.by("play")) == box
    expect(editor.board).to_have_attribute("data-turn", "white")
    assert editor.shown == editor.judged(fen="W:W18,K24:B1")["board"]
    editor.by("fen").fill("nothing")
    expect(editor.by("fen-error")).to_contain_text(
        sentence("fen.parts", text="nothing").rstrip(".")
    )
    expect(editor.by("fen")).to_have_attribute("aria-invalid", "true")
    expect(editor.by("play")).to_have_attribute("aria-disabled", "true")
    assert editor.shown == editor.judged(fen="W:W18,K24:B1")["board"]
    editor.by("fen").fill('[FEN "W:W20-22:B1-3"]')
    editor.by("fen").press("Enter")
    editor.has("W:W20,21,22:B1,2,3")
    editor.by("undo").click()  # typing is one step
    editor.has(START)
    editor.by("rules").select_option("single-jump")
    editor.by("clear").click()
    editor.has(EMPTY)
    editor.by("start").click()
    editor.has(START)
    assert "rules=single-jump" in editor.page.url
    editor.page.goto(editor.page.url)
    editor.has(START)
    expect(editor.by("rules")).to_have_value("single-jump")
    editor.page.route("**/api/positions", lambda route: route.abort())
    editor.by("turn-white").check()
    expect(editor.by("message")).not_to_be_empty()
    editor.page.unroute("**/api/positions")
    editor.click(9)
    editor.has(START.replace("B:", "W:", 1).replace(",9,", ",K9,"))
    expect(editor.by("message")).to_be_hidden()
    editor.by("fen").fill("B:W18:B1,32")
    expect(editor.by("problem")).to_be_visible()
    all_of_it_is_seen_at_once(editor)


def all_of_it_is_seen_at_once(editor: Editor) -> None:
    """Check the layout in windows of any size."""
    for width, height in ((1440, 900), (1024, 600), (2560, 1300)):
        editor.page.set_viewport_size({"width": width, "height": height})
        for name in ("board", "title", "problem", "fen", "copy", "redo", "play", "share"):
            where = f"{name} at {width} x {height}"
            assert is_within(box_of(editor.by(name)), window_of(editor)), where
        whole = editor.page.evaluate("document.scrollingElement.scrollHeight")
        assert whole <= height, f"{width} x {height}"
        expect(editor.page.locator(".side")).to_have_js_property(
            "scrollHeight", editor.page.locator(".side").evaluate("side => side.clientHeight")
        )


def test_it_leads_from_a_game_to_an_analysis_and_back_to_a_game(editor: Editor) -> None:
    options = {"capture": "optional"}
    editor.position("B:W18,30:B1,14", rules={"preset": "english", "options": options})
    editor.menu("to-editor")
    editor.has("B:W18,30:B1,14")
    expect(editor.by("rules")).to_have_value("house")
    editor.drag(1, *editor.point(12))
    editor.has("B:W18,30:B12,14")
    editor.by("share").click()
    for kind in ("png", "svg"):
        address = editor.by(f"save-{kind}").get_attribute("href")
        assert editor.client.get(str(address)).is_success, address
    editor.page.keyboard.press("Escape")
    editor.by("analyse").click()
    editor.page.wait_for_url("**/analysis/*")
    editor.by("tab-share").click()
    kept = editor.client.get(f"/api{httpx.URL(editor.page.url).path.replace('sis', 'ses')}").json()
    assert kept["rules"]["options"]["capture"] == "optional"
    editor.by("edit").click()
    editor.has("B:W18,30:B12,14")
    editor.by("play").click()
    editor.by("play-side-white").check()
    editor.by("play-opponent").select_option("person")
    editor.by("play-dialog-yes").click()
    view = editor.adopt()
    assert view["fen"] == "B:W18,30:B12,14"
    assert {view["players"][side]["kind"] for side in ("black", "white")} == {"person"}
    assert view["rules"]["options"]["capture"] == "optional"
    editor.page.goto("/analysis")
    expect(editor.by("to-editor")).to_have_attribute("href", "/editor")


def fits(phone: Editor, width: int, height: int) -> None:
    """Check that the board and the pieces are visible together, and nothing overflows."""
    phone.page.set_viewport_size({"width": width, "height": height})
    for name in ("board", "palette-part"):
        assert is_within(box_of(phone.by(name)), window_of(phone)), f"{name} at {width} pixels"
    for name in ("play", "analyse", "share", "undo", "redo", "copy", "rules", "turn-white"):
        box = box_of(phone.by(name))
        assert 0 <= box["x"] <= width - box["width"], f"{name} at {width} pixels"
    assert phone.page.evaluate("document.scrollingElement.scrollWidth") == width


def test_a_finger_sets_a_board_up_on_a_phone(new_page: NewPage, client: httpx.Client) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, **PHONE)
    phone = Editor(page, client)
    phone.open_editor("W:W18:B1,3")
    protocol = page.context.new_cdp_session(page)

    def swipe(start: tuple[float, float], end: tuple[float, float]) -> None:
        for kind, points in (
            ("touchStart", [start]),
            ("touchMove", [((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)]),
            ("touchMove", [end]),
            ("touchEnd", []),
        ):
            touches = [{"x": x, "y": y} for x, y in points]
            protocol.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def below(square: int) -> tuple[float, float]:
        """The position of a finger that holds a piece over a square."""
        x, y = phone.point(square)
        return x, y + box_of(phone.square(square))["height"] * 0.35

    phone.by("tool-W").tap(force=True)
    phone.square(27).tap()
    phone.has("W:W18,K27:B1,3")
    swipe(phone.point(1), below(9))
    phone.has("W:W18,K27:B3,9")
    tool = box_of(phone.by("tool-w"))
    swipe((tool["x"] + 20, tool["y"] + 20), below(26))
    phone.has("W:W18,26,K27:B3,9")
    palette = box_of(phone.by("palette-part"))
    swipe(phone.point(18), (palette["x"] + 30, palette["y"] + 30))
    phone.has("W:W26,K27:B3,9")
    for size in ((390, 844), (320, 568)):
        fits(phone, *size)
