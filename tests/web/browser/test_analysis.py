"""The analysis page: trees of moves, engine lines, and known facts about a position."""

from __future__ import annotations

import re

import httpx
from playwright.sync_api import expect
from serving import Server, wait_for

from browser.accessibility import faults
from browser.conftest import PHONE, Complaints, NewPage
from browser.helpers import box_of, won
from browser.said import BLACK, WHITE, said, sentence
from browser.studying import Study
from crownhead import Position
from crownhead.messages import Message

PDN = (
    '[Black "Ann"]\n[White "Bo"]\n\n1. 11-15 (1. 9-14 22-18 2. 5-9) 23-19 {solid} 2. 8-11! 22-17 *'
)
SIZES = ((390, 844), (320, 568), (1024, 600))


# ---- the tree


def test_nothing_that_was_typed_or_played_is_lost(
    own_study: Study, own_server: Server, complaints: Complaints
) -> None:
    """Comments survive a reload, another person's comment, and a killed server."""
    study = own_study
    study.page.goto("/analysis")
    study.by("from-start").click()
    expect(study.by("name")).to_have_text(said("analyses.new"))
    study.engine(on=False)
    study.makes(11, 15)
    study.makes(23, 19)
    study.walk("ArrowLeft")
    comments_stop_no_move(study)
    study.walk("End")
    study.page.locator('[data-mark="!?"]').click()
    expect(study.current).to_have_text("23-19!?")
    two_comment_on_a_move(study, complaints)
    study.walk("ArrowDown")
    before = study.tree
    assert before == (
        "1. 11-15 The usual way. And solid. 1… 23-19!? Theirs. Ours. 1… 22-17 Another way."
    )
    complaints.allow_lost_connections()
    complaints.allow("404")  # for requests about a deleted analysis
    own_server.kill()
    expect(study.by("connection")).to_be_visible()
    study.by("comment").fill("While nobody answers.")
    study.by("comment").blur()
    study.page.keyboard.press("Home")
    study.by("tab-explain").click()
    own_server.start()
    wait_for(lambda: "While nobody answers." in comments(study))
    expect(study.page.locator("#panel-explain .terms")).to_be_visible()  # without another click
    expect(study.by("connection")).to_be_hidden()
    study.by("tab-moves").click()
    study.page.get_by_role("button", name=re.compile("22-17")).click()
    before = before.replace("Another way.", "While nobody answers.")
    wait_for(lambda: study.tree == before)
    shown = study.kept()
    study.page.reload()
    expect(study.by("name")).to_have_text(said("analyses.new"))
    wait_for(lambda: study.tree == before)
    expect(study.current).to_have_text("22-17")  # the move that was shown
    assert study.kept() == shown
    study.client.delete(f"/api/analyses/{shown['id']}")
    expect(study.by("paste-error")).to_have_text(said("analysis.deleted"))


def comments_stop_no_move(study: Study) -> None:
    study.by("comment").fill("The usual way.")
    study.click(22, 17)  # which leaves the box
    wait_for(lambda: len(study.kept()["nodes"]) == 3)
    assert study.kept()["nodes"][0]["comment"] == "The usual way."
    expect(study.by("comment")).to_have_value("")  # the page has followed
    study.by("comment").fill("Another way.")
    study.wheel(-1)  # which does not
    wait_for(lambda: "Another way." in comments(study))
    expect(study.by("comment")).to_have_value("The usual way.")
    study.by("comment").press_sequentially(" And solid.")
    study.page.reload()  # the box still has the focus
    expect(study.by("comment")).to_have_value("The usual way. And solid.")
    wait_for(lambda: "The usual way. And solid." in comments(study))


def two_comment_on_a_move(study: Study, complaints: Complaints) -> None:
    complaints.allow("409")
    study.by("comment").focus()
    study.page.keyboard.type("Ours.")
    study.change("remark", node=study.node, comment="Theirs.")
    wait_for(lambda: "Theirs." in study.tree)
    study.by("comment").blur()
    wait_for(lambda: "Theirs. Ours." in comments(study))
    expect(study.by("message-text")).to_have_text(said("analysis.both-comments"))


