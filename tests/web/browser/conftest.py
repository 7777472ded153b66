"""One browser for all tests here, a fresh context for each; errors in its console fail the test."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright
from serving import CHROMIUM_FLAGS, CHROMIUM_NAMES, Server, chromium

from browser.table import Table

_PATIENCE = 20_000  # milliseconds after which something that should appear is missed
_QUICK = {"sound": False, "leg": 100}  # the page's preferences where they are not what is tested

NewContext = Callable[..., BrowserContext]


# Not for the whole session: while Playwright is there, nothing else in the process can run a loop.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    program = chromium()
    if program is None:
        pytest.fail(
            "The browser tests need Chromium, and none of "
            f"{', '.join(CHROMIUM_NAMES)} is on the PATH. On Debian: apt-get install chromium",
            pytrace=False,
        )
    expect.set_options(timeout=_PATIENCE)
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=program, args=CHROMIUM_FLAGS)
        yield made
        made.close()


# A page that is left sends what it has not sent yet, perhaps into the next test.
_SEND_PREFERENCES = """
import("/static/lib/preferences.js").then((ours) => ours.loadPreferences()).catch(() => {})
"""


class Complaints:
    """What pages have complained of, in their console or by an exception."""

    def __init__(self) -> None:
        self._heard: list[str] = []
        self._allowed: list[str] = []

    def allow(self, pattern: str) -> None:
        """Expect a complaint: the browser itself reports each request that is refused."""
        self._allowed.append(pattern)

    def allow_lost_connections(self) -> None:
        """Expect a server to be killed: whatever was under way then is cut off, at any byte."""
        self.allow("WebSocket connection|net::ERR_")

    def listen(self, context: BrowserContext) -> None:
        """Hear every page of a context."""
        context.on("weberror", lambda one: self._heard.append(f"{one.error}"))
        context.on(
            "console",
            lambda one: (
                self._heard.append(f"{one.type}: {one.text}")
                if one.type in ("error", "warning", "assert")
                else None
            ),
        )

    @property
    def unexpected(self) -> list[str]:
        """What nobody allowed."""
        return [
            one
            for one in self._heard
            if not any(re.search(pattern, one) for pattern in self._allowed)
        ]


@pytest.fixture
def complaints() -> Iterator[Complaints]:
    heard = Complaints()
    yield heard
    assert heard.unexpected == []


@pytest.fixture
def new_context(
    browser: Browser, complaints: Complaints, client: httpx.Client
) -> Iterator[NewContext]:
    """Make contexts that have come in by the start address; by default nothing glides in them."""
    made: list[BrowserContext] = []

    def make(whose: httpx.Client = client, **options: Any) -> BrowserContext:
        settings = {
            "base_url": str(whose.base_url),
            "viewport": {"width": 1200, "height": 800},
            "reduced_motion": "reduce",
            **options,
        }
        context = browser.new_context(**settings)
        context.set_default_timeout(_PATIENCE)
        for name, value in whose.cookies.items():
            context.add_cookies([{"name": name, "value": value, "url": str(whose.base_url)}])
        complaints.listen(context)
        made.append(context)
        return context

    keep_preferences(client, **_QUICK)
    yield make
    for context in made:
        for page in context.pages:
            if page.url.startswith(str(client.base_url)):
                page.evaluate(_SEND_PREFERENCES)
        context.close()


@pytest.fixture
def table(new_context: NewContext, client: httpx.Client) -> Table:
    return Table(new_context().new_page(), client)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server for one test, which may kill it."""
    made = Server(tmp_path / "data", "--seed", "1", lasting=True)
    yield made
    made.stop()
    assert "Traceback" not in made.output, made.output


@pytest.fixture
def own_table(own_server: Server, new_context: NewContext) -> Iterator[Table]:
    with own_server.client() as client:
        keep_preferences(client, **_QUICK)
        yield Table(new_context(client).new_page(), client)


def keep_preferences(client: httpx.Client, **preferences: Any) -> None:
    answer = client.put("/api/preferences", json={"preferences": preferences})
    assert answer.status_code == 200, answer.text
