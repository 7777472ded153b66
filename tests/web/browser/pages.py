"""Pages that serve one test after another.

A new window costs Chromium three times what a test in an old one costs. So a page is wiped and used
again, unless a test has done to it what cannot be undone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx
from playwright.sync_api import Browser, BrowserContext, CDPSession, Error, Page

PATIENCE = 20_000  # milliseconds after which something that should appear is missed
_WINDOW = {"width": 1200, "height": 800}

# A page that is left sends what it has not sent yet, perhaps into the next test.
_SEND_PREFERENCES = """async () => {
const script = document.querySelector("script[type=module]");
if (!script) return;
const { loadPreferences } = await import(new URL("../lib/preferences.js", script.src));
await loadPreferences().catch(() => {});
}"""


@dataclass
class Kept:
    """A page in a context of its own, and what has been done to it."""

    page: Page
    protocol: CDPSession
    base: str
    key: tuple[object, ...]
    is_spoiled: bool = False
    listeners: list[tuple[str, Any]] = field(default_factory=list)

    @property
    def context(self) -> BrowserContext:
        """The page's context."""
        return self.page.context

    def watch(self) -> None:
        """Notice what cannot be undone, and remember who listens."""
        for thing, name in (
            (self.page, "add_init_script"),
            (self.page, "route_web_socket"),
            (self.page, "expose_function"),
            (self.page.clock, "install"),
        ):
            setattr(thing, name, self._spoiling(getattr(thing, name)))
        listen = self.page.on

        def on(event: str, handler: Any) -> None:
            self.listeners.append((event, handler))
            listen(event, handler)  # type: ignore[call-overload]

        setattr(self.page, "on", on)  # noqa: B010 - mypy knows it as a method

    def _spoiling(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*args: Any, **options: Any) -> Any:
            self.is_spoiled = True
            return method(*args, **options)

        return wrapped

    def wipe(self) -> None:
        """Leave nothing to the next test but what the browser has fetched."""
        for other in self.context.pages[1:]:
            other.close()
        if self.page.url.startswith(self.base):
            self.page.evaluate(_SEND_PREFERENCES)
        self.page.unroute_all(behavior="ignoreErrors")
        for event, handler in self.listeners:
            self.page.remove_listener(event, handler)
        self.listeners.clear()
        self.page.mouse.move(0, 0)
        # What does nothing; of the same server, or the next page would need a new process.
        self.page.goto(f"{self.base}/api/preferences")
        self.context.clear_cookies()
        self.context.clear_permissions()
        self.protocol.send(
            "Storage.clearDataForOrigin", {"origin": self.base, "storageTypes": "local_storage"}
        )
        self.protocol.send("Page.resetNavigationHistory")


class Pages:
    """The pages of a browser, lent and given back."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: list[Kept] = []
        self._lent: list[Kept] = []

    def lend(
        self,
        whose: httpx.Client,
        viewport: dict[str, int] | None = None,
        reduced_motion: str = "reduce",
        **lasting: Any,
    ) -> Page:
        """A page that has come in by the start address; by default nothing glides in it."""
        base = str(whose.base_url)
        key = (base, *sorted(lasting.items()))
        kept = next((one for one in self._free if one.key == key), None)
        if kept is None:
            kept = self._new(base, key, lasting)
        else:
            self._free.remove(kept)
        self._lent.append(kept)
        for name, value in whose.cookies.items():
            kept.context.add_cookies([{"name": name, "value": value, "url": base}])
        size: Any = viewport or _WINDOW
        wish: Any = reduced_motion
        kept.page.set_viewport_size(size)
        kept.page.emulate_media(
            media="null", color_scheme="light", reduced_motion=wish, forced_colors="null"
        )
        return kept.page

    def _new(self, base: str, key: tuple[object, ...], lasting: dict[str, Any]) -> Kept:
        context = self._browser.new_context(base_url=base, **lasting)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        made = Kept(page, context.new_cdp_session(page), base, key)
        made.watch()
        return made

    def take_back(self) -> None:
        """Make everything that was lent ready for the next test."""
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
