"""Bad WebSocket messages: each is answered, or closes the socket with the right code."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from serving import LONG, Server, begin
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from crownhead.web.logs import is_not_bad_utf8
from crownhead.web.security import Access, Guard


def heard(page: ClientConnection, kind: str) -> bool:
    """Whether a page gets a message of a kind; waits for it."""
    while json.loads(page.recv(timeout=LONG))["type"] != kind:
        pass
    return True


def code_of(page: ClientConnection) -> int | None:
    """The code with which a page's socket is closed."""
    try:
        while True:
            page.recv(timeout=LONG)
    except ConnectionClosed as error:
        return error.rcvd.code if error.rcvd else None


def test_bad_messages_are_answered_or_close_the_socket(start: Callable[..., Server]) -> None:
    server = start()
    with server.client() as client:
        analysis = client.post("/api/analyses", json={}).json()["analysis"]["id"]
        game = begin(client)["id"]
        for path in (f"/api/games/{game}", f"/api/analyses/{analysis}"):
            for data, text, code in (
                (b"\xff", True, 1007),
                (b"{}", False, 1003),
                (1001 * b"[", True, 1009),
            ):
                with server.live(client, path) as page:
                    page.send(data, text=text)
                    assert code_of(page) == code, (path, data)
            with server.live(client, path) as page:
                for unreadable in ("hello", 990 * "["):
                    page.send(unreadable)
                    if "analyses" in path:
                        assert heard(page, "refused"), unreadable
                page.send('{"type": "ping"}')
                assert heard(page, "pong"), path
    assert server.stop() == 0
    assert "Traceback" not in server.output, server.output
    assert "ERROR" not in server.output, server.output


def test_a_decoding_error_of_ours_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def fails(*_: object) -> Any:
        b"\xff".decode()

    access = Access("127.0.0.1", 80, secret="secret", token="token", reusable=True)
    scope = {"type": "http", "path": "/", "headers": [(b"host", b"127.0.0.1")]}
    asyncio.run(Guard(fails, access, 512)(scope, fails, fails))
    [record] = caplog.records
    assert is_not_bad_utf8(record)
    assert "UnicodeDecodeError" in caplog.text


def test_guests_cannot_open_an_analysis(server: Server, client: httpx.Client) -> None:
    analysis = client.post("/api/analyses", json={}).json()["analysis"]["id"]
    game = begin(client)["id"]
    link = client.post(f"/api/games/{game}/invite", json={"seat": "watch"}).json()["link"]
    with server.stranger() as guest:
        guest.post(f"/api{urlsplit(link).path}", json={})
        with pytest.raises(InvalidStatus) as refusal:
            server.live(guest, f"/api/analyses/{analysis}")
    assert refusal.value.response.status_code == 403
