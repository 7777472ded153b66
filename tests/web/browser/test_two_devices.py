"""Two people with two devices: a link gives a seat, and both see the same game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import expect
from serving import Server, wait_for

from browser.conftest import Complaints, NewPage
from browser.helpers import entered
from browser.said import BLACK, WHITE, said
from browser.table import Table
from crownhead.messages import Words

Device = Callable[[], Table]


@pytest.fixture
def stranger(server: Server, client: httpx.Client, new_page: NewPage) -> Iterator[Device]:
    """Devices without a cookie, and the host's client for the truth."""
    with server.stranger() as nobody:
        yield lambda: Table(new_page(nobody), client)


def invited(host: Table, place: str = "white") -> str:
    """The link shown to the host."""
    host.menu("invite")
    host.by(f"invite-{place}").click()
    expect(host.by("invite-link")).to_be_visible()
    return host.by("invite-link").input_value()


def link_to_white(host: Table) -> str:
    """The same link without the dialog."""
    answer = host.client.post(f"/api/games/{host.id}/invite", json={"seat": "white"})
    assert answer.status_code == 200, answer.text
    link: str = answer.json()["link"]
    return link


def close_dialog(table: Table) -> None:
    table.page.keyboard.press("Escape")
    expect(table.page.locator("dialog[open]")).to_have_count(0)


def follow(guest: Table, link: str) -> None:
    """Open a link, and wait until the game is live."""
    entered(guest, lambda: guest.page.goto(link))


@pytest.fixture
def host(table: Table) -> Table:
    table.open()
    return table


@pytest.fixture
def link(host: Table) -> str:
    """A link to White's seat; the dialog that shows it is still open."""
    return invited(host)


@pytest.fixture
def guest(host: Table, stranger: Device, link: str) -> Table:
    """A friend with White; the host has Black."""
    made = stranger()
    follow(made, link)
    expect(host.by("invite-standing")).to_have_text(said("play.friend-joined"))
    close_dialog(host)
    return made


def test_two_people_play_and_a_third_watches(
    host: Table, guest: Table, stranger: Device, link: str
) -> None:
    sit_at_their_ends(host, guest)
    take_back_when_the_other_agrees(host, guest)
    move_only_in_their_turns(host, guest)
    third = stranger()
    follow(third, link)
    watch(third, host, guest)
    go_along_to_a_rematch(third, host, guest)
    host.menu("invite")
    host.by("invite-free").click()  # the seat is the host's again
    close_dialog(host)
    expect(host.by("message")).to_have_text(said("message.seats-freed"))
    host.click(22, 18)
    host.reaches(2)
    host.click(15)
    for one in (host, guest):
        one.reaches(3)
    expect(guest.by("player-bottom")).not_to_contain_text(said("game.you"))


def sit_at_their_ends(host: Table, guest: Table) -> None:
    assert guest.id == host.id
    expect(host.board).to_have_attribute("data-flipped", "true")
    expect(guest.board).to_have_attribute("data-flipped", "false")
    for one in (host, guest):
        expect(one.by("player-bottom")).to_contain_text(said("game.you"))
    expect(host.by("turn-text")).to_have_text(said("game.your-turn"))
    expect(guest.by("turn-text")).not_to_have_text(said("game.your-turn"))
    guest.click(11)
    expect(guest.by("message")).to_have_text(said("play.not-your-turn"))
    guest.click(15)
    expect(guest.board).to_have_attribute("data-busy", "false")
    assert host.view()["ply"] == 0
    host.click(11, 15)
    for one in (host, guest):
        one.reaches(1)
        one.shows(host.view())


