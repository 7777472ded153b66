"""A table for tests of the analysis page."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, expect
from serving import wait_for

from browser.pages import go_on, lose_focus
from browser.table import Table

_NEXT_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
_IS_KNOWN = """async (id) => {
  const script = document.querySelector("script[type=module]:last-of-type");
  if (!script) return false;
  const { state } = await import(new URL("state.js", script.src));
  return (state.details?.has(state.at) ?? true) && (!id || state.analysis?.id === id);
}"""


class Study(Table):
    """The analysis page, and the person who uses it."""

    def begin_analysis(self, **what: Any) -> dict[str, Any]:
        answer = self.client.post("/api/analyses", json=what)
        assert answer.status_code == 201, answer.text
        view: dict[str, Any] = answer.json()["analysis"]
        return view

    def look_into(self, **what: Any) -> dict[str, Any]:
        view = self.begin_analysis(**what)
        if go_on(self.page, f"/analysis/{view['id']}"):
            lose_focus(self.page)
        wait_for(lambda: self.page.evaluate(_IS_KNOWN, view["id"]))
        self.next_frames()
        expect(self.by("name")).to_have_text(view["name"])
        self.engine(on=False)
        return view

    def next_frames(self) -> None:
        """Wait for the next frame, in which the last change is drawn."""
        self.page.evaluate(_NEXT_FRAMES)

    def engine(self, *, on: bool) -> None:
        if (self.by("engine-on").get_attribute("aria-checked") == "true") != on:
            self.by("engine-on").click()
        expect(self.by("engine-on")).to_have_attribute("aria-checked", str(on).lower())

    def kept(self) -> dict[str, Any]:
        """The analysis on the server."""
        name = self.page.url.rpartition("/")[2].partition("#")[0]
        view: dict[str, Any] = self.client.get(f"/api/analyses/{name}").json()
        return view

    def change(self, what: str, **how: Any) -> None:
        """Change the analysis from another tab."""
        address = f"/api/analyses/{self.kept()['id']}/{what}"
        answer = self.client.post(address, json=how)
        assert answer.status_code == 200, answer.text

    @property
    def node(self) -> str:
        return self.board.get_attribute("data-node") or ""

    @property
    def tree(self) -> str:
        """The list of moves as text."""
        return " ".join(self.by("tree").inner_text().split())

    @property
    def current(self) -> Locator:
        return self.page.locator("#tree .move[aria-current]")

    def walk(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
        self.next_frames()
        wait_for(lambda: self.page.evaluate(_IS_KNOWN, ""))

    def click(self, *squares: int) -> None:
        """Click squares, once the legal moves are known."""
        wait_for(lambda: self.page.evaluate(_IS_KNOWN, ""))
        super().click(*squares)

    def makes(self, *squares: int) -> None:
        """Play a move on the board, and wait until it is in the tree."""
        before = self.node
        self.click(*squares)
        wait_for(lambda: self.node != before)
        wait_for(lambda: self.drawn() == self.shown)
