"""Take the screenshots for the documents: `make pictures`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

sys.path.extend(str(Path(__file__).parents[1] / part) for part in ("tests/web", "tests"))

import httpx
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright
from serving import CHROMIUM_FLAGS, Server, begin, chromium

from crownhead import Game
from crownhead.players import player
from crownhead.service.games.storing import summary_of
from crownhead.store import GameStore, StoredGame, StoredMove

IMAGES = Path(__file__).parent / "images"
OPENING = (
    "11-15",
    "23-19",
    "8-11",
    "22-17",
    "4-8",
    "25-22",
    "9-13",
    "27-23",
    "6-9",
    "23-18",
    "9-14",
)
# Red has two captures, and other pieces that may not move.
FORCED = "B:W18,19,21,22,26,29,30,31,32:B3,5,8,9,11,12,14,15,16"
STUDY = "1. 11-15 (1. 9-14 22-18 2. 5-9) 23-19 2. 8-11! 22-17 (2... 24-20 3. 15x24 28x19) 3. 4-8 25-22 *"
# A game between levels 5 and 6 that Red loses by overlooking a long jump.
LOST = (
    *("11-15", "23-18", "7-11", "27-23", "9-14", "18x9", "6x13", "24-20", "2-7", "20-16"),
    *("12x19", "23x16", "11x20", "22-17", "13x22", "25x2", "20-24", "28x19", "3-7", "2x11"),
    *("8x24", "21-17", "10-15", "32-28", "15-19", "26-23", "19x26", "30x23", "4-8", "28x19"),
    *("8-11", "23-18", "5-9", "17-13", "1-6", "31-27", "11-16", "19x12", "9-14", "18x2"),
)
# The levels that stand in for an improving player, and the date of their first game.
CLIMBING = ("level:2", "level:3", "level:4", "level:5")
BEGUN = 1_767_600_000.0  # January 2026
FINISHED, DAY = 160, 86_400
# A position in the editor with a man on its crowning row.
SET_UP = "W:W2,18,22,26,K10:B12,16,19,K25"
# After 11-15 23-19 8-11 22-17, which occurs in nine Marion Tinsley games.
SEARCHED = "B:W17,19,21,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,9,10,11,12,15"
# Red captures the last piece.
LAST = "B:W18:B1,2,5,K15"


def open_game(page: Page, base: str, view: dict[str, Any]) -> None:
    """Open a game and wait until the animations are over."""
    page.goto(f"{base}/game/{view['id']}")
    page.wait_for_selector("#board[data-busy='false']")
    page.wait_for_load_state("networkidle")


def take(page: Page, name: str) -> None:
    """Write a screenshot once the page is at rest."""
    page.wait_for_timeout(700)
    path = IMAGES / f"{name}.png"
    page.screenshot(path=str(path))
    with Image.open(path) as picture:  # 256 colours are enough and take a third of the bytes
        picture.convert("RGB").quantize(256).save(path, optimize=True)
    print(f"docs/images/{name}.png")


def take_all(browser: Browser, server: Server) -> None:
    """Take all screenshots."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(server.address)
    page.wait_for_selector("[data-testid=play]")
    with server.client_of(context.cookies()) as client:
        take(page, "start")
        game = begin(client, black="person", white="level:4")
        client.patch(f"/api/games/{game['id']}", json={"white": "person"})
        for ply, move in enumerate(OPENING):
            client.post(f"/api/games/{game['id']}/moves", json={"ply": ply, "text": move})
        open_game(page, server.base, game)
        take(page, "game")
        forced = begin(client, white="person", black="person", start={"kind": "fen", "fen": FORCED})
        open_game(page, server.base, forced)
        page.click("[data-square='12']")
        take(page, "forced")
        last = begin(client, black="person", white="level:2", start={"kind": "fen", "fen": LAST})
        open_game(page, server.base, last)
        page.click("[data-square='15']")
        page.wait_for_selector("[data-testid=result]")
        take(page, "result")
        take_analysis(page, server.base, client)
        take_results(page, server)
        page.goto(f"{server.base}/editor?fen={SET_UP}")
        page.wait_for_selector("#editor:not([hidden])")
        page.click("[data-testid='tool-W']")
        take(page, "editor")
        take_library(page, server.base, client)
    phone = browser.new_context(
        viewport={"width": 360, "height": 640},
        device_scale_factor=2,
        has_touch=True,
        is_mobile=True,
        color_scheme="dark",
        storage_state=context.storage_state(),
    ).new_page()
    open_game(phone, server.base, game)
    take(phone, "phone")


