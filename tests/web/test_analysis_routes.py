"""Analyses over HTTP, as the page requests them."""

from __future__ import annotations

import json
from contextlib import ExitStack
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from serving import LONG, Server, begin, code_of, wait_for
from websockets.sync.client import ClientConnection

START = "start"


@pytest.fixture
def analysis(client: httpx.Client) -> str:
    return str(client.post("/api/analyses", json={}).json()["analysis"]["id"])


def test_guests_and_strangers_look_into_nothing(
    server: Server, client: httpx.Client, analysis: str
) -> None:
    path = f"/api/analyses/{analysis}"
    game = begin(client, black="person", white="person")
    link = client.post(f"/api/games/{game['id']}/invite", json={"seat": "white"}).json()["link"]
    with server.stranger(follow_redirects=True) as guest:
        for expected in (401, 403):
            for method, address, body in [
                ("GET", "/api/analyses", None),
                ("POST", "/api/analyses", {}),
                ("GET", path, None),
                ("PATCH", path, {"name": "Mine"}),
                ("DELETE", path, None),
                ("GET", f"{path}/nodes/{START}", None),
                ("GET", f"{path}/nodes/{START}/explained", None),
                ("POST", f"{path}/moves", {"node": START, "text": "11-15"}),
                ("POST", f"{path}/lines", {"node": START, "paths": [[11, 15]]}),
                ("POST", f"{path}/cut", {"node": START}),
                ("POST", f"{path}/restore", {}),
                ("POST", f"{path}/remark", {"node": START, "comment": "hello"}),
                ("GET", f"{path}/pdn", None),
                ("GET", f"{path}/picture.svg?node={START}", None),
                ("GET", f"{path}/animation.gif", None),
            ]:
                answer = guest.request(method, address, json=body)
                assert answer.status_code == expected, (method, address, answer.text)
            assert guest.post(f"/api{urlsplit(link).path}", json={}).is_success
    assert client.get(path).json()["nodes"] == []


def test_what_is_not_there_or_cannot_be_is_told(client: httpx.Client, analysis: str) -> None:
    path = f"/api/analyses/{analysis}"
    twice = [[11, 15], [11, 15]]
    for method, address, body, *expected in [
        ("GET", "/api/analyses/nowhere", None, 404, "analyses.missing"),
        ("DELETE", "/api/analyses/nowhere", None, 404, "analyses.missing"),
        ("GET", f"{path}/nodes/abc", None, 404, "analyses.not-there"),
        ("POST", f"{path}/moves", {"node": "abc", "text": "11-15"}, 404, "analyses.not-there"),
        ("POST", f"{path}/moves", {"node": START, "text": "11-18"}, 422, "refusal.tried"),
        ("POST", f"{path}/moves", {"node": START}, 422, "request.move"),
        ("POST", f"{path}/lines", {"node": START, "paths": twice}, 422, "refusal.tried"),
        ("POST", f"{path}/cut", {"node": START}, 422, "analyses.start-cut"),
        ("POST", f"{path}/restore", {}, 409, "analyses.nothing-cut"),
        ("POST", f"{path}/promote", {"node": START}, 422, "analyses.main-line"),
        ("POST", f"{path}/remark", {"node": START, "mark": "!"}, 422, "analyses.start-mark"),
        ("PATCH", path, {"name": "  "}, 422, "analyses.nameless"),
        ("POST", "/api/analyses", {"game": "nowhere"}, 404, "games.missing"),
        ("POST", "/api/analyses", {"text": "hello"}, 422, "analyses.unreadable"),
        ("POST", "/api/analyses", {"game": "x", "text": "11-15"}, 422, "request.analysis"),
        ("POST", f"{path}/cut", {"node": "A-1"}, 422, "request.letters-and-digits"),
    ]:
        answer = client.request(method, address, json=body)
        assert [*code_of(answer)] == expected, (method, address, answer.text)
    assert client.get(path).json()["nodes"] == []
    assert client.get(path).json()["version"] == 1


def heard(socket: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=LONG))
        if message["type"] == kind:
            return message


def test_a_page_without_an_engine_still_follows_and_one_that_leaves_early_is_no_fault(
    server: Server, client: httpx.Client, analysis: str
) -> None:
    for _ in range(20):
        with server.live(client, f"/api/analyses/{analysis}") as leaving:
            leaving.socket.close()  # `server` checks that it printed no traceback
    ask = json.dumps({"type": "think", "node": START, "seconds": 0.01, "memory": 1})
    with ExitStack() as pages:
        sockets = [
            pages.enter_context(server.live(client, f"/api/analyses/{analysis}")) for _ in range(17)
        ]
        *others, last = sockets
        for socket in others:
            heard(socket, "hello")
            socket.send(ask)
        for socket in others:  # in turn: each has its slot before the last asks for one
            heard(socket, "found")
        last.send(ask)
        assert heard(last, "refused")["code"] == "analyses.too-many-open"
        client.post(f"/api/analyses/{analysis}/moves", json={"node": START, "text": "11-15"})
        assert heard(last, "changed")["version"] == 2
        sockets[0].close()
        wait_for(lambda: _is_answered(last, ask))
        assert client.delete(f"/api/analyses/{analysis}").is_success
        heard(last, "deleted")


def _is_answered(socket: ClientConnection, ask: str) -> bool:
    socket.send(ask)
    while (kind := json.loads(socket.recv(timeout=LONG))["type"]) not in ("found", "refused"):
        pass
    return bool(kind == "found")


def test_a_picture_may_be_of_a_line_that_is_only_shown(client: httpx.Client, analysis: str) -> None:
    path = f"/api/analyses/{analysis}"
    shown = client.get(f"{path}/picture.svg", params={"line": "11-15 22-18 15-22"}).text
    assert client.get(path).json()["nodes"] == []
    moves = {"node": START, "paths": [[11, 15], [22, 18], [15, 22]]}
    end = client.post(f"{path}/lines", json=moves).json()["node"]
    assert client.get(f"{path}/picture.svg", params={"node": end}).text == shown
    refused = client.get(f"{path}/picture.svg", params={"line": "11-18"})
    assert refused.status_code == 422