def comments(study: Study) -> list[str]:
    return [one["comment"] for one in study.kept()["nodes"]]


def test_lines_are_walked_promoted_cut_and_put_back(study: Study) -> None:
    study.look_into(text=PDN)
    keys_walk_and_everything_follows(study)
    promoted = "1. 9-14 1. 11-15 23-19 solid 2. 8-11! 22-17 1… 22-18 2. 5-9"
    assert study.tree == "1. 11-15 1. 9-14 22-18 2. 5-9 1… 23-19 solid 2. 8-11! 22-17"
    study.walk("Home")
    expect(study.by("promote")).to_be_disabled()
    study.page.get_by_role("button", name=re.compile("5-9")).click()
    study.by("promote").click()
    wait_for(lambda: study.tree == promoted)
    study.walk("ArrowLeft")
    study.by("cut").click()
    expect(study.by("message-text")).to_have_text(said("analysis.cut", count=2))
    assert study.tree == "1. 9-14 1. 11-15 23-19 solid 2. 8-11! 22-17"
    study.by("restore").click()
    wait_for(lambda: study.tree == promoted)
    expect(study.by("restore")).to_be_hidden()


def keys_walk_and_everything_follows(study: Study) -> None:
    study.page.evaluate("document.querySelector('#tree .move').dataset.built = 'once'")
    boards = {"": study.shown}
    for node in study.kept()["nodes"]:
        boards[node["id"]] = node["after"]["board"]
    for key, current in [
        ("ArrowRight", "11-15"),
        ("ArrowDown", "9-14"),
        ("ArrowRight", "22-18"),
        ("ArrowLeft", "9-14"),
        ("ArrowUp", "11-15"),
        ("End", "22-17"),
        ("ArrowLeft", "8-11!"),
    ]:
        study.walk(key)
        expect(study.current).to_have_text(current)
        assert study.shown == boards[study.node], key
        wait_for(lambda: study.drawn() == study.shown)
    expect(study.page.locator('[data-mark="!"]')).to_have_attribute("aria-pressed", "true")
    study.walk("ArrowLeft")
    expect(study.by("comment")).to_have_value("solid")
    study.walk("Home")
    expect(study.current).to_have_count(0)
    study.wheel(1)
    expect(study.current).to_have_text("11-15")
    expect(study.current).to_have_attribute("data-built", "once")  # walking rebuilds nothing


def test_what_is_deleted_twice_in_a_hurry_can_all_be_put_back(study: Study) -> None:
    study.look_into(text="1. 11-15 23-19 2. 8-11 22-17 3. 4-8 17-13 4. 15-18 24-20 *")
    whole = study.tree
    study.walk("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight")
    study.page.evaluate(
        "document.getElementById('cut').click(), document.getElementById('cut').click()"
    )
    wait_for(
        lambda: study.tree == "1. 11-15 23-19 2. 8-11"
    )  # once, because the second request came while it was running
    study.by("cut").click()
    wait_for(lambda: study.tree == "1. 11-15 23-19")
    study.walk("f", "ArrowLeft")
    expect(study.by("message-text")).to_have_text(said("analysis.cut", count=1))
    study.by("restore").click()
    expect(study.by("message-text")).to_have_text(said("analysis.cut", count=5))
    study.by("restore").click()
    wait_for(lambda: study.tree == whole)
    expect(study.by("restore")).to_be_hidden()
    study.walk("f")


