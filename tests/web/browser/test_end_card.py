"""The card at the end of a game: the result, the score, and what comes next."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from serving import wait_for

from browser.helpers import box_of, entered, is_within, stored
from browser.said import BLACK, WHITE, said
from browser.table import Table, View
from crownhead.messages import Message

ONE_MOVE = "B:W18:B14"
YOU = Message("game.you")


def score(one: Message, points: str, others: str, other: str | Message) -> str:
    """The score of a series of games."""
    return said("play.score", one=one, points=points, others=others, other=other)


def next_game(table: Table, button: str) -> View:
    """Begin another game with a button, and wait for it."""
    view = entered(table, table.by(button).click)
    if view["to_move"] == "person":  # a computer may have moved already
        table.shows(view)
    return view


def test_next_level_is_offered_and_begins(table: Table) -> None:
    clock = {"kind": "game", "seconds": 600, "increment": 2}
    first = table.position(ONE_MOVE, white="level:2", rules={"preset": "casual"}, clock=clock)
    table.click(14, 23)  # captures are optional
    expect(table.by("end-title")).to_have_text(said("game.you-won"))
    expect(table.by("next-level")).to_have_text(said("play.next-level", level="Porch Player"))
    view = next_game(table, "next-level")
    assert view["players"]["white"]["opponent"] == "level:3"
    assert view["players"]["black"]["kind"] == "person"
    assert view["rules"] == first["rules"]
    assert (view["clock"]["seconds"], view["clock"]["increment"]) == (600, 2)
    assert view["ply"] == 0
    expect(table.by("end")).to_be_hidden()
    expect(table.by("message")).to_have_text(said("play.new-game-against", player="Porch Player"))
    table.client.patch(f"/api/games/{table.id}", json={"white": "level:7"})
    expect(table.by("player-top")).to_contain_text("Tournament Player")
    expect(table.by("message")).to_have_text("")  # it is no longer true
    wait_for(lambda: table.page.evaluate("true") and stored(table).get("last"))
    table.by("home").click()
    expect(table.by("opponent")).to_contain_text("Porch Player")  # the last opponent


def test_there_is_no_level_above_the_last_nor_beside_the_ladder(table: Table) -> None:
    for opponent in ("level:11", "random:seed=3", "person"):
        table.position(ONE_MOVE, white=opponent)
        table.click(14)
        expect(table.by("end"), opponent).to_be_visible()
        expect(table.by("next-level"), opponent).to_be_hidden()
    table.leave()
    table.open(white="level:2")
    resign(table)
    expect(table.by("end-title")).to_have_text(said("game.you-lost"))
    expect(table.by("rematch")).to_be_visible()
    expect(table.by("next-level")).to_be_hidden()
    expect(table.by("end")).to_be_visible()
    for part in ("end", "result"):  # without moves there is nothing to review
        expect(table.by(f"{part}-review")).to_be_hidden()


def resign(table: Table, side: str = "black") -> None:
    """Resign from another tab."""
    answer = table.client.post(f"/api/games/{table.id}/resign", json={"side": side})
    assert answer.is_success, answer.text


def test_tap_that_was_meant_for_the_board_chooses_nothing(timed: Table) -> None:
    table = timed
    table.position(ONE_MOVE, white="level:2")
    table.stop_time()
    table.click(14)
    table.advance_until(table.by("end").is_visible)
    middle = box_of(table.by("rematch"))
    table.page.mouse.click(middle["x"] + 20, middle["y"] + 10)
    expect(table.by("end")).to_have_css("pointer-events", "none")
    table.page.clock.run_for(400)
    expect(table.by("end")).to_have_css("pointer-events", "auto")
    view = next_game(table, "rematch")
    assert view["match"]["games"] == 1


def test_ring_is_round_the_winner_also_after_a_resignation_was_taken_back(table: Table) -> None:
    table.position("B:W18:B15", white="level:1")
    resign(table)
    faces = table.page.locator("#end-faces .winner")
    expect(faces).to_have_count(1)
    expect(faces).not_to_have_class(re.compile("end-token"))
    first = faces.get_attribute("src")
    table.by("end-close").click()
    table.by("undo").click()
    expect(table.by("result")).to_be_hidden()
    table.client.patch(f"/api/games/{table.id}", json={"white": "level:9"})
    expect(table.by("player-top")).to_contain_text("Master")
    resign(table)
    expect(table.by("end")).to_be_visible()
    assert faces.get_attribute("src") not in (first, None)  # the face of the present opponent
    table.by("end-close").click()
    table.by("undo").click()
    expect(table.by("result")).to_be_hidden()
    table.click(15)
    expect(table.by("end-title")).to_have_text(said("game.you-won"))
    expect(faces).to_have_class(re.compile("end-token"))  # a person has a piece as a face


def test_rematch_shows_the_score_and_the_result_stays(table: Table) -> None:
    table.position(ONE_MOVE, white="level:2")
    table.click(14)
    expect(table.by("end")).to_be_visible()
    assert is_within(box_of(table.page.locator(".end-card")), box_of(table.page.locator(".frame")))
    expect(table.by("end-score")).to_be_hidden()  # one game is not a series
    next_game(table, "rematch")
    table.click(14)
    expect(table.by("end-score")).to_have_text(score(YOU, "2", "0", "Sprout"))
    table.page.keyboard.press("Escape")
    expect(table.by("end")).to_be_hidden()
    expect(table.by("result-title")).to_have_text(said("game.you-won"))
    table.page.reload()
    expect(table.by("result-title")).to_be_visible()
    expect(table.by("end")).to_be_hidden()  # it has been seen
    expect(table.by("result-new")).to_be_visible()
    expect(table.by("result-swap")).to_be_visible()
    expect(table.by("resign")).to_be_hidden()
    view = next_game(table, "result-rematch")
    assert view["players"]["white"]["opponent"] == "level:2"
    table.by("resign").click()
    table.by("confirm-resign").click()
    expect(table.by("end-score")).to_have_text(score(YOU, "2", "1", "Sprout"))
    expect(table.by("end-score")).to_be_visible()
    table.by("end-new").click()
    expect(table.by("setup-dialog")).to_be_visible()


def test_score_follows_the_players_to_their_other_sides(table: Table) -> None:
    table.open(white="level:2")
    resign(table)
    view = next_game(table, "swap-sides")
    assert view["players"]["white"]["kind"] == "person"
    resign(table, "white")
    expect(table.by("end-score")).to_have_text(score(YOU, "0", "2", "Sprout"))


def test_drawn_game_is_half_a_point_each(table: Table) -> None:
    table.open()
    table.by("offer-draw").click()
    table.by("accept").click()
    expect(table.by("end-title")).to_have_text(said("game.drawn"))
    next_game(table, "rematch")
    resign(table)
    expect(table.by("end-score")).to_have_text(score(BLACK, "½", "1½", WHITE))
