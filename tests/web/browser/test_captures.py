"""Captures: forced, in one click, by legs, skipped, optional; and crowning.

The two routes of the ambiguous capture, with Black's man on 2 at the top:

    .   2   .   .        2x9x18  jumps 6 and 14
      .   6   7   .      2x11x18 jumps 7 and 15
    9   .  11   .
      . 14  15   .
    .  18   .   .

The king's round trip in both directions, which passes the same squares in another order:

    9  10  11   .        10x17x26x19x10 jumps 14, 22, 23 and 15
     14  15  16   .      10x19x26x17x10 jumps 15, 23, 22 and 14
   17   .  19   .
     22  23   .   .
   25  26   .   .
"""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import expect
from serving import wait_for

from browser.conftest import NewPage, keep_preferences
from browser.said import BLACK, WHITE, cell, piece, plays, said, sentence
from browser.table import Table
from crownhead.messages import Listed

FORCED = "B:W18,30:B1,14"
TWO_WAYS = "B:W6,7,14,15:B2"
TWO_LEGS = "B:W6,14,30:B2"
ROUND_TRIP = "B:W14,15,22,23,32:BK10"


def test_forced_capture_is_marked_and_another_piece_says_why_it_may_not_move(table: Table) -> None:
    view = table.position(FORCED)
    expect(table.by("must")).to_be_visible()
    expect(table.page.locator(".marks .must")).to_have_count(1)
    expect(table.page.locator(".jumps .jump:not(.edge)")).to_have_count(1)
    must_capture = said("board.must-capture")
    expect(table.square(14)).to_have_attribute("aria-label", re.compile(must_capture))
    expect(table.square(1)).to_have_attribute("aria-label", cell(1, piece(BLACK)))
    assert view["choices"]["why_not"] == {"1": "must-capture"}
    table.click(1)
    why = sentence("refusal.must-capture", moves="14x23")
    expect(table.by("message")).to_have_text(why)
    expect(table.by("bubble")).to_have_text(why)
    expect(table.by("assertive")).to_contain_text(why)
    assert table.view()["ply"] == 0


def test_king_that_must_capture_has_its_square_marked(table: Table) -> None:
    """The mark is under the king's square, and disappears when the king is chosen."""
    table.position("B:W7,15,32:B1,K10")
    assert table.marked("must") == [10]
    expect(table.page.locator(".marks .must")).to_be_visible()
    table.click(10)
    expect(table.square(10)).to_have_attribute("aria-selected", "true")
    assert table.marked("must") == []
    assert table.marked("chosen") == [10]
    expect(table.page.locator(".ring")).to_have_count(2)


def test_unique_capture_takes_one_click(table: Table) -> None:
    table.position(TWO_LEGS)
    table.click(2)
    table.reaches(1)
    view = table.view()
    assert view["record"][0]["path"] == [2, 9, 18]
    assert table.shown == view["position"]["board"]


def test_ambiguous_capture_goes_leg_by_leg(table: Table) -> None:
    table.position(TWO_WAYS)
    for middle in (9, 11):
        table.click(2)
        expect(table.square(18)).to_have_attribute(
            "aria-label", re.compile(said("board.destination"))
        )
        for square in (9, 11):
            expect(table.square(square)).to_have_attribute(
                "aria-label", re.compile(said("board.on-the-way"))
            )
        table.click(18)
        expect(table.by("message")).to_have_text(said("play.ways", square=18, next=Listed((9, 11))))
        assert table.view()["ply"] == 0
        table.click(middle)
        table.reaches(1)
        assert table.view()["record"][0]["path"] == [2, middle, 18]
        assert table.shown == table.view()["position"]["board"], middle
        take_back(table)


def take_back(table: Table) -> None:
    """Undo from another tab."""
    assert table.client.post(f"/api/games/{table.id}/undo", json={}).is_success
    expect(table.board).to_have_attribute("data-ply", "0")
    expect(table.board).to_have_attribute("data-busy", "false")


