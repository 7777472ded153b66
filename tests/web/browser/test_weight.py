"""The size of the page's downloads."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Response, expect

from browser.table import Table

STATIC = Path(__file__).parents[3] / "src" / "crownhead" / "web" / "static"
PAGE = 93_000  # bytes, compressed, with the first messages
REQUESTS = 45
PORTRAITS = 60_000


def test_start_page_and_a_game_are_small(own_table: Table) -> None:
    """With one game in the list; a long list and a suggestion need a little more."""
    table = own_table
    table.begin()
    answers: list[Response] = []

    def note(answer: Response) -> None:
        answers.append(answer)

    table.page.on("response", note)
    table.page.goto("/")
    expect(table.by("opponent")).to_be_visible()
    table.by("two-people").click()
    view = table.adopt()
    table.shows(view)
    table.page.wait_for_load_state("networkidle")
    weights = {
        answer.url: answer.request.sizes()["responseBodySize"]
        for answer in answers
        if answer.request.resource_type in ("document", "stylesheet", "script")
    }
    for name in ("/main.js", "/messages.js"):
        assert any(address.endswith(name) for address in weights), weights
    assert sum(weights.values()) < PAGE, sorted(weights.items(), key=lambda one: -one[1])
    assert len(weights) < REQUESTS, sorted(weights)


def test_portraits_are_small() -> None:
    sizes = {path.name: path.stat().st_size for path in (STATIC / "portraits").iterdir()}
    assert sizes
    assert sum(sizes.values()) < PORTRAITS, sizes
