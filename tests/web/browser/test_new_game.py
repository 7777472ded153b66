"""Beginning a game: at once, or with everything chosen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from serving import wait_for

from browser.conftest import Complaints
from browser.helpers import begun as begun_game
from browser.helpers import entered, stored
from browser.pages import go_on, lose_focus
from browser.table import Table, View


@pytest.fixture
def setup(table: Table) -> Table:
    """The set-up dialog on the start page."""
    if go_on(table.page, "/"):
        lose_focus(table.page)
    table.by("setup-open").click()
    expect(table.by("setup-dialog")).to_be_visible()
    return table


def choose(table: Table, *names: str) -> None:
    for name in names:
        table.by(name).check()


def begun(table: Table) -> View:
    view = entered(table, table.by("setup-start").click)
    expect(table.by("setup-dialog")).to_be_hidden()
    table.reaches(view["ply"])
    return view


def test_one_click_begins_a_game_that_suits_a_newcomer(table: Table) -> None:
    table.page.goto("/")
    table.by("play").click()
    view = table.adopt()
    table.shows(view)
    choices = table.client.get("/api/choices").json()
    assert view["players"]["black"]["kind"] == "person"
    assert view["players"]["white"]["opponent"] == choices["newcomer"]
    assert view["first"] == "black"
    expect(table.by("turn-text")).to_have_text("Your turn")
    expect(table.board).to_have_attribute("data-flipped", "true")


def test_double_click_begins_one_game(setup: Table) -> None:
    made: list[str] = []
    setup.page.on(
        "request", lambda one: made.append(one.method) if "/api/games" in one.url else None
    )
    release = setup.hold("**/api/games")
    setup.by("setup-start").dblclick()
    release()
    setup.adopt()
    assert made.count("POST") == 1


def test_double_click_on_a_recent_game_opens_it_once(table: Table) -> None:
    game = table.begin()["id"]
    asked: list[str] = []
    table.page.on("request", lambda one: asked.append(one.url) if game in one.url else None)
    table.page.goto("/")
    before = table.page.evaluate("history.length")
    release = table.hold(f"**/api/games/{game}")
    table.page.locator(f'a[href="/game/{game}"]').dblclick()
    release()
    table.adopt()
    assert table.page.evaluate("history.length") == before + 1
    assert len(asked) == 1, asked


def test_start_page_calls_the_sides_by_the_theme_s_colours(table: Table) -> None:
    game = begun_game(table)
    table.page.goto("/")
    card = table.page.locator(f'a[href="/game/{game}"]')
    expect(card).to_contain_text("White to move")
    table.by("settings").click()
    table.by("theme-red-black").check()
    expect(table.by("play-note")).to_have_text("You play Black.")
    expect(card).to_contain_text("Red to move")


def test_two_people_at_one_screen(table: Table) -> None:
    table.page.goto("/")
    table.by("two-people").click()
    table.adopt()
    expect(table.by("turn-text")).to_have_text("Red to move")
    table.click(11, 15)
    table.reaches(1)
    expect(table.by("turn-text")).to_have_text("White to move")
    table.click(22, 18)
    table.reaches(2)
    table.click(15)
    table.reaches(3)
    assert [move["notation"] for move in table.view()["record"]] == ["11-15", "22-18", "15x22"]


def test_recent_game_is_continued_and_deleted(table: Table) -> None:
    view = table.open()
    table.click(11, 15)
    table.reaches(1)
    table.by("home").click()
    card = table.page.locator(f'.card:has(a[href="/game/{view["id"]}"])')
    expect(card).to_contain_text("White to move")
    entered(table, card.locator("a").click)
    expect(table.board).to_have_attribute("data-ply", "1")
    table.by("home").click()
    card.get_by_role("button").click()
    table.by("confirm-delete").click()
    expect(card).to_have_count(0)
    assert table.client.get(f"/api/games/{view['id']}").status_code == 404


def level_and_side(setup: Table) -> None:
    choose(setup, "seat-black-computer", "seat-white-person", "opponent-level:4")
    view = begun(setup)
    assert view["players"]["black"]["opponent"] == "level:4"
    assert view["players"]["white"]["kind"] == "person"
    expect(setup.by("player-top")).to_contain_text(view["players"]["black"]["name"])


def classic_opponent(setup: Table) -> None:
    choose(setup, "opponent-alphabeta:depth=2")
    assert begun(setup)["players"]["white"]["name"] == "Medium"


def house_rules(setup: Table) -> None:
    setup.by("every-option").click()
    setup.by("option-regicide").select_option("Makes a king")
    setup.by("option-quiet_limit").select_option("After a while")
    setup.by("limit-quiet_limit").fill("12")
    limited = setup.page.locator(".option", has=setup.by("option-quiet_limit"))
    options = setup.client.get("/api/choices").json()["options"]
    sentence = next(one["number"]["sentence"] for one in options if one["name"] == "quiet_limit")
    expect(limited).to_contain_text(sentence.replace("{number}", "12"))
    setup.by("option-first_to_move").select_option(label="White")
    view = begun(setup)
    options = view["rules"]["options"]
    assert view["rules"]["name"] is None
    assert (options["regicide"], options["quiet_limit"]) == (True, 12)
    assert (options["first_to_move"], options["capture"]) == ("white", "mandatory")


def move_clock(setup: Table) -> None:
    choose(setup, "clock-move")
    setup.by("clock-seconds").fill("45")
    view = begun(setup)
    assert (view["clock"]["kind"], view["clock"]["seconds"]) == ("move", 45)


def game_clock(setup: Table) -> None:
    choose(setup, "clock-game")
    setup.by("clock-minutes").fill("2.5")
    setup.by("clock-increment").fill("4")
    view = begun(setup)
    assert view["clock"]["kind"] == "game"
    assert (view["clock"]["seconds"], view["clock"]["increment"]) == (150, 4)


def tournament_without_its_clock(setup: Table) -> None:
    choose(setup, "preset-tournament-30", "clock-none")
    view = begun(setup)
    assert view["clock"]["kind"] == "none"
    assert view["rules"]["options"]["repetition_limit"] is not None


def chosen_ballot(setup: Table) -> None:
    choose(setup, "start-ballot")
    ballot = setup.client.get("/api/choices").json()["ballots"][11]
    setup.by("ballot").select_option(index=11)
    view = begun(setup)
    assert [move["notation"] for move in view["record"][:3]] == ballot["moves"].split()


def random_ballot(setup: Table) -> None:
    choose(setup, "start-random-ballot", "seat-white-person")
    view = begun(setup)
    played = " ".join(move["notation"] for move in view["record"])
    ballots = setup.client.get("/api/choices").json()["ballots"]
    assert played in [ballot["moves"] for ballot in ballots]
    assert not view["can_undo"]


@pytest.mark.parametrize(
    "choices",
    [
        (level_and_side, classic_opponent, house_rules),
        (move_clock, game_clock, tournament_without_its_clock, chosen_ballot, random_ballot),
    ],
    ids=("who and by which rules", "time and start"),
)
def test_what_is_chosen_is_played(
    setup: Table, choices: tuple[Callable[[Table], None], ...]
) -> None:
    for number, chosen in enumerate(choices):
        if number > 0:
            setup.by("new-game").click()
            choose(setup, "preset-english", "seat-black-person", "seat-white-computer")
            choose(setup, "clock-none", "start-standard")
        chosen(setup)


def test_presets(setup: Table) -> None:
    for preset in setup.client.get("/api/choices").json()["presets"]:
        name = preset["name"]
        choose(setup, f"preset-{name}")
        view = begun(setup)
        assert view["rules"] == {"name": name, "options": preset["options"]}
        setup.by("new-game").click()


def test_position_by_fen(setup: Table, complaints: Complaints) -> None:
    complaints.allow("status of 422")
    choose(setup, "start-fen", "seat-white-person")
    setup.by("fen").fill("B:W18,24:B4,K40")
    setup.by("setup-start").click()
    expect(setup.by("setup-error")).to_contain_text("There is no square 40; squares are 1 to 32.")
    expect(setup.by("fen")).to_be_focused()
    expect(setup.by("fen")).to_be_in_viewport(ratio=1)
    setup.by("fen").fill("B:W18,24:B4,K10")
    expect(setup.by("set-it-up")).to_have_attribute("href", "/editor?fen=B:W18,24:B4,K10")
    view = begun(setup)
    assert view["position"]["board"] == "...b.....B.......w.....w........"
    setup.shows(view)


def test_last_set_up_is_offered_again(setup: Table) -> None:
    choose(setup, "preset-casual", "opponent-level:3", "clock-game")
    begun(setup)
    setup.by("new-game").click()
    for name in ("preset-casual", "opponent-level:3", "clock-game"):
        expect(setup.by(name)).to_be_checked()


@pytest.mark.parametrize(("kind", "what"), [("fen", "B:W18,24:B4,K10"), ("ballot", "12")])
def test_position_is_not_offered_again(setup: Table, kind: str, what: str) -> None:
    choose(setup, f"start-{kind}", "preset-casual")
    if kind == "fen":
        setup.by(kind).fill(what)
    else:
        setup.by(kind).select_option(what)
    begun(setup)
    setup.by("new-game").click()
    expect(setup.by("preset-casual")).to_be_checked()
    expect(setup.by("start-standard")).to_be_checked()
    expect(setup.by("setup-summary")).to_contain_text("from the usual start")
    choose(setup, f"start-{kind}")
    expect(setup.by(kind)).to_have_value("" if kind == "fen" else "1")


def test_summary_says_what_will_be_played(setup: Table) -> None:
    says = setup.by("setup-summary")
    expect(says).to_have_text(
        "You play Red against Sprout. English rules, no clock, from the usual start."
    )
    choose(setup, "preset-tournament-30")
    expect(says).to_contain_text(". Tournament 30 rules, 30 seconds per move, from")
    setup.by("clock-seconds").fill("45")
    expect(says).to_contain_text("Tournament 30 rules, but 45 seconds per move, from")
    choose(setup, "clock-none", "opponent-level:3", "start-random-ballot")
    expect(says).to_have_text(
        "You play Red against Porch Player. Tournament 30 rules, but no clock, from a random opening."
    )
    choose(setup, "clock-game", "seat-white-person", "start-ballot")
    setup.by("ballot").select_option("12")
    setup.by("clock-minutes").fill("1")
    setup.by("every-option").click()
    setup.by("option-regicide").select_option("Makes a king")
    expect(says).to_have_text(
        "Two people. Tournament 30 rules, 1 changed, but 1 minute each plus 3 seconds per move, "
        "from opening 12."
    )
    choose(setup, "seat-black-computer", "seat-white-computer", "start-fen")
    expect(says).to_contain_text("Sprout v Porch Player. ")
    expect(says).to_contain_text("from your own position.")
    expect(setup.by("setup-start")).to_have_accessible_description(says.inner_text())


def test_clock_that_was_chosen_survives_other_rules(setup: Table) -> None:
    choose(setup, "clock-game")
    setup.by("clock-minutes").fill("7")
    setup.by("clock-increment").fill("2")
    choose(setup, "preset-tournament-30")
    expect(setup.by("clock-move")).to_be_checked()
    expect(setup.by("clock-seconds")).to_have_value("30")
    choose(setup, "preset-casual")
    expect(setup.by("clock-game")).to_be_checked()
    expect(setup.by("clock-minutes")).to_have_value("7")
    expect(setup.by("clock-increment")).to_have_value("2")
    clock = begun(setup)["clock"]
    assert (clock["kind"], clock["seconds"], clock["increment"]) == ("game", 420, 2)
    setup.by("new-game").click()
    choose(setup, "clock-none", "preset-tournament-30")  # as it was chosen against the rules
    setup.by("clock-seconds").fill("45")
    choose(setup, "preset-english")
    expect(setup.by("clock-move")).to_be_checked()
    expect(setup.by("clock-seconds")).to_have_value("45")


def test_play_begins_against_the_last_opponent_again(setup: Table) -> None:
    choose(setup, "opponent-level:3", "preset-casual", "clock-move")
    first = begun(setup)
    setup.by("home").click()
    expect(setup.by("opponent")).to_contain_text("Porch Player")
    for reloaded in (False, True):
        if reloaded:
            wait_for(lambda: setup.page.evaluate("true") and stored(setup).get("last"))
            setup.page.goto("/")
            expect(setup.by("opponent")).to_contain_text("Porch Player")
        again = entered(setup, setup.by("play").click)
        for part in ("players", "rules"):
            assert again[part] == first[part], part
        assert again["clock"]["seconds"] == first["clock"]["seconds"]


def test_level_is_changed_during_a_game(table: Table) -> None:
    table.open(white="level:1")
    table.menu("seats-open")
    table.by("level-select").select_option("level:3")
    expect(table.by("player-top")).to_contain_text("Porch Player")
    assert table.view()["players"]["white"]["opponent"] == "level:3"
    table.by("level-select").select_option("Person")
    expect(table.by("turn-text")).to_have_text("Red to move")
    assert table.view()["players"]["white"]["kind"] == "person"
