"""Accessibility: keyboard only, screen readers, reduced motion."""

from __future__ import annotations

import re
from typing import Literal

import httpx
from playwright.sync_api import expect
from serving import wait_for

from browser.conftest import keep_preferences
from browser.said import (
    BLACK,
    WHITE,
    cell,
    piece,
    players,
    plays,
    said,
    sentence,
    sentences,
)
from browser.table import Table
from crownhead import Game, Position
from crownhead.messages import Listed, Words
from crownhead.players import player

FEW = "B:W31:B1"  # in which a hint is found at once


def on_board(table: Table) -> None:
    expect(table.page.locator("[data-square]:focus")).to_have_count(1)


def press(table: Table, *keys: str) -> None:
    for key in keys:
        table.page.keyboard.press(key)


def test_keys_alone_play_a_game_from_the_start_page_to_the_result(table: Table) -> None:
    """Set up a position of three pieces by keys, and make every move with arrows and Enter."""
    table.page.goto("/")
    table.tab_to("#choose")
    press(table, "Enter")
    expect(table.by("setup-dialog")).to_be_visible()
    table.tab_to('input[name="opponent"]')
    press(table, "Home")
    table.tab_to('input[name="start"]')
    press(table, "ArrowRight", "ArrowRight", "ArrowRight")
    expect(table.by("start-fen")).to_be_focused()
    table.tab_to('[data-testid="fen"]')
    fen = "B:W26:BK14,K15"
    table.page.keyboard.type(fen)
    press(table, "Enter")
    view = table.adopt()
    table.shows(view)

    game, me = Game(Position.from_fen(fen)), player("engine:nodes=5000")

    table.enter_board()
    while not view["outcome"]:
        assert view["ply"] < 60, view["fen"]
        path = list(me.choose(game).path)
        table.play(path, view["choices"]["legal"], by=table.by_keys)
        table.reaches(view["ply"] + 1, turn="black")
        view = table.view()
        for move in view["record"][game.ply :]:
            game.push(move["notation"])
    expect(table.by("end-title")).to_have_text(said("game.you-won"))
    expect(table.by("result-title")).to_have_text(said("game.you-won"))
    table.tab_to("#rematch")
    press(table, "Enter")
    table.page.wait_for_url(lambda address: not address.endswith(view["id"]))
    assert table.adopt()["ply"] == 0


def test_board_is_a_grid_with_one_stop_for_tab(table: Table) -> None:
    table.open()
    expect(table.page.get_by_role("grid", name=said("board.label"))).to_be_visible()
    expect(table.page.get_by_role("row")).to_have_count(8)
    expect(table.page.get_by_role("gridcell")).to_have_count(32)
    expect(table.page.locator('[data-square][tabindex="0"]')).to_have_count(1)
    can_move = cell(11, piece(BLACK), said("board.can-move"))
    expect(table.square(11)).to_have_attribute("aria-label", can_move)
    expect(table.square(1)).to_have_attribute("aria-label", cell(1, piece(BLACK)))
    expect(table.square(18)).to_have_attribute("aria-label", cell(18))
    table.enter_board()
    press(table, "Home")
    corner = int(table.page.evaluate("document.activeElement.dataset.square"))
    press(table, "ArrowLeft", "Tab")  # the edge stops an arrow; Tab leaves the board
    expect(table.page.locator("[data-square]:focus")).to_have_count(0)
    press(table, "Shift+Tab")
    expect(table.square(corner)).to_be_focused()


PAGES = {
    "games": "/",
    "analysis": "/analysis",
    "library": "/library",
    "results": "/results",
    "editor": "/editor",
}


def test_every_page_has_the_same_header_and_says_where_one_is(table: Table) -> None:
    for name, address in PAGES.items():
        table.page.goto(address)
        header = table.page.get_by_role("banner")
        for button in ("page.mute", "page.help", "page.settings"):
            expect(header.get_by_role("button", name=said(button), exact=True)).to_be_visible()
        current = table.page.locator("[aria-current=page]")
        expect(current).to_have_count(1)
        assert header.locator("[aria-current=page]").get_attribute("href") == address, name
        expect(current).to_have_accessible_name(said(f"page.part.{name}"))


def box_is(table: Table, shown: bool) -> None:
    """Check that a square has the focus, and whether a focus ring shows it."""
    focused = table.page.locator("[data-square]:focus")
    expect(focused).to_have_count(1)
    expect(focused).to_have_css("outline-style", "solid" if shown else "none")


def walks(table: Table) -> None:
    """Check that arrow keys walk through the moves, and back to the last."""
    last = table.view()["ply"]
    for key, ply in (("ArrowLeft", last - 1), ("ArrowRight", last)):
        press(table, key)
        expect(table.board).to_have_attribute("data-ply", str(ply))
    expect(table.by("present")).to_be_hidden()


