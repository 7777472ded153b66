"""The start page: every game can be found, and one click plays."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, expect
from serving import wait_for

from browser.conftest import Complaints, keep_preferences
from browser.helpers import begun, box_of, boxes_in, entered, is_within, stored, won
from browser.table import Table

MANY = 45


def shown(table: Table) -> list[str]:
    """The games of the list, from its beginning."""
    names: list[str] = table.page.locator("#recent-list .card").evaluate_all(
        "cards => cards.map((card) => card.dataset.game)"
    )
    return names


def test_all_games_are_reached_by_scrolling(own_table: Table) -> None:
    made = [begun(own_table) for _ in range(MANY)]
    own_table.page.goto("/")
    cards = own_table.page.locator("#recent-list .card")
    expect(cards.first).to_be_visible()
    assert len(shown(own_table)) < MANY  # not everything at once

    def scrolled() -> bool:
        own_table.page.mouse.wheel(0, 2000)
        return len(shown(own_table)) >= MANY

    wait_for(scrolled)
    listed = shown(own_table)
    assert Counter(listed) == Counter(made)
    assert listed == made[::-1]  # newest first
    expect(own_table.by("more-games")).not_to_have_class("loading")


def test_a_game_deleted_meanwhile_does_not_hide_another(own_table: Table) -> None:
    made = [begun(own_table) for _ in range(MANY)]
    own_table.page.goto("/")
    expect(own_table.page.locator("#recent-list .card").first).to_be_visible()
    gone = made.pop()
    assert own_table.client.delete(f"/api/games/{gone}").status_code == 204

    def scrolled() -> bool:
        own_table.page.mouse.wheel(0, 2000)
        return len(shown(own_table)) >= MANY

    wait_for(scrolled)
    assert [one for one in shown(own_table) if one != gone] == made[::-1]


@pytest.fixture
def filed(own_table: Table) -> dict[str, str]:
    """A game of each kind, by the name of its filter."""
    client = own_table.client

    def act(game: str, what: str, **body: object) -> None:
        answer = client.post(f"/api/games/{game}/{what}", json=body)
        assert answer.status_code == 200, answer.text

    lost = own_table.begin(white="level:3")["id"]
    act(lost, "resign")
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


def test_filters_by_opponent_go_with_the_others(own_table: Table, filed: dict[str, str]) -> None:
    own_table.page.goto("/")
    cards = own_table.page.locator("#recent-list .card")
    select = own_table.by("filter-opponent")
    select.select_option("Sprout")
    expect(cards).to_have_count(2)
    assert set(shown(own_table)) == {filed["won"], filed["going"]}
    own_table.by("filter-won").click()
    expect(cards).to_have_count(1)
    expect(cards).to_have_attribute("data-game", filed["won"])
    expect(select).to_have_value("level:2")
    own_table.by("filter-lost").click()
    expect(own_table.by("no-games")).to_be_visible()
    expect(cards).to_have_count(0)
    select.select_option("Two people")
    own_table.by("filter-all").click()
    expect(cards).to_have_count(1)
    expect(cards).to_have_attribute("data-game", filed["drawn"])


def test_filter_stays_while_a_game_is_looked_at(own_table: Table, filed: dict[str, str]) -> None:
    own_table.page.goto("/")
    own_table.by("filter-lost").click()
    cards = own_table.page.locator("#recent-list .card")
    expect(cards).to_have_count(1)
    entered(own_table, cards.locator(".card-link").click)
    own_table.page.go_back()
    expect(own_table.by("filter-lost")).to_have_attribute("aria-pressed", "true")
    expect(cards).to_have_count(1)
    expect(cards).to_have_attribute("data-game", filed["lost"])


def test_all_games_of_a_filter_are_reached_by_scrolling(own_table: Table) -> None:
    people = [begun(own_table) for _ in range(25)]
    for _ in range(5):
        begun(own_table, white="level:1")
    own_table.page.goto("/")
    own_table.by("filter-opponent").select_option("Two people")
    own_table.by("filter-going").click()

    def scrolled() -> bool:
        own_table.page.mouse.wheel(0, 2000)
        return shown(own_table) == people[::-1]

    wait_for(scrolled)


@pytest.mark.parametrize("size", [(1440, 900), (1024, 600), (390, 844), (320, 640)], ids=str)
def test_games_begin_above_the_fold(table: Table, size: tuple[int, int]) -> None:
    table.page.set_viewport_size({"width": size[0], "height": size[1]})
    table.begin()
    table.page.goto("/")
    card = table.page.locator("#recent-list .card").first
    expect(card).to_be_visible()
    expect(table.by("opponent")).to_be_visible()
    assert box_of(card)["y"] < size[1]
    assert table.page.evaluate("scrollY") == 0
    assert table.page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_two_wins_against_a_level_suggest_the_next(own_table: Table) -> None:
    won(own_table, "level:2")
    own_table.page.goto("/")
    expect(own_table.by("opponent")).to_contain_text("Sprout")
    expect(own_table.by("suggestion")).to_be_hidden()
    won(own_table, "level:2")
    own_table.page.reload()
    expect(own_table.by("suggestion")).to_contain_text(
        "You beat Sprout twice in a row. Ready for Porch Player?"
    )
    text = own_table.by("suggestion-text")
    for width in (768, 320):  # the button leaves it room
        own_table.page.set_viewport_size({"width": width, "height": 800})
        assert box_of(text)["width"] > 140, width
    view = entered(own_table, own_table.by("suggestion-yes").click)
    assert view["players"]["white"]["opponent"] == "level:3"
    own_table.by("home").click()
    expect(own_table.by("opponent")).to_contain_text("Porch Player")
    expect(own_table.by("suggestion")).to_be_hidden()
    wait_for(lambda: own_table.page.evaluate("true") and stored(own_table).get("last"))


def test_a_defeat_in_between_suggests_nothing(own_table: Table) -> None:
    won(own_table, "level:2")
    game = own_table.begin(white="level:2")["id"]
    assert own_table.client.post(f"/api/games/{game}/resign", json={}).status_code == 200
    won(own_table, "level:2")
    own_table.page.goto("/")
    expect(own_table.page.locator("#recent-list .card")).to_have_count(3)
    expect(own_table.by("opponent")).to_be_visible()
    expect(own_table.by("suggestion")).to_be_hidden()


def test_first_visit_has_no_list(own_table: Table) -> None:
    own_table.page.goto("/")
    expect(own_table.by("play")).to_be_visible()
    expect(own_table.by("opponent")).to_be_visible()
    expect(own_table.by("recent")).to_be_hidden()


def test_long_names_stay_in_their_cards(own_table: Table) -> None:
    start = {"kind": "fen", "fen": "B:W18:B14"}
    for black in ("level:7", "engine:seconds=60000"):  # one that no line can end in
        own_table.open(black=black, white="level:11", start=start, pace=0)
        expect(own_table.by("result")).to_be_visible()
    won(own_table, "level:7")
    own_table.page.goto("/")
    cards = own_table.page.locator("#recent-list .card")
    expect(cards).to_have_count(3)
    expect(cards.nth(2)).to_contain_text("Tournament Player won. White has no pieces left.")
    for width in (320, 390, 1200):
        own_table.page.set_viewport_size({"width": width, "height": 900})
        check_cards(cards)
        assert own_table.page.evaluate("document.documentElement.scrollWidth") <= width


def check_cards(cards: Locator) -> None:
    for card in cards.all():
        named = (".tiny", ".card-words", ".badge", ".delete")
        whole, *boxes = boxes_in(card, *named, ".card-words > *")
        texts = boxes[len(named) :]
        del boxes[len(named) :]
        assert len(boxes) == len(named)
        assert all(is_within(box, whole) for box in boxes), card.inner_text()
        large = boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"]  # the board is above the words
        if boxes[2]["x"] + boxes[2]["width"] <= boxes[1]["x"]:
            del boxes[2]  # on a small phone the badge is in the board's corner
        for left, right in pairwise(boxes):
            assert large or left["x"] + left["width"] <= right["x"] + 0.5, card.inner_text()
        assert texts
        for text in texts:
            assert is_within(text, boxes[1]), card.inner_text()
            assert text["x"] + text["width"] <= boxes[-1]["x"] + 0.5, card.inner_text()


def test_page_can_be_installed(table: Table) -> None:
    table.page.goto("/")
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
    assert {"192x192", "512x512"} <= sizes  # what browsers ask for
    for link in table.page.locator('link[rel~="icon"], link[rel="apple-touch-icon"]').all():
        assert table.client.get(link.get_attribute("href") or "").status_code == 200


def test_browser_s_offer_to_install_is_passed_on(table: Table) -> None:
    table.page.goto("/")
    expect(table.by("play")).to_be_visible()
    expect(table.by("install")).to_be_hidden()
    table.page.evaluate(
        """() => {
          const offer = new Event("beforeinstallprompt", { cancelable: true });
          offer.prompt = async () => { window.prompted = true; };
          dispatchEvent(offer);
        }"""
    )
    table.by("install").click()
    expect(table.by("install")).to_be_hidden()
    assert table.page.evaluate("prompted")


def test_list_goes_on_once_the_server_is_back(own_table: Table, complaints: Complaints) -> None:
    complaints.allow_lost_connections()
    made = [begun(own_table) for _ in range(25)]
    tries: list[str] = []
    own_table.page.on("request", lambda one: tries.append(one.url) if "after=" in one.url else None)
    broken = "**/api/games?*after=*"
    own_table.page.route(broken, lambda route: route.abort())
    own_table.page.goto("/")
    expect(own_table.page.locator("#recent-list .card")).to_have_count(20)
    own_table.page.mouse.wheel(0, 5000)
    expect(own_table.by("start-error")).to_be_visible()
    assert len(tries) < 30  # it does not ask again and again
    own_table.page.unroute(broken)
    expect(own_table.page.locator("#recent-list .card")).to_have_count(25)
    assert shown(own_table) == made[::-1]
    expect(own_table.by("start-error")).to_be_hidden()


def test_play_is_not_what_was_watched(table: Table) -> None:
    watched = {"black": "level:4", "white": "level:5"}
    keep_preferences(table.client, last={"request": watched, "side": None, "coin": False})
    table.page.goto("/")
    expect(table.by("opponent")).to_contain_text("Sprout")
    view = entered(table, table.by("play").click)
    assert view["players"]["black"]["kind"] == "person"


def test_cards_follow_games_that_go_on_elsewhere(own_table: Table) -> None:
    game = own_table.begin(black="person", white="level:1")
    own_table.page.goto("/")
    card = own_table.page.locator(f'[data-game="{game["id"]}"]')
    expect(card).to_contain_text("Not started yet")
    card.get_by_role("link").first.focus()
    assert own_table.client.post(f"/api/games/{game['id']}/resign", json={}).is_success
    own_table.page.evaluate("dispatchEvent(new Event('focus'))")  # one comes back to this window
    expect(card).to_contain_text("You resigned.")
    expect(card.get_by_role("link").first).to_be_focused()


def test_card_of_a_game_that_leaves_a_filter_goes_with_the_focus_in_the_list(
    own_table: Table,
) -> None:
    games = []
    for _ in range(2):
        games.append(own_table.begin())
        move = {"ply": 0, "text": "11-15"}  # what nobody has moved in is not kept
        own_table.client.post(f"/api/games/{games[-1]['id']}/moves", json=move)
    first, second = games
    own_table.page.goto("/")
    asked = re.compile(r"/api/games\?.*state=going")
    release = own_table.hold(asked)
    own_table.by("filter-going").click()
    card = own_table.page.locator(f'[data-game="{first["id"]}"]')
    stays = own_table.page.locator(f'[data-game="{second["id"]}"] a').first
    stays.focus()  # before the answer is there
    with own_table.page.expect_response(asked):
        release()
    own_table.page.unroute(asked)
    expect(stays).to_be_focused()
    expect(card).to_be_visible()
    assert own_table.client.post(f"/api/games/{first['id']}/resign", json={}).is_success
    own_table.page.evaluate("dispatchEvent(new Event('focus'))")
    expect(card).to_have_count(0)
    expect(stays).to_be_focused()


def test_finished_game_from_the_list_tells_its_result_once(own_table: Table) -> None:
    game = own_table.begin(white="level:1")
    assert own_table.client.post(f"/api/games/{game['id']}/resign", json={}).is_success
    own_table.page.goto("/")
    own_table.forget_files()
    release = own_table.hold("**/over.js*")
    own_table.page.locator(f'[data-game="{game["id"]}"] a').first.click()
    expect(own_table.by("turn-text")).to_have_text("You lost")
    release()
    expect(own_table.by("result-title")).to_be_visible()
    expect(own_table.by("turn")).to_be_hidden()