def test_captures_with_a_choice_go_leg_by_leg_and_refusals_say_why(study: Study) -> None:
    study.look_into(text="B:W6,7,14,15,32:B2,12")
    box = study.by("comment").bounding_box()
    study.click(12)
    must = sentence("refusal.must-capture", moves="2x")
    expect(study.by("message-text")).to_contain_text(must.rstrip("."))
    assert study.by("comment").bounding_box() == box
    study.click(2)
    for wrong in (20, 12, 32):  # none of them deselects the piece
        study.click(wrong)
        told = must.rstrip(".") if wrong == 12 else str(wrong)
        expect(study.by("message-text")).to_contain_text(told)
        assert study.marked("chosen") == [2], wrong
    study.click(18)
    expect(study.by("message-text")).to_contain_text("18")
    study.makes(9)
    assert study.kept()["nodes"][0]["path"] == [2, 9, 18]


# ---- the engine


def test_buttons_that_were_clicked_leave_the_keys_to_the_moves(study: Study) -> None:
    study.look_into(text="1. 11-15 23-19 2. 8-11 *")
    study.by("tab-explain").click()
    study.by("tab-moves").click()
    study.walk("ArrowRight")
    expect(study.current).to_have_text("11-15")
    study.by("go-on").click()
    study.engine(on=True)
    expect(study.page.locator("#lines li").first).to_be_visible()
    study.walk(" ")  # the best move is played, and the engine stays on
    wait_for(lambda: study.current.inner_text() not in ("11-15", "23-19"))
    expect(study.by("engine-on")).to_have_attribute("aria-checked", "true")
    study.by("engine-on").focus()
    study.walk(" ")  # after keyboard use, keys go to the button
    expect(study.by("engine-on")).to_have_attribute("aria-checked", "false")
    study.page.reload()
    expect(study.by("name")).to_be_visible()
    expect(study.by("engine-on")).to_have_attribute("aria-checked", "false")


def test_a_finger_does_all_of_it(new_page: NewPage, client: httpx.Client) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, **PHONE)
    study = Study(page, client)
    study.look_into()
    study.square(11).tap()
    study.square(15).tap()
    wait_for(lambda: study.tree == "1. 11-15")
    study.by("go-first").tap()
    study.square(9).tap()
    study.square(14).tap()
    wait_for(lambda: study.tree == "1. 11-15 1. 9-14")
    study.by("promote").tap()
    wait_for(lambda: study.tree == "1. 9-14 1. 11-15")
    study.by("engine-on").tap()
    study.page.locator("#lines .step").first.tap()
    wait_for(lambda: len(study.kept()["nodes"]) == 3)
    study.by("tab-explain").tap()
    study.page.locator('[data-term="men"] button').tap()
    expect(page.locator("#board .pointed").first).to_be_attached()


def test_positions_without_moves_and_openings_are_named(study: Study) -> None:
    study.look_into(text="B:W18:B14")
    study.makes(14, 23)
    expect(study.by("to-move-text")).to_have_text(said("game.won", player=BLACK))
    reason = Message("outcome.reason.no-pieces", {"loser": WHITE})
    expect(study.by("known")).to_have_text(said("outcome.win", winner=BLACK, reason=reason))
    expect(study.by("bar")).to_have_attribute("aria-valuenow", "100")
    study.look_into(text="1. 11-15 23-19 2. 8-11 22-17 3. 4-8 *")
    study.walk("End")
    expect(study.by("known")).to_contain_text("Old Fourteenth")


# ---- coming and going


def test_pasted_texts_are_read_or_refused(study: Study, complaints: Complaints) -> None:
    study.page.goto("/analysis")
    complaints.allow("422")
    study.by("paste-text").fill("B:W99:B1")
    study.page.get_by_role("button", name="Analyse", exact=True).click()
    expect(study.by("paste-error")).to_contain_text("99")
    expect(study.by("paste-text")).to_have_value("B:W99:B1")
    study.by("paste-text").fill(PDN)
    study.page.get_by_role("button", name="Analyse", exact=True).click()
    expect(study.by("name")).to_have_text("Ann v Bo")
    study.by("rename").click()
    study.by("name-input").fill("My study")
    study.by("name-dialog-yes").click()
    expect(study.by("name")).to_have_text("My study")
    study.by("nav-analysis").click()
    kept = study.page.locator("#kept li").first
    expect(kept).to_contain_text("My study")
    kept.get_by_role("button").click()
    kept.get_by_role("button").click()
    expect(study.page.get_by_text("My study")).to_have_count(0)
    study.by("paste-text").fill("1. 11-15 23-19 * 1. 9-14 22-18 *")
    study.page.get_by_role("button", name="Analyse", exact=True).click()
    expect(study.by("message-text")).to_have_text(said("analysis.more-games"))
    assert study.tree == "1. 11-15 23-19"


