"""Several devices in one game: links, seats and what guests may do."""

from __future__ import annotations

import hashlib
import hmac
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from serving import LONG, Server, begin, code_of
from websockets.exceptions import InvalidStatus

from crownhead.messages import say
from crownhead.service import Visitor
from crownhead.web import pages
from crownhead.web.routes import ROUTES
from crownhead.web.visitors import Signer

PEOPLE = {"black": "person", "white": "person"}


@contextmanager
def browser(server: Server) -> Iterator[httpx.Client]:
    """A browser without a cookie."""
    with server.stranger() as client:
        yield client


def link(host: httpx.Client, game: dict[str, Any], place: str) -> str:
    """The path of a link to a game."""
    answer = host.post(f"/api/games/{game['id']}/invite", json={"seat": place})
    assert answer.status_code == 200, answer.text
    return str(urlsplit(answer.json()["link"]).path)


def join(client: httpx.Client, path: str, **body: Any) -> bool:
    """Follow a link as the page does; return whether there was a seat."""
    answer = client.post(f"/api{path}", json=body)
    assert answer.status_code == 200, answer.text
    return bool(answer.json()["seated"])


def secret_of(server: Server) -> str:
    """The key that a server signs cookies with."""
    with closing(sqlite3.connect(server.data / "games.sqlite3")) as file:
        (found,) = file.execute("SELECT value FROM settings WHERE name = 'sessions'").fetchone()
    return str(json.loads(found)[str(server.port)]["secret"])


def do(client: httpx.Client, game: dict[str, Any], what: str, **body: Any) -> httpx.Response:
    return client.post(f"/api/games/{game['id']}/{what}", json=body)


@pytest.fixture
def guest(server: Server) -> Iterator[httpx.Client]:
    with browser(server) as client:
        yield client


@pytest.fixture
def game(client: httpx.Client, guest: httpx.Client) -> dict[str, Any]:
    """A game in which the host has Black and a guest White."""
    made = begin(client, **PEOPLE)
    assert join(guest, link(client, made, "white"), name="Grace")
    return made


def test_a_link_gives_a_cookie_and_a_seat(client: httpx.Client, guest: httpx.Client) -> None:
    game = begin(client, **PEOPLE)
    path = link(client, game, "white")
    assert guest.get(path).status_code == 200
    assert not guest.cookies  # a link preview takes no seat
    white = client.get(f"/api/games/{game['id']}").json()["players"]["white"]
    assert (white["owner"], white["invited"]) == (None, True)
    answer = guest.post(f"/api{path}", json={"name": "Grace"})
    assert answer.json() == {"game": game["id"], "seated": True}
    assert "HttpOnly" in answer.headers["set-cookie"]
    view = guest.get(f"/api/games/{game['id']}").json()
    me = guest.get("/api/preferences").json()["visitor"]
    assert view["players"]["white"]["name"] == "Grace"
    assert (view["players"]["white"]["owner"], me["host"]) == (me["id"], False)
    assert me["id"] not in str(guest.cookies)


@pytest.mark.parametrize("place", ["black", "white", "watch"])
def test_a_forged_link_leads_nowhere(client: httpx.Client, guest: httpx.Client, place: str) -> None:
    game = begin(client, **PEOPLE)
    sign = link(client, game, "watch" if place != "watch" else "white").rpartition("/")[2]
    for forged in (sign, "0" * 32, "x"):
        path = f"/join/{game['id']}/{place}/{forged}"
        assert guest.get(path).status_code == 404
        assert guest.post(f"/api{path}", json={}).status_code == 404
    assert not guest.cookies
    assert guest.get(f"/api/games/{game['id']}").status_code == 401


def test_a_link_is_good_for_one_game(client: httpx.Client, guest: httpx.Client) -> None:
    one, two = begin(client, **PEOPLE), begin(client, **PEOPLE)
    path = link(client, one, "white").replace(one["id"], two["id"])
    assert guest.post(f"/api{path}", json={}).status_code == 404


def test_guests_play_their_own_side(
    client: httpx.Client, guest: httpx.Client, game: dict[str, Any]
) -> None:
    refused = do(guest, game, "moves", ply=0, text="11-15")
    assert code_of(refused) == (409, "session.not-your-turn")
    assert do(client, game, "moves", ply=0, text="11-15").status_code == 200
    assert do(client, game, "moves", ply=1, text="23-19").status_code == 409
    assert do(guest, game, "moves", ply=1, text="23-19").json()["ply"] == 2


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/api/games", None),
        ("POST", "/api/games", {}),
        ("DELETE", "/api/games/{id}", None),
        ("PATCH", "/api/games/{id}", {"white": "level:1"}),
        ("PATCH", "/api/games/{id}", {"pace": 2}),
        ("POST", "/api/games/{id}/step", {}),
        ("POST", "/api/games/{id}/invite", {"seat": "black"}),
        ("POST", "/api/games/{id}/seats/free", {}),
        ("GET", "/api/games/{id}/invite/white.svg", None),
    ],
)
def test_guests_neither_list_nor_begin_nor_delete_nor_change_games(
    client: httpx.Client,
    guest: httpx.Client,
    game: dict[str, Any],
    method: str,
    path: str,
    body: dict[str, Any] | None,
) -> None:
    before = client.get(f"/api/games/{game['id']}").content
    answer = guest.request(method, path.format(id=game["id"]), json=body)
    assert code_of(answer) == (403, "access.guest")
    assert client.get(f"/api/games/{game['id']}").content == before


