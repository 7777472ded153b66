"""Board, panel, list, marks and texts show the same moment: compared in every frame of an animation."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.sync_api import expect
from serving import wait_for

from browser.conftest import Complaints, NewPage, keep_preferences
from browser.helpers import box_of, moved
from browser.line import Line
from browser.said import WHITE, plays, said
from browser.table import Table
from saying import says

# After 10-15 White's only move is a jump over three that ends on the far row.
TRIPLE = "B:W26,28,29:B6,8,10,17,24,27"
STEP = 150  # milliseconds per step of the clock; a leg takes 250
LAST = "B:W26,28,29:B6,10,24"  # the same jump captures all of Black's pieces

_KNOWN_PLY = """
import(new URL("state.js", document.querySelector("script[type=module]:last-of-type").src))
  .then(({ state }) => state.game.ply)
"""

_SAMPLE = """() => {
  const text = (id) => document.getElementById(id).textContent;
  const seen = (node) => Boolean(node && node.offsetParent);
  const look = () => {
    const board = document.getElementById("board");
    const pieces = [...document.querySelectorAll("#board .pieces .piece")].map((one) => one.dataset.piece);
    const count = (letter) => pieces.filter((one) => one === letter).length;
    const strips = {};
    for (const bar of document.querySelectorAll(".player")) {
      const whose = bar.querySelector(".disc").classList.contains("black") ? "black" : "white";
      strips[whose] = {
        counts: bar.querySelector(".counts").textContent,
        taken: bar.querySelector(".taken").childElementCount,
        turn: bar.classList.contains("to-move"),
      };
    }
    const moves = [...document.querySelectorAll("#move-list .move")];
    const marks = [...document.querySelectorAll("#board .marks .last")];
    return {
      ply: Number(board.dataset.ply), board: board.dataset.board, turn: board.dataset.turn,
      men: { black: count("b"), white: count("w") },
      kings: { black: count("B"), white: count("W") },
      held: Boolean(document.querySelector("#board .piece.held")), strips,
      listed: moves.length, current: moves.findIndex((one) => one.hasAttribute("aria-current")) + 1,
      marks: marks.length, words: text("turn-text"), shown: seen(document.getElementById("turn")),
      message: text("message"), must: seen(document.getElementById("must")),
      result: seen(document.getElementById("result")), title: document.title,
      hint: document.getElementById("hint").ariaDisabled, plies: moves.map((one) => Number(one.dataset.ply)),
      tools: ["hint", "offer-draw", "resign", "move-input"].filter((id) => seen(document.getElementById(id))),
      next: ["result-swap", "result-new"].filter((id) => seen(document.getElementById(id))),
      at: performance.now(),
    };
  };
  const frames = (window.frames_seen = []);
  const frame = () => {
    if (window.frames_seen !== frames) return; // somebody has them
    frames.push(look());
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""


_SEEN = """() => {
  const frames = window.frames_seen;
  window.frames_seen = null;
  return frames;
}"""


@pytest.fixture
def timed(new_page: NewPage, client: httpx.Client) -> Table:
    """A page with gliding pieces, whose clock can be stopped."""
    page = new_page(reduced_motion="no-preference", timed=True)
    keep_preferences(client, sound=False, leg=250)
    return Table(page, client)


def counts(men: int, kings: int) -> str:
    numbers = (("count.man", men), ("count.king", kings))
    parts = [said(key, count=count) for key, count in numbers if count]
    return said("list.comma").join(parts) or said("game.no-pieces")


def check(frame: dict[str, Any], start: dict[str, int], paths: list[int]) -> None:
    """Check one frame: everything refers to the ply on the board."""
    for side, other in (("black", "white"), ("white", "black")):
        men, kings = frame["men"][side], frame["kings"][side]
        assert frame["strips"][side]["counts"] == counts(men, kings), frame
        assert frame["strips"][other]["taken"] == start[side] - men - kings, frame
        assert frame["strips"][side]["turn"] == (frame["turn"] == side), frame
    letters = frame["board"]
    assert frame["men"]["white"] == letters.count("w"), frame
    assert frame["kings"]["white"] == letters.count("W"), frame
    assert frame["listed"] == frame["current"] == frame["ply"], frame
    moving = frame["ply"] + (1 if frame["held"] else 0)
    assert frame["marks"] == (paths[moving - 1] if moving else 0), frame
    thinks = frame["turn"] == "white"
    assert frame["words"] == (
        said("game.thinking", player="Hatchling") if thinks else said("game.your-turn")
    ), frame
    assert frame["title"].startswith(frame["words"]), frame
    assert (said("game.crowned") in frame["message"]) == (frame["ply"] == 2), frame
    assert not frame["must"] or frame["turn"] == "black", frame
    mine = frame["turn"] == "black" and not frame["held"]
    assert frame["hint"] == ("false" if mine else "true"), frame


def frames_seen(table: Table) -> list[dict[str, Any]]:
    """Every frame since `_SAMPLE`; ends the sampling."""
    frames: list[dict[str, Any]] = table.page.evaluate(_SEEN)
    return frames


def begin_jump(timed: Table, fen: str = TRIPLE) -> None:
    """Go to the middle of the triple jump, with the clock stopped."""
    timed.position(fen, white="level:1")
    timed.stop_time()
    jump_again(timed)


def jump_again(timed: Table) -> None:
    """Do the same in an open game."""
    timed.click(10, 15)
    timed.advance_until(lambda: timed.is_moving and timed.shown_ply == 1, STEP)


def arrives(timed: Table, ply: int) -> None:
    """Advance the clock until a ply is shown and the pieces are where the board says."""
    timed.advance_until(lambda: timed.shown_ply == ply, STEP)
    timed.advance_until(lambda: timed.board.get_attribute("data-busy") == "false", STEP)
    timed.advance_until(lambda: timed.drawn() == timed.shown, STEP)


def test_a_triple_jump_is_one_moment_at_every_frame(timed: Table) -> None:
    for how, clock in (("click", "none"), ("type", "game")):
        keep_preferences(timed.client, sound=False, leg=250 if how == "click" else 1500)
        time = {} if clock == "none" else {"seconds": 3600, "increment": 0}
        timed.position(TRIPLE, white="level:1", clock={"kind": clock, **time})
        timed.page.evaluate(_SAMPLE)
        timed.stop_time()
        if how == "click":
            timed.click(10, 15)
        else:
            timed.type("10-15")
        timed.advance_until(lambda: timed.shown_ply == 2)
        frames = frames_seen(timed)
        jumping = [frame for frame in frames if frame["held"] and frame["ply"] == 1]
        assert len(jumping) > 5, "the jump was not seen"
        thought = [frame for frame in frames if frame["ply"] == 1 and not frame["held"]]
        if clock == "none":
            assert len(thought) > 5, "nobody thought"
        else:  # jumps take little of the person's time
            assert jumping[-1]["at"] - jumping[0]["at"] <= 3 * 250 + 100
        for frame in frames:
            check(frame, {"black": 6, "white": 3}, [2, 4])


def test_a_game_is_over_when_its_last_move_is_seen(timed: Table) -> None:
    timed.position(LAST, white="level:1")
    timed.page.evaluate(_SAMPLE)
    timed.stop_time()
    jump_again(timed)
    asked: list[str] = []
    timed.page.on("request", lambda request: asked.append(request.url))
    timed.by("offer-draw").click()  # it is too late for that
    timed.advance_until(lambda: timed.shown_ply == 2)
    expect(timed.by("result")).to_be_visible()
    frames = frames_seen(timed)
    assert not [url for url in asked if url.endswith("/draw")]
    assert any(frame["held"] and frame["ply"] == 1 for frame in frames), "the jump was not seen"
    for frame in frames:
        over = frame["ply"] == 2
        assert (frame["turn"] == "") == over, frame
        assert frame["shown"] != over, frame
        assert frame["result"] == over, frame
        assert bool(frame["next"]) == over, frame
        assert len(frame["tools"]) == (0 if over else 4), frame


def test_moves_that_are_made_again_stay_in_the_list(timed: Table) -> None:
    begin_jump(timed)
    arrives(timed, 2)
    shows_an_earlier_moment_everywhere(timed)
    timed.by("undo").click()
    arrives(timed, 0)
    timed.page.evaluate(_SAMPLE)
    timed.by("redo").click()
    timed.advance_until(lambda: timed.shown_ply == 2)
    frames = frames_seen(timed)
    assert any(frame["held"] for frame in frames), "the moves were not seen"
    for frame in frames:
        assert frame["plies"] == [1, 2], frame
        assert frame["current"] == frame["ply"], frame
    timed.by("undo").click()
    arrives(timed, 0)
    timed.by("browse-on").click()
    arrives(timed, 1)
    timed.by("redo").click()  # comes back to the game
    arrives(timed, 2)
    expect(timed.board).to_have_attribute("data-turn", "black")
    expect(timed.by("present")).to_be_hidden()


def shows_an_earlier_moment_everywhere(timed: Table) -> None:
    strip = timed.page.locator(".player:has(> .disc.black)")
    taken = timed.page.locator(".taken i")
    for key, ply, men, count, turn in (
        ("ArrowLeft", 1, counts(6, 0), 0, said("game.to-move", player=WHITE)),
        ("ArrowRight", 2, counts(3, 0), 3, said("game.your-turn")),
    ):
        timed.page.keyboard.press(key)
        arrives(timed, ply)
        expect(strip.locator(".counts")).to_have_text(men)
        expect(taken).to_have_count(count)
        expect(timed.by("turn-text")).to_have_text(turn)


def test_moves_that_are_skipped_leave_no_older_words(timed: Table, complaints: Complaints) -> None:
    timed.open()
    moved(timed, "11-15")
    line = Line(timed, complaints)
    line.hold()
    for ply, path in enumerate(([22, 18], [15, 22], [25, 18], [12, 16]), 1):
        address = f"/api/games/{timed.id}/moves"
        assert timed.client.post(address, json={"ply": ply, "path": path}).status_code == 200
    timed.page.evaluate(_SAMPLE)
    line.let_newest(5)
    timed.advance_until(lambda: timed.shown_ply == 5)
    skipped = [frame for frame in frames_seen(timed) if frame["ply"] == 4]
    assert skipped, "nothing was skipped"
    for frame in skipped:
        assert frame["message"] == plays(WHITE, "25x18", 22), frame


def test_what_happens_in_the_middle_of_a_jump(timed: Table) -> None:
    begin_jump(timed)
    timed.page.keyboard.press("f")  # flipping the board shows the end
    expect(timed.board).to_have_attribute("data-flipped", "false")
    assert timed.shown_ply == 2
    arrives(timed, 2)

    timed.by("undo").click()
    arrives(timed, 0)
    timed.by("polite").evaluate("node => node.replaceChildren()")
    jump_again(timed)  # if taken back elsewhere, it is not announced
    assert timed.client.post(f"/api/games/{timed.id}/undo", json={}).is_success
    wait_for(lambda: timed.page.evaluate(_KNOWN_PLY) == 0)
    timed.advance_until(lambda: not timed.is_moving and timed.shown_ply == 0, STEP)
    arrives(timed, 0)
    timed.advance_until(lambda: timed.by("message").inner_text() == said("play.taken-back"))
    expect(timed.by("polite")).not_to_contain_text(plays(WHITE, "").rstrip(" ."))

    jump_again(timed)  # nor is it spoken during looking back
    timed.page.keyboard.press("ArrowLeft")
    timed.advance_until(lambda: timed.by("present").is_visible(), STEP)
    expect(timed.by("polite").locator("p").last).to_contain_text("move 1 of")

    timed.by("undo").click()
    arrives(timed, 0)
    jump_again(timed)  # and after leaving and returning, it is made
    timed.by("home").click()
    timed.advance_until(lambda: timed.by("play").is_visible(), STEP)
    timed.page.go_back()
    timed.advance_until(lambda: timed.board.is_visible() and timed.shown_ply == 2, STEP)
    arrives(timed, 2)


def test_piece_of_a_move_that_is_taken_back_on_its_way_goes_back(timed: Table) -> None:
    """The earlier view arrives while the piece glides: nothing else would correct the piece."""
    timed.open()
    timed.stop_time()
    address = f"/api/games/{timed.id}"
    assert timed.client.post(f"{address}/moves", json={"ply": 0, "path": [11, 15]}).is_success
    timed.advance_until(lambda: timed.is_moving)
    assert timed.client.post(f"{address}/undo", json={}).is_success
    wait_for(lambda: timed.page.evaluate(_KNOWN_PLY) == 0)
    timed.advance_until(lambda: not timed.is_moving)
    timed.advance_until(lambda: timed.drawn() == timed.shown)
    assert timed.shown_ply == 0


def test_move_that_was_made_while_somebody_looked_back_is_told_when_it_lands(
    timed: Table,
) -> None:
    timed.position(TRIPLE, white="level:1")
    timed.stop_time()
    timed.click(10, 15)
    timed.advance_until(lambda: timed.shown_ply == 1)
    timed.page.keyboard.press("ArrowLeft")
    timed.advance_until(lambda: timed.page.evaluate(_KNOWN_PLY) == 2, STEP)
    timed.page.evaluate(_SAMPLE)
    timed.page.keyboard.press("Escape")
    timed.advance_until(lambda: timed.shown_ply == 2)
    frames = frames_seen(timed)
    on_its_way = [frame for frame in frames if frame["ply"] == 1 and frame["held"]]
    assert on_its_way, "the jump was not seen"
    for frame in on_its_way:
        assert not says(frame["message"], "game.captured"), frame


_PAUSE = """style => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [sheet];
}"""


def test_a_king_is_crowned_once(timed: Table) -> None:
    timed.position("B:W21,K20:B25,K1")
    crowned = timed.page.locator("#board .crowned")
    expect(crowned).to_have_count(0)  # the last game may have had a man where there is a king now
    timed.page.evaluate(_PAUSE, ".crowned use { animation-play-state: paused !important }")
    timed.stop_time()
    timed.click(25, 30)
    arrives(timed, 1)
    expect(crowned).to_have_count(1)
    crowned.locator("use").evaluate("node => node.getAnimations().forEach((one) => one.finish())")
    expect(crowned).to_have_count(0)
    for ply, path in enumerate(([20, 16], [30, 26]), 1):
        address = f"/api/games/{timed.id}/moves"
        assert timed.client.post(address, json={"ply": ply, "path": path}).status_code == 200
    arrives(timed, 3)
    expect(crowned).to_have_count(0)
    timed.page.evaluate("document.adoptedStyleSheets = []")  # the page is used again


def test_own_move_in_another_window_leaves_no_older_words(timed: Table) -> None:
    timed.open(white="level:1")
    timed.page.evaluate(_SAMPLE)
    timed.stop_time()
    timed.click(11, 15)
    timed.advance_until(lambda: timed.is_moving and timed.shown_ply == 1)
    legal = timed.view()["choices"]["legal"]
    mine = {"ply": 2, "path": legal[0]["path"]}
    assert timed.client.post(f"/api/games/{timed.id}/moves", json=mine).is_success
    wait_for(lambda: timed.page.evaluate(_KNOWN_PLY) > 2)
    timed.advance_until(lambda: timed.shown_ply == 4)
    frames = frames_seen(timed)
    assert {frame["message"] for frame in frames if frame["ply"] == 3} == {""}, frames[-1]
    assert [
        frame for frame in frames if frame["ply"] == 2 and said("side.white") in frame["message"]
    ]


def test_looking_back_from_an_answer_that_waits_to_be_shown(timed: Table) -> None:
    timed.position(TRIPLE, white="level:1")
    timed.stop_time()
    timed.click(10, 15)
    timed.advance_until(lambda: timed.shown_ply == 1)
    wait_for(lambda: timed.page.evaluate(_KNOWN_PLY) == 2)
    timed.page.locator("[data-ply='1'].move").click()
    expect(timed.by("present")).to_be_hidden()
    timed.page.keyboard.press("ArrowLeft")
    expect(timed.board).to_have_attribute("data-ply", "0")
    expect(timed.by("present-news")).to_have_text(said("play.has-moved", side=WHITE))
    timed.page.keyboard.press("Escape")
    timed.advance_until(lambda: timed.is_moving and timed.shown_ply == 1)
    timed.advance_until(lambda: timed.shown_ply == 2)
    expect(timed.by("message")).to_contain_text("28x19x10x1")


def test_the_end_of_a_game_keeps_its_last_move_in_sight(table: Table) -> None:
    view = table.begin()
    while not view["outcome"] and view["ply"] < 40:
        path = view["choices"]["legal"][0]["path"]
        body = {"ply": view["ply"], "path": path}
        view = table.client.post(f"/api/games/{view['id']}/moves", json=body).json()
    table.show(view["id"])
    table.reaches(view["ply"])
    table.client.post(f"/api/games/{view['id']}/resign", json={})
    expect(table.by("end")).to_be_visible()
    table.by("end-close").click()
    expect(table.by("result")).to_be_visible()
    last = table.page.locator("#move-list [aria-current]")
    expect(last).to_be_in_viewport()
    box, room = box_of(last), box_of(table.by("move-list"))
    assert room["y"] <= box["y"]
    assert box["y"] + box["height"] <= room["y"] + room["height"] + 1


def test_thinking_that_comes_before_its_view_is_not_shown(table: Table) -> None:
    """For example, a person gives the seat to a computer: the panel still shows the person's turn."""
    table.open(white="level:1")
    table.page.evaluate(
        """async () => {
          const script = document.querySelector("script[type=module]:last-of-type");
          const { drawAll, state } = await import(new URL("state.js", script.src));
          state.thinking = { side: "black", depth: 3 };
          drawAll();
        }"""
    )
    expect(table.by("turn-text")).to_have_text(said("game.your-turn"))
    expect(table.by("thinking")).to_be_hidden()


def test_the_list_of_moves_is_one_stop_for_tab(table: Table) -> None:
    table.open()
    moved(table, "11-15", "22-18", "15x22")
    stops = table.page.locator("#move-list [tabindex='0']")
    expect(stops).to_have_text("15x22")
    stops.focus()
    table.page.keyboard.press("ArrowLeft")
    expect(stops).to_have_text("22-18")
    expect(stops).to_be_focused()