def test_play_from_here_and_back(study: Study) -> None:
    study.look_into(text="W:W18,24,27,K10:B12,16,K22")
    study.by("play-here").click()
    study.by("play-side-black").check()
    study.by("play-opponent").select_option("level:1")
    study.by("play-dialog-yes").click()
    study.page.wait_for_url("**/game/*")
    view = study.adopt()
    assert view["players"]["white"]["opponent"] == "level:1"
    assert view["start"]["board"].count("w") == 3
    study.reaches(1)
    assert study.client.post(f"/api/games/{view['id']}/resign", json={}).is_success
    study.by("end-close").click()
    study.menu("to-analysis")  # also when the game is over
    study.page.wait_for_url("**/analysis/*")
    expect(study.by("name")).to_have_text("A position")


def test_a_game_that_is_over_leads_to_its_analysis(study: Study) -> None:
    won(study, "level:1")
    study.page.goto("/")
    study.page.locator(f'#recent-list a[title="{said("start.analyse-this")}"]').first.click()
    study.page.wait_for_url("**/analysis/*")
    expect(study.by("name")).to_contain_text(" v ")


def test_nothing_is_cut_off_and_axe_finds_nothing(study: Study) -> None:
    study.page.goto("/analysis")
    expect(study.by("paste-text")).to_be_visible()
    assert faults(study.page) == []
    for size in SIZES:
        fits(study, size)
    study.look_into(text=PDN)
    study.walk("End")
    for size in SIZES:
        fits(study, size, "go-back", "engine-on", "threat", "play-here", "comment")
    study.engine(on=True)
    study.by("engine-settings").click()
    expect(study.page.locator("#lines li").first).to_be_visible()
    assert faults(study.page) == []
    for name in ("explain", "share"):
        study.by(f"tab-{name}").click()
        expect(study.by(f"panel-{name}")).to_be_visible()
        expect(study.by(f"panel-{name}")).not_to_be_empty()
        assert faults(study.page, f"#panel-{name}") == [], name
    for name in ("rename", "play-here"):
        study.by(name).click()
        expect(study.page.locator("dialog[open] form")).to_be_visible()
        assert faults(study.page) == [], name
        study.page.keyboard.press("Escape")


def fits(study: Study, size: tuple[int, int], *names: str) -> None:
    """Check that nothing overflows a window of this size, and that these parts are inside it."""
    width, height = size
    study.page.set_viewport_size({"width": width, "height": height})
    assert study.page.evaluate("document.scrollingElement.scrollWidth") <= width, size
    for name in names:
        box = box_of(study.by(name))
        assert box["x"] >= 0, (name, size)
        assert box["x"] + box["width"] <= width, (name, size)
    study.page.set_viewport_size({"width": 1200, "height": 800})


def test_what_is_counted_is_shown_with_its_squares(study: Study) -> None:
    study.look_into(text="B:W18,24,27,K10:B12,16,K22")
    study.by("tab-explain").click()
    kings = study.page.locator('[data-term="kings"]')
    expect(kings).to_contain_text(said("coach.kings.title"))
    expect(kings.locator("td").first).to_contain_text("1")
    expect(study.page.locator("#board .pointed")).to_have_count(0)
    kings.get_by_role("button").focus()
    expect(study.page.locator("#board .pointed")).to_have_count(2)
    network, _ = said("analysis.explain.network", standing="|").split("|")
    expect(study.by("panel-explain")).to_contain_text(network)
    expect(study.by("panel-explain")).to_contain_text(said("coach.caution.capture", side=BLACK))
    study.by("tab-moves").click()
    expect(study.page.locator("#board .pointed")).to_have_count(0)