def test_whoever_comes_second_watches(
    server: Server, client: httpx.Client, game: dict[str, Any]
) -> None:
    with browser(server) as late:
        assert not join(late, link(client, game, "watch"))
        for what, body in (
            ("moves", {"ply": 0, "text": "11-15"}),
            ("resign", {}),
            ("draw", {}),
            ("undo", {}),
            ("rematch", {}),
        ):
            answer = do(late, game, what, **body)
            assert code_of(answer) == (422, "session.watching"), what
        assert late.get(f"/api/games/{game['id']}").json()["ply"] == 0


def test_the_link_of_a_taken_seat_lets_the_next_one_watch(
    server: Server, client: httpx.Client, guest: httpx.Client
) -> None:
    game = begin(client, **PEOPLE)
    path = link(client, game, "white")
    assert join(guest, path)
    with browser(server) as late:
        assert not join(late, path)
        assert do(late, game, "moves", ply=0, text="11-15").status_code == 422
    assert join(guest, path)  # the seat is still theirs


def test_a_watcher_of_a_game_against_the_computer_can_do_nothing(
    client: httpx.Client, guest: httpx.Client
) -> None:
    game = begin(client)
    assert not join(guest, link(client, game, "watch"))
    for what, body in (("moves", {"ply": 0, "text": "11-15"}), ("resign", {}), ("rematch", {})):
        assert do(guest, game, what, **body).status_code in (403, 409, 422), what
    assert client.get(f"/api/games/{game['id']}").json()["ply"] == 0


def test_freed_seats_are_the_hosts_again(
    client: httpx.Client, guest: httpx.Client, game: dict[str, Any]
) -> None:
    assert do(client, game, "seats/free").status_code == 200
    assert do(client, game, "moves", ply=0, text="11-15").status_code == 200
    assert do(client, game, "moves", ply=1, text="23-19").status_code == 200


def test_the_start_page_tells_guests_the_way_back(
    guest: httpx.Client, game: dict[str, Any]
) -> None:
    page = guest.get("/")
    assert page.status_code == 200
    assert say("page.guest") in page.text
    assert 'id="play"' not in page.text
    assert guest.get(f"/game/{game['id']}").status_code == 200


def test_each_browser_has_preferences_of_its_own(
    start: Callable[..., Server], server: Server, guest: httpx.Client, game: dict[str, Any]
) -> None:
    lasting = start("--token", "long-enough-a-token")
    with lasting.client() as one, lasting.client(other=True) as two:
        made = begin(one, **PEOPLE)
        one.put("/api/preferences", json={"preferences": {"theme": "wood", "name": "Ada"}})
        with browser(lasting) as other:
            join(other, link(one, made, "white"))
            assert other.get("/api/preferences").json()["preferences"] == {}
            other.patch("/api/preferences", json={"preferences": {"theme": "night"}})
        assert two.get("/api/preferences").json()["preferences"]["theme"] == "wood"
        two.patch("/api/preferences", json={"preferences": {"theme": "paper"}})
        kept = one.get("/api/preferences").json()
        assert kept["preferences"] == {"theme": "wood", "name": "Ada"}
        assert kept["visitor"]["host"] is True
        assert two.get("/api/preferences").json()["visitor"] != kept["visitor"]


def settings_of(server: Server) -> dict[str, str]:
    """Everything that a server has stored besides games, by name."""
    with closing(sqlite3.connect(server.data / "games.sqlite3")) as file:
        return dict(file.execute("SELECT name, value FROM settings").fetchall())


def test_guests_who_only_watch_leave_little_behind(
    server: Server, client: httpx.Client, guest: httpx.Client, game: dict[str, Any]
) -> None:
    path = link(client, game, "watch")
    guest.patch("/api/preferences", json={"preferences": {"theme": "sand"}})
    before = settings_of(server).keys() | {"watchers"}
    many = {"theme": "wood", "more": 900 * "x"}
    for number in range(70):
        with browser(server) as watcher:
            join(watcher, path)
            mine = {"preferences": {**many, "number": number}}
            assert watcher.put("/api/preferences", json=mine).status_code == 200
            assert watcher.get("/api/preferences").json()["preferences"]["number"] == number
            if number == 0:
                answer = watcher.put("/api/preferences", json={"preferences": {"x": 9000 * "x"}})
                assert answer.status_code == 422
    after = settings_of(server)
    assert after.keys() == before
    kept = json.loads(after["watchers"]).values()
    assert [one["number"] for one in kept] == list(range(6, 70))
    assert guest.get("/api/preferences").json()["preferences"] == {"theme": "sand"}