LEFT_ROUND, RIGHT_ROUND = [10, 17, 26, 19, 10], [10, 19, 26, 17, 10]
SHORT = [10, 19, 26, 17]  # ended by Skip


def test_round_trip(table: Table) -> None:
    """All by clicks; keys and drags differ only in how a square is chosen."""
    for by, trips in (
        ("clicks", [("english", LEFT_ROUND), ("english", RIGHT_ROUND)]),
        ("clicks", [("regicide", RIGHT_ROUND), ("regicide", SHORT)]),
        ("keys", [("english", LEFT_ROUND), ("regicide", SHORT)]),
        ("drags", [("english", LEFT_ROUND), ("regicide", RIGHT_ROUND), ("regicide", SHORT)]),
    ):
        for preset, path in trips:
            view = table.position(ROUND_TRIP, rules={"preset": preset})
            if by == "keys":
                table.enter_board()
            ways = {"clicks": None, "keys": table.by_keys, "drags": table.by_drags(10)}
            table.play(path, view["choices"]["legal"], by=ways[by])
            table.reaches(1)
            view = table.view()
            case = (by, preset, path)
            assert view["record"][0]["path"] == path, case
            assert table.shown == table.drawn() == view["position"]["board"], case


def test_piece_that_can_come_back_is_chosen_without_a_word_about_it(table: Table) -> None:
    table.position(ROUND_TRIP)
    table.click(10)
    expect(table.square(10)).to_have_attribute("aria-selected", "true")
    expect(table.by("message")).to_have_text("")
    table.click(10)
    expect(table.by("message")).to_have_text(said("play.ways", square=10, next=Listed((17, 19))))


def test_capture_is_let_go_skipped_or_goes_on_where_the_rules_allow(table: Table) -> None:
    table.position(TWO_LEGS, rules={"preset": "regicide"})
    before, skip = table.shown, table.by("skip")
    table.click(2)
    expect(skip).to_be_hidden()
    table.click(9)
    expect(skip).to_be_visible()
    expect(table.by("message")).to_have_text(said("play.keep-jumping-or-stop", squares=18))
    assert table.view()["ply"] == 0
    table.click(9)  # where it stands
    expect(skip).to_be_hidden()
    expect(table.square(2)).to_have_attribute(
        "aria-label", cell(2, piece(BLACK), said("board.must-capture"))
    )
    assert table.view()["ply"] == 0
    table.click(2, 9)
    expect(skip).to_be_visible()
    table.page.keyboard.press("Escape")
    expect(skip).to_be_hidden()
    assert table.shown == before
    assert table.view()["ply"] == 0
    for by, path in (("button", [2, 9]), ("key", [2, 9]), ("click", [2, 9, 18])):
        table.click(2, 9)
        expect(skip).to_be_visible()
        if by == "button":
            skip.click()
        elif by == "key":
            table.page.keyboard.press("s")
        else:
            table.click(18)
        table.reaches(1)
        assert table.view()["record"][0]["path"] == path, by
        assert table.shown == table.view()["position"]["board"], by
        take_back(table)


def test_one_leg_a_turn(table: Table) -> None:
    table.position(TWO_LEGS, rules={"preset": "single-jump"})
    table.click(2)
    table.reaches(1)
    assert table.view()["record"][0]["path"] == [2, 9]
    assert table.view()["position"]["turn"] == "white"


def test_capture_is_optional_in_the_casual_game(table: Table) -> None:
    view = table.position(FORCED, rules={"preset": "casual"})
    assert not view["choices"]["must_capture"]
    expect(table.by("must")).to_be_hidden()
    expect(table.page.locator(".marks .must")).to_have_count(0)
    table.click(1, 6)
    table.reaches(1)
    assert table.view()["record"][0]["notation"] == "1-6"


