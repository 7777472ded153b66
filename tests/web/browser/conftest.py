"""One browser for all these tests, with a clean page for each; console errors fail the test."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx
import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    WebError,
    expect,
    sync_playwright,
)
from serving import CHROMIUM_FLAGS, CHROMIUM_NAMES, Server, chromium

from browser.pages import PATIENCE, Pages
from browser.reading import Reader
from browser.studying import Study
from browser.table import Table

QUICK = {
    "sound": False,
    "leg": 100,
    "engine": {"on": False, "seconds": 0.3},
}  # the page's preferences, unless the test is about them

PHONE = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}

NewPage = Callable[..., Page]


# Not session-scoped: while Playwright runs, nothing else in the process can run an event loop.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    program = chromium()
    if program is None:
        pytest.fail(
            "The browser tests need Chromium, and none of "
            f"{', '.join(CHROMIUM_NAMES)} is on the PATH. On Debian: apt-get install chromium",
            pytrace=False,
        )
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=program, args=CHROMIUM_FLAGS)
        yield made
        made.close()


class Complaints:
    """Errors from pages: console messages and exceptions."""

    def __init__(self) -> None:
        self._heard: list[str] = []
        # The browser's message when a game is left while it connects.
        self._allowed: list[str] = ["closed before the connection is established"]

    def allow(self, pattern: str) -> None:
        """Expect a complaint: the browser itself reports each refused request."""
        self._allowed.append(pattern)

    def allow_lost_connections(self) -> None:
        """Expect a server to be killed: requests in flight are cut off at any byte."""
        self.allow("WebSocket connection|net::ERR_")

    @contextmanager
    def listening(self, context: BrowserContext) -> Iterator[None]:
        """Listen to every page of a context."""

        def error(one: WebError) -> None:
            self._heard.append(f"{one.error.stack or one.error}")

        def said(one: ConsoleMessage) -> None:
            if one.type in ("error", "warning", "assert"):
                self._heard.append(f"{one.type}: {one.text}")

        context.on("weberror", error)
        context.on("console", said)
        yield
        context.remove_listener("weberror", error)
        context.remove_listener("console", said)

    @property
    def unexpected(self) -> list[str]:
        """The complaints that were not allowed."""
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


@pytest.fixture(scope="package")
def pages(browser: Browser) -> Pages:
    return Pages(browser)


@pytest.fixture
def new_page(pages: Pages, complaints: Complaints, client: httpx.Client) -> Iterator[NewPage]:
    """Lend pages that were let in by the start address, each in its own context."""
    keep_preferences(client, **QUICK)
    with ExitStack() as heard:

        def lend(whose: httpx.Client = client, **options: Any) -> Page:
            page = pages.lend(whose, **options)
            heard.enter_context(complaints.listening(page.context))
            return page

        yield lend
        pages.take_back()


@pytest.fixture
def table(new_page: NewPage, client: httpx.Client) -> Table:
    return Table(new_page(), client)


@pytest.fixture
def timed(new_page: NewPage, client: httpx.Client) -> Table:
    """A table whose time can be stopped."""
    return Table(new_page(timed=True), client)


@pytest.fixture(scope="package")
def lasting_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("data"), "--seed", "1", lasting=True)
    yield made
    made.stop()


@pytest.fixture
def own_server(lasting_server: Server) -> Iterator[Server]:
    """A server without games, which a test may kill."""
    server = lasting_server
    if not server.is_running:
        server.start()
    with server.client() as client:
        remove_games(client)
    yield server
    assert "Traceback" not in server.output, server.output


@pytest.fixture
def own_table(own_server: Server, new_page: NewPage) -> Iterator[Table]:
    with own_server.client() as client:
        keep_preferences(client, **QUICK)
        yield Table(new_page(client), client)


def remove_games(client: httpx.Client) -> None:
    """Empty a server of its games, as at the first start."""

    def listed() -> list[dict[str, Any]]:
        answer = client.get("/api/games", params={"limit": 100})
        assert answer.status_code == 200, answer.text
        games: list[dict[str, Any]] = answer.json()["games"]
        return games

    while games := listed():
        for game in games:
            assert client.delete(f"/api/games/{game['id']}").is_success


def keep_preferences(client: httpx.Client, **preferences: Any) -> None:
    answer = client.put("/api/preferences", json={"preferences": preferences})
    assert answer.status_code == 200, answer.text


@pytest.fixture
def study(table: Table) -> Study:
    return Study(table.page, table.client)


@pytest.fixture
def own_study(own_table: Table) -> Study:
    return Study(own_table.page, own_table.client)


@pytest.fixture
def reader(own_table: Table) -> Iterator[Reader]:
    """A reader with an empty library."""
    made = Reader(own_table.page, own_table.client)
    yield made
    made.empty()
