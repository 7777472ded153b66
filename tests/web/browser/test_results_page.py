"""The page of results: its charts, for screen readers, keyboard and mouse too."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

from playwright.sync_api import expect
from serving import Server, wait_for

from browser.accessibility import faults
from browser.table import Table
from crownhead.messages import Words, counted, say
from crownhead.openings import Opening, named_openings
from crownhead.position import Position
from crownhead.store import GameStore, StoredGame, StoredMove, Summary
from crownhead.text.moves import parse_move

START = 1_767_000_000.0  # the first game's time, at the end of 2025
DAY = 86_400
BOARD = "bbbbbbbbbbbb........wwwwwwwwwwww"
SIZES = ((1440, 900), (1024, 600), (2560, 1300), (390, 844), (320, 640))
COUNT = 40
# True if the chart over time is as wide as its heading.
FILLS = """() => {
  const [head, picture] = ["#time .sheet-head", "#time .columns"].map((one) => document.querySelector(one));
  return picture.getAttribute("width") === String(head.clientWidth);
}"""
HOW = ("won", "drawn", "lost")


def paths(opening: Opening) -> tuple[StoredMove, ...]:
    """The moves of an opening in the store's format."""
    position, found = Position.start(), []
    for text in opening.moves:
        move = parse_move(text, position)
        position = position.play(move)
        found.append(StoredMove(move.path))
    return tuple(found)


class Days:
    """A clock that advances a day and a half with each game."""

    games = 0

    def __call__(self) -> float:
        return START + 1.5 * DAY * self.games


def fill(folder: Path, count: int) -> list[tuple[str, str]]:
    """Store finished games; return the opponent and the result of each."""
    chance, clock = Random(3), Days()
    store = GameStore(folder, now=clock)
    lines = [paths(one) for one in named_openings()[:14]]
    made = []
    for clock.games in range(count):
        opponent = f"level:{chance.randint(1, 5)}"
        winner = chance.choice(["black", "white", None])
        reason = "resignation" if winner else "agreement"
        moves = chance.choice(lines)
        record = StoredGame(
            *("person", opponent, "english", Position.start().fen, {"kind": "none"}),
            ply=len(moves),
            moves=moves,
            ending={"winner": winner, "reason": reason},
            summary=Summary(BOARD, "black", winner, reason),
        )
        store.add(record)
        made.append((opponent, {"black": "won", "white": "lost", None: "drawn"}[winner]))
    store.close()
    return made


def number(made: list[tuple[str, str]], how: str, opponent: str | None = None) -> str:
    return str(sum(opponent in (None, one) and how == two for one, two in made))


def after(count: int, day: str = r"\d+ \w+ \d+", rating: str = r"\d+") -> str:
    """A pattern for the text about the rating after some games."""
    text = {"games": counted("game", count), "day": "DAY", "rating": "RATING"}
    said = re.escape(say("results.point", **text, low="RANGE", high="RANGE"))
    return said.replace("DAY", day).replace("RATING", rating).replace("RANGE", r"-?\d+")


def test_results_are_reached_read_and_walked_through(own_table: Table, own_server: Server) -> None:
    table, page = own_table, own_table.page
    page.goto("/results")
    expect(table.by("intro")).to_have_text(say("results.none"))
    expect(table.by("charts")).to_be_hidden()
    made = fill(own_server.data, COUNT)
    table.by("play").click()
    table.by("results").click()
    for how in HOW:
        expect(table.by(f"all-{how}").locator("strong")).to_have_text(number(made, how))
    rows = page.locator("#opponents tbody tr")
    expect(rows).to_have_count(5)
    expect(rows.nth(2)).to_contain_text(say("level.porch-player.name"))
    numbers = rows.nth(2).locator("td").all_inner_texts()[:3]
    assert numbers == [number(made, how, "level:3") for how in HOW]
    side = Words("classic").say("side.black")
    expect(page.locator("#sides tbody th").first).to_contain_text(f"{side}{counted('game', COUNT)}")
    shown = page.locator("#openings tbody tr").count()
    table.by("all-openings").click()
    expect(table.by("all-openings")).to_have_attribute("aria-expanded", "true")
    expect(table.by("all-openings")).to_be_focused()
    assert page.locator("#openings tbody tr").count() > shown

    library = "/api/library"  # a few games are added with every request
    wait_for(lambda: table.client.get(library).json()["collections"][0]["games"] == COUNT)
    first = page.locator("#openings tbody tr").first
    count = first.locator("td").nth(2).inner_text()
    first.locator("td a").last.click()  # the lost ones, in the library
    expect(table.by("count")).to_have_text(str(counted("game", int(count))))
    expect(table.by("search-result")).to_have_value("lost")
    expect(page.locator("#hits .hit-link").first).to_have_attribute(
        "href", re.compile("/analysis.game=")
    )
    page.go_back()

    slider, told = table.by("rating-slider"), page.locator("#rating .told")
    expect(told).to_be_visible()
    now = table.by("rating-now").inner_text()
    expect(slider).to_have_attribute("aria-valuetext", re.compile(after(COUNT, rating=now)))
    slider.focus()
    page.keyboard.press("Home")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(after(1, "29 Dec 2025")))
    expect(told).to_have_text(re.compile(after(1, "29 Dec 2025")))
    slider.hover(position={"x": 80, "y": 50})
    expect(told).to_have_text(re.compile("|".join(after(count) for count in range(2, 10))))
    page.locator("#time summary").click()
    expect(page.locator("#time tbody tr").last).to_contain_text(now)

    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wait_for(lambda: page.evaluate(FILLS), f"a chart as wide as its room in {width}")
        assert page.evaluate("document.documentElement.scrollWidth") == width
    page.set_viewport_size({"width": 1200, "height": 800})
    assert faults(page) == []
    bar_leads_to_its_games(table, made)


def bar_leads_to_its_games(table: Table, made: list[tuple[str, str]]) -> None:
    page = table.page
    page.locator("#opponents tbody tr").first.locator(".bar a").last.click()
    lost = int(number(made, "lost", "level:1"))
    cards = page.locator("#recent-list .card")
    expect(cards).to_have_count(lost)
    expect(table.by("filter-lost")).to_have_attribute("aria-pressed", "true")
    expect(table.by("filter-opponent")).to_have_value("level:1")
    table.by("filter-all").click()
    expect(page).to_have_url(re.compile(r"/\?opponent=level%3A1$"))
    expect(cards).to_have_count(sum(opponent == "level:1" for opponent, _ in made))
    table.by("filter-opponent").select_option("")
    expect(page).to_have_url(re.compile(r":\d+/$"))
    expect(cards).to_have_count(20)
    for level in ("hatchling", "sprout", "porch-player", "park-regular", "club-novice"):
        expect(cards.filter(has_text=say(f"level.{level}.name")).first).to_be_attached()
    page.go_back()
    expect(table.by("all-won").locator("strong")).to_have_text(number(made, "won"))