def test_arrows_walk_through_the_moves_after_a_click(table: Table) -> None:
    """After mouse use there is no focus ring, whatever other keys are pressed."""
    table.position(FEW)
    table.click(1, 6)
    table.reaches(1)
    box_is(table, shown=False)
    walks(table)
    for letter, ply in (("f", 1), ("f", 1), ("u", 0), ("r", 1), (",", 0), (".", 1), ("h", 1)):
        press(table, letter)
        expect(table.board).to_have_attribute("data-ply", str(ply))
        box_is(table, shown=False)
    expect(table.page.locator("#board .arrow")).to_have_count(1)
    press(table, "?")
    expect(table.by("help-dialog")).to_be_visible()
    press(table, "Escape")
    expect(table.by("help-dialog")).to_be_hidden()
    box_is(table, shown=False)
    walks(table)


def test_arrows_move_on_the_board_after_tab(table: Table) -> None:
    table.open()
    table.click(11, 15)
    table.reaches(1)
    table.by("move-input").click()
    table.enter_board()
    box_is(table, shown=True)
    table.keys_to(22)
    box_is(table, shown=True)
    expect(table.board).to_have_attribute("data-ply", "1")
    table.click(18)
    box_is(table, shown=False)
    walks(table)
    press(table, "Enter")  # a key on the square itself
    box_is(table, shown=True)
    table.keys_to(24)
    expect(table.board).to_have_attribute("data-ply", "1")


def test_new_game_has_the_focus_on_its_board_and_is_announced(table: Table) -> None:
    """Started with the mouse, it shows no focus ring."""
    table.page.goto("/")
    table.by("play").click()
    table.adopt()
    box_is(table, shown=False)
    table.by("home").click()
    table.tab_to("#play")
    press(table, "Enter")
    table.page.wait_for_url("**/game/*")
    box_is(table, shown=True)
    foe = table.adopt()["players"]["white"]["name"]
    opened = f"{players(said('game.you'), foe)}. {sentence('game.your-turn')}"
    expect(table.by("polite")).to_contain_text(f"{said('start.you-play', side=BLACK)} {opened}")
    table.by("resign").click()
    table.by("confirm-resign").click()
    table.focus("rematch")
    press(table, "Enter")
    expect(table.by("result")).to_be_hidden()
    on_board(table)
    expect(table.by("polite")).to_contain_text(f"{said('play.new-game')} {opened}")
    table.by("new-game").click()
    table.by("clock-move").check()
    quick = table.page.get_by_role(
        "button", name=said("setup.quick-seconds", seconds=10), exact=True
    )
    quick.focus()
    press(table, "Enter")
    expect(table.by("clock-seconds")).to_have_value("10")
    expect(quick).to_be_focused()


def test_letter_keys_and_colours_are_chosen_in_the_settings(table: Table) -> None:
    table.open()
    press(table, "f")
    expect(table.board).to_have_attribute("data-flipped", "false")
    table.by("settings").click()
    table.by("setting-keys").uncheck()
    table.by("theme-red-black").check()
    press(table, "Escape", "f", "?")
    expect(table.by("help-dialog")).to_be_hidden()
    expect(table.board).to_have_attribute("data-flipped", "false")
    expect(table.by("turn-text")).to_have_text(Words("red-black").say("game.to-move", player=BLACK))
    expect(table.square(11)).to_have_attribute(
        "aria-label", re.compile(Words("slate").say("piece.man", side=BLACK))
    )
    expect(table.square(22)).to_have_attribute("aria-label", re.compile(piece(BLACK)))


def test_moves_are_announced(table: Table) -> None:
    table.open()
    polite = table.by("polite")
    expect(polite).to_have_attribute("aria-live", "polite")
    table.click(11)
    expect(polite).to_contain_text(said("play.selected", square=11, ends=Listed((15, 16))))
    table.click(15)
    expect(polite).to_contain_text(plays(BLACK, "11-15"))
    table.reaches(1)
    table.click(22, 18)
    expect(polite).to_contain_text(plays(WHITE, "22-18"))
    table.reaches(2)
    table.click(15)
    expect(polite).to_contain_text(plays(BLACK, "15x22", 18))
    table.reaches(3)
    table.by("undo").click()
    expect(polite).to_contain_text(
        f"{said('play.taken-back')} {sentence('game.to-move', player=BLACK)}"
    )
    table.by("redo").click()
    expect(polite).to_contain_text(plays(BLACK, "15x22", 18))


def test_fast_reply_leaves_the_sentence_of_one_s_own_move(table: Table) -> None:
    """A screen reader may still be reading it out."""
    table.open(white="random:seed=3")
    table.click(11, 15)
    table.reaches(2, turn="black")
    expect(table.by("polite").locator("p")).to_have_text(
        [
            said("play.selected", square=11, ends=Listed((15, 16))),
            plays(BLACK, "11-15"),
            re.compile(plays(WHITE, "X").replace("X", r"\d+-\d+")),
        ]
    )


YOU_RESIGNED = sentences("game.you-lost", "outcome.reason.resignation.you")


