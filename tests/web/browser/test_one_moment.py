"""Board, panel, list, marks and words show one moment: compared at every frame while pieces move."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from playwright.sync_api import WebSocketRoute, expect
from serving import wait_for

from browser.conftest import NewPage, keep_preferences
from browser.helpers import moved
from browser.table import Table

# After 10-15 White's only move is a jump over three that ends on the far row.
TRIPLE = "B:W26,28,29:B6,8,10,17,24,27"
LAST = "B:W26,28,29:B6,10,24"  # the same jump takes all that Black has

_KNOWN_PLY = """
import(new URL("state.js", document.querySelector("script[type=module]").src))
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
  window.frames_seen = [];
  const frame = () => {
    window.frames_seen.push(look());
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""


@pytest.fixture
def moving(new_page: NewPage, client: httpx.Client) -> Table:
    """A page on which pieces glide."""
    page = new_page(reduced_motion="no-preference")
    keep_preferences(client, sound=False, leg=250)
    return Table(page, client)


@pytest.fixture
def timed(new_page: NewPage, client: httpx.Client) -> Table:
    """The same, whose time can be stopped."""
    page = new_page(reduced_motion="no-preference", timed=True)
    keep_preferences(client, sound=False, leg=250)
    return Table(page, client)


def counts(men: int, kings: int) -> str:
    parts = [
        f"{count} {one if count == 1 else many}"
        for count, one, many in ((men, "man", "men"), (kings, "king", "kings"))
        if count
    ]
    return ", ".join(parts) or "no pieces"


def check(frame: dict[str, Any], start: dict[str, int], paths: list[int]) -> None:
    """One frame: everything tells of the ply that the board shows."""
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
    assert frame["words"] == ("Hatchling is thinking" if thinks else "Your turn"), frame
    assert frame["title"].startswith(frame["words"]), frame
    assert ("becomes a king" in frame["message"]) == (frame["ply"] == 2), frame
    assert not frame["must"] or frame["turn"] == "black", frame
    mine = frame["turn"] == "black" and not frame["held"]
    assert frame["hint"] == ("false" if mine else "true"), frame


def frames_of(
    moving: Table, how: str = "click", fen: str = TRIPLE, **setup: Any
) -> list[dict[str, Any]]:
    """Every frame of the triple jump. Time is the page's own: a slow machine has as many."""
    moving.position(fen, white="level:1", **setup)
    moving.page.evaluate(_SAMPLE)
    moving.stop_time()
    if how == "click":
        moving.click(10, 15)
    else:
        moving.type("10-15")
    moving.advance_until(lambda: moving.shown_ply == 2)
    frames: list[dict[str, Any]] = moving.page.evaluate("window.frames_seen")
    return frames


@pytest.mark.parametrize("how", ["click", "type"])
def test_a_triple_jump_is_one_moment_at_every_frame(timed: Table, how: str) -> None:
    frames = frames_of(timed, how)
    jumping = [frame for frame in frames if frame["held"] and frame["ply"] == 1]
    assert len(jumping) > 5, "the jump was not seen"
    thought = [frame for frame in frames if frame["ply"] == 1 and not frame["held"]]
    assert len(thought) > 5, "nobody thought"
    for frame in frames:
        check(frame, {"black": 6, "white": 3}, [2, 4])


def test_a_game_is_over_when_its_last_move_is_seen(timed: Table) -> None:
    frames = frames_of(timed, fen=LAST)
    assert any(frame["held"] and frame["ply"] == 1 for frame in frames), "the jump was not seen"
    for frame in frames:
        over = frame["ply"] == 2
        assert (frame["turn"] == "") == over, frame
        assert frame["shown"] != over, frame
        assert frame["result"] == over, frame
        assert bool(frame["next"]) == over, frame
        assert len(frame["tools"]) == (0 if over else 4), frame


def test_no_draw_is_offered_while_the_last_move_is_being_shown(timed: Table) -> None:
    timed.position(LAST, white="level:1")
    timed.stop_time()
    timed.click(10, 15)
    timed.advance_until(lambda: timed.is_moving and timed.shown_ply == 1)
    asked: list[str] = []
    timed.page.on("request", lambda request: asked.append(request.url))
    timed.by("offer-draw").click()
    timed.advance_until(lambda: timed.shown_ply == 2)
    expect(timed.by("result")).to_be_visible()
    assert not [url for url in asked if url.endswith("/draw")]


def test_moves_that_are_made_again_stay_in_the_list(timed: Table) -> None:
    timed.position(TRIPLE, white="level:1")
    timed.stop_time()
    timed.click(10, 15)
    timed.advance_until(lambda: timed.shown_ply == 2)
    timed.by("undo").click()
    timed.advance_until(lambda: timed.shown_ply == 0)
    timed.page.evaluate(_SAMPLE)
    timed.by("redo").click()
    timed.advance_until(lambda: timed.shown_ply == 2)
    frames: list[dict[str, Any]] = timed.page.evaluate("window.frames_seen")
    assert any(frame["held"] for frame in frames), "the moves were not seen"
    for frame in frames:
        assert frame["plies"] == [1, 2], frame
        assert frame["current"] == frame["ply"], frame


def test_moves_that_are_skipped_leave_no_older_words(moving: Table) -> None:
    sockets: list[WebSocketRoute] = []
    held: list[str | bytes] = []

    def keep(message: str | bytes) -> None:
        held.append(message)

    def connect(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        socket.connect_to_server().on_message(keep)

    moving.open()
    moving.click(11, 15)
    moving.reaches(1)
    moving.page.route_web_socket("**/live", connect)
    moving.page.reload()
    wait_for(lambda: moving.page.evaluate("true") and held)
    sockets[0].send(held[-1])
    expect(moving.board).to_have_attribute("data-ply", "1")
    for ply, path in enumerate(([22, 18], [15, 22], [25, 18], [12, 16]), 1):
        address = f"/api/games/{moving.id}/moves"
        assert moving.client.post(address, json={"ply": ply, "path": path}).status_code == 200
    moving.page.evaluate(_SAMPLE)
    wait_for(lambda: moving.page.evaluate("true") and json.loads(held[-1])["game"]["ply"] == 5)
    sockets[0].send(held[-1])
    moving.reaches(5)
    frames: list[dict[str, Any]] = moving.page.evaluate("window.frames_seen")
    skipped = [frame for frame in frames if frame["ply"] == 4]
    assert skipped, "nothing was skipped"
    for frame in skipped:
        assert frame["message"] == "White jumps 25x18 and takes a piece.", frame


def test_jumps_take_little_of_a_person_s_own_time(timed: Table) -> None:
    keep_preferences(timed.client, leg=1500)
    frames = frames_of(timed, clock={"kind": "game", "seconds": 3600, "increment": 0})
    jumping = [frame["at"] for frame in frames if frame["held"] and frame["ply"] == 1]
    assert jumping, "the jump was not seen"
    assert jumping[-1] - jumping[0] <= 3 * 250 + 100


def test_board_that_is_turned_in_a_jump_shows_its_end(timed: Table) -> None:
    timed.position(TRIPLE, white="level:1")
    timed.stop_time()
    timed.click(10, 15)
    timed.advance_until(lambda: timed.is_moving and timed.shown_ply == 1)
    timed.page.keyboard.press("f")
    expect(timed.board).to_have_attribute("data-flipped", "false")
    assert timed.shown_ply == 2
    timed.advance_until(lambda: timed.drawn() == timed.shown)


def test_jump_that_is_taken_back_elsewhere_is_not_told(timed: Table) -> None:
    timed.position(TRIPLE, white="level:1")
    timed.stop_time()
    timed.click(10, 15)
    timed.advance_until(lambda: timed.is_moving and timed.shown_ply == 1)
    assert timed.client.post(f"/api/games/{timed.id}/undo", json={}).is_success
    timed.advance_until(lambda: not timed.is_moving and timed.shown_ply == 0)
    timed.advance_until(lambda: timed.drawn() == timed.shown)
    timed.advance_until(lambda: timed.by("message").inner_text() == "Taken back.")
    expect(timed.by("polite")).not_to_contain_text("White jumps")


def test_move_that_lands_while_one_looks_back_is_not_spoken(timed: Table) -> None:
    timed.position(TRIPLE, white="level:1")
    timed.stop_time()
    timed.click(10, 15)
    timed.advance_until(lambda: timed.is_moving and timed.shown_ply == 1)
    timed.page.keyboard.press("ArrowLeft")
    timed.advance_until(lambda: timed.by("present").is_visible())
    expect(timed.by("polite").locator("p").last).to_contain_text("move 1 of")


def test_piece_of_a_move_that_is_taken_back_on_its_way_goes_back(timed: Table) -> None:
    """The view before the move comes while it glides: nothing else would put the piece right."""
    timed.open()
    timed.stop_time()
    address = f"/api/games/{timed.id}"
    assert timed.client.post(f"{address}/moves", json={"ply": 0, "path": [11, 15]}).is_success
    timed.advance_until(lambda: timed.is_moving)
    assert timed.client.post(f"{address}/undo", json={}).is_success
    timed.advance_until(lambda: timed.page.evaluate(_KNOWN_PLY) == 0 and not timed.is_moving)
    timed.advance_until(lambda: timed.drawn() == timed.shown)
    assert timed.shown_ply == 0


def test_game_that_is_left_while_a_piece_glides_goes_on_when_one_comes_back(timed: Table) -> None:
    timed.position(TRIPLE, white="level:1")
    timed.stop_time()
    timed.click(10, 15)
    timed.advance_until(lambda: timed.is_moving and timed.shown_ply == 1)
    timed.by("home").click()
    timed.advance_until(lambda: timed.by("play").is_visible())
    timed.page.go_back()
    timed.advance_until(lambda: timed.board.is_visible() and timed.shown_ply == 2)
    timed.advance_until(lambda: timed.board.get_attribute("data-busy") == "false")
    timed.advance_until(lambda: timed.drawn() == timed.shown)


def test_move_that_was_made_while_somebody_looked_back_is_told_when_it_lands(
    timed: Table,
) -> None:
    timed.position(TRIPLE, white="level:1")
    timed.stop_time()
    timed.click(10, 15)
    timed.advance_until(lambda: timed.shown_ply == 1)
    timed.page.keyboard.press("ArrowLeft")
    timed.advance_until(lambda: timed.page.evaluate(_KNOWN_PLY) == 2)
    timed.page.evaluate(_SAMPLE)
    timed.page.keyboard.press("Escape")
    timed.advance_until(lambda: timed.shown_ply == 2)
    frames: list[dict[str, Any]] = timed.page.evaluate("window.frames_seen")
    on_its_way = [frame for frame in frames if frame["ply"] == 1 and frame["held"]]
    assert on_its_way, "the jump was not seen"
    for frame in on_its_way:
        assert "jumps" not in frame["message"], frame


def test_a_king_is_crowned_once(moving: Table) -> None:
    moving.position("B:W21,K20:B25,K1")
    moving.click(25, 30)
    moving.reaches(1)
    expect(moving.page.locator("#board .crowned")).to_have_count(1)
    expect(moving.page.locator("#board .crowned")).to_have_count(0)
    moved(moving, "20-16", "30-26")
    expect(moving.page.locator("#board .crowned")).to_have_count(0)


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
    frames: list[dict[str, Any]] = timed.page.evaluate("window.frames_seen")
    assert {frame["message"] for frame in frames if frame["ply"] == 3} == {""}, frames[-1]
    assert [frame for frame in frames if frame["ply"] == 2 and "White" in frame["message"]]


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
    expect(timed.by("present-news")).to_have_text("White has moved.")
    timed.page.keyboard.press("Escape")
    timed.advance_until(lambda: timed.is_moving and timed.shown_ply == 1)
    timed.advance_until(lambda: timed.shown_ply == 2)
    expect(timed.by("message")).to_contain_text("White jumps 28x19x10x1")


def test_looking_back_shows_that_moment_everywhere(moving: Table) -> None:
    moving.position(TRIPLE, white="level:1")
    moving.click(10, 15)
    moving.reaches(2)
    moving.page.keyboard.press("ArrowLeft")
    expect(moving.board).to_have_attribute("data-ply", "1")
    strip = moving.page.locator(".player:has(> .disc.black)")
    expect(strip.locator(".counts")).to_have_text("6 men")
    expect(moving.by("turn-text")).to_have_text("White to move")
    expect(moving.page.locator(".taken i")).to_have_count(0)
    moving.page.keyboard.press("ArrowRight")
    expect(strip.locator(".counts")).to_have_text("3 men")
    expect(moving.page.locator(".taken i")).to_have_count(3)
    expect(moving.by("turn-text")).to_have_text("Your turn")


def test_redo_and_undo_come_back_to_the_game(moving: Table) -> None:
    moving.position(TRIPLE, white="level:1")
    moving.click(10, 15)
    moving.reaches(2)
    moving.by("undo").click()
    expect(moving.board).to_have_attribute("data-ply", "0")
    expect(moving.board).to_have_attribute("data-busy", "false")
    moving.by("browse-on").click()
    expect(moving.board).to_have_attribute("data-ply", "1")
    moving.by("redo").click()
    moving.reaches(2, "black")
    expect(moving.by("present")).to_be_hidden()


def test_the_end_of_a_game_keeps_its_last_move_in_sight(moving: Table) -> None:
    view = moving.open()
    while not view["outcome"] and view["ply"] < 40:
        path = view["choices"]["legal"][0]["path"]
        body = {"ply": view["ply"], "path": path}
        view = moving.client.post(f"/api/games/{view['id']}/moves", json=body).json()
    moving.reaches(view["ply"])
    moving.client.post(f"/api/games/{view['id']}/resign", json={})
    expect(moving.by("end")).to_be_visible()
    moving.by("end-close").click()
    expect(moving.by("result")).to_be_visible()
    last = moving.page.locator("#move-list [aria-current]")
    expect(last).to_be_in_viewport()
    box, room = last.bounding_box(), moving.by("move-list").bounding_box()
    assert box is not None
    assert room is not None
    assert room["y"] <= box["y"]
    assert box["y"] + box["height"] <= room["y"] + room["height"] + 1


def test_another_line_of_the_same_length_leaves_nothing_of_the_old(table: Table) -> None:
    """A device that sleeps while moves are taken back and others made."""
    sockets: list[WebSocketRoute] = []
    asleep = False

    def connect(socket: WebSocketRoute) -> None:
        if asleep:
            socket.close()
        else:
            sockets.append(socket)
            socket.connect_to_server()

    table.page.route_web_socket("**/live", connect)
    table.open()
    moved(table, "11-15", "23-19")
    table.by("hint").click()
    expect(table.page.locator("#board .arrow")).to_have_count(1)
    table.click(8)
    asleep = True
    sockets.pop().close()
    expect(table.by("connection")).to_be_visible()
    path = f"/api/games/{table.id}"
    for action, body in [
        ("undo", {}),
        ("undo", {}),
        ("moves", {"ply": 0, "text": "9-14"}),
        ("moves", {"ply": 1, "text": "22-18"}),
    ]:
        assert table.client.post(f"{path}/{action}", json=body).is_success
    asleep = False
    expect(table.by("connection")).to_be_hidden()
    expect(table.by("message")).to_have_text("White moves 22-18.")
    expect(table.by("polite").locator("p").last).to_contain_text("White moves 22-18.")
    expect(table.page.locator("#board .arrow")).to_have_count(0)
    wait_for(lambda: table.drawn() == table.view()["position"]["board"])
    table.shows(table.view())


def test_thinking_that_comes_before_its_view_is_not_shown(table: Table) -> None:
    """As when somebody gives their seat to a computer: the panel still says "Your turn"."""
    table.open(white="level:1")
    table.page.evaluate(
        """async () => {
          const script = document.querySelector("script[type=module]");
          const { drawAll, state } = await import(new URL("state.js", script.src));
          state.thinking = { side: "black", depth: 3 };
          drawAll();
        }"""
    )
    expect(table.by("turn-text")).to_have_text("Your turn")
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
