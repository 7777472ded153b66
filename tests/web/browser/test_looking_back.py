"""Looking back while the game goes on: the shown move may vanish, and missed moves are announced."""

from __future__ import annotations

from playwright.sync_api import expect
from serving import wait_for

from browser.helpers import look_at_what_was_taken_back, moved
from browser.said import WHITE, plays, said
from browser.table import Table


def test_move_made_while_somebody_looks_back_is_told_and_then_shown(table: Table) -> None:
    table.open()
    table.click(11, 15)
    table.reaches(1)
    table.page.keyboard.press("ArrowLeft")
    expect(table.by("present-text")).to_have_text(said("play.browsing.start"))
    table.client.patch(f"/api/games/{table.id}", json={"white": "level:1"})
    expect(table.by("present-news")).to_have_text(said("play.has-moved", side=WHITE))
    expect(table.by("polite")).to_contain_text(said("play.has-moved", side=WHITE))
    expect(table.page.locator(".to-move")).to_have_count(0)
    assert table.shown_ply == 0
    table.page.keyboard.press("Escape")
    table.reaches(2, "black")
    expect(table.by("present")).to_be_hidden()
    expect(table.by("message")).to_contain_text(
        said("game.moved", side=WHITE, move="").rstrip(" .")
    )
    expect(table.by("polite")).to_contain_text(said("game.moved", side=WHITE, move="").rstrip(" ."))


def test_end_that_comes_while_somebody_looks_back_waits_for_them(table: Table) -> None:
    table.open(white="level:1")
    table.click(11, 15)
    table.reaches(2)
    table.page.keyboard.press("ArrowLeft")
    table.client.post(f"/api/games/{table.id}/resign", json={"side": "black"})
    expect(table.by("present-news")).to_have_text(said("play.over"))
    expect(table.by("end")).to_be_hidden()
    table.by("to-present").click()
    expect(table.by("end-title")).to_have_text(said("game.you-lost"))


def test_taken_back_moves_that_vanish_are_looked_at_no_more(table: Table) -> None:
    look_at_what_was_taken_back(table)
    table.by("resign").click()
    table.by("confirm-resign").click()
    expect(table.by("end-title")).to_have_text(said("game.you-lost"))
    expect(table.by("present")).to_be_hidden()
    wait_for(lambda: table.drawn() == table.view()["position"]["board"])
    table.shows(table.view())


def test_move_that_another_takes_the_place_of_is_looked_at_no_more(table: Table) -> None:
    table.open()
    moved(table, "11-15", "23-19", "8-11")
    table.page.locator('.move[data-ply="2"]').click()
    expect(table.by("present")).to_be_visible()
    for action, body in [
        ("undo", {}),
        ("undo", {}),
        ("moves", {"ply": 1, "text": "22-18"}),
    ]:
        answer = table.client.post(f"/api/games/{table.id}/{action}", json=body)
        assert answer.is_success, answer.text
    table.reaches(2)
    expect(table.by("present")).to_be_hidden()
    wait_for(lambda: table.drawn() == table.view()["position"]["board"])
    expect(table.by("message")).to_have_text(plays(WHITE, "22-18"))
    table.shows(table.view())


def test_present_is_never_looked_back_at(table: Table) -> None:
    table.open()
    moved(table, "11-15", "23-19")
    table.page.locator('.move[data-ply="1"]').click()
    expect(table.by("present")).to_be_visible()
    assert table.client.post(f"/api/games/{table.id}/undo", json={}).is_success
    expect(table.by("present")).to_be_hidden()
    expect(table.by("turn-text")).to_have_text(said("game.to-move", player=WHITE))
    table.shows(table.view())
