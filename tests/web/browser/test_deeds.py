"""What a person does in a game besides moving."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.table import Table


def moved(table: Table, *moves: str) -> None:
    """Make moves as another tab would, and wait until they are shown."""
    for move in moves:
        ply = table.view()["ply"]
        answer = table.client.post(f"/api/games/{table.id}/moves", json={"ply": ply, "text": move})
        assert answer.status_code == 200, answer.text
    table.reaches(table.view()["ply"])


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
    table.shows({"board": after, "ply": 2})
    expect(table.by("redo")).to_be_disabled()


def test_undo_against_the_computer_goes_back_to_the_person_s_turn(table: Table) -> None:
    view = table.open(white="random:seed=3")
    table.click(11, 15)
    table.reaches(2, turn="black")
    table.by("undo").click()
    table.shows({**view, "ply": 0})
    expect(table.by("turn-text")).to_have_text("Your turn: you play Red")
    table.click(9, 13)
    table.reaches(2, turn="black")
    assert table.view()["moves"][0]["notation"] == "9-13"


def test_undo_and_redo_by_keys(table: Table) -> None:
    table.open()
    table.click(11, 15)
    table.reaches(1)
    table.page.keyboard.press("u")
    expect(table.board).to_have_attribute("data-ply", "0")
    table.page.keyboard.press("r")
    expect(table.board).to_have_attribute("data-ply", "1")


def test_hint_marks_a_move_and_says_why(table: Table) -> None:
    table.open(white="random:seed=3")
    table.by("hint").click()
    expect(table.page.locator(".hint-line")).to_have_count(1)
    expect(table.page.locator(".hint-ring")).to_have_count(1)
    expect(table.by("message")).to_have_text(re.compile(r"^Hint: .*\d+-\d+.*\.$"))
    table.click(11, 15)
    table.reaches(2, turn="black")
    expect(table.page.locator(".hint-line")).to_have_count(0)


def test_flip_turns_the_board(table: Table) -> None:
    table.open()
    expect(table.board).to_have_attribute("data-flipped", "true")
    first, last = table.point(1), table.point(32)
    table.by("flip").click()
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
    expect(table.by("player-bottom")).to_contain_text("You")
    expect(table.by("turn-text")).to_have_text("Your turn: you play White")


def test_resigning_asks_first(table: Table) -> None:
    table.open(white="random:seed=3")
    table.by("resign").click()
    table.by("confirm-no").click()
    expect(table.by("confirm-dialog")).to_be_hidden()
    assert table.view()["outcome"] is None
    table.by("resign").click()
    table.by("confirm-resign").click()
    expect(table.by("result-title")).to_have_text("You lost")
    expect(table.by("result-reason")).to_have_text("Red resigned.")
    assert table.view()["outcome"]["reason"] == "resignation"
    expect(table.by("resign")).to_be_disabled()


@pytest.mark.parametrize("answer", ["accept", "decline"])
def test_draw_between_two_people(table: Table, answer: str) -> None:
    table.open()
    table.by("offer-draw").click()
    expect(table.by("draw-offer-text")).to_have_text("Red offers a draw. Does White accept?")
    table.by(f"{answer}-draw").click()
    expect(table.by("draw-offer")).to_be_hidden()
    if answer == "accept":
        expect(table.by("result-title")).to_have_text("Draw")
        expect(table.by("result-reason")).to_have_text("The players agreed.")
        expect(table.by("result")).to_have_attribute("data-winner", "none")
    else:
        expect(table.by("message")).to_have_text("The draw was declined.")
        assert table.view()["outcome"] is None


def test_computer_declines_an_early_draw(table: Table) -> None:
    table.open(white="random:seed=3")
    for _ in range(2):  # and a second offer has an answer too
        table.by("offer-draw").click()
        expect(table.by("message")).to_have_text("White declines the draw.")
        assert table.view()["outcome"] is None
        table.click(21)  # says something else
        expect(table.by("message")).to_contain_text("That piece is White's")


def test_restart_asks_once_the_game_is_under_way(table: Table) -> None:
    first = table.open()
    moved(table, "11-15", "22-18")
    table.by("restart").click()
    table.by("confirm-restart").click()
    table.page.wait_for_url(lambda address: not address.endswith(first["id"]))
    view = table.adopt()
    assert (view["ply"], view["players"]) == (0, first["players"])
    table.shows(view)


def test_rematch_and_swapped_sides(table: Table) -> None:
    table.hold_timers()
    first = table.position("B:W18:B14", white="random:seed=3")
    table.click(14)
    expect(table.by("result-title")).to_have_text("You won")
    expect(table.by("result-reason")).to_have_text("White has no pieces left.")
    expect(table.by("ribbon")).to_be_visible()
    table.by("rematch").click()
    table.page.wait_for_url(lambda address: not address.endswith(first["id"]))
    second = table.adopt()
    assert (second["board"], second["players"]) == (first["board"], first["players"])
    table.shows(second)
    expect(table.by("ribbon")).to_be_hidden()
    table.click(14)
    table.by("swap-sides").click()
    table.page.wait_for_url(lambda address: not address.endswith(second["id"]))
    third = table.adopt()
    assert third["players"]["black"] == first["players"]["white"]
    assert third["players"]["white"] == first["players"]["black"]
    expect(table.by("result-title")).to_have_text("You lost")  # the computer's one move was enough


def test_moves_are_listed_and_looked_back_at(table: Table) -> None:
    start = table.open()["board"]
    moved(table, "11-15", "22-18", "15x22", "25x18")
    rows = table.page.locator(".move-list .pair")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_have_text("1.11-1522-18")
    expect(rows.nth(1)).to_have_text("2.15x2225x18")
    expect(table.by("opening")).not_to_be_empty()
    now = table.shown
    table.page.locator('.move[data-ply="1"]').click()
    expect(table.board).to_have_attribute("data-ply", "1")
    expect(table.by("present")).to_be_visible()
    table.by("browse-back").click()
    table.shows({"board": start, "ply": 0})
    table.page.keyboard.press(".")
    expect(table.board).to_have_attribute("data-ply", "1")
    table.page.keyboard.press("Escape")
    table.shows({"board": now, "ply": 4})
    assert table.view()["ply"] == 4


def test_moves_looked_at_are_counted_as_people_count_them(table: Table) -> None:
    table.open()
    moved(table, "11-15", "22-18", "15x22", "25x18", "12-16", "18-14")
    text = table.by("present-text")
    table.page.locator('.move[data-ply="4"]').click()
    expect(text).to_have_text("Looking back: move 2 of 3, 25x18")
    expect(table.by("polite")).to_contain_text("Looking back: move 2 of 3, 25x18. White jumps")
    table.by("browse-first").click()
    expect(text).to_have_text("Looking back: the start")
    table.by("undo").click()
    table.by("undo").click()
    expect(table.board).to_have_attribute("data-ply", "4")
    table.by("browse-on").click()
    expect(text).to_have_text("Looking ahead: move 3, 12-16, was taken back")
    table.by("browse-back").click()
    expect(table.by("present")).to_be_hidden()
    table.by("browse-back").click()
    expect(text).to_have_text("Looking back: move 2 of 2, 15x22")


def test_moves_are_counted_from_a_position_where_the_second_side_begins(table: Table) -> None:
    table.position("W:W26,32:B1,5")
    moved(table, "26-22", "1-6", "22-18")
    expect(table.page.locator(".move-list .pair").nth(0)).to_have_text("1.…26-22")
    table.page.locator('.move[data-ply="2"]').click()
    expect(table.by("present-text")).to_have_text("Looking back: move 2 of 2, 1-6")


def test_undo_after_a_resignation_takes_back_only_that(table: Table) -> None:
    table.hold_timers()
    table.open(white="random:seed=3")
    table.click(11, 15)
    table.reaches(2, turn="black")
    before = table.view()
    table.by("resign").click()
    table.by("confirm-resign").click()
    expect(table.by("ribbon")).to_have_text("You lost")
    expect(table.by("ribbon")).to_be_visible()
    expect(table.by("resign")).to_be_disabled()
    expect(table.by("move-input")).to_be_hidden()
    table.by("undo").focus()
    table.page.keyboard.press("Enter")
    expect(table.by("result")).to_be_hidden()
    expect(table.by("ribbon")).to_be_hidden()
    expect(table.by("undo")).to_be_focused()
    sentence = "The resignation was taken back: the game goes on."
    expect(table.by("message")).to_have_text(sentence)
    expect(table.by("polite")).to_contain_text(f"{sentence} Your turn: you play Red.")
    for name in ("resign", "offer-draw", "move-input"):
        expect(table.by(name)).to_be_enabled()
    table.shows(before)
    assert table.view()["moves"] == before["moves"]
    table.by("undo").click()  # and now a move
    expect(table.board).to_have_attribute("data-ply", "0")


def test_undo_after_an_agreed_draw_takes_back_only_that(table: Table) -> None:
    table.open()
    moved(table, "11-15")
    table.by("offer-draw").click()
    table.by("accept-draw").click()
    expect(table.by("rematch")).to_be_visible()
    table.by("rematch").focus()
    table.page.keyboard.press("u")
    expect(table.by("message")).to_have_text("The draw was taken back: the game goes on.")
    expect(table.page.locator("[data-square]:focus")).to_have_count(1)  # its button is gone
    expect(table.board).to_have_attribute("data-ply", "1")


# How many pixels a select has more than its longest choice needs.
_ROOM = """(select) => {
  const copy = select.parentNode.appendChild(select.cloneNode(true));
  Object.assign(copy.style, { position: "absolute", width: "max-content" });
  const room = select.offsetWidth - copy.offsetWidth;
  copy.remove();
  return room;
}"""


def test_nothing_in_the_panel_is_cut_off(table: Table) -> None:
    table.page.set_viewport_size({"width": 1280, "height": 800})
    table.open(white="level:7")
    for name in ("level-select", "player-select"):
        assert table.by(name).evaluate(_ROOM) >= 0
    table.by("resign").click()
    table.by("confirm-resign").click()
    expect(table.by("rematch")).to_be_visible()
    boxes = [table.by(name).bounding_box() for name in ("rematch", "swap-sides", "result-new")]
    assert len({(box["y"], box["height"]) for box in boxes if box}) == 1, boxes
    assert table.page.evaluate("document.scrollingElement.scrollHeight") <= 800


def test_rules_are_told_in_plain_words(table: Table) -> None:
    view = table.open(rules={"preset": "casual"})
    table.by("rules").click()
    expect(table.by("rules-dialog")).to_be_visible()
    for sentence in view["rules"]["sentences"].values():
        expect(table.by("rules-body")).to_contain_text(
            sentence.replace("Black", "Red"), use_inner_text=True
        )


def test_game_is_saved_as_pdn(table: Table) -> None:
    table.open()
    moved(table, "11-15")
    with table.page.expect_download() as download:
        table.by("download-pdn").click()
    assert "1. 11-15" in download.value.path().read_text()


def test_rules_of_the_house_are_named_beside_the_moves(table: Table) -> None:
    table.open(rules={"preset": "casual"}, clock={"kind": "game", "seconds": 300, "increment": 3})
    expect(table.by("opening")).to_have_text("Casual")
    table.by("rules").click()
    expect(table.page.locator("#rules-body")).to_contain_text(
        "Each side has 5 minutes for the game, and 3 seconds more with each move; running out loses."
    )
