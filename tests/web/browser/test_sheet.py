"""The page of a game for printing, in the browser and on paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx
import pytest
from playwright.sync_api import Browser, Page
from serving import begin

from browser.conftest import NewPage
from crownhead import Game
from crownhead.printing import sheet

# What has no room where it stands, or lies outside the page.
CUT = """() => [...document.querySelectorAll("h1, dt, dd, p, .move, figure, figcaption, figure svg")]
  .filter((one) => one.checkVisibility())
  .filter((one) => {
    const { left, right } = one.getBoundingClientRect();
    return left < -1 || right > document.documentElement.clientWidth + 1
      || (one.clientWidth && one.scrollWidth > one.clientWidth + 1);
  })
  .map((one) => `${one.tagName}: ${one.textContent.trim().slice(0, 60)}`)"""
# Moves that stand over the edge of their column, where they would run into the next.
OVER = """() => [...document.querySelectorAll(".row .move")].filter((one) => {
    const row = one.closest(".row").getBoundingClientRect();
    return one.getBoundingClientRect().right > row.right + 1;
  }).map((one) => one.textContent)"""
SPLIT = """() => [...document.querySelectorAll("figure, .row")].filter(
    (one) => one.getClientRects().length > 1).length"""
COLOURS = """() => {
    const style = getComputedStyle(document.documentElement);
    return [style.color, style.backgroundColor];
  }"""
PAPER = {"A4": 688, "Letter": 710}  # how broad it is between its margins, in the browser's pixels


def long_game() -> Game:
    """A game of many moves, with everything that a record may say."""
    tags = {"Event": "The " + "Very" * 30 + " Long Name", "Black": "Ann " * 20, "White": "B" * 90}
    game, chance = Game(tags=tags, automatic_draws=False), Random(4)
    while game.ply < 160 and not game.outcome:
        game.push(chance.choice(game.legal_moves()))
    nodes = list(game.main_line())
    for node in nodes[::9]:
        node.comment = "A comment with some words in it, as people write them. " * 3
    nodes[5].comment = "W" * 120
    for node in nodes[3:90:13]:
        first = node.parent and node.parent.position.legal_moves()[-1]
        if first and node.parent and first != node.move:
            node.parent.add(first).comment = "was better"
    return game


@pytest.fixture(params=PAPER)
def paper(
    request: pytest.FixtureRequest, browser: Browser, tmp_path: Path
) -> Iterator[tuple[str, Page]]:
    path = tmp_path / "sheet.html"
    path.write_text(sheet(long_game()), encoding="utf-8")
    page = browser.new_page(
        viewport={"width": PAPER[request.param], "height": 1000}, color_scheme="dark"
    )
    page.goto(path.as_uri())
    page.emulate_media(media="print")
    yield request.param, page
    page.close()


def test_nothing_is_cut_off_on_paper(paper: tuple[str, Page]) -> None:
    name, page = paper
    assert page.evaluate(CUT) == []
    assert page.evaluate(OVER) == []
    assert page.evaluate(SPLIT) == 0
    assert not page.locator(".hint").is_visible()
    made = page.pdf(format=name)
    assert made.startswith(b"%PDF")
    assert 2 <= len(re.findall(rb"/Type /Page\b", made)) <= 5


@pytest.mark.parametrize("width", [320, 1280])
def test_the_page_is_black_on_white_and_fits_every_screen(
    browser: Browser, tmp_path: Path, width: int
) -> None:
    path = tmp_path / "sheet.html"
    path.write_text(sheet(long_game()), encoding="utf-8")
    page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme="dark")
    page.goto(path.as_uri())
    assert page.evaluate(COLOURS) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(CUT) == []
    page.close()


def test_the_server_gives_the_page_with_its_style(new_page: NewPage, client: httpx.Client) -> None:
    """Complaints about the content policy would fail the test."""
    game = begin(client, black="person", white="person")
    path = f"/api/games/{game['id']}/moves"
    assert client.post(path, json={"ply": 0, "text": "11-15"}).is_success
    page = new_page()
    page.goto(f"{client.base_url}/game/{game['id']}/sheet")
    assert page.locator("figure svg use").count() >= 24
    assert page.evaluate("getComputedStyle(document.querySelector('dl')).display") == "grid"
    page.get_by_role("link", name="Back to the board").click()
    page.wait_for_url(f"**/game/{game['id']}")