def take_back_when_the_other_agrees(host: Table, guest: Table) -> None:
    expect(guest.by("undo")).to_be_disabled()  # they have no move
    host.by("undo").click()
    expect(host.by("offer-text")).to_have_text(said("play.undo-asked.you"))
    expect(host.by("accept")).to_be_hidden()
    expect(guest.by("offer-text")).to_have_text(said("play.undo-asked.answer", side=BLACK))
    expect(guest.by("assertive")).to_contain_text(said("play.undo-asked.answer", side=BLACK))
    guest.by("decline").click()
    for one in (host, guest):
        expect(one.by("offer")).to_be_hidden()
    expect(host.by("message")).to_have_text(said("message.undo-declined", player=WHITE))
    host.by("undo").click()
    guest.by("accept").click()
    for one in (host, guest):
        expect(one.board).to_have_attribute("data-ply", "0")
        expect(one.by("offer")).to_be_hidden()


def move_only_in_their_turns(host: Table, guest: Table) -> None:
    host.click(11, 15)
    guest.reaches(1)
    expect(guest.by("turn-text")).to_have_text(said("game.your-turn"))
    host.click(22)
    expect(host.by("message")).to_have_text(said("play.not-your-turn"))
    host.click(18)
    expect(host.board).to_have_attribute("data-busy", "false")
    assert host.view()["ply"] == 1
    guest.page.reload()  # and keeps the seat
    expect(guest.board).to_have_attribute("data-flipped", "false")
    expect(guest.by("turn-text")).to_have_text(said("game.your-turn"))
    guest.click(22, 18)
    for one in (host, guest):
        one.reaches(2)
        one.shows(host.view())
        assert one.drawn() == host.view()["position"]["board"]


def watch(third: Table, host: Table, guest: Table) -> None:
    expect(third.by("message")).to_have_text(said("play.seat-gone"))
    expect(third.by("turn-text")).to_have_text(said("game.to-move", player=BLACK))
    third.click(15)
    expect(third.by("message")).to_have_text(said("play.watching"))
    for name in ("undo", "redo", "hint", "resign", "offer-draw"):
        expect(third.by(name)).to_be_disabled()
    host.click(15)
    third.reaches(3)
    guest.click(25)
    third.reaches(4)
    third.shows(host.view())
    expect(guest.by("player-bottom")).to_contain_text(said("game.you"))  # the seat is still theirs


def go_along_to_a_rematch(third: Table, host: Table, guest: Table) -> None:
    first = host.id
    guest.by("resign").click()
    guest.by("confirm-resign").click()
    expect(host.by("end-title")).to_have_text(said("game.you-won"))
    expect(third.by("result-title")).to_have_text(said("game.won", player=BLACK))
    guest.by("swap-sides").click()
    for one in (guest, host, third):
        one.page.wait_for_url(lambda address: not address.endswith(first))
        one.adopt()
        assert one.id == guest.id
    expect(guest.board).to_have_attribute("data-flipped", "true")
    expect(host.board).to_have_attribute("data-flipped", "false")
    guest.click(11, 15)
    for one in (host, third):
        one.reaches(1)


def test_guest_has_words_a_rematch_settings_and_a_name_but_no_other_games(
    host: Table, stranger: Device
) -> None:
    guest = stranger()
    follow(guest, link_to_white(host))
    resign_at_once(host, guest)
    press_rematch_together(host, guest)
    choose_settings(host, guest)
    for name in ("nav-games", "new-game"):
        expect(guest.by(name)).to_be_hidden()
    guest.by("menu").click()
    expect(guest.by("menu-dialog")).to_be_visible()
    for name in ("seats-open", "invite"):
        expect(guest.by(name)).to_be_hidden()
    close_dialog(guest)
    go_home_and_back(host, guest)
    host.open()
    follow(guest, link_to_white(host))
    expect(guest.page.locator("html")).to_have_attribute("data-theme", "wood")
    expect(host.by("player-top")).to_contain_text("Grace")
    assert host.client.delete(f"/api/games/{host.id}").is_success
    expect(guest.by("notice")).to_have_text(said("play.deleted"))
    expect(guest.by("play")).to_be_hidden()