def test_computer_s_move_and_the_result_are_announced(table: Table) -> None:
    table.position("B:W26:B1,18", white="greedy")
    table.click(1, 6)
    expect(table.by("polite")).to_contain_text(plays(WHITE, "26-").rstrip("."))
    table.reaches(2, turn="black")
    table.by("resign").click()
    table.by("confirm-resign").click()
    expect(table.by("assertive")).to_have_text(YOU_RESIGNED)
    table.page.reload()
    expect(table.by("polite")).to_contain_text(
        f"{players(said('game.you'), 'greedy')}. {YOU_RESIGNED}"
    )


def test_dialogs_keep_the_focus_and_give_it_back(table: Table) -> None:
    table.open()
    for opener, item, dialog in (
        ("settings", None, "settings-dialog"),
        ("menu", None, "menu-dialog"),
        ("menu", "rules", "rules-dialog"),
        ("menu", "seats-open", "seats-dialog"),
    ):
        table.focus(opener)
        press(table, "Enter")
        if item:
            table.focus(item)
            press(table, "Enter")
            expect(table.by("menu-dialog")).to_be_hidden()
        expect(table.by(dialog)).to_be_visible()
        expect(table.page.locator(f"#{dialog} :focus")).to_have_count(1)
        press(table, "Escape")
        expect(table.by(dialog)).to_be_hidden()
        expect(table.by(opener), dialog).to_be_focused()


def test_changing_the_level_by_arrows_keeps_the_focus(table: Table) -> None:
    table.open(white="level:1")
    table.menu("seats-open")
    table.focus("level-select")
    for level in (2, 3):
        press(table, "ArrowDown")
        name = table.by("player-top").locator(".name")
        wait_for(lambda: table.view()["players"]["white"]["opponent"] == f"level:{level}")  # noqa: B023
        expect(name).to_have_text(table.view()["players"]["white"]["name"])
        expect(table.by("level-select")).to_be_focused()


def test_buttons_that_rest_keep_the_focus(table: Table) -> None:
    table.position(FEW)
    table.click(1, 6)
    table.reaches(1)
    for name, pressed, sign in (("hint", "Enter", "#board .arrow"), ("undo", " ", ".move.undone")):
        table.focus(name)
        press(table, pressed)
        expect(table.page.locator(sign)).to_have_count(1)
        expect(table.by(name)).to_be_focused()
    expect(table.by("undo")).to_be_disabled()
    press(table, "Enter")  # and it does nothing
    expect(table.by("undo")).to_be_focused()
    assert table.view()["can_redo"]


def test_button_that_goes_away_gives_the_focus_to_the_board(table: Table) -> None:
    table.open()
    table.focus("offer-draw")
    press(table, "Enter")
    expect(table.by("offer")).to_be_visible()
    on_board(table)
    table.focus("decline")
    press(table, "Enter")
    expect(table.by("offer")).to_be_hidden()
    on_board(table)


def test_reduced_motion_shows_each_leg_of_the_computer_s_capture(
    timed: Table, client: httpx.Client
) -> None:
    """The piece stops on each square. The page's clock is simulated, so the test does not wait."""
    keep_preferences(client, sound=False, leg=1500)
    table = timed
    table.position("B:W25,29:B4,14,22", white="greedy")  # after 4-8 White must jump 25x18x9
    table.stop_time()
    table.click(4, 8)
    jumped = table.page.locator(".pieces .jumped")
    for count in (1, 2):
        table.advance_until(lambda: jumped.count() == count)  # noqa: B023
    table.advance_until(lambda: table.shown == table.view()["position"]["board"])
    assert table.view()["record"][1]["path"] == [25, 18, 9]


def test_reduced_motion_moves_pieces_at_once(timed: Table) -> None:
    """A piece is only ever seen on its first and last square. The page's clock is simulated."""
    table = timed
    wishes: list[tuple[Literal["no-preference", "reduce"], bool]]
    wishes = [("no-preference", True), ("reduce", False)]
    for wish, glides in wishes:
        table.page.emulate_media(reduced_motion=wish)
        table.open()
        table.stop_time()
        table.page.evaluate(
            """() => {
              const spot = (node) => node.getAttribute("transform");
              const before = new Set([...document.querySelectorAll(".pieces .piece")].map(spot));
              window.spots = new Set();
              const seen = (changes) => {
                for (const { target } of changes) {
                  if (!before.has(spot(target))) spots.add(spot(target));
                }
              };
              const watched = { subtree: true, attributeFilter: ["transform"] };
              new MutationObserver(seen).observe(document.querySelector(".pieces"), watched);
            }"""
        )
        table.click(11, 15)
        for name, value in (("data-ply", "1"), ("data-busy", "false")):
            table.advance_until(lambda: table.board.get_attribute(name) == value)  # noqa: B023
        spots = table.page.evaluate("[...spots]")
        assert (len(spots) > 1) == glides, f"{wish}: {spots}"
