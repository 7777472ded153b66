"""Actions in a game besides moving."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from serving import wait_for

from browser.conftest import Complaints
from browser.helpers import box_of, caught_up, entered, moved, page_height
from browser.said import BLACK, WHITE, not_yours, said, sentence, sentences
from browser.table import Table
from saying import pattern

HINT = re.compile(pattern("hint.try"))
GO_ON = re.compile(pattern("play.keep-jumping"))

FEW = "B:W31:B1"  # in which a hint is found at once
LOST = "B:W28,31:B4,5"  # in which White declines a draw, and sees it at once


def test_undo_and_redo_between_two_people(table: Table) -> None:
    view = table.open()
    expect(table.by("undo")).to_be_disabled()
    expect(table.by("redo")).to_be_disabled()
    moved(table, "11-15", "22-18")
    after = table.shown
    table.by("undo").click()
    expect(table.board).to_have_attribute("data-ply", "1")
    table.by("undo").click()
    table.shows({**view, "ply": 0})
    expect(table.by("undo")).to_be_disabled()
    expect(table.page.locator(".move.undone")).to_have_count(2)
    table.by("redo").click()
    expect(table.board).to_have_attribute("data-ply", "1")
    table.by("redo").click()
    table.shows({"position": {"board": after}, "ply": 2})
    expect(table.by("redo")).to_be_disabled()
    release = table.hold("**/undo")
    table.by("undo").click()
    table.by("undo").click()  # the first is not answered yet
    release()
    release()
    table.shows({**view, "ply": 0})
    table.page.unroute_all()
    table.page.keyboard.press("r")
    expect(table.board).to_have_attribute("data-ply", "1")
    table.page.keyboard.press("u")
    expect(table.board).to_have_attribute("data-ply", "0")


def test_undo_against_the_computer_goes_back_to_the_person_s_turn(table: Table) -> None:
    view = table.open(white="random:seed=3")
    table.click(11, 15)
    table.reaches(2, turn="black")
    table.by("undo").click()
    table.shows({**view, "ply": 0})
    expect(table.by("turn-text")).to_have_text(said("game.your-turn"))
    release = table.hold("**/moves")
    table.click(9, 13)
    table.page.keyboard.press("u")  # the move is not there yet
    release()
    wait_for(lambda: not table.view()["ply"] and table.view()["can_redo"])
    table.shows({**view, "ply": 0})
    expect(table.by("message")).not_to_have_class(re.compile("refusal"))
    table.page.unroute_all()
    table.click(9, 13)
    table.reaches(2, turn="black")
    assert table.view()["record"][0]["notation"] == "9-13"


def test_hint_is_given_for_the_position_that_it_was_asked_for(
    table: Table, complaints: Complaints
) -> None:
    table.position(FEW, white="random:seed=3")
    arrow, message = table.page.locator("#board .arrow"), table.by("message")
    table.by("hint").click()
    expect(arrow).to_have_count(1)
    expect(message).to_have_text(HINT)
    table.click(1, 6)
    table.reaches(2, turn="black")
    expect(arrow).to_have_count(0)

    release = table.hold("**/hint")
    table.by("hint").click()
    expect(message).to_have_text(said("play.seeking"))
    table.by("undo").click()
    expect(table.board).to_have_attribute("data-ply", "0")
    table.click(1, 5)
    table.reaches(2, turn="black")  # the same number of moves, but different ones
    with table.page.expect_response("**/hint"):
        release()
    expect(table.by("hint")).to_have_attribute("aria-disabled", "false")  # it is over
    expect(message).to_contain_text(said("game.moved", side=WHITE, move="").rstrip(" ."))
    expect(arrow).to_have_count(0)

    table.by("hint").click()
    answer = table.hold("**/moves")
    table.click(5, 9)
    with table.page.expect_response("**/hint"):
        release()
    expect(table.by("hint")).not_to_have_class("working")
    expect(message).not_to_contain_text(HINT)
    answer()
    table.reaches(4, turn="black")
    expect(message).to_contain_text(said("game.moved", side=WHITE, move="").rstrip(" ."))

    complaints.allow("status of 422")
    table.position(FEW, white="random:seed=3")
    table.by("hint").click()
    expect(message).to_have_text(said("play.seeking"))
    table.client.post(f"/api/games/{table.id}/resign", json={"side": "black"})
    expect(table.by("end")).to_be_visible()
    with table.page.expect_response("**/hint"):
        release()
    table.by("end-close").click()
    expect(table.by("hint")).not_to_have_class("working")
    expect(message).to_have_text("")
    expect(table.by("polite")).not_to_contain_text(HINT)


def test_hint_in_the_middle_of_a_jump_puts_the_piece_back(table: Table) -> None:
    table.position("B:W6,14,15,32:B1")
    table.click(1, 10)
    expect(table.by("message")).to_contain_text(GO_ON)
    table.by("hint").click()
    expect(table.by("message")).to_contain_text(HINT)
    expect(table.page.locator("#board .arrow")).to_have_count(1)
    wait_for(lambda: table.drawn() == table.shown)
    assert table.marked("chosen") == []
    table.click(1, 10)
    expect(table.by("message")).to_contain_text(GO_ON)
    table.client.patch(f"/api/games/{table.id}", json={"black": "level:1"})
    expect(table.by("message")).not_to_contain_text(GO_ON)  # nor with the seat
    wait_for(lambda: table.drawn() == table.shown)


def test_another_hint_takes_the_first_one_away(table: Table) -> None:
    table.position(FEW, white="random:seed=3")
    table.by("hint").click()
    arrow = table.page.locator("#board .arrow")
    expect(arrow).to_have_count(1)
    release = table.hold("**/hint")
    table.by("hint").click()
    expect(table.by("message")).to_have_text(said("play.seeking"))
    expect(arrow).to_have_count(0)
    table.click(1)  # is something else to do
    expect(table.by("message")).to_have_text("")
    release()
    expect(arrow).to_have_count(1)
    table.click(21)
    expect(table.by("message")).to_contain_text(re.compile(pattern("play.cannot-reach", to=21)))
    expect(arrow).to_have_count(0)  # it is shown with its text, or not at all
    table.click(1)
    expect(table.by("message")).to_contain_text(HINT)
    expect(arrow).to_have_count(1)
    table.client.patch(f"/api/games/{table.id}", json={"white": "person"})
    expect(table.by("player-top")).not_to_contain_text("Random")
    expect(table.by("message")).to_have_text("")
    expect(arrow).to_have_count(0)  # it disappears with its text


def test_flip_turns_the_board(table: Table) -> None:
    table.open()
    expect(table.board).to_have_attribute("data-flipped", "true")
    first, last = table.point(1), table.point(32)
    table.menu("flip")
    expect(table.board).to_have_attribute("data-flipped", "false")
    assert table.point(32) == pytest.approx(first)
    assert table.point(1) == pytest.approx(last)
    table.click(11, 15)  # Black is at the top now
    table.reaches(1)
    table.page.reload()
    expect(table.board).to_have_attribute("data-flipped", "false")


def test_person_sits_at_the_bottom_with_either_colour(table: Table) -> None:
    table.open(black="random:seed=3", white="person")
    table.reaches(1, turn="white")
    expect(table.board).to_have_attribute("data-flipped", "false")
    expect(table.by("player-bottom")).to_contain_text(said("game.you"))
    expect(table.by("turn-text")).to_have_text(said("game.your-turn"))


# The spare pixels of a select beyond its longest choice.
_ROOM = """(select) => {
  const copy = select.parentNode.appendChild(select.cloneNode(true));
  Object.assign(copy.style, { position: "absolute", width: "max-content" });
  const room = select.offsetWidth - copy.offsetWidth;
  copy.remove();
  return room;
}"""


def test_resigning_asks_first_and_can_be_taken_back(table: Table) -> None:
    table.page.set_viewport_size({"width": 1280, "height": 800})
    table.open(white="random:seed=3")
    table.click(11, 15)
    table.reaches(2, turn="black")
    assert table.client.patch(f"/api/games/{table.id}", json={"white": "level:7"}).is_success
    before = table.view()
    table.by("resign").click()
    table.by("confirm-no").click()
    expect(table.by("confirm-dialog")).to_be_hidden()
    assert table.view()["outcome"] is None
    table.by("resign").click()
    expect(table.by("confirm-dialog")).to_be_visible()
    table.client.post(f"/api/games/{table.id}/resign", json={"side": "black"})
    expect(table.by("result-title")).to_have_text(said("game.you-lost"))
    expect(table.by("confirm-dialog")).to_be_hidden()
    table.by("undo").click()
    expect(table.by("result")).to_be_hidden()
    table.by("resign").click()
    table.by("confirm-resign").click()
    expect(table.by("result")).to_be_visible()
    for part in ("end", "result"):
        expect(table.by(f"{part}-title")).to_have_text(said("game.you-lost"))
    expect(table.by("end")).to_be_visible()
    expect(table.by("result-reason")).to_have_text(sentence("outcome.reason.resignation.you"))
    assert table.view()["outcome"]["reason"] == "resignation"
    expect(table.by("resign")).to_be_disabled()
    expect(table.by("move-input")).to_be_hidden()
    nothing_is_cut_off(table)
    take_back_a_resignation(table)
    table.shows(before)
    assert table.view()["record"] == before["record"]
    table.by("undo").click()  # and now a move
    expect(table.board).to_have_attribute("data-ply", "0")
    table.menu("seats-open")
    for name in ("level-select", "player-select"):
        assert table.by(name).evaluate(_ROOM) >= 0


def nothing_is_cut_off(table: Table) -> None:
    """Check the panel and the card of a finished game in this window."""
    expect(table.by("rematch")).to_be_visible()
    pairs = (("rematch",), ("swap-sides", "end-new"))
    for row in pairs:
        boxes = [box_of(table.by(name)) for name in row]
        assert len({(box["y"], box["height"]) for box in boxes}) == 1, boxes
    for name in ("status", "end"):
        hidden = table.by(name).evaluate("node => node.scrollHeight - node.clientHeight")
        assert hidden <= 0, f"{hidden} pixels of {name} are hidden"
    assert page_height(table) <= 800


def take_back_a_resignation(table: Table) -> None:
    table.by("undo").focus()
    table.page.keyboard.press("Enter")
    expect(table.by("result")).to_be_hidden()
    expect(table.by("end")).to_be_hidden()
    expect(table.by("undo")).to_be_focused()
    expect(table.by("message")).to_have_text(said("play.resignation-taken-back"))
    spoken = sentences("play.resignation-taken-back", "game.your-turn")
    expect(table.by("polite")).to_contain_text(spoken)
    for name in ("resign", "offer-draw", "move-input"):
        expect(table.by(name)).to_be_enabled()


def test_draw_between_two_people(table: Table) -> None:
    """It is declined, agreed, and taken back."""
    table.position(FEW)
    arrow, offer = table.page.locator("#board .arrow"), table.by("offer-text")
    release = table.hold("**/hint")
    table.by("hint").click()
    release.wait()
    table.by("offer-draw").click()
    expect(offer).to_have_text(said("play.draw-asked.answer", side=BLACK))
    expect(arrow).to_have_count(0)
    expect(table.by("hint")).to_have_attribute("aria-disabled", "true")
    with table.page.expect_response("**/hint"):  # it arrives after the offer
        release()
    expect(table.by("hint")).not_to_have_class(re.compile("working"))
    expect(arrow).to_have_count(0)
    table.by("decline").click()
    expect(table.by("offer")).to_be_hidden()
    expect(table.by("message")).to_have_text(said("message.draw-declined", player=WHITE))
    assert table.view()["outcome"] is None

    moved(table, "1-6")
    table.by("hint").click()
    release()
    expect(arrow).to_have_count(1)
    table.by("offer-draw").click()
    expect(offer).to_have_text(said("play.draw-asked.answer", side=WHITE))
    expect(arrow).to_have_count(0)
    expect(table.by("hint")).to_have_attribute("aria-disabled", "true")
    table.by("accept").click()
    expect(table.by("offer")).to_be_hidden()
    expect(table.by("result-title")).to_have_text(said("game.drawn"))
    expect(table.by("result-reason")).to_have_text(sentence("outcome.reason.agreement"))
    expect(table.by("rematch")).to_be_visible()
    table.by("rematch").focus()
    table.page.keyboard.press("u")
    expect(table.by("message")).to_have_text(said("play.draw-taken-back"))
    expect(table.page.locator("[data-square]:focus")).to_have_count(1)  # its button is gone
    expect(table.board).to_have_attribute("data-ply", "1")


def test_computer_declines_a_draw(table: Table) -> None:
    table.position(LOST, white="random:seed=3")
    declined = said(
        "message.draw-declined.winning", player=table.view()["players"]["white"]["name"]
    )
    for _ in range(2):  # and a second offer gets an answer too
        with table.page.expect_response("**/draw"):
            table.by("offer-draw").click()
        caught_up(table)  # otherwise the first answer would be read
        expect(table.by("message")).to_have_text(declined)
        assert table.view()["outcome"] is None
        table.click(31)  # says something else
        expect(table.by("message")).to_contain_text(not_yours(31))
    table.click(4, 8)
    table.reaches(2)
    table.page.keyboard.press("ArrowLeft")
    expect(table.by("to-present")).to_be_visible()
    table.by("offer-draw").click()
    expect(table.by("message")).to_have_text(declined)
    expect(table.by("to-present")).to_be_hidden()  # the answer is visible


def test_restart_asks_once_the_game_is_under_way(table: Table) -> None:
    first = table.open()
    moved(table, "11-15", "22-18")
    table.menu("restart")
    view = entered(table, table.by("confirm-restart").click)
    assert (view["ply"], view["players"]) == (0, first["players"])
    table.shows(view)


def test_rematch_and_swapped_sides(table: Table) -> None:
    first = table.position("B:W18:B14", white="random:seed=3")
    table.click(14)
    for part in ("end", "result"):
        expect(table.by(f"{part}-title")).to_have_text(said("game.you-won"))
        expect(table.by(f"{part}-title")).to_be_visible()
        expect(table.by(f"{part}-reason")).to_have_text(
            sentence("outcome.reason.no-pieces", loser=WHITE)
        )
    second = entered(table, table.by("rematch").click)
    assert (second["position"], second["players"]) == (first["position"], first["players"])
    table.shows(second)
    expect(table.by("end")).to_be_hidden()
    table.click(14)
    third = entered(table, table.by("swap-sides").click)
    assert third["players"]["black"] == first["players"]["white"]
    assert third["players"]["white"] == first["players"]["black"]
    lost = said("game.you-lost")  # the computer's only move was enough
    expect(table.by("result-title")).to_have_text(lost)


def test_changing_seats_turns_the_board(table: Table) -> None:
    table.open(white="level:1")
    expect(table.board).to_have_attribute("data-flipped", "true")
    table.menu("seats-open")
    table.by("level-select").select_option(said("game.person"))
    expect(table.by("turn-text")).to_have_text(said("game.to-move", player=BLACK))
    expect(table.board).to_have_attribute("data-flipped", "true")
    table.by("player-select").select_option("level:1")
    expect(table.board).to_have_attribute("data-flipped", "false")
    expect(table.by("player-bottom")).to_contain_text(said("game.you"))
    table.page.keyboard.press("Escape")
    table.reaches(1, turn="white")
    assert table.drawn() == table.view()["position"]["board"]
