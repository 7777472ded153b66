"""A review on the page: starting it, better lines, the graph, and trying again."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect
from serving import begin, wait_for

from browser.accessibility import faults
from browser.conftest import Complaints
from browser.helpers import moved
from browser.pages import go_on
from browser.said import BLACK, WHITE, said, sentence
from browser.studying import Study

# White's first move loses a man for nothing.
MOVES = ("9-14", "21-17", "14x21", "23-19", "11-15")
LOST = 2


def ended(study: Study) -> str:
    """A game that White resigns; it is not opened."""
    game: str = study.begin()["id"]
    for ply, move in enumerate(MOVES):
        body = {"ply": ply, "text": move}
        assert study.client.post(f"/api/games/{game}/moves", json=body).is_success, move
    answer = study.client.post(f"/api/games/{game}/resign", json={"side": "white"})
    assert answer.is_success, answer.text
    return game


def reviewed(study: Study, game: str) -> dict[str, Any]:
    """A finished review that the page knows; reviews give way to everything else."""

    def view() -> dict[str, Any]:
        answer = study.client.get(f"/api/games/{game}/review")
        found: dict[str, Any] = answer.json() if answer.is_success else {}
        return found if found.get("state") == "done" else {}

    done: dict[str, Any] = wait_for(view, "a review that is done")
    expect(study.page.get_by_text(said("review.decided"))).to_be_visible()
    return done


def test_a_review_is_read_walked_through_and_tried_again(study: Study) -> None:
    game: str = study.open()["id"]
    moved(study, *MOVES)
    assert study.client.post(f"/api/games/{game}/resign", json={"side": "white"}).is_success
    two_clicks_to_the_better_line(study)
    view = reviewed(study, game)
    keys_stay_where_they_are(study)
    graph_leads_through_the_game(study, view)
    begin_a_line(study)
    try_a_mistake_again(study, view)
    study.by("tab-review").click()
    keep_a_better_line(study, view)


def two_clicks_to_the_better_line(study: Study) -> None:
    study.by("end-review").click()
    first = study.page.locator(".moment").first
    expect(first).to_contain_text("21-17")
    marks = f"{said('mark.blunder')}|{said('mark.mistake')}"
    expect(first).to_contain_text(re.compile(marks))
    first.get_by_test_id("show-better").click()
    expect(study.board).to_have_class(re.compile("previewing"))
    nodes = study.kept()["nodes"]
    assert study.node == nodes[LOST - 2]["id"]
    boards: list[str] = []

    def goes_on() -> bool:
        boards.append(study.shown)
        return len(set(boards)) > 2

    wait_for(goes_on)  # it plays by itself
    study.walk("Escape")
    wait_for(lambda: study.shown == nodes[LOST - 2]["after"]["board"])


def keys_stay_where_they_are(study: Study) -> None:
    """Check that keyboard focus stays while a line is shown and announced."""
    study.page.evaluate("document.getElementById('polite').replaceChildren()")
    show = study.page.get_by_test_id("show-better").first
    show.focus()
    study.page.keyboard.press("Enter")
    expect(study.board).to_have_class(re.compile("previewing"))
    expect(study.page.get_by_test_id("show-better").first).to_be_focused()
    moves = [said("game.moved", side=side, move="MOVE") for side in (BLACK, WHITE)]
    pattern = "|".join(map(re.escape, moves)).replace("MOVE", r"\d+[-x]\d+")
    expect(study.by("polite")).to_have_text(re.compile(f"^({pattern})$"))


def graph_leads_through_the_game(study: Study, view: dict[str, Any]) -> None:
    """Check that the graph navigates, and describes what it shows."""
    graph = study.by("graph")
    graph.fill(str(LOST))
    nodes = study.kept()["nodes"]
    wait_for(lambda: study.node == nodes[LOST - 1]["id"])
    point = study.by("graph").get_attribute("aria-valuetext") or ""
    assert point.startswith(said("game.moved", side=WHITE, move="21-17")), point
    assert said("analysis.chance", side=BLACK, chance="") in point
    study.by("graph").focus()
    study.page.keyboard.press("ArrowLeft")
    wait_for(lambda: study.node == nodes[LOST - 2]["id"])
    study.by("graph").scroll_into_view_if_needed()
    area = study.by("graph").bounding_box()
    assert area is not None
    mouse, middle = study.page.mouse, area["y"] + area["height"] / 2
    mouse.move(area["x"] + 0.2 * area["width"], middle)
    mouse.down()
    wait_for(lambda: study.node == nodes[0]["id"])
    mouse.move(area["x"] + 0.8 * area["width"], middle, steps=4)
    wait_for(lambda: study.node == nodes[3]["id"])
    mouse.up()
    marked = [move["ply"] for move in view["moves"] if move["mark"]]
    expect(study.page.locator(".graph-dot")).to_have_count(len(marked))
    for side in ("black", "white"):
        accuracy = said("number.percent", number=round(view["accuracy"][side]))
        card = study.page.locator(".accuracy", has_text=said(f"side.{side}"))
        expect(card).to_contain_text(accuracy)


def begin_a_line(study: Study) -> None:
    """Show a better line, with its next move only when `line_goes_on` allows it."""
    study.page.evaluate("""() => {
      const own = window.setTimeout;
      window.setTimeout = (go, ms, ...what) =>
        ms >= 1000 ? (window.goesOn = () => go(...what)) : own(go, ms, ...what);
      document.querySelector("[data-testid=show-better]").click();
      window.setTimeout = own;
    }""")


def line_goes_on(study: Study) -> None:
    study.page.evaluate("goesOn()")
    study.next_frames()


def try_a_mistake_again(study: Study, view: dict[str, Any]) -> None:
    """Try until it is solved. Nothing is stored, and an earlier line does not return."""
    best = next(move for move in view["moves"] if move["ply"] == LOST)["better"]["line"][0]
    study.by("try-again").click()
    exercise = study.by("exercise")
    while "21-17" not in exercise.inner_text():
        exercise.get_by_test_id("next").click()
    expect(study.by("engine")).to_be_hidden()
    assert study.page.locator("#board .arrow").count() == 0
    study.click(21, 17)
    wins = said("review.try.reply", reply="14x21", does=said("hint.wins-pieces", count=1))
    expect(study.by("verdict")).to_contain_text(f"{said('review.verdict.same')} {wins}")
    expect(study.by("polite")).to_contain_text(said("review.verdict.same"))
    study.click(*best["path"])  # without a button: another try
    expect(study.by("verdict")).to_contain_text(said("review.verdict.best"))
    line_goes_on(study)
    assert study.shown == best["after"]["board"]
    exercise.get_by_test_id("again").click()
    expect(study.by("verdict")).to_be_empty()
    exercise.get_by_test_id("answer").click()
    expect(study.by("verdict")).to_contain_text(best["notation"])
    wait_for(lambda: study.shown == best["after"]["board"])
    exercise.get_by_test_id("done").click()
    expect(exercise).to_have_count(0)
    expect(study.by("engine")).to_be_visible()
    study.by("tab-moves").click()
    expect(study.by("tree")).to_contain_text("21-17")
    expect(study.by("tree")).not_to_contain_text(best["notation"])


def reload_at_moves(study: Study) -> None:
    study.page.evaluate("location.hash = '#moves'")
    study.page.reload()


def keep_a_better_line(study: Study, view: dict[str, Any]) -> None:
    """Keep a better line as a variation."""
    lost = next(move for move in view["moves"] if move["ply"] == LOST)
    better = lost["better"]["line"]
    expect(study.page.locator(".graph-note")).to_be_hidden()
    study.page.get_by_test_id("keep-better").first.click()
    expect(study.page.locator(".graph-note")).to_be_visible()
    wait_for(lambda: study.by("graph").input_value() == str(LOST - 1))
    point = study.by("graph").get_attribute("aria-valuetext") or ""
    before = said("game.moved", side=BLACK, move="9-14")
    assert point.startswith(f"{said('review.in-variation')}. {before}"), point
    study.by("tab-moves").click()
    expect(study.by("tree")).to_contain_text(f"1… {better[0]['notation']}")
    expect(study.by("tree")).to_contain_text(f"21-17{lost['mark']}")  # with the review's mark
    assert study.kept()["nodes"][LOST - 1]["mark"] == ""  # which changes nothing on the server
    reload_at_moves(study)
    expect(study.by("tree")).to_contain_text(f"21-17{lost['mark']}")
    study.walk("Home", "ArrowRight")
    study.by("cut").click()
    expect(study.by("restore")).to_be_visible()
    study.by("tab-review").click()
    study.page.get_by_test_id("show-better").first.click()
    expect(study.by("message-text")).to_have_text(said("review.moves-deleted"))


def long_game(study: Study, plies: int) -> str:
    """A game with a slow review."""
    view = begin(study.client, black="person", white="person")
    path = f"/api/games/{view['id']}"
    for ply in range(plies):
        move = {"ply": ply, "path": view["choices"]["legal"][0]["path"]}
        view = study.client.post(f"{path}/moves", json=move).json()
    assert study.client.post(f"{path}/resign", json={}).is_success
    return str(view["id"])


def test_a_review_can_be_stopped_and_asked_for_again(study: Study, complaints: Complaints) -> None:
    complaints.allow("404")
    game, others = ended(study), [long_game(study, 60) for _ in range(2)]
    for other in others:  # ours waits for them
        assert study.client.post(f"/api/games/{other}/review", json={}).is_success
    study.page.goto(f"/analysis?game={game}#review")
    again = study.by("ask-review")
    stop: tuple[Callable[[], object], ...] = (
        lambda: study.client.delete(f"/api/games/{game}/review"),  # from another tab
        study.by("stop-review").click,
    )
    waiting, _ = said("review.waiting", count=2).split("2")
    for stopping in stop:
        expect(study.by("panel-review")).to_contain_text(waiting)
        stopping()
        expect(study.by("panel-review")).to_contain_text(sentence("reviews.stopped"))
        expect(again).to_be_visible()
        wait_for(lambda: study.client.get(f"/api/games/{game}/review").status_code == 404)
        again.click()
    expect(study.by("panel-review")).to_contain_text(waiting)
    reload_at_moves(study)
    expect(study.by("tree")).to_contain_text("21-17")
    for other in others:
        study.client.delete(f"/api/games/{other}/review")
    expect(study.by("tree")).to_contain_text(re.compile(r"21-17\?"))  # as soon as it is judged
    study.by("tab-review").click()
    reviewed(study, game)


def box(study: Study, name: str) -> dict[str, float]:
    found = study.page.locator(name).first.bounding_box()
    assert found is not None, name
    return {
        "top": found["y"],
        "bottom": found["y"] + found["height"],
        "right": found["x"] + found["width"],
    }


def in_sight(study: Study, name: str) -> bool:
    size = study.page.viewport_size
    assert size is not None
    found = box(study, name)
    return (
        found["top"] >= -1
        and found["bottom"] <= size["height"] + 1
        and found["right"] <= size["width"] + 1
    )


def test_nothing_of_a_review_stands_in_the_way_and_all_is_in_sight(study: Study) -> None:
    game = ended(study)
    study.page.goto(f"/analysis?game={game}#review")
    view = reviewed(study, game)
    assert faults(study.page) == []
    study.by("try-again").click()
    expect(study.by("exercise")).to_be_visible()
    assert faults(study.page, ".exercise") == []
    address = f"/analysis/{study.kept()['id']}#review"
    for size in ((390, 844), (320, 568), (1024, 600)):
        study.leave()
        study.page.set_viewport_size({"width": size[0], "height": size[1]})
        study.page.evaluate("scrollTo(0, 0)")
        assert go_on(study.page, address)
        expect(study.page.get_by_text(said("review.decided"))).to_be_visible()
        everything_in_sight(study, view, size[0])


def everything_in_sight(study: Study, view: dict[str, Any], width: int) -> None:
    better = next(move for move in view["moves"] if move["ply"] == LOST)["better"]["line"]
    assert study.page.evaluate("document.scrollingElement.scrollWidth") <= width
    assert in_sight(study, "[data-testid=show-better]")
    expect(study.by("to-move-text")).to_have_text(said("game.to-move", player=WHITE))
    study.page.get_by_test_id("show-better").first.click()
    written = study.page.locator(".written").first.locator(".step")
    assert written.all_inner_texts() == [move["notation"] for move in better]
    expect(study.page.locator(".written .step[aria-current]").first).to_be_attached()
    written.nth(1).click()
    wait_for(lambda: study.shown == better[1]["after"]["board"])
    assert in_sight(study, "#board")
    study.by("try-again").click()
    wait_for(lambda: in_sight(study, "#board") and in_sight(study, ".exercise h2"))
    assert study.page.evaluate("document.scrollingElement.scrollWidth") <= width
    study.square(32).click()
    expect(study.by("message-text")).to_have_text(sentence("refusal.blocked", square=32))
    assert in_sight(study, "#message-text")
    study.by("tab-explain").click()
    study.page.locator('[data-term="men"] button').scroll_into_view_if_needed()
    assert in_sight(study, "#board")
