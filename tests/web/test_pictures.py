"""Pictures and printed sheets of stored games over HTTP."""

from __future__ import annotations

import asyncio
import io
import re
import threading
import time
from typing import Any

import httpx
import pytest
from PIL import Image
from serving import LONG, Server, begin
from test_guests import browser, join, link

from cases import each
from crownhead import Game, svg
from crownhead.errors import BusyError
from crownhead.messages import counted, say
from crownhead.themes import THEMES
from crownhead.web.threads import Drawers
from refused import refused
from saying import said
from seeing import letters, marked, seen

MOVES = ("11-15", "23-19", "8-11", "22-17", "11-16")


def play(client: httpx.Client, *moves: str) -> dict[str, Any]:
    game = begin(client, black="person", white="person")
    for ply, text in enumerate(moves):
        answer = client.post(f"/api/games/{game['id']}/moves", json={"ply": ply, "text": text})
        assert answer.status_code == 200, answer.text
    return game


@pytest.fixture(scope="module")
def game(client: httpx.Client) -> dict[str, Any]:
    return play(client, *MOVES)


def get(client: httpx.Client, game: dict[str, Any], what: str, **query: Any) -> httpx.Response:
    return client.get(f"/api/games/{game['id']}/{what}", params=query)


def picture(answer: httpx.Response, kind: str) -> Image.Image:
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == f"image/{kind}"
    assert answer.headers["cache-control"] == "no-store"
    assert re.search(rf"inline; .*\.{kind}", answer.headers["content-disposition"])
    found = Image.open(io.BytesIO(answer.content))
    found.load()
    return found


# ---- pictures


@each("ply", range(len(MOVES) + 1))
@each("flipped", [False, True])
def test_every_position_of_a_game(
    client: httpx.Client, game: dict[str, Any], ply: int, flipped: bool
) -> None:
    how: dict[str, Any] = {"theme": "wood", "flipped": flipped, "size": 200}
    shown = picture(get(client, game, "picture.png", ply=ply, **how), "png")
    expected = Game.from_moves(MOVES[:ply])
    look = (shown, THEMES["wood"])
    assert seen(*look, flipped=flipped) == letters(expected.position.pieces)
    assert marked(*look, flipped=flipped) == set(expected.moves[-1].path if ply else ())
    drawn = get(client, game, "picture.svg", ply=ply, **how)
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert drawn.text == svg.board(expected.position, last_move=expected.node.move, **how)


def test_the_last_position_is_shown_where_none_is_named(
    client: httpx.Client, game: dict[str, Any]
) -> None:
    shown = picture(get(client, game, "picture.png"), "png")
    assert shown.size == (400, 400)
    assert seen(shown, THEMES["classic"]) == letters(Game.from_moves(MOVES).position.pieces)


@each("kind", ["gif", "webp"])
def test_a_whole_game_moves(client: httpx.Client, game: dict[str, Any], kind: str) -> None:
    query = {"size": 200, "pieces": "flat", "theme": "slate", "seconds": 0.5}
    film = picture(get(client, game, f"animation.{kind}", **query), kind)
    assert film.n_frames == len(MOVES) + 1  # type: ignore[attr-defined]
    top = (film.height - film.width) // 2
    assert top > 0
    for ply in range(len(MOVES) + 1):
        film.seek(ply)
        expected = Game.from_moves(MOVES[:ply]).position.pieces
        assert seen(film, THEMES["slate"], top=top) == letters(expected)
    bare = picture(get(client, game, f"animation.{kind}", caption=False, size=160), kind)
    assert bare.size == (160, 160)


def test_moves_that_were_taken_back_are_not_shown(client: httpx.Client) -> None:
    game = play(client, *MOVES)
    assert client.post(f"/api/games/{game['id']}/undo", json={}).status_code == 200
    film = picture(get(client, game, "animation.gif", size=160), "gif")
    assert film.n_frames == len(MOVES)  # type: ignore[attr-defined]
    refused = get(client, game, "picture.png", ply=len(MOVES))
    left = counted("move", len(MOVES) - 1)
    assert refused.json()["error"] == said("record.length", ply=len(MOVES), moves=left)


