"""The start page: every game can be found, and one click plays."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, expect
from serving import wait_for

from browser.conftest import Complaints, keep_preferences
from browser.helpers import begun, box_of, boxes_in, entered, is_within, stored, won
from browser.said import WHITE, said, sentence
from browser.table import Table


def shown(table: Table) -> list[str]:
    """The games in the list, from the top."""
    names: list[str] = table.page.locator("#recent-list .card").evaluate_all(
        "cards => cards.map((card) => card.dataset.game)"
    )
    return names


def scroll_to(table: Table, games: list[str]) -> None:
    """Scroll until these games are listed in this order, and go back up to the filters."""

    def scrolled() -> bool:
        if shown(table) == games:
            return True
        table.page.mouse.wheel(0, 2000)
        return False

    wait_for(scrolled, f"these {len(games)} games are listed")

    def is_up() -> bool:
        """Also after the wheel's last turn, which may still be on its way."""
        return bool(table.page.evaluate("[scrollY, scrollTo(0, 0)][0] === 0"))

    wait_for(lambda: is_up() and is_up())


def resigned(table: Table, **setup: object) -> str:
    """A game that was resigned at once; it is not opened."""
    game: str = table.begin(**setup)["id"]
    assert table.client.post(f"/api/games/{game}/resign", json={}).is_success
    return game


def test_all_games_are_reached_by_scrolling(own_table: Table, complaints: Complaints) -> None:
    table = own_table
    table.page.goto("/")
    expect(table.by("play")).to_be_visible()
    expect(table.by("opponent")).to_be_visible()
    expect(table.by("recent")).to_be_hidden()  # no list on the first visit
    over = [resigned(table) for _ in range(3)]
    alone = table.begin(white="level:1")["id"]
    people = [begun(table) for _ in range(41)][::-1]  # newest first
    every = [*people, alone, *over[::-1]]
    table.page.reload()
    cards = table.page.locator("#recent-list .card")
    expect(cards.first).to_be_visible()
    assert len(shown(table)) < len(people)  # the list loads in parts
    scroll_to(table, every)
    expect(table.by("more-games")).not_to_have_class("loading")

    table.by("filter-opponent").select_option(said("start.people"))
    expect(cards).to_have_count(20)
    table.by("filter-going").click()
    scroll_to(table, people)

    table.by("filter-all").click()
    expect(cards).to_have_count(20)
    gone = people[0]  # meanwhile; this hides no other game
    assert table.client.delete(f"/api/games/{gone}").status_code == 204
    scroll_to(table, [*people, *over[::-1]])

    goes_on_once_the_server_is_back(table, complaints)
    assert shown(table) == every[1:]


def goes_on_once_the_server_is_back(table: Table, complaints: Complaints) -> None:
    complaints.allow_lost_connections()
    tries: list[str] = []
    table.page.on("request", lambda one: tries.append(one.url) if "after=" in one.url else None)
    broken = "**/api/games?*after=*"
    table.page.route(broken, lambda route: route.abort())
    table.by("filter-opponent").select_option(index=0)
    cards = table.page.locator("#recent-list .card")
    expect(cards).to_have_count(20)
    table.page.mouse.wheel(0, 5000)
    expect(table.by("start-error")).to_be_visible()
    assert len(tries) < 30  # it does not retry endlessly
    table.page.unroute(broken)
    expect(cards).to_have_count(40)
    expect(table.by("start-error")).to_be_hidden()

    def scrolled() -> bool:
        table.page.mouse.wheel(0, 2000)
        return cards.count() > 40

    wait_for(scrolled)


@pytest.fixture
def filed(own_table: Table) -> dict[str, str]:
    """A game for each filter, by the filter's name."""
    client = own_table.client

    def act(game: str, what: str, **body: object) -> None:
        answer = client.post(f"/api/games/{game}/{what}", json=body)
        assert answer.status_code == 200, answer.text

    lost = resigned(own_table, white="level:3")
    drawn = own_table.begin()["id"]
    act(drawn, "draw", action="offer")
    act(drawn, "draw", action="accept")
    return {
        "won": won(own_table, "level:2")["id"],
        "lost": lost,
        "drawn": drawn,
        "going": own_table.begin(white="level:2")["id"],
    }