@pytest.mark.parametrize("swap", [False, True])
def test_a_rematch_takes_everybody_along(
    client: httpx.Client, guest: httpx.Client, game: dict[str, Any], swap: bool
) -> None:
    do(client, game, "resign")
    answer = do(guest, game, "rematch", swap=swap)
    assert answer.status_code == 201
    new = answer.json()
    assert client.get(f"/api/games/{game['id']}").json()["next"] == new["id"]
    first, second = (guest, client) if swap else (client, guest)
    assert do(second, new, "moves", ply=0, text="11-15").status_code == 409
    assert do(first, new, "moves", ply=0, text="11-15").status_code == 200


def asked(path: str, game_id: str) -> str:
    """The address of a route for a game, with a value for each other parameter."""
    parts = {"game_id": game_id, "seat": "white", "key": "x"}
    parts["kind"] = "gif" if "animation" in path else "svg"
    return path.format(**parts)


# These routes show nothing of a game, or a link is signed for one game.
HARMLESS = {"/game/{game_id}", "/join/{game_id}/{seat}/{key}", "/api/join/{game_id}/{seat}/{key}"}


def test_guests_of_one_game_see_no_other(
    server: Server, client: httpx.Client, guest: httpx.Client, game: dict[str, Any]
) -> None:
    other = begin(client, **PEOPLE)
    found = [one for one in (*ROUTES, *pages.router.routes) if "{game_id}" in one.path]
    assert {one.path for one in found} > HARMLESS
    wrong = []
    for route in found:
        if route.path in HARMLESS:
            continue
        path = asked(route.path, other["id"])
        for method in getattr(route, "methods", ()):
            status = guest.request(method, path, json={}).status_code
            if status != 403:
                wrong.append((method, path, status))
        if not hasattr(route, "methods"):
            with (
                pytest.raises(InvalidStatus) as refusal,
                server.live(guest, f"/api/games/{other['id']}"),
            ):
                pass
            assert refusal.value.response.status_code == 403
    assert not wrong
    assert (
        guest.get("/api/games/nosuchgame").status_code == 403
    )  # nor can they find out which games exist
    unknown = guest.get(asked("/game/{game_id}", "nosuchgame")).content
    assert guest.get(asked("/game/{game_id}", other["id"])).content == unknown


@pytest.mark.parametrize("body", [{}, {"swap": True}, {"opponent": "level:2"}])
def test_who_watches_a_game_sees_its_rematches(
    server: Server, client: httpx.Client, guest: httpx.Client, body: dict[str, Any]
) -> None:
    other, first = begin(client, **PEOPLE), begin(client, white="level:1")
    assert not join(guest, link(client, first, "watch"))
    game = first
    for _ in range(2):
        game = do(client, game, "rematch", **body).json()
        assert guest.get(f"/api/games/{game['id']}").status_code == 200
        with server.live(guest, f"/api/games/{game['id']}") as page:
            assert game["id"] in str(page.recv(timeout=LONG))
    assert not join(guest, link(client, other, "watch"))
    assert guest.get(f"/api/games/{other['id']}").status_code == 200
    assert guest.get(f"/api/games/{game['id']}").status_code == 200  # that link is still valid


def earlier_cookie(secret: str, text: str) -> str:
    """A cookie in the format used before itsdangerous."""
    sign = hmac.new(secret.encode(), f"cookie:{text}".encode(), hashlib.sha256).hexdigest()
    return f"{text}.{sign[:32]}"


def test_cookies_of_an_earlier_version_are_read() -> None:
    signer = Signer("a secret")
    for text, visitor in (
        ("host.0f3a", Visitor("0f3a", is_host=True)),
        ("guest.1b", Visitor("1b", is_host=False)),
        ("guest.1b.ab1~cd2", Visitor("1b", is_host=False, games=("ab1", "cd2"))),
    ):
        assert signer.read_cookie(earlier_cookie("a secret", text)) == visitor
        assert signer.read_cookie(earlier_cookie("another secret", text)) is None


def test_a_seat_opens_its_game_to_a_cookie_of_an_earlier_version(
    server: Server, client: httpx.Client, guest: httpx.Client, game: dict[str, Any]
) -> None:
    signer = Signer(secret_of(server))
    (name, value), *_ = guest.cookies.items()
    known = signer.read_cookie(value)
    assert known is not None
    earlier = earlier_cookie(secret_of(server), f"guest.{known.id}")
    with server.stranger(cookies={name: earlier}) as same:
        assert same.get(f"/api/games/{game['id']}").status_code == 200
        do(client, game, "resign")
        new = do(client, game, "rematch").json()
        assert same.get(f"/api/games/{new['id']}").status_code == 200


def test_a_code_leads_where_the_link_does(client: httpx.Client) -> None:
    game = begin(client, **PEOPLE)
    code = f"/api/games/{game['id']}/invite/white.svg"
    assert client.get(code).status_code == 404  # nobody is invited yet
    assert do(client, game, "invite", seat="white").status_code == 200
    answer = client.get(code)
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")
