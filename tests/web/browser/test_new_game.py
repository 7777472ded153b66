"""Starting a game: at once, or with all choices."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from serving import wait_for

from browser.conftest import Complaints
from browser.helpers import begun as begun_game
from browser.helpers import entered, stored
from browser.said import BLACK, WHITE, said
from browser.table import Table, View
from crownhead.messages import Message, Words, counted
from saying import pattern


@pytest.fixture
def setup(table: Table) -> Table:
    """The set-up dialog on the start page."""
    table.go_home()
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


def test_start_page_begins_games_by_one_click(table: Table) -> None:
    table.go_home()
    view = entered(table, table.by("play").click)
    table.shows(view)
    choices = table.client.get("/api/choices").json()
    assert view["players"]["black"]["kind"] == "person"
    assert view["players"]["white"]["opponent"] == choices["newcomer"]
    assert view["first"] == "black"
    expect(table.by("turn-text")).to_have_text(said("game.your-turn"))
    expect(table.board).to_have_attribute("data-flipped", "true")
    table.by("home").click()
    entered(table, table.by("two-people").click)
    expect(table.by("turn-text")).to_have_text(said("game.to-move", player=BLACK))
    table.click(11, 15)
    table.reaches(1)
    expect(table.by("turn-text")).to_have_text(said("game.to-move", player=WHITE))
    table.click(22, 18)
    table.reaches(2)
    table.click(15)
    table.reaches(3)
    assert [move["notation"] for move in table.view()["record"]] == ["11-15", "22-18", "15x22"]


def test_double_clicks_begin_and_open_one_game(setup: Table) -> None:
    asked: list[str] = []
    setup.page.on(
        "request",
        lambda one: asked.append(f"{one.method} {one.url}") if "/api/games" in one.url else None,
    )
    release = setup.hold("**/api/games")
    setup.by("setup-start").dblclick()
    release()
    game = setup.adopt()["id"]
    assert sum(one.startswith("POST") for one in asked) == 1, asked
    setup.page.unroute("**/api/games")
    setup.by("home").click()
    card = setup.page.locator(f'a[href="/game/{game}"]')
    expect(card).to_be_visible()
    asked.clear()
    before = setup.page.evaluate("history.length")
    release = setup.hold(f"**/api/games/{game}")
    card.dblclick()
    release()
    setup.adopt()
    assert setup.page.evaluate("history.length") == before + 1
    assert len([one for one in asked if game in one]) == 1, asked


def test_recent_game_is_continued_and_deleted(table: Table) -> None:
    game = table.id = begun_game(table)
    table.go_home()
    card = table.page.locator(f'.card:has(a[href="/game/{game}"])')
    expect(card).to_contain_text(said("game.to-move", player=WHITE))
    table.by("settings").click()
    table.by("theme-red-black").check()
    theme = Words("red-black")
    expect(table.by("play-note")).to_have_text(theme.say("start.you-play", side=BLACK))
    expect(card).to_contain_text(theme.say("game.to-move", player=WHITE))
    table.by("theme-classic").check()
    table.page.keyboard.press("Escape")
    entered(table, card.locator("a").click)
    expect(table.board).to_have_attribute("data-ply", "1")
    table.by("home").click()
    card.get_by_role("button").click()
    table.by("confirm-delete").click()
    expect(card).to_have_count(0)
    assert table.client.get(f"/api/games/{game}").status_code == 404


def level_and_side(setup: Table) -> View:
    choose(setup, "seat-black-computer", "seat-white-person", "opponent-level:4")
    view = begun(setup)
    assert view["players"]["black"]["opponent"] == "level:4"
    assert view["players"]["white"]["kind"] == "person"
    expect(setup.by("player-top")).to_contain_text(view["players"]["black"]["name"])
    return view


def classic_opponent_and_move_clock(setup: Table) -> View:
    choose(setup, "seat-black-person", "seat-white-computer", "opponent-alphabeta:depth=2")
    choose(setup, "clock-move")
    setup.by("clock-seconds").fill("45")
    view = begun(setup)
    assert view["players"]["white"]["name"] == "Medium"
    assert (view["clock"]["kind"], view["clock"]["seconds"]) == ("move", 45)
    return view


def game_clock(setup: Table) -> View:
    choose(setup, "clock-game")
    setup.by("clock-minutes").fill("2.5")
    setup.by("clock-increment").fill("4")
    view = begun(setup)
    assert view["clock"]["kind"] == "game"
    assert (view["clock"]["seconds"], view["clock"]["increment"]) == (150, 4)
    return view


def chosen_ballot(setup: Table) -> View:
    choose(setup, "clock-none", "start-ballot")
    ballot = setup.client.get("/api/choices").json()["ballots"][11]
    setup.by("ballot").select_option(index=11)
    view = begun(setup)
    assert [move["notation"] for move in view["record"][:3]] == ballot["moves"].split()
    return view


def random_ballot(setup: Table) -> View:
    choose(setup, "start-random-ballot", "seat-white-person")
    view = begun(setup)
    played = " ".join(move["notation"] for move in view["record"])
    ballots = setup.client.get("/api/choices").json()["ballots"]
    assert played in {ballot["moves"] for ballot in ballots}
    assert not view["can_undo"]
    return view


def clock_of_the_rules(setup: Table) -> View:
    view = begun(setup)
    assert (view["clock"]["kind"], view["clock"]["seconds"]) == ("move", 30)
    return view


def tournament_without_its_clock(setup: Table) -> None:
    choose(setup, "preset-tournament-30", "clock-none")
    view = begun(setup)
    assert view["clock"]["kind"] == "none"
    assert view["rules"]["options"]["repetition_limit"] is not None


def house_rules(setup: Table) -> None:
    choose(setup, "preset-english", "start-standard")
    setup.by("every-option").click()
    setup.by("option-regicide").select_option(said("rules.regicide.on.label"))
    setup.by("option-quiet_limit").select_option(said("rules.quiet_limit.number.label"))
    setup.by("limit-quiet_limit").fill("12")
    limited = setup.page.locator(".option", has=setup.by("option-quiet_limit"))
    expect(limited).to_contain_text(said("rules.quiet_limit.number.sentence", count=12))
    setup.by("option-first_to_move").select_option(label="White")
    view = begun(setup)
    options = view["rules"]["options"]
    assert view["rules"]["name"] is None
    assert (options["regicide"], options["quiet_limit"]) == (True, 12)
    assert (options["first_to_move"], options["capture"]) == ("white", "mandatory")


CHOSEN: dict[str, Callable[[Table], View]] = {  # the rules, and other choices
    "english": level_and_side,
    "casual": classic_opponent_and_move_clock,
    "regicide": game_clock,
    "single-jump": chosen_ballot,
    "free-capture": random_ballot,
    "tournament-30": clock_of_the_rules,
}


def test_what_is_chosen_is_played(setup: Table) -> None:
    for preset in setup.client.get("/api/choices").json()["presets"]:
        name = preset["name"]
        choose(setup, f"preset-{name}")
        view = CHOSEN[name](setup)
        seconds = view["clock"]["seconds"] if view["clock"]["kind"] == "move" else None
        options = {**preset["options"], "move_seconds": seconds}
        assert view["rules"] == {"name": name, "options": options}
        setup.by("new-game").click()
        if view["clock"]["kind"] != "none":  # as the last time
            expect(setup.by(f"clock-{view['clock']['kind']}")).to_be_checked()
    tournament_without_its_clock(setup)
    setup.by("new-game").click()
    house_rules(setup)


def test_last_set_up_is_offered_again_but_no_position(setup: Table, complaints: Complaints) -> None:
    complaints.allow("status of 422")
    choose(setup, *OFFERED, "start-fen")
    setup.by("fen").fill("B:W18,24:B4,K40")
    setup.by("setup-start").click()
    unknown = re.compile(f"^{pattern('square.unknown', square=40)}", re.IGNORECASE)
    expect(setup.by("setup-error")).to_contain_text(unknown)
    expect(setup.by("fen")).to_be_focused()
    expect(setup.by("fen")).to_be_in_viewport(ratio=1)
    setup.by("fen").fill("B:W18,24:B4,K10")
    editor = "/editor?fen=B:W18,24:B4,K10&rules=casual"
    expect(setup.by("set-it-up")).to_have_attribute("href", editor)
    view = begun(setup)
    assert view["position"]["board"] == "...b.....B.......w.....w........"
    setup.shows(view)
    offered_again(setup, "fen", "")
    choose(setup, "start-ballot")
    setup.by("ballot").select_option("12")
    first = begun(setup)
    offered_again(setup, "ballot", "1")
    setup.page.keyboard.press("Escape")
    setup.by("home").click()
    for reloaded in (False, True):
        if reloaded:
            wait_for(lambda: setup.page.evaluate("true") and stored(setup).get("last"))
            setup.page.goto("/")
        expect(setup.by("opponent")).to_contain_text("Porch Player")
        again = entered(setup, setup.by("play").click)
        for part in ("players", "rules"):
            assert again[part] == first[part], part
        assert again["clock"]["seconds"] == first["clock"]["seconds"]


OFFERED = ("preset-casual", "opponent-level:3", "clock-move")


def offered_again(setup: Table, kind: str, empty: str) -> None:
    """The same choices, but from the usual start."""
    setup.by("new-game").click()
    for name in (*OFFERED, "start-standard"):
        expect(setup.by(name)).to_be_checked()
    expect(setup.by("setup-summary")).to_contain_text(said("setup.summary.start.standard"))
    choose(setup, f"start-{kind}")
    expect(setup.by(kind)).to_have_value(empty)


def test_summary_says_what_will_be_played(setup: Table) -> None:
    says = setup.by("setup-summary")

    def expect_terms(**terms: Message | str) -> None:
        """The parts of the summary that are given, and any others."""
        expect(says).to_have_text(re.compile(f"^{pattern('setup.summary', **terms)}$"))

    def against(opponent: str) -> str:
        return said("setup.summary.you", side=BLACK, opponent=opponent)

    def time(seconds: int) -> Message:
        return Message("setup.summary.move", {"time": counted("second", seconds)})

    english, tournament = (
        Message("setup.summary.rules", {"rules": said(f"rules.preset.{name}.title")})
        for name in ("english", "tournament-30")
    )
    none = Message("setup.summary.no-clock")
    standard = Message("setup.summary.start.standard")
    expect_terms(players=against("Sprout"), rules=english, clock=none, start=standard)
    choose(setup, "preset-tournament-30")
    expect_terms(rules=tournament, clock=time(30))
    setup.by("clock-seconds").fill("45")
    expect_terms(rules=tournament, clock=Message("setup.summary.own-clock", {"clock": time(45)}))
    choose(setup, "clock-none", "opponent-level:3", "start-random-ballot")
    own = Message("setup.summary.own-clock", {"clock": none})
    random = Message("setup.summary.start.random-ballot")
    expect_terms(players=against("Porch Player"), clock=own, start=random)
    choose(setup, "clock-game", "seat-white-person", "start-ballot")
    setup.by("ballot").select_option("12")
    setup.by("clock-minutes").fill("1")
    setup.by("every-option").click()
    setup.by("option-regicide").select_option(said("rules.regicide.on.label"))
    times = {"time": counted("minute", 1), "more": counted("second", 3)}
    expect_terms(
        players=said("setup.summary.people"),
        rules=Message("setup.summary.rules-changed", {"rules": "Tournament 30", "count": 1}),
        clock=Message(
            "setup.summary.own-clock", {"clock": Message("setup.summary.increment", times)}
        ),
        start=Message("setup.summary.start.ballot", {"number": 12}),
    )
    choose(setup, "seat-black-computer", "seat-white-computer", "start-fen")
    computers = said("setup.summary.computers", black="Sprout", white="Porch Player")
    expect_terms(players=computers, start=Message("setup.summary.start.fen"))
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
    choose(setup, "clock-none", "preset-tournament-30")  # which was chosen despite the rules
    setup.by("clock-seconds").fill("45")
    choose(setup, "preset-english", "start-standard")
    expect(setup.by("clock-move")).to_be_checked()
    expect(setup.by("clock-seconds")).to_have_value("45")


def test_level_is_changed_during_a_game(table: Table) -> None:
    table.open(white="level:1")
    table.menu("seats-open")
    table.by("level-select").select_option("level:3")
    expect(table.by("player-top")).to_contain_text("Porch Player")
    assert table.view()["players"]["white"]["opponent"] == "level:3"
    table.by("level-select").select_option(said("game.person"))
    expect(table.by("turn-text")).to_have_text(said("game.to-move", player=BLACK))
    assert table.view()["players"]["white"]["kind"] == "person"
