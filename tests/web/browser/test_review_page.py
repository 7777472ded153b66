"""The page of a review in a browser."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from crownhead import Game
from crownhead.engine import Limit
from crownhead.review import review_game
from crownhead.review.report import page

NODES = Limit(nodes=500)
TAGS = '[Event "The Club Championship of the Northern Counties"]\n[Black "Ann of Somewhere"]\n'


def test_every_column_of_every_game_is_on_the_screen(browser: Browser, tmp_path: Path) -> None:
    games = [Game.from_pdn(f"{TAGS}1. 9-14 21-17 2. 14x21 22-18 *") for _ in range(2)]
    reviews = [review_game(game, NODES, number) for number, game in enumerate(games, start=1)]
    path = tmp_path / "review.html"
    path.write_text("".join(page("games.pdn", NODES, reviews, 2)), encoding="utf-8")
    shown = browser.new_page()
    shown.goto(path.as_uri())
    for width in (320, 390, 1280):
        shown.set_viewport_size({"width": width, "height": 800})
        boxes = [one.bounding_box() for one in shown.locator("td:visible").all()]
        assert boxes, width
        assert all(box and 0 <= box["x"] <= box["x"] + box["width"] <= width for box in boxes), (
            width
        )
        assert shown.evaluate("document.documentElement.scrollWidth") <= width, width
    shown.close()