def take_analysis(page: Page, base: str, client: httpx.Client) -> None:
    """The analysis board, a review, and a second try at a mistake."""
    view = client.post("/api/analyses", json={"text": STUDY}).json()["analysis"]
    page.goto(f"{base}/analysis/{view['id']}")
    page.wait_for_selector("#lines li")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.wait_for_timeout(4000)
    take(page, "analysis")
    game = begin(client, black="person", white="person")
    for ply, move in enumerate(LOST):
        client.post(f"/api/games/{game['id']}/moves", json={"ply": ply, "text": move})
    page.goto(f"{base}/analysis?game={game['id']}#review")
    page.get_by_text("What decided the game").wait_for(timeout=60_000)
    page.get_by_test_id("show-better").first.click()
    page.wait_for_timeout(2500)
    take(page, "review")
    review = client.get(f"/api/games/{game['id']}/review").json()
    first = min(review["exercises"]["black"] + review["exercises"]["white"])
    played = client.get(f"/api/games/{game['id']}").json()["record"][first - 1]["path"]
    page.get_by_test_id("try-again").click()
    page.wait_for_timeout(500)
    for square in (played[0], played[-1]):
        page.locator(f"#board [data-square='{square}']").click()
    page.get_by_test_id("verdict").filter(has_text="That is what was played.").wait_for()
    take(page, "retry")


def take_results(page: Page, server: Server) -> None:
    """The charts of a player with half a year of games."""
    chance, now = Random(5), BEGUN
    store = GameStore(server.data, now=lambda: now)
    for number in range(FINISHED):
        now += chance.expovariate(1) * 180 * DAY / FINISHED
        level = min(max(number * 4 // FINISHED + 2 + round(chance.gauss(0, 1)), 1), 6)
        opponent, is_black = f"level:{level}", chance.random() < 0.6
        names = (CLIMBING[number * 4 // FINISHED], opponent)
        game = played(*(names if is_black else names[::-1]), chance)
        stored = StoredGame(
            *(("person", opponent) if is_black else (opponent, "person")),
            rules="english",
            start=game.start.fen,
            clock={"kind": "none"},
            ply=game.ply,
            moves=tuple(StoredMove(move.path) for move in game.moves),
            summary=summary_of(game),
        )
        store.add(stored)
    store.close()
    page.set_viewport_size({"width": 1280, "height": 1000})
    page.goto(f"{server.base}/results")
    page.wait_for_selector("#rating svg")
    take(page, "results")


def take_library(page: Page, base: str, client: httpx.Client) -> None:
    """A search by position, and the explorer beside one of the results."""
    begun = client.post("/api/library/imports", json={"tinsley": True}).json()
    while client.get(f"/api/library/imports/{begun['job']}").json()["state"] != "done":
        page.wait_for_timeout(200)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{base}/library?player=Tinsley&fen={SEARCHED}&sort=date")
    page.wait_for_selector("#hits li")
    take(page, "library")
    page.click("#hits li:nth-child(2) .hit-link")
    page.wait_for_selector("#tab-explorer")
    page.click("#tab-explorer")
    page.wait_for_selector("#panel-explorer .explored")
    take(page, "explorer")


def played(black: str, white: str, chance: Random) -> Game:
    """Play a game between two players to its end."""
    players = [player(name, seed=chance.randrange(1 << 30)) for name in (black, white)]
    game = Game()
    while game.outcome is None:
        game.push(players[game.ply % 2].choose(game))
    return game


def main() -> None:
    """Take the screenshots with the system's Chromium."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), "--seed", "1")
        browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_FLAGS)
        try:
            take_all(browser, server)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
