"""Actions on a table that several tests share, besides moving."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import FloatRect, Locator, WebSocket, WebSocketRoute, expect
from serving import wait_for

from browser.table import Table, View


def moved(table: Table, *moves: str) -> None:
    """Make moves from another tab, and wait until they are shown."""
    for move in moves:
        ply = table.view()["ply"]
        answer = table.client.post(f"/api/games/{table.id}/moves", json={"ply": ply, "text": move})
        assert answer.status_code == 200, answer.text
    table.reaches(table.view()["ply"])


def look_at_what_was_taken_back(table: Table) -> None:
    """Move against a computer, take it back, and look at that move in the list."""
    table.open(white="random:seed=3")
    table.click(11, 15)
    table.reaches(2, turn="black")
    table.by("undo").click()
    expect(table.board).to_have_attribute("data-ply", "0")  # what ends looking back has arrived
    table.page.locator('.move[data-ply="1"]').click()
    expect(table.by("present")).to_be_visible()


def entered(table: Table, action: Callable[[], object]) -> View:
    """Do what leads to another game, wait until it is connected, and return its view."""
    before = table.page.url.rpartition("/")[2]
    live: set[str] = set()

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda _: live.add(socket.url.split("/")[-2]))

    def stands() -> bool:
        name = table.page.evaluate("location.pathname").rpartition("/")[2]
        return name != before and name in live

    table.page.on("websocket", listen)
    action()
    wait_for(stands)
    table.page.remove_listener("websocket", listen)
    return table.adopt()


def caught_up(table: Table) -> None:
    """Wait until the page has processed every answer."""
    table.page.evaluate("fetch('/api/choices').then((answer) => answer.json())")


def begun(table: Table, **setup: Any) -> str:
    """A game with a move, not opened; without a move, only the newest game would be listed."""
    game: str = table.begin(**setup)["id"]
    answer = table.client.post(f"/api/games/{game}/moves", json={"ply": 0, "text": "11-15"})
    assert answer.status_code == 200, answer.text
    return game


def won(table: Table, opponent: str) -> View:
    """A game that the person has won against a computer with one capture; it is not opened."""
    start = {"kind": "fen", "fen": "B:W18:B14"}
    view = table.begin(white=opponent, start=start)
    answer = table.client.post(f"/api/games/{view['id']}/moves", json={"ply": 0, "text": "14x23"})
    assert answer.status_code == 200, answer.text
    over: View = answer.json()
    assert over["outcome"]["winner"] == "black"
    return over


def stored(table: Table) -> dict[str, Any]:
    """The preferences on the server."""
    answer: dict[str, Any] = table.client.get("/api/preferences").json()["preferences"]
    return answer


def box_of(part: Locator) -> FloatRect:
    """The box of a part of the page, in window pixels."""
    box = part.bounding_box()
    assert box is not None, f"{part} is not shown"
    return box


_BOXES = """(whole, names) => [whole, ...names.flatMap((name) => [...whole.querySelectorAll(name)])].map(
  (part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return { x, y, width, height };
  }
)"""


def boxes_in(whole: Locator, *names: str) -> list[FloatRect]:
    """The boxes of an element and its parts, named by CSS, all at the same moment."""
    boxes: list[FloatRect] = whole.evaluate(_BOXES, list(names))
    return boxes


def is_within(inner: FloatRect, outer: FloatRect) -> bool:
    """Return whether a box lies inside another, to half a pixel."""
    return (
        inner["x"] >= outer["x"] - 0.5
        and inner["y"] >= outer["y"] - 0.5
        and inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 0.5
        and inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 0.5
    )


def window_of(table: Table) -> FloatRect:
    """The window as a box."""
    size = table.page.viewport_size
    assert size is not None
    return {"x": 0, "y": 0, "width": size["width"], "height": size["height"]}


def page_height(table: Table) -> int:
    """The height of the page; if it exceeds the window's, the page scrolls."""
    return int(table.page.evaluate("document.documentElement.scrollHeight"))


def pretend_start(table: Table, board: str) -> None:
    """Make the page believe that games began with these pieces, however few there are now."""

    def connect(socket: WebSocketRoute) -> None:
        def forward(message: str | bytes) -> None:
            said = json.loads(message)
            if said["type"] == "view":
                said["game"]["start"]["board"] = board
            socket.send(json.dumps(said))

        socket.connect_to_server().on_message(forward)

    table.page.route_web_socket("**/live", connect)
