"""Pages that serve one test after another.

A test in a new window takes three times as long as in an old one. So a page is reset and used
again, unless a test has changed it irreversibly.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
from playwright.sync_api import Browser, BrowserContext, CDPSession, Error, Page

PATIENCE = 20_000  # milliseconds until something missing counts as a failure
_SLOW = os.environ.get("CROWNHEAD_SLOW_PAGES")  # milliseconds, see `Kept.slow_down`
_WINDOW = {"width": 1200, "height": 800}

# Send what is still unsent, and leave the game; the page can open another, as its own links do.
_REST = """async (own) => {
  const script = document.querySelector("script[type=module]:last-of-type");
  const { dataset } = document.documentElement;
  if (!script || "stale" in dataset) return false;
  if ("rests" in dataset) return true;
  if (!own.every((name) => String(window[name]).includes("native"))) return false; // a test has taken it away
  const ours = (name) => import(new URL(name, script.src));
  const { loadPreferences } = await ours("../lib/page.js");
  await loadPreferences().catch(() => {});
  const { drawAll, isFiltered, state } = await ours("state.js");
  const isAnalysis = "analysis" in state;
  const shows = isAnalysis ? state.analysis : state.game ?? state.page === "start";
  if (!shows || !state.connected || !state.visitor.host) return false;
  if (isAnalysis) {
    (await ours("actions.js")).leave();
  } else {
    if (isFiltered()) return false; // it would stay
    (await ours("actions.js")).leaveGame();
    drawAll();
  }
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  for (const id of ["polite", "assertive"]) document.getElementById(id)?.replaceChildren();
  const told = ["thinking", "result-title", "result-reason", "end-title", "end-reason", "end-score"];
  for (const id of told) document.getElementById(id)?.replaceChildren(); // hidden, but a test may read it
  dataset.rests = "";
  return true;
}"""
_GO_ON = """async (address) => {
  const script = document.querySelector("script[type=module]:last-of-type");
  if (script.src.includes("/analysis/") !== address.startsWith("/analysis/")) return false;
  delete document.documentElement.dataset.rests;
  const { loadPreferences } = await import(new URL("../lib/page.js", script.src));
  await loadPreferences();
  history.replaceState(null, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
  return true;
}"""
_NOWHERE = """() => {
  document.activeElement.blur();
  document.querySelector(".keyboard")?.classList.remove("keyboard");
}"""


@dataclass
class Kept:
    """A page in its own context, and what has been done to it."""

    page: Page
    protocol: CDPSession
    base: str
    key: tuple[object, ...]
    is_timed: bool = False  # has a clock of its own
    is_spoiled: bool = False
    listeners: list[tuple[str, Any]] = field(default_factory=list)

    @property
    def context(self) -> BrowserContext:
        """The page's context."""
        return self.page.context

    def watch(self) -> None:
        """Note irreversible changes, and remember listeners."""
        spoiling: list[tuple[Any, str]] = [
            (self.page, "add_init_script"),
            (self.page, "route_web_socket"),
            (self.page, "expose_function"),
        ]
        if not self.is_timed:
            spoiling.append((self.page.clock, "install"))
        for thing, name in spoiling:
            setattr(thing, name, self._spoiling(getattr(thing, name)))
        listen = self.page.on

        def on(event: str, handler: Any) -> None:
            self.listeners.append((event, handler))
            listen(event, handler)  # type: ignore[call-overload]

        setattr(self.page, "on", on)  # noqa: B010 - mypy knows it as a method

    def slow_down(self, latency: int) -> None:
        """Delay each answer of the server by some milliseconds."""
        self.protocol.send("Network.enable")
        conditions = {"latency": latency, "downloadThroughput": -1, "uploadThroughput": -1}
        self.protocol.send("Network.emulateNetworkConditions", {"offline": False, **conditions})

    def _spoiling(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*args: Any, **options: Any) -> Any:
            self.is_spoiled = True
            self.page.evaluate("document.documentElement.dataset.stale = ''")  # it must be loaded
            return method(*args, **options)

        return wrapped

    def belong_to(self, whose: httpx.Client) -> None:
        """Take over a client's cookies, never with none in between: the page may be sending a request."""
        found = {one.get("name"): one.get("value") for one in self.context.cookies()}
        if found != dict(whose.cookies):
            self.context.clear_cookies()
            for name, value in whose.cookies.items():
                self.context.add_cookies([{"name": name, "value": value, "url": self.base}])

    def wipe(self) -> None:
        """Leave nothing to the next test but the browser's cache."""
        for other in self.context.pages[1:]:
            other.close()
        if self.is_timed:
            self.page.clock.resume()
        ours = self.page.url.startswith(self.base)
        own = ["WebSocket"] if self.is_timed else ["WebSocket", "setTimeout"]
        rests = ours and rest(self.page, own)
        self.page.unroute_all(behavior="ignoreErrors")
        for event, handler in self.listeners:
            self.page.remove_listener(event, handler)
        self.listeners.clear()
        self.page.mouse.move(0, 0)
        if not rests:
            # An empty page of the same server: another origin would make the next page need a new process.
            self.page.goto(f"{self.base}/api/preferences")
        self.context.clear_permissions()
        self.protocol.send(
            "Storage.clearDataForOrigin", {"origin": self.base, "storageTypes": "local_storage"}
        )
        self.protocol.send("Page.resetNavigationHistory")


def rest(page: Page, own: Sequence[str] = ()) -> bool:
    """Leave the current view, to continue within the page; return whether that is possible.

    It is not if one of the browser's `own` functions was replaced.
    """
    return bool(page.evaluate(_REST, list(own)))


def go_on(page: Page, address: str) -> bool:
    """Open an address within a page that has a game or that a test has left, or else by loading it.

    Loading a page takes half as long as a short test. Return whether it was opened within.
    """
    within = rest(page) and bool(page.evaluate(_GO_ON, address))
    if not within:
        page.goto(address)
    return within


def lose_focus(page: Page) -> None:
    """Remove the focus, as in a freshly loaded page."""
    page.evaluate(_NOWHERE)


class Pages:
    """The pages of a browser, which are lent and returned."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: list[Kept] = []
        self._lent: list[Kept] = []

    def lend(
        self,
        whose: httpx.Client,
        viewport: dict[str, int] | None = None,
        reduced_motion: str = "reduce",
        timed: bool = False,
        **lasting: Any,
    ) -> Page:
        """A page that was let in by the start address; by default without animations.

        A timed page's clock can be stopped.
        """
        base = str(whose.base_url)
        key = (base, timed, *sorted(lasting.items()))
        kept = next((one for one in self._free if one.key == key), None)
        if kept is None:
            kept = self._new(base, key, timed, lasting)
        else:
            self._free.remove(kept)
        self._lent.append(kept)
        kept.belong_to(whose)
        size: Any = viewport or _WINDOW
        wish: Any = reduced_motion
        kept.page.set_viewport_size(size)
        kept.page.emulate_media(
            media="null", color_scheme="light", reduced_motion=wish, forced_colors="null"
        )
        return kept.page

    def _new(
        self, base: str, key: tuple[object, ...], timed: bool, lasting: dict[str, Any]
    ) -> Kept:
        context = self._browser.new_context(base_url=base, **lasting)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        if timed:
            page.clock.install()
        made = Kept(page, context.new_cdp_session(page), base, key, timed)
        made.watch()
        if _SLOW:
            made.slow_down(int(_SLOW))
        return made

    def take_back(self) -> None:
        """Make all lent pages ready for the next test."""
        while self._lent:
            kept = self._lent.pop()
            if kept.is_spoiled or kept.page.is_closed():
                kept.context.close()
                continue
            try:
                kept.wipe()
                self._free.append(kept)
            except Error:  # its server was killed
                kept.context.close()
