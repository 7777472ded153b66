"""Access to the real server: who is let in and who is refused."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
import websockets
from serving import Server, begin, code_of
from starlette.responses import PlainTextResponse

from command_line import refused_for, run
from crownhead.service import Service, Visitor
from crownhead.store import GameStore
from crownhead.web.app import make_api
from crownhead.web.security import LARGEST_BODY, Access, Guard, RateLimit
from crownhead.web.server import _secret
from crownhead.web.threads import Writers
from saying import said

EVIL = "http://evil.example"
MANY = 512  # connections


def test_without_the_cookie_there_is_nothing(server: Server) -> None:
    with server.stranger() as stranger:
        assert stranger.get("/").status_code == 401
        assert said("access.stranger") in stranger.get("/").text
        assert stranger.get("/").headers["cache-control"] == "no-store"
        assert stranger.get("/api/games").status_code == 401
        assert stranger.post("/api/games", json={}).status_code == 401
        assert stranger.get("/api/openapi.json").status_code == 401


def test_the_start_token_is_good_once(start: Callable[..., Server]) -> None:
    server = start()
    with server.client() as first:
        assert first.get("/api/games").status_code == 200
        again = first.get(f"/?token={server.token}")
        assert again.status_code == 200  # its cookie is still valid
    with server.stranger(follow_redirects=True) as second:
        assert second.get(f"/?token={server.token}").status_code == 401
        assert second.get("/?token=guess").status_code == 401
    server.stop()


def test_the_cookie_is_strict_and_hidden_from_scripts(start: Callable[..., Server]) -> None:
    server = start()
    with server.stranger() as browser:
        cookie = browser.get(server.address).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert re.search("samesite=strict", cookie, re.IGNORECASE)
    assert str(server.port) in cookie.split("=")[0]
    server.stop()


def test_a_page_stays_open_across_a_restart(start: Callable[..., Server]) -> None:
    server = start(lasting=True)
    with server.client() as client:
        server.kill()
        server.start()
        assert client.get("/api/games").status_code == 200
    server.stop()


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1"]
)
def test_another_host_is_turned_away(server: Server, client: httpx.Client, host: str) -> None:
    named = host.format(port=server.port)
    answer = client.get("/api/games", headers={"host": named})
    assert answer.status_code == 421


@pytest.mark.parametrize("origin", [EVIL, "null", "http://127.0.0.1:1", "https://127.0.0.1:{port}"])
def test_another_origin_is_turned_away(server: Server, client: httpx.Client, origin: str) -> None:
    named = origin.format(port=server.port)
    assert client.post("/api/games", json={}, headers={"origin": named}).status_code == 403
    assert client.get("/api/games", headers={"origin": named}).status_code == 403


def test_our_own_origin_is_welcome(server: Server, client: httpx.Client) -> None:
    answer = client.post("/api/games", json={}, headers={"origin": server.base})
    assert answer.status_code == 201


def connect(server: Server, client: httpx.Client, game_id: str, **headers: str) -> dict[str, str]:
    """Connect to a game's socket; return the first message, or the error."""
    cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())

    async def first() -> dict[str, str]:
        url = f"ws://127.0.0.1:{server.port}/api/games/{game_id}/live"
        given = {"Cookie": cookie, **headers}
        async with websockets.connect(url, additional_headers=given) as socket:
            text = await socket.recv()
            return {"text": str(text)}

    try:
        return asyncio.run(first())
    except websockets.exceptions.InvalidStatus as error:
        return {"status": str(error.response.status_code)}


def test_a_socket_needs_our_origin_and_the_cookie(server: Server, client: httpx.Client) -> None:
    game = begin(client)
    assert '"type":"view"' in connect(server, client, game["id"], Origin=server.base)["text"]
    assert connect(server, client, game["id"])["status"] == "403"
    assert connect(server, client, game["id"], Origin=EVIL)["status"] == "403"
    with httpx.Client() as stranger:
        assert connect(server, stranger, game["id"], Origin=server.base)["status"] == "403"


