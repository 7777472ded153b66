"""The page's messages disappear when they are no longer true."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from browser.said import BLACK, WHITE, not_yours, players, plays, said, sentence
from browser.table import Table
from crownhead.messages import Listed, Message, Words
from saying import pattern

HINT = re.compile(pattern("hint.try"))

# Black's man on 2 can jump 6, then 14, then 23; under Regicide it may stop after each.
MAY_STOP = "B:W6,14,23,32:B2,12"
TWO_WAYS = "B:W6,7,14,15,32:B2"
# All pieces are on the board, and Black has one move, so that a hint is found at once.
ONE_WAY = "B:W18,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15"
ON_NINE = '.pieces [transform="translate(150.0 250.0)"]'  # White at the bottom
GO_ON = said("play.keep-jumping-or-stop", squares=Listed((18, 27)))


def answer_hints(page: Page, path: list[int], line: list[str]) -> None:
    """Make every hint say that this move keeps the game even."""
    found: dict[str, Any] = {
        "ply": 0,
        "notation": line[0],
        "path": path,
        "captured": [],
        "reason": {"code": "even", "moves": [], "message": {"code": "hint.even"}},
        "line": line,
    }
    page.route("**/hint", lambda route: route.fulfill(json=found))


def test_words_of_a_capture_that_was_begun(table: Table) -> None:
    """The question stays while it applies, and disappears when the capture is cancelled."""
    table.position(MAY_STOP, rules={"preset": "regicide"})
    message, skip = table.by("message"), table.by("skip")
    for how in ("Escape", "where it stands"):
        table.click(2, 9)
        expect(message, how).to_have_text(GO_ON)
        if how == "Escape":
            table.page.keyboard.press("Escape")
        else:
            table.click(9)
        expect(skip, how).to_be_hidden()
        expect(message, how).to_have_text("")
    table.click(2, 9)
    table.by("mute").click()
    expect(table.by("mute")).to_have_attribute("aria-pressed", "false")
    expect(message).to_have_text(GO_ON)
    table.click(30)
    expect(message).to_have_text(
        said("play.cannot-reach", to=30, ends=Listed((18, 27)), **{"from": 9})
    )
    table.click(12)
    expect(message).to_have_text(
        sentence("refusal.must-capture", moves=Listed(["2x9", "2x18", "2x27"]))
    )
    expect(skip).to_be_visible()
    table.click(18, 27)  # the jumped pieces are kept
    table.reaches(1)
    assert table.view()["record"][0]["notation"] == "2x27"


def test_must_capture_is_said_again_after_a_refusal(table: Table) -> None:
    table.position(TWO_WAYS)
    table.click(2, 18)
    expect(table.by("message")).to_have_text(re.compile(pattern("play.ways", square=18)))
    expect(table.by("must")).to_be_hidden()
    table.page.keyboard.press("Escape")
    expect(table.by("message")).to_have_text("")
    expect(table.by("must")).to_have_text(said("play.must-capture", count=1))
    expect(table.by("must")).to_be_visible()
    table.position("B:W15,18,32:B10,14")
    expect(table.by("must")).to_have_text(said("play.must-capture", count=2))


def test_news_comes_back_when_a_refusal_goes(table: Table) -> None:
    table.open(white="level:1")
    table.by("offer-draw").click()
    declined = said("message.draw-declined.early", player="Hatchling")
    expect(table.by("message")).to_have_text(declined)
    table.click(21)
    expect(table.by("message")).to_contain_text(not_yours(21))
    table.click(11)
    expect(table.by("message")).to_have_text(declined)


def test_refusal_and_its_bubble_go_with_the_next_deed(table: Table) -> None:
    table.open()
    table.hold_timers()
    table.click(11, 15)
    table.reaches(1)
    message, bubble = table.by("message"), table.by("bubble")
    refusal = re.compile("refusal")

    def is_refused(square: int) -> None:
        table.click(square)
        expect(message).to_have_class(refusal)
        expect(bubble).to_be_visible()

    for deed, back in (
        ("flip", None),
        ("browse-back", "to-present"),
        ("offer-draw", "decline"),
        ("undo", None),
    ):
        is_refused(12)
        if deed == "flip":
            table.menu(deed)
        else:
            table.by(deed).click()
        expect(bubble, deed).to_be_hidden()
        if deed != "flip":  # it is as true on the other side
            expect(message, deed).not_to_have_class(refusal)
        if back:
            table.by(back).click()
        if back == "decline":
            expect(message).to_have_text(said("message.draw-declined", player=BLACK))
    expect(table.board).to_have_attribute("data-ply", "0")
    is_refused(21)
    table.client.post(f"/api/games/{table.id}/moves", json={"ply": 0, "path": [11, 15]})
    expect(message).to_have_text(plays(BLACK, "11-15"))  # on another page
    expect(bubble).to_be_hidden()
    table.reaches(1)
    is_refused(12)
    table.menu("restart")
    expect(bubble).to_be_hidden()
    expect(message).not_to_have_class(refusal)


def test_line_of_a_hint_ends_with_the_exchange(table: Table) -> None:
    """A real case: after six moves a man is missing, which the seventh recaptures."""
    line = ["15-19", "23x16", "12x19", "27-23", "8-12", "23x16", "12x19", "31-27", "4-8"]
    answer_hints(table.page, [15, 19], line)
    table.position("B:W23,24,27,31,32:B4,8,12,15")
    table.by("hint").click()
    expect(table.by("message")).to_have_text(
        said("hint.try-shown", move="15-19", does=said("hint.even"), line=" ".join(line[1:7]))
    )


def test_hint_for_an_only_move_shows_no_line(table: Table) -> None:
    table.position("B:W6,14,32:B2")
    table.by("hint").click()
    expect(table.by("message")).to_have_text(
        said("hint.try", move="2x18", does=Message("hint.only"))
    )
    expect(table.page.locator("#board .arrow")).to_have_count(1)


def test_hint_is_one_closed_arrow(table: Table) -> None:
    """However many legs it has, it never overlaps itself."""
    table.open()
    shape = table.page.locator(".arrows *")
    for path in ([15, 19], [2, 9, 18, 11, 2]):
        answer_hints(table.page, path, ["-".join(map(str, path))])
        table.by("hint").click()
        expect(shape, f"{path}").to_have_count(1)
        expect(shape, f"{path}").to_have_attribute("d", re.compile("^M[^MZ]+Z$"))
        expect(shape, f"{path}").to_have_class("arrow")
        table.click(11, 15)
        expect(shape, f"{path}").to_have_count(0)
        table.reaches(1)
        table.by("undo").click()
        expect(table.board).to_have_attribute("data-ply", "0")
        table.reaches(0)  # and nothing moves any more
    line = ["11-15", "22-18", "15x22", "25x18", "9-13", "29-25"]
    answer_hints(table.page, [11, 15], line)
    table.by("hint").click()
    quiet = table.by("message").locator("span")  # no line break inside a move
    expect(quiet).to_have_text(["11-15", "22-18", "9-13", "29-25"])
    expect(quiet.first).to_have_css("white-space", "nowrap")


def test_flip_keeps_a_capture_that_was_begun(table: Table) -> None:
    for motion in ("reduced", "full"):
        table.position(MAY_STOP, rules={"preset": "regicide"})
        table.by("settings").click()
        table.by(f"motion-{motion}").check()
        table.page.keyboard.press("Escape")
        table.click(2, 9)
        expect(table.by("message"), motion).to_have_text(GO_ON)
        table.menu("flip")
        expect(table.board, motion).to_have_attribute("data-flipped", "false")
        expect(table.page.locator(ON_NINE), motion).to_have_count(1)
        expect(table.by("message"), motion).to_have_text(GO_ON)
        expect(table.page.locator(".pieces .jumped"), motion).to_have_count(1)
        expect(table.square(9), motion).to_have_attribute("aria-selected", "true")
        table.by("skip").click()
        table.reaches(1)
        assert table.view()["record"][0]["path"] == [2, 9], motion
        assert table.shown == table.view()["position"]["board"], motion


def title(state: str, black: Message, white: Message | str) -> str:
    """The title of the page of a game."""
    return f"{state} · {players(black, white)}"


def test_tab_says_whose_turn_it_is(table: Table) -> None:
    table.open()
    expect(table.page).to_have_title(title(said("game.to-move", player=BLACK), BLACK, WHITE))
    table.position("B:W26,31:B1,9", white="greedy")
    expect(table.page).to_have_title(title(said("game.your-turn"), Message("game.you"), "greedy"))
    table.by("resign").click()
    table.by("confirm-resign").click()
    expect(table.page).to_have_title(title(said("game.you-lost"), Message("game.you"), "greedy"))
    table.by("home").click()
    expect(table.page).to_have_title("Crownhead")


def test_hint_goes_with_a_typed_move_before_the_computer_answers(table: Table) -> None:
    table.position(ONE_WAY, white="engine:seconds=600")
    table.by("hint").click()
    expect(table.by("message")).to_contain_text(HINT)
    table.by("move-input").fill("15x22")
    table.by("move-input").press("Enter")
    table.reaches(1)
    expect(table.by("message")).not_to_contain_text(HINT)


def test_news_is_told_in_the_colours_of_the_board(table: Table) -> None:
    table.open(white="level:1")
    expect(table.by("message")).to_have_text(said("start.you-play", side=BLACK))
    for theme in ("slate", "wood"):
        table.by("settings").click()
        table.by(f"theme-{theme}").check()
        table.page.keyboard.press("Escape")
        mine = Words(theme).say("start.you-play", side=BLACK)
        expect(table.by("message")).to_have_text(mine)
