"""A board on a page, and the person who uses it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from typing import Any

import httpx
from playwright.sync_api import Error, Locator, Page, Route, expect
from serving import LONG, begin, wait_for

from browser.pages import go_on, lose_focus, rest

View = dict[str, Any]

_SETTLED = """([ply, side]) => {
  const board = document.querySelector('[data-testid="board"]').dataset;
  const arrived = Number(board.ply) >= ply && board.busy === "false";
  return arrived && (!board.turn || !side || board.turn === side);
}"""

_PIECES = """() => [...document.querySelectorAll(".pieces .piece")].map((piece) => {
  const drawing = piece.querySelector("use");
  const [x, y] = piece.getAttribute("transform").match(/[\\d.]+/g).map(Number);
  return [drawing.getAttribute("class"), drawing.getAttribute("href") === "#king", x, y];
})"""

_MARKS = """mark => [...document.querySelectorAll(`.marks .${mark}`)].map(
  (one) => ["x", "y"].map((name) => Number(one.getAttribute(name)))
)"""

_PATIENT = """() => {
  const later = window.setTimeout;
  window.setTimeout = (deed, wait, ...rest) => later(deed, wait > 2000 ? 2 ** 31 - 1 : wait, ...rest);
}"""


class Held:
    """Requests that are held back. Call it to release the first of them."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._routes: list[Route] = []

    def keep(self, route: Route) -> None:
        self._routes.append(route)

    def wait(self) -> None:
        """Wait until there is one."""
        wait_for(lambda: self._page.evaluate("true") and self._routes)  # this processes events

    def __call__(self) -> None:
        self.wait()
        self._routes.pop(0).continue_()