def test_filters_choose_games(own_table: Table, filed: dict[str, str]) -> None:
    own_table.page.goto("/")
    cards = own_table.page.locator("#recent-list .card")
    expect(cards).to_have_count(4)
    for name, game in filed.items():
        own_table.by(f"filter-{name}").click()
        expect(own_table.by(f"filter-{name}")).to_have_attribute("aria-pressed", "true")
        expect(cards).to_have_count(1)
        expect(cards).to_have_attribute("data-game", game)
        expect(cards).to_have_attribute("data-state", name)
        expect(own_table.by(f"filter-{name}")).to_be_focused()
    own_table.by("filter-all").click()
    expect(cards).to_have_count(4)
    goes_with_an_opponent(own_table, filed)
    stays_while_a_game_is_looked_at(own_table, filed["lost"])
    own_table.by("filter-all").click()
    follows_a_game_elsewhere(own_table, filed["going"])


def goes_with_an_opponent(table: Table, filed: dict[str, str]) -> None:
    cards = table.page.locator("#recent-list .card")
    select = table.by("filter-opponent")
    select.select_option("Sprout")
    expect(cards).to_have_count(2)
    assert set(shown(table)) == {filed["won"], filed["going"]}
    table.by("filter-won").click()
    expect(cards).to_have_count(1)
    expect(cards).to_have_attribute("data-game", filed["won"])
    expect(select).to_have_value("level:2")
    table.by("filter-lost").click()
    expect(table.by("no-games")).to_be_visible()
    expect(cards).to_have_count(0)
    select.select_option(said("start.people"))
    table.by("filter-all").click()
    expect(cards).to_have_count(1)
    expect(cards).to_have_attribute("data-game", filed["drawn"])
    select.select_option(index=0)
    expect(cards).to_have_count(4)


def stays_while_a_game_is_looked_at(table: Table, lost: str) -> None:
    """Check that a game that ends announces its result once."""
    table.by("filter-lost").click()
    cards = table.page.locator("#recent-list .card")
    expect(cards).to_have_count(1)
    cards.locator(".card-link").click()
    expect(table.by("result-title")).to_have_text(said("game.you-lost"))
    expect(table.by("turn")).to_be_hidden()
    table.page.go_back()
    expect(table.by("filter-lost")).to_have_attribute("aria-pressed", "true")
    expect(cards).to_have_count(1)
    expect(cards).to_have_attribute("data-game", lost)


def follows_a_game_elsewhere(table: Table, going: str) -> None:
    card = table.page.locator(f'[data-game="{going}"]')
    expect(card).to_contain_text(said("start.not-started"))
    card.get_by_role("link").first.focus()
    assert table.client.post(f"/api/games/{going}/resign", json={}).is_success
    table.page.evaluate("dispatchEvent(new Event('focus'))")  # back to this window
    expect(card).to_contain_text(sentence("outcome.reason.resignation.you"))
    expect(card.get_by_role("link").first).to_be_focused()


def test_card_of_a_game_that_leaves_a_filter_goes_with_the_focus_in_the_list(
    own_table: Table,
) -> None:
    first, second = begun(own_table), begun(own_table)
    own_table.page.goto("/")
    asked = re.compile(r"/api/games\?.*state=going")
    release = own_table.hold(asked)
    own_table.by("filter-going").click()
    card = own_table.page.locator(f'[data-game="{first}"]')
    stays = own_table.page.locator(f'[data-game="{second}"] a').first
    stays.focus()  # before the answer arrives
    with own_table.page.expect_response(asked):
        release()
    own_table.page.unroute(asked)
    expect(stays).to_be_focused()
    expect(card).to_be_visible()
    assert own_table.client.post(f"/api/games/{first}/resign", json={}).is_success
    own_table.page.evaluate("dispatchEvent(new Event('focus'))")
    expect(card).to_have_count(0)
    expect(stays).to_be_focused()


def test_two_wins_against_a_level_suggest_the_next(own_table: Table) -> None:
    won(own_table, "level:2")
    own_table.page.goto("/")
    expect(own_table.by("opponent")).to_contain_text("Sprout")
    expect(own_table.by("suggestion")).to_be_hidden()
    resigned(own_table, white="level:2")
    won(own_table, "level:2")
    own_table.page.reload()
    expect(own_table.page.locator("#recent-list .card")).to_have_count(3)
    expect(own_table.by("opponent")).to_be_visible()
    expect(own_table.by("suggestion")).to_be_hidden()  # there was a defeat in between
    won(own_table, "level:2")
    own_table.page.reload()
    expect(own_table.by("suggestion")).to_contain_text(
        said("start.suggestion", beaten="Sprout", next="Porch Player")
    )
    text = own_table.by("suggestion-text")
    for width in (768, 320):  # the button leaves enough space
        own_table.page.set_viewport_size({"width": width, "height": 800})
        assert box_of(text)["width"] > 140, width
    view = entered(own_table, own_table.by("suggestion-yes").click)
    assert view["players"]["white"]["opponent"] == "level:3"
    own_table.by("nav-games").click()
    expect(own_table.by("opponent")).to_contain_text("Porch Player")
    expect(own_table.by("suggestion")).to_be_hidden()
    wait_for(lambda: own_table.page.evaluate("true") and stored(own_table).get("last"))