def go_home_and_back(host: Table, guest: Table) -> None:
    """Guests have no start page, but a way back to the players' current game."""
    guest.by("home").click()
    expect(guest.page.get_by_role("heading")).to_contain_text(
        Words("wood").say("side.black")
    )  # their opponent
    expect(guest.page.locator("#play, .card")).to_have_count(0)
    left = host.id
    host.by("resign").click()
    host.by("confirm-resign").click()
    host.by("rematch").click()  # while the guest is away
    host.page.wait_for_url(lambda address: not address.endswith(left))
    host.adopt()
    guest.by("to-game").click()
    guest.adopt()
    assert guest.id == host.id
    guest.shows(host.view())


def resign_at_once(host: Table, guest: Table) -> None:
    """Check that a finished game always shows a text."""
    host.by("resign").click()
    host.by("confirm-resign").click()
    won = said("game.you-won")
    expect(guest.by("result-title")).to_have_text(won)
    assert guest.page.title().startswith(won)
    expect(guest.by("turn")).to_be_hidden()


def press_rematch_together(host: Table, guest: Table) -> None:
    first = host.page.url
    for one in (host, guest):
        expect(one.by("rematch")).to_be_visible()
    guest.page.evaluate("document.getElementById('rematch').click()")
    host.page.evaluate("document.getElementById('rematch').click()")
    for one in (host, guest):
        expect(one.page).not_to_have_url(first)
    wait_for(lambda: host.page.url == guest.page.url)
    host.adopt()
    host.page.evaluate("document.getElementById('rematch').click()")  # too late: they are playing
    host.click(11, 15)
    host.reaches(1)


def choose_settings(host: Table, guest: Table) -> None:
    """Check that each device has its own settings."""

    def kept(table: Table, name: str) -> object:
        asked = "fetch('/api/preferences').then((a) => a.json()).then((a) => a.preferences)"
        return table.page.evaluate(asked).get(name)

    guest.by("settings").click()
    guest.by("theme-wood").check()
    guest.by("setting-name").fill("Grace")
    close_dialog(guest)
    expect(guest.page.locator("html")).to_have_attribute("data-theme", "wood")
    wait_for(lambda: (kept(guest, "theme"), kept(guest, "name")) == ("wood", "Grace"))
    assert (kept(host, "theme"), kept(host, "name")) == (None, None)
    host.by("settings").click()
    expect(host.by("theme-classic")).to_be_checked()
    host.by("theme-slate").check()
    close_dialog(host)
    wait_for(lambda: kept(host, "theme") == "slate")
    assert kept(guest, "theme") == "wood"


def test_links_say_for_whom_they_are_and_others_lead_nowhere(
    host: Table, stranger: Device, complaints: Complaints
) -> None:
    watcher = stranger()
    follow(watcher, invited(host, "watch"))
    close_dialog(host)
    watcher.click(11)
    expect(watcher.by("message")).to_have_text(said("play.watching"))
    host.click(11, 15)
    watcher.reaches(1)
    host.click(22, 18)  # the host still has both sides
    watcher.reaches(2)
    link = invited(host)
    assert urlsplit(link).path.startswith(f"/join/{host.id}/white/")
    shown = host.by("invite-answer")
    expect(shown).to_contain_text(said("play.link-plays", side=WHITE))
    expect(host.by("invite-unreachable")).to_be_visible()  # this server listens on one machine only
    expect(shown).not_to_contain_text("false")
    expect(host.by("invite-standing")).to_have_text(said("play.friend-invited"))
    complaints.allow("status of 40[14]")
    nobody = watcher.page
    nobody.context.clear_cookies()
    answer = nobody.goto(f"{urlsplit(link).path.rpartition('/')[0]}/{'0' * 32}")
    assert answer is not None
    assert answer.status == 404
    expect(nobody.get_by_role("heading")).to_have_text(said("page.nowhere"))
    assert host.client.delete(f"/api/games/{host.id}").status_code == 204
    nobody.goto(link)
    expect(watcher.by("notice")).to_be_visible()
    for name in ("play", "recent", "new-game"):
        expect(watcher.by(name)).to_be_hidden()
