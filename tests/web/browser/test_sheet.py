"""The printable sheet of a game, in the browser and on paper."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import httpx
from playwright.sync_api import Browser
from serving import begin

from browser.conftest import NewPage
from crownhead import Game
from crownhead.printing import sheet

# Elements that overflow their box or the page.
CUT = """() => [...document.querySelectorAll("h1, dt, dd, p, .move, figure, figcaption, figure svg")]
  .filter((one) => one.checkVisibility())
  .filter((one) => {
    const { left, right } = one.getBoundingClientRect();
    return left < -1 || right > document.documentElement.clientWidth + 1
      || (one.clientWidth && one.scrollWidth > one.clientWidth + 1);
  })
  .map((one) => `${one.tagName}: ${one.textContent.trim().slice(0, 60)}`)"""
# Moves that overflow their column into the next.
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
PAPER = {"A4": 688, "Letter": 710}  # width between the margins, in CSS pixels


def long_game() -> Game:
    """A long game with everything that a record can contain."""
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


def test_nothing_is_cut_off_on_screens_and_on_paper(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "sheet.html"
    path.write_text(sheet(long_game()), encoding="utf-8")
    page = browser.new_page(color_scheme="dark")
    page.goto(path.as_uri())
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(COLOURS) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"], width
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width
        assert page.evaluate(CUT) == [], width
    page.emulate_media(media="print")
    for name, width in PAPER.items():
        page.set_viewport_size({"width": width, "height": 1000})
        assert page.evaluate(CUT) == [], name
        assert page.evaluate(OVER) == [], name
        assert page.evaluate(SPLIT) == 0, name
        assert not page.locator(".hint").is_visible(), name
        made = page.pdf(format=name)
        assert made.startswith(b"%PDF"), name
        assert 2 <= len(re.findall(rb"/Type /Page\b", made)) <= 5, name
    page.close()


def test_the_server_gives_the_page_with_its_style(new_page: NewPage, client: httpx.Client) -> None:
    """Violations of the content security policy would fail the test."""
    game = begin(client, black="person", white="person")
    path = f"/api/games/{game['id']}/moves"
    assert client.post(path, json={"ply": 0, "text": "11-15"}).is_success
    page = new_page()
    page.goto(f"{client.base_url}/game/{game['id']}/sheet")
    assert page.locator("figure svg use").count() >= 24
    assert page.evaluate("getComputedStyle(document.querySelector('dl')).display") == "grid"
    page.locator(f"a[href='/game/{game['id']}']").click()
    page.wait_for_url(f"**/game/{game['id']}")
