"""Reviews over HTTP, as the page requests them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from serving import Server, begin, code_of, wait_for

from crownhead.store.database import FILE_NAME

PEOPLE = {"black": "person", "white": "person"}
BLUNDER = ("9-14", "21-17", "14x21", "22-18")  # White's second move loses a man


def played(client: httpx.Client, *moves: str, plies: int = 0, over: bool = True) -> str:
    """Play a game of these moves, or of the first legal ones; return its id."""
    view = begin(client, **PEOPLE)
    for ply in range(len(moves) or plies):
        move = {"text": moves[ply]} if moves else {"path": view["choices"]["legal"][0]["path"]}
        answer = client.post(f"/api/games/{view['id']}/moves", json={"ply": ply, **move})
        assert answer.status_code == 200, answer.text
        view = answer.json()
    if over:
        client.post(f"/api/games/{view['id']}/resign", json={})
    return str(view["id"])


def ask(client: httpx.Client, game: str) -> dict[str, Any]:
    answer = client.post(f"/api/games/{game}/review", json={})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def done(client: httpx.Client, game: str) -> dict[str, Any]:
    """Ask, and wait as the page does."""
    ask(client, game)

    def look() -> Any:
        view = client.get(f"/api/games/{game}/review").json()
        return view["state"] == "done" and view

    found: dict[str, Any] = wait_for(look, f"the review of {game}")
    return found


@pytest.fixture
def guest(server: Server) -> Iterator[httpx.Client]:
    with server.stranger() as client:
        yield client


def join(host: httpx.Client, guest: httpx.Client, game: str, seat: str) -> None:
    link = host.post(f"/api/games/{game}/invite", json={"seat": seat}).json()["link"]
    assert guest.post(f"/api{urlsplit(link).path}", json={}).status_code == 200


def test_a_review_is_asked_for_seen_and_tried_against(client: httpx.Client) -> None:
    game = played(client, *BLUNDER)
    url = f"/api/games/{game}/review"
    assert code_of(client.get(url)) == (404, "reviews.missing")
    view = done(client, game)
    assert ask(client, game) == view  # cached: at once, and the same
    assert view["exercises"] == {"black": [], "white": [2]}
    assert view["moves"][1]["better"]["line"][0]["after"]["turn"] == "black"
    answer = client.post(f"{url}/try", json={"ply": 2, "text": "21-17"})
    assert answer.json()["verdict"] == "same"
    best = view["moves"][1]["better"]["line"][0]["path"]
    answer = client.post(f"{url}/try", json={"ply": 2, "path": best})
    assert (answer.status_code, answer.json()["verdict"]) == (200, "best")


def test_whoever_has_seen_it_is_told_that_nothing_has_changed(client: httpx.Client) -> None:
    game = played(client, *BLUNDER)
    view = done(client, game)
    url = f"/api/games/{game}/review"
    answer = client.get(url)
    assert answer.headers["etag"] == f'"{view["version"]}"'
    again = client.get(url, headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(url, headers={"if-none-match": '"7"'}).json() == view


def test_what_cannot_be_done_is_refused_in_a_sentence(client: httpx.Client) -> None:
    going = played(client, plies=2, over=False)
    refused = client.post(f"/api/games/{going}/review", json={})
    assert code_of(refused) == (422, "reviews.not-over")
    game = played(client, *BLUNDER)
    body = {"ply": 2, "text": "21-17"}
    refused = client.post(f"/api/games/{game}/review/try", json=body)
    assert code_of(refused) == (404, "reviews.missing")
    done(client, game)
    url = f"/api/games/{game}/review/try"
    refused = client.post(url, json={"ply": 2, "path": [22, 14]})
    assert refused.status_code == 422
    assert refused.json()["values"]["reason"]["code"] == "refusal.occupied"
    refused = client.post(url, json={"ply": 3, "text": "14x21"})
    assert code_of(refused) == (422, "reviews.no-mark")
    assert client.post(url, json={"ply": 2}).status_code == 422
    for method in ("GET", "POST", "DELETE"):
        answer = client.request(method, "/api/games/nosuchgame/review", json={})
        assert answer.status_code == 404, method


def test_a_review_can_be_forgotten(client: httpx.Client) -> None:
    game = played(client, *BLUNDER)
    done(client, game)
    assert client.delete(f"/api/games/{game}/review").status_code == 204
    assert client.get(f"/api/games/{game}/review").status_code == 404
    assert client.delete(f"/api/games/{game}/review").status_code == 204


def test_guests_see_no_reviews_as_they_have_no_page_of_them(
    client: httpx.Client, guest: httpx.Client
) -> None:
    game = played(client, *BLUNDER, over=False)
    url = f"/api/games/{game}/review"
    assert guest.get(url).status_code == 401
    join(client, guest, game, "white")
    client.post(f"/api/games/{game}/resign", json={"side": "black"})
    for refused in (
        guest.post(url, json={}),
        guest.get(url),
        guest.delete(url),
        guest.post(f"{url}/try", json={"ply": 2, "text": "21-17"}),
    ):
        assert code_of(refused) == (403, "access.guest")


def count_stored(data: Path) -> int:
    with closing(sqlite3.connect(data / FILE_NAME)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM reviews").fetchone()
        return int(count)


def test_a_server_that_is_killed_leaves_no_half_review(start: Callable[..., Server]) -> None:
    server = start(lasting=True)
    with server.client() as client:
        game = played(client, plies=24)
        waiting = played(client, *BLUNDER)
        ask(client, game)
        ask(client, waiting)
        url = f"/api/games/{game}/review"
        wait_for(lambda: client.get(url).json()["done"] > 0, "the first judgement")
    server.kill()
    whole = count_stored(server.data)
    server.start()
    with server.client() as client:
        assert client.get(url).status_code == (200 if whole else 404)
        assert done(client, waiting)["state"] == "done"
        assert done(client, game)["done"] == 24
    assert server.stop() == 0
    assert count_stored(server.data) == 2
    assert "Traceback" not in server.output


def test_a_server_that_is_stopped_does_not_wait_for_reviews(start: Callable[..., Server]) -> None:
    server = start()
    with server.client() as client:
        games = [played(client, plies=40) for _ in range(3)]
        for game in games:
            ask(client, game)
    assert server.stop() == 0
    assert count_stored(server.data) < len(games), "it waited for all of them"
    assert "Traceback" not in server.output