@each(
    ("what", "query", "code", "value"),
    [
        ("picture.png", {"size": 159}, "request.at-least", 160),
        ("picture.svg", {"size": 1601}, "request.at-most", 1600),
        ("animation.gif", {"size": 801}, "request.at-most", 800),
        ("animation.webp", {"seconds": "nan"}, "request.at-", None),
        ("animation.webp", {"seconds": 0}, "request.at-least", 0.1),
        ("picture.png", {"ply": -1}, "request.at-least", 0),
        ("picture.png", {"ply": 99}, "", None),
        ("picture.png", {"theme": "wod"}, "unknown.near", "wood"),
        ("animation.gif", {"theme": "x" * 41}, "request.too-long", 40),
        ("animation.gif", {"pieces": "round"}, "unknown.all", None),
        ("picture.png", {"flipped": "perhaps"}, "request.true-or-false", None),
        ("picture.bmp", {}, "request.choice", None),
        ("animation.png", {}, "request.choice", None),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    client: httpx.Client,
    game: dict[str, Any],
    what: str,
    query: dict[str, Any],
    code: str,
    value: Any,
) -> None:
    answer = get(client, game, what, **query)
    assert answer.status_code == 422
    assert answer.json()["code"].startswith(code)
    assert value is None or value in answer.json()["values"].values()


@each("what", ["picture.svg", "picture.png", "animation.gif", "animation.webp"])
def test_strangers_and_lost_games_get_no_pictures(
    server: Server, client: httpx.Client, game: dict[str, Any], what: str
) -> None:
    with server.stranger() as stranger:
        assert stranger.get(f"/api/games/{game['id']}/{what}").status_code == 401
    assert client.get(f"/api/games/nosuchgame/{what}").status_code == 404


def test_guests_see_what_they_may_read_as_pdn(
    server: Server, client: httpx.Client, game: dict[str, Any]
) -> None:
    with browser(server) as guest:
        join(guest, link(client, game, "watch"))
        assert get(guest, game, "pdn").status_code == 200
        assert get(guest, game, "picture.png", size=160).status_code == 200
        assert get(guest, game, "animation.gif", size=160).status_code == 200
        assert guest.get(f"/game/{game['id']}/sheet").status_code == 200


# ---- the sheet


def test_the_sheet_of_a_game(client: httpx.Client, game: dict[str, Any]) -> None:
    page = client.get(f"/game/{game['id']}/sheet")
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    assert "style-src 'self'" in page.headers["content-security-policy"]
    assert f'<a href="/game/{game["id"]}">' in page.text
    assert page.text.count('<p class="row">') == 3
    for unwanted in (
        "<script>",
        "<style",
        " style=",
        " onclick=",
    ):  # the content policy allows none
        assert unwanted not in page.text
    (script,) = re.findall(r'<script type="module" src="([^"]+)"></script>', page.text)
    assert "print()" in client.get(script).text
    (style,) = re.findall(r'<link rel="stylesheet" href="([^"]+)">', page.text)
    found = client.get(style)
    assert found.headers["content-type"].startswith("text/css")
    assert "@page" in found.text


def test_the_sheet_names_the_sides_as_the_page_does(
    client: httpx.Client, game: dict[str, Any]
) -> None:
    for theme in ("classic", "wood"):
        page = client.get(f"/game/{game['id']}/sheet", params={"theme": theme})
        assert all(f"<dt>{side}</dt>" in page.text for side in THEMES[theme].sides)
    assert client.get(f"/game/{game['id']}/sheet", params={"theme": "no"}).is_client_error


def test_the_sheet_of_no_game_is_a_page_that_says_so(client: httpx.Client) -> None:
    answer = client.get("/game/nosuchgame/sheet")
    assert answer.status_code == 404
    assert say("page.nowhere") in answer.text


def test_strangers_get_no_sheet(server: Server, game: dict[str, Any]) -> None:
    with server.stranger() as stranger:
        answer = stranger.get(f"/game/{game['id']}/sheet")
    assert answer.status_code == 401
    assert "11-15" not in answer.text


# ---- many at once


def test_too_many_pictures_at_once_are_refused_and_guests_have_half_of_the_places() -> None:
    drawers = Drawers(most=4)
    free = threading.Event()

    async def ask() -> list[Any]:
        def wait() -> str:
            free.wait(LONG)
            return "drawn"

        guests = [asyncio.create_task(drawers.draw(wait, is_host=False)) for _ in range(3)]
        await asyncio.sleep(0)
        hosts = [asyncio.create_task(drawers.draw(wait, is_host=True)) for _ in range(3)]
        await asyncio.sleep(0)
        free.set()
        return await asyncio.gather(*guests, *hosts, return_exceptions=True)

    answers = asyncio.run(ask())
    busy = [isinstance(one, BusyError) for one in answers]
    assert busy == [False, False, True, False, False, True]
    drawers.close()


def test_a_picture_is_given_up_when_the_server_stops() -> None:
    drawers = Drawers()
    begun = threading.Event()

    async def ask() -> None:
        def draw() -> None:
            begun.set()
            end = time.monotonic() + LONG
            while time.monotonic() < end:
                drawers.check(1, 2)

        asked = asyncio.create_task(drawers.draw(draw, is_host=True))
        await asyncio.to_thread(begun.wait, LONG)
        drawers.close()
        with refused(BusyError, "service.stopping"):
            await asked

    asyncio.run(ask())