def test_every_answer_has_the_headers(client: httpx.Client) -> None:
    for path in ("/", "/api/games", "/static/icons.svg", "/nowhere", "/api/games/none"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"


def test_an_answer_to_a_fault_of_ours_has_the_headers_too(tmp_path: Path) -> None:
    service = Service(tmp_path)
    access = Access("127.0.0.1", 8000, secret="secret", token="t", reusable=False)
    cookie = access.signer.cookie(Visitor("a-browser", is_host=True))
    api = make_api(service, access, Writers())

    @api.get("/fault")
    async def fault() -> None:
        raise ZeroDivisionError

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(Guard(api, access, MANY), raise_app_exceptions=False)
        base, headers = "http://127.0.0.1:8000", {"cookie": f"crownhead-8000={cookie}"}
        async with httpx.AsyncClient(transport=transport, base_url=base, headers=headers) as asker:
            return await asker.get("/fault")

    try:
        answer = asyncio.run(ask())
    finally:
        service.close()
    assert code_of(answer) == (500, "request.fault")
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_large_request_is_refused(client: httpx.Client) -> None:
    body = b'{"white": "' + b"x" * LARGEST_BODY + b'"}'
    headers = {"content-type": "application/json"}
    assert client.post("/api/games", content=body, headers=headers).status_code == 413
    parts = iter([body[: len(body) // 2], body[len(body) // 2 :]])  # no Content-Length
    assert client.post("/api/games", content=parts, headers=headers).status_code == 413


def test_paths_do_not_lead_out_of_the_static_folder(client: httpx.Client) -> None:
    for path in ("../app.py", "%2e%2e/app.py", "..%2fapp.py", "/etc/passwd", "js/../../app.py"):
        assert client.get(f"/static/{path}").status_code == 404


def test_too_many_requests_wait() -> None:
    moment = 0.0
    rate = RateLimit(rate=10, burst=5, now=lambda: moment)
    assert [rate.allows() for _ in range(6)] == [True] * 5 + [False]
    moment += 0.1
    assert [rate.allows() for _ in range(2)] == [True, False]


def test_another_host_needs_a_token(tmp_path: Path) -> None:
    words = ("--no-browser", "--data", tmp_path, "--host", "0.0.0.0")
    open_host = {"host": "0.0.0.0", "count": 16}
    refused_for(run(*words), "server.open-host", **open_host)
    refused_for(run(*words, "--token", "short"), "server.short-token", count=16)


def test_a_given_token_is_good_for_several_browsers(start: Callable[..., Server]) -> None:
    server = start("--host", "0.0.0.0", "--token", "a-token-of-our-own")
    for _ in range(2):
        with server.stranger(follow_redirects=True) as browser:
            assert browser.get("/api/games").status_code == 401
            browser.get(f"/?token={server.token}")
            assert browser.get("/api/games").status_code == 200
            assert browser.get("/api/games", headers={"host": "evil.example"}).status_code == 421
    server.stop()


def test_names_of_other_machines_are_not_ours() -> None:
    access = Access("0.0.0.0", 8000, secret="s", token="t", reusable=True)
    assert access.is_our_host("192.168.1.5:8000")
    assert access.is_our_host("localhost:8000")
    assert not access.is_our_host("attacker.example:8000")
    assert not access.is_our_host("[:8000")


def test_cookies_of_other_programs_do_not_matter(server: Server, client: httpx.Client) -> None:
    ours = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    others = ('theme={"a": 1}', "x=a b", "key[0]=1", "path=/", "k@x=1", "bare", "$Version=1")
    with server.stranger() as browser:
        for other in others:
            for cookie in (f"{other}; {ours}", f"{ours}; {other}"):
                answer = browser.get("/api/games", headers={"cookie": cookie})
                assert answer.status_code == 200, cookie


def test_the_printed_address_works_for_every_address_of_the_machine(
    start: Callable[..., Server],
) -> None:
    server = start("--host", "0.0.0.0", "--token", "words & signs #1 of our own")
    found = re.search(r"http://\S+", server.output)
    assert found is not None
    with server.stranger(follow_redirects=True) as browser:
        assert browser.get(found.group(0)).status_code == 200


def test_strangers_use_up_their_own_requests() -> None:
    access = Access("127.0.0.1", 8000, secret="secret", token="t", reusable=False)
    guard = Guard(PlainTextResponse("hello"), access, MANY)
    guard._strange = RateLimit(rate=0.001, burst=2)

    async def ask(**headers: str) -> int:
        transport = httpx.ASGITransport(guard)
        async with httpx.AsyncClient(
            transport=transport, base_url="http://127.0.0.1:8000"
        ) as asker:
            return (await asker.get("/", headers=headers)).status_code

    assert [asyncio.run(ask()) for _ in range(3)] == [200, 200, 429]
    known = access.signer.cookie(Visitor("a-browser", is_host=True))
    assert asyncio.run(ask(cookie=f"crownhead-8000={known}")) == 200


def test_another_token_makes_old_cookies_and_links_void(start: Callable[..., Server]) -> None:
    server = start("--token", "the first token of ours", lasting=True)
    with server.client() as client, server.stranger() as stranger:
        game = begin(client, black="person", white="person")
        link = client.post(f"/api/games/{game['id']}/invite", json={"seat": "watch"}).json()["link"]
        path = urlsplit(link).path
        assert stranger.get(path).status_code == 200
        server.kill()
        server.options = ("--token", "another token of ours")
        server.start()
        assert client.get("/api/games").status_code == 401
        assert stranger.get(path).status_code == 404


def test_what_cookies_are_signed_with_belongs_to_a_port_and_a_token(tmp_path: Path) -> None:
    store = GameStore(tmp_path)
    first = _secret(store, 8000, None)
    assert _secret(store, 8000, None) == first, "a page must stay open across a restart"
    other = _secret(store, 8001, None)
    with_token = _secret(store, 8000, "a-token-of-our-own")
    assert _secret(store, 8000, "a-token-of-our-own") == with_token
    another = _secret(store, 8000, "another-token-of-ours")
    back = _secret(store, 8000, "a-token-of-our-own")  # the socket that it had open stays closed
    assert len({first, other, with_token, another, back}) == 5
    assert _secret(store, 8001, None) == other
    for port in range(9000, 9100):
        _secret(store, port, None)
    assert len(store.setting("sessions")) < 20
    damages: list[object] = [None, [], {"8000": 1}, {"8000": {"secret": "short", "token": ""}}]
    for damage in damages:
        store.store_setting("sessions", damage)
        assert len(_secret(store, 8000, None)) >= 32, damage
    store.close()