class Table:
    """A page, and a client that asks the server for the truth."""

    def __init__(self, page: Page, client: httpx.Client) -> None:
        self.page = page
        self.client = client
        self.id = ""

    def hold_timers(self) -> None:
        """Stop new timeouts of a second or more from firing; the rest of the page's time goes on."""
        self.page.evaluate(_PATIENT)

    def stop_time(self) -> None:
        """Stop the clock of a timed page."""
        self.page.clock.pause_at(self.page.evaluate("Date.now() / 1000 + 1"))

    def advance_until(self, check: Callable[[], object], step: int = 50) -> None:
        """Advance the clock of a timed page in steps of milliseconds until something is true."""
        end = time.monotonic() + LONG
        while not check():
            assert time.monotonic() < end, "never came true, however much time went by"
            self.page.clock.run_for(step)

    def begin(self, **setup: Any) -> View:
        """Begin a game without opening it."""
        return begin(self.client, **{"black": "person", "white": "person", **setup})

    def open(self, **setup: Any) -> View:
        """Begin a game and show it, between two people unless the set-up says otherwise."""
        view = self.begin(**setup)
        self.show(view["id"])
        return view

    def position(self, fen: str, **setup: Any) -> View:
        """Begin a game from a position and show it."""
        return self.open(start={"kind": "fen", "fen": fen}, **setup)

    def show(self, game: str) -> None:
        """Open a game by its address, and wait until it is drawn and connected."""
        self.id = game
        with self.page.expect_websocket(lambda socket: socket.url.endswith(f"{game}/live")) as live:
            within = go_on(self.page, f"/game/{game}")
        live.value.wait_for_event("framereceived")
        expect(self.board).to_have_attribute("data-busy", "false")
        if within:
            lose_focus(self.page)

    def leave(self) -> None:
        """Leave the game, so that the next one opens within the page, without loading."""
        assert rest(self.page), f"{self.page.url} has to be loaded anew"

    def go_home(self) -> None:
        """Open the start page, within the page if possible."""
        if go_on(self.page, "/"):
            lose_focus(self.page)

    def adopt(self) -> View:
        """Adopt the game that the page has opened by itself, and return its view."""
        self.page.wait_for_url("**/game/*")
        self.id = self.page.url.rpartition("/")[2]
        return self.view()

    def view(self) -> View:
        """The game on the server."""
        answer = self.client.get(f"/api/games/{self.id}")
        assert answer.status_code == 200, answer.text
        view: View = answer.json()
        return view

    # ---- what the page shows

    @property
    def board(self) -> Locator:
        """The board."""
        return self.by("board")

    def by(self, name: str) -> Locator:
        """A part of the page by its test id."""
        return self.page.get_by_test_id(name)

    def square(self, number: int) -> Locator:
        """A dark square."""
        return self.page.locator(f'[data-square="{number}"]')

    @property
    def shown(self) -> str:
        """The 32 squares as the board describes its pieces."""
        return self.board.get_attribute("data-board") or ""

    @property
    def shown_ply(self) -> int:
        """The number of moves that the page shows."""
        return int(self.board.get_attribute("data-ply") or 0)

    @property
    def is_moving(self) -> bool:
        """Return whether a piece is moving."""
        return self.page.locator(".pieces .held").count() > 0

    def drawn(self) -> str:
        """The 32 squares as the pieces are drawn, whatever the board's attributes say."""
        squares = ["."] * 32
        flipped = self.board.get_attribute("data-flipped") == "true"
        for side, king, x, y in self.page.evaluate(_PIECES):
            index = int(y // 100) * 4 + int(x // 200)
            letter = side[0].upper() if king else side[0]
            squares[31 - index if flipped else index] = letter
        return "".join(squares)

    def marked(self, mark: str) -> list[int]:
        """The squares that have a mark: last, chosen, must or target."""
        flipped = self.board.get_attribute("data-flipped") == "true"
        indices = [int(y // 100) * 4 + int(x // 200) for x, y in self.page.evaluate(_MARKS, mark)]
        return sorted(32 - index if flipped else index + 1 for index in indices)

    def shows(self, view: View) -> None:
        """Wait until the page shows the server's state."""
        expect(self.board).to_have_attribute("data-board", view["position"]["board"])
        expect(self.board).to_have_attribute("data-ply", str(view["ply"]))

    def reaches(self, ply: int, turn: str | None = None) -> None:
        """Wait until a ply is shown, nothing moves, and a side is to move or the game is over."""
        try:
            self.page.wait_for_function(_SETTLED, arg=[ply, turn])
        except Error as error:
            shown = self.board.evaluate("board => ({...board.dataset})")
            raise AssertionError(f"ply {ply} was not reached: {shown} {self.view()}") from error

    # ---- what a person does

    def use_fingers(self, on: bool) -> None:
        """Switch to touch, or back to a mouse; a separate window would take much longer."""
        protocol = self.page.context.new_cdp_session(self.page)
        protocol.send("Emulation.setTouchEmulationEnabled", {"enabled": on})
        assert self.page.evaluate("matchMedia('(pointer: coarse)').matches") is on

    def click(self, *squares: int) -> None:
        """Click squares, one after the other."""
        for square in squares:
            self.square(square).click()

    def point(self, square: int) -> tuple[float, float]:
        """The middle of a square in the window."""
        box = self.square(square).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, start: int, x: float, y: float) -> None:
        """Drag a square's piece to a point of the window."""
        self.page.mouse.move(*self.point(start))
        self.page.mouse.down()
        self.page.mouse.move(x, y, steps=6)
        self.page.mouse.up()

    def menu(self, item: str) -> None:
        """Open the menu and choose one of its items."""
        self.by("menu").click()
        expect(self.by("menu-dialog")).to_be_visible()
        self.by(item).click()
        expect(self.by("menu-dialog")).to_be_hidden()

    def wheel(self, notches: int) -> None:
        """Turn the mouse wheel over the board: down, which goes forward, or up."""
        self.page.mouse.move(*self.point(18))
        for _ in range(abs(notches)):
            self.page.mouse.wheel(0, 100 if notches > 0 else -100)

    def tab_to(self, selector: str) -> None:
        """Press Tab until an element has the focus; wait for the element first."""
        expect(self.page.locator(selector).first).to_be_visible()
        for _ in range(60):
            if self.page.evaluate("what => document.activeElement.matches(what)", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {selector}")

    def focus(self, name: str) -> None:
        """Focus an element once it is visible: a hidden one cannot have the focus."""
        expect(self.by(name)).to_be_visible()
        self.by(name).focus()

    def enter_board(self) -> None:
        """Enter the board by Tab, so that arrow keys move on it."""
        self.tab_to("[data-square]")
        expect(self.page.locator("#board-grid")).to_have_class(re.compile(r"\bkeyboard\b"))

    def keys_to(self, goal: int) -> None:
        """Walk with the arrow keys from the focused square to another."""
        flipped = self.board.get_attribute("data-flipped") == "true"
        focused = self.page.evaluate("Number(document.activeElement.dataset.square)")
        assert focused, "no square has the focus"
        here, there = (32 - one if flipped else one - 1 for one in (focused, goal))
        rows, columns = there // 4 - here // 4, there % 4 - here % 4
        for _ in range(abs(rows)):
            self.page.keyboard.press("ArrowDown" if rows > 0 else "ArrowUp")
        for _ in range(abs(columns)):
            self.page.keyboard.press("ArrowRight" if columns > 0 else "ArrowLeft")
        expect(self.square(goal)).to_be_focused()

    def type(self, move: str) -> None:
        """Type a move."""
        self.by("move-input").fill(move)
        self.by("move-input").press("Enter")

    def play(
        self, path: Sequence[int], legal: list[View], by: Callable[[int], None] | None = None
    ) -> None:
        """Choose the squares of a move, by clicks by default, as many as the page needs."""
        choose = by or self.click
        own = [move for move in legal if move["path"][0] == path[0]]
        choose(path[0])
        if len(own) == 1 and own[0]["captured"]:
            return  # the piece's only move is a capture: choosing it was enough
        paths = [move["path"] for move in own]
        for leg in range(1, len(path)):
            choose(path[leg])
            if sum(one[: leg + 1] == path[: leg + 1] for one in paths) == 1:
                return
        if any(len(one) > len(path) and one[: len(path)] == path for one in paths):
            self.by("skip").click()

    def by_keys(self, square: int) -> None:
        """Choose a square with the arrow keys and Enter, once the board was entered."""
        self.keys_to(square)
        self.page.keyboard.press("Enter")

    def by_drags(self, start: int) -> Callable[[int], None]:
        """Choose squares by dragging a piece from each to the next."""
        stands = start

        def drag(square: int) -> None:
            nonlocal stands
            if square != stands:
                self.drag(stands, *self.point(square))
            stands = square

        return drag

    def forget_files(self) -> None:
        """Clear the browser's cache."""
        self.page.context.new_cdp_session(self.page).send("Network.clearBrowserCache")

    def forget_storage(self) -> None:
        """Clear the browser's storage."""
        what = {"origin": str(self.client.base_url), "storageTypes": "local_storage"}
        self.page.context.new_cdp_session(self.page).send("Storage.clearDataForOrigin", what)

    def hold(self, address: str | re.Pattern[str]) -> Held:
        """Hold requests back from now on; call the result to release the first of them."""
        held = Held(self.page)
        self.page.route(address, held.keep)
        return held