def test_regicide_crowns_the_captor(table: Table) -> None:
    table.position("B:WK18,30:B14", rules={"preset": "regicide"})
    table.click(14)
    table.reaches(1)
    assert table.shown == table.view()["position"]["board"]
    assert table.shown[23 - 1] == "B"
    expect(table.by("message")).to_have_text(plays(BLACK, "14x23", 18, crowned=True))
    expect(table.square(23)).to_have_attribute("aria-label", re.compile(piece(BLACK, "king")))


def test_crowning_is_shown_and_announced(table: Table) -> None:
    table.position("B:W5:B25")
    kings = table.page.locator('.pieces use[href="#king"]')
    expect(kings).to_have_count(0)
    table.click(25, 30)
    table.reaches(1)
    expect(kings).to_have_count(1)
    expect(table.by("message")).to_have_text(plays(BLACK, "25-30", crowned=True))
    expect(table.by("polite")).to_contain_text(said("game.crowned"))
    expect(table.by("player-bottom")).to_contain_text("1 king")


def test_computer_s_crowning_is_announced(table: Table) -> None:
    table.position("B:W5:B12", white="greedy")
    table.click(12, 16)
    table.reaches(2, turn="black")
    expect(table.by("message")).to_have_text(plays(WHITE, "5-1", crowned=True))
    expect(table.by("polite")).to_contain_text(said("game.crowned"))


@pytest.mark.parametrize(
    ("fen", "clicks", "ply"),
    [("B:W5:B25", (25, 30), 0), ("B:W5:B12", (12, 16), 1)],
    ids=["own", "computer"],
)
def test_crowning_is_told_only_after_it_is_seen(
    new_page: NewPage, client: httpx.Client, fen: str, clicks: tuple[int, ...], ply: int
) -> None:
    """But not while the man is still moving. The page's clock is simulated, so the test does not wait."""
    table = Table(new_page(reduced_motion="no-preference", timed=True), client)
    table.position(fen, white="greedy")
    table.stop_time()
    table.click(*clicks)
    kings = table.page.locator('.pieces use[href="#king"]')
    told = table.page.locator("#polite, #message").filter(has_text=said("game.crowned"))
    table.advance_until(lambda: table.is_moving and table.shown_ply == ply)
    expect(kings).to_have_count(0)
    expect(told).to_have_count(0)
    table.advance_until(lambda: table.shown_ply == ply + 1)
    expect(kings).to_have_count(1)
    expect(told).not_to_have_count(0)


def test_capture_that_was_begun_is_not_made_when_the_game_ends(table: Table) -> None:
    view = table.position("B:W6,14,15,28,32:B1,12,K3", white="level:8")
    table.click(1, 10)
    wait_for(lambda: table.drawn() != view["position"]["board"])
    table.client.post(f"/api/games/{table.id}/resign", json={"side": "black"})
    expect(table.by("end")).to_be_visible()
    assert table.drawn() == view["position"]["board"]


def test_computer_s_capture_is_shown_leg_by_leg(new_page: NewPage, client: httpx.Client) -> None:
    """The jumped pieces disappear one by one, and the message names them all."""
    page = new_page(reduced_motion="no-preference")
    keep_preferences(client, sound=False, leg=250)
    table = Table(page, client)
    table.position("B:W25,29:B4,14,22", white="greedy")  # after 4-8 White must jump 25x18x9
    page.evaluate(
        """() => {
          window.boards = [];
          const seen = () => boards.push(document.querySelectorAll(".pieces .jumped").length);
          const watched = { subtree: true, childList: true, attributes: true };
          new MutationObserver(seen).observe(document.querySelector(".pieces"), watched);
        }"""
    )
    table.click(4, 8)
    table.reaches(2, turn="black")
    assert table.view()["record"][1]["path"] == [25, 18, 9]
    assert table.shown == table.view()["position"]["board"]
    numbers = page.evaluate("boards.filter((count, at) => count !== boards[at - 1])")
    assert [one for one in numbers if one] == [1, 2]
    expect(table.by("message")).to_have_text(plays(WHITE, "25x18x9", 22, 14))