def test_positions_and_games_are_shared_as_files(study: Study) -> None:
    view = study.look_into(text=PDN)
    study.walk("ArrowRight")
    study.by("tab-share").click()
    expect(study.by("save-png")).to_be_visible()
    for name, begins in [
        ("save-png", b"\x89PNG"),
        ("save-svg", b"<svg"),
        ("save-gif", b"GIF89a"),
        ("save-webp", b"RIFF"),
        ("save-pdn", b"["),
    ]:
        address = study.by(name).get_attribute("href")
        answer = study.client.get(str(address))
        assert answer.status_code == 200, name
        assert answer.content.startswith(begins), name
    study.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    study.page.evaluate(
        """async () => {
          const { src } = document.querySelector("script[type=module]:last-of-type");
          const { START, state } = await import(new URL("state.js", src));
          const { preview } = await import(new URL("actions.js", src));
          const [step] = state.details.get(START).choices.legal;
          state.at = START;
          preview([{ ...step, side: "black", board: step.after.board }], 0);
        }"""
    )
    expect(study.board).to_have_class(re.compile("previewing"))
    study.by("copy-fen").click()
    expect(study.by("message-text")).to_have_text(said("analysis.share.copied-position"))
    expect(study.by("message")).to_have_class(re.compile("calm"))
    copied = Position.from_fen(study.page.evaluate("navigator.clipboard.readText()"))
    assert copied == Position.start().play(Position.start().legal_moves()[0])
    with study.page.context.expect_page() as opened:
        study.by("print").click()
    sheet = opened.value
    sheet.wait_for_url(f"**/analysis/{view['id']}/sheet*")
    expect(sheet.get_by_role("heading", name="Ann v Bo")).to_be_visible()
    expect(sheet.get_by_text("23-19")).to_be_visible()
    expect(sheet.locator("figure svg").last).to_be_visible()
    sheet.evaluate("window.print = () => document.body.dataset.printed = 'yes'")
    sheet.get_by_role("button", name="Print").click()
    expect(sheet.locator("body")).to_have_attribute("data-printed", "yes")
    sheet.close()


def test_the_skip_link_leaves_everything_as_it_is(study: Study) -> None:
    study.look_into(text="1. 11-15 23-19 *")
    study.walk("End")
    node = study.node
    study.page.locator(".skip-link").focus()
    study.page.keyboard.press("Enter")
    expect(study.page.locator("#main")).to_be_focused()
    assert study.node == node
    study.makes(8, 11)


def test_what_is_changed_elsewhere_is_followed(study: Study, complaints: Complaints) -> None:
    complaints.allow("404|409")
    study.look_into(text="1. 11-15 23-19 *")
    first, second = (node["id"] for node in study.kept()["nodes"])
    study.change("moves", node=second, text="8-11")
    wait_for(lambda: study.tree == "1. 11-15 23-19 2. 8-11")
    assert study.node == "start"  # and stays where it is
    study.walk("End")
    study.change("cut", node=second)
    wait_for(lambda: study.tree == "1. 11-15")
    expect(study.current).to_have_text("11-15")  # the rest of the way
    study.makes(22, 17)
    study.click(8)
    study.page.evaluate("window.setTimeout = () => 0")  # so that it does not catch up by itself
    study.change("cut", node=study.node)
    study.click(11)
    expect(study.by("message-text")).to_have_text(sentence("analyses.not-there"))
    wait_for(lambda: study.tree == "1. 11-15" and study.node == first)
    study.makes(22, 17)