def test_long_names_stay_in_their_cards(own_table: Table) -> None:
    start = {"kind": "fen", "fen": "B:W18:B14"}
    for black in ("level:7", "engine:seconds=60000"):  # a name at which no line can break
        own_table.open(black=black, white="level:11", start=start, pace=0)
        expect(own_table.by("result")).to_be_visible()
    won(own_table, "level:7")
    own_table.page.goto("/")
    cards = own_table.page.locator("#recent-list .card")
    expect(cards).to_have_count(3)
    expect(cards.nth(2)).to_contain_text(
        f"{sentence('game.won', player='Tournament Player')} "
        f"{sentence('outcome.reason.no-pieces', loser=WHITE)}"
    )
    for width, touched in ((320, False), (390, False), (1200, False), (1200, True)):
        own_table.page.set_viewport_size({"width": width, "height": 900})
        own_table.use_fingers(touched)
        check_cards(cards)
        assert own_table.page.evaluate("document.documentElement.scrollWidth") <= width
    own_table.use_fingers(False)


def check_cards(cards: Locator) -> None:
    for card in cards.all():
        named = (".tiny", ".card-words", ".badge", ".delete")
        whole, *boxes = boxes_in(card, *named, ".card-words > *")
        texts = boxes[len(named) :]
        del boxes[len(named) :]
        assert len(boxes) == len(named)
        assert all(is_within(box, whole) for box in boxes), card.inner_text()
        large = boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"]  # the board is above the text
        if boxes[2]["x"] + boxes[2]["width"] <= boxes[1]["x"]:
            del boxes[2]  # on a small phone the badge is in the board's corner
        for left, right in pairwise(boxes):
            assert large or left["x"] + left["width"] <= right["x"] + 0.5, card.inner_text()
        assert texts
        for text in texts:
            assert is_within(text, boxes[1]), card.inner_text()
            assert text["x"] + text["width"] <= boxes[-1]["x"] + 0.5, card.inner_text()


def test_page_fits_and_can_be_installed_and_play_is_not_what_was_watched(table: Table) -> None:
    watched = {"black": "level:4", "white": "level:5"}
    keep_preferences(table.client, last={"request": watched, "side": None, "coin": False})
    table.begin()
    table.page.goto("/")
    expect(table.by("opponent")).to_contain_text("Sprout")
    expect(table.by("install")).to_be_hidden()
    games_begin_above_the_fold(table)
    has_a_manifest(table)
    table.page.evaluate(
        """() => {
          const offer = new Event("beforeinstallprompt", { cancelable: true });
          offer.prompt = async () => { window.prompted = true; };
          dispatchEvent(offer);
        }"""
    )
    table.by("install").click()  # the browser's offer is passed on
    expect(table.by("install")).to_be_hidden()
    assert table.page.evaluate("prompted")
    view = entered(table, table.by("play").click)
    assert view["players"]["black"]["kind"] == "person"


def games_begin_above_the_fold(table: Table) -> None:
    card = table.page.locator("#recent-list .card").first
    for size in ((1440, 900), (1024, 600), (390, 844), (320, 640)):
        table.page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(card).to_be_visible()
        expect(table.by("opponent")).to_be_visible()
        assert box_of(card)["y"] < size[1], size
        assert table.page.evaluate("scrollY") == 0, size
        assert table.page.evaluate("document.documentElement.scrollWidth") <= size[0], size


def has_a_manifest(table: Table) -> None:
    address = table.page.locator('link[rel="manifest"]').get_attribute("href")
    assert address is not None
    answer = table.client.get(address)
    assert answer.status_code == 200
    assert "json" in answer.headers["content-type"]
    manifest = answer.json()
    assert (manifest["name"], manifest["start_url"]) == ("Crownhead", "/")
    assert manifest["display"] == "standalone"
    sizes = set()
    for icon in manifest["icons"]:
        picture = table.client.get(icon["src"])
        assert picture.status_code == 200, icon
        assert picture.headers["content-type"].split(";")[0] == icon["type"]
        if icon["type"] == "image/png":
            width = int.from_bytes(picture.content[16:20], "big")
            height = int.from_bytes(picture.content[20:24], "big")
            assert icon["sizes"] == f"{width}x{height}"
        sizes.add(icon["sizes"])
    assert {"192x192", "512x512"} <= sizes  # required by browsers
    for link in table.page.locator('link[rel~="icon"], link[rel="apple-touch-icon"]').all():
        assert table.client.get(link.get_attribute("href") or "").status_code == 200
