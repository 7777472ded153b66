"""Idle connections: they are closed, give way, and neither stop a game nor fill the log."""

from __future__ import annotations

import contextlib
import json
import logging
import socket
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from serving import LONG, Server, begin, wait_for
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection

from crownhead.messages import Message, say
from crownhead.service import Visitor
from crownhead.web.logs import Sparing
from crownhead.web.security import Slots
from store.locking import held as locked

# Run before the program: it gets few file descriptors, or short timeouts.
FEW_FILES = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (160, 160))"
IMPATIENT = """
import sys
from pathlib import Path
from crownhead.store import writer
from crownhead.web import Patience, Settings, serve
writer.PATIENCE = 1e6
serve(Settings(Path(sys.argv[-1]), browser=False, patience=Patience(0.3, 0.3)))
sys.exit()
"""
HALF_A_REQUEST = b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nX-More: "
linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")


def dial(server: Server) -> socket.socket:
    assert server.port is not None
    return socket.create_connection(("127.0.0.1", server.port))


def half_a_body(server: Server, cookie: str = "") -> bytes:
    return (
        f"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nCookie: {cookie}\r\n"
        'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"black": '
    ).encode()


def cookie_of(client: httpx.Client) -> str:
    return "; ".join(f"{name}={value}" for name, value in client.cookies.items())


def watching(server: Server, client: httpx.Client, game: dict[str, Any]) -> ClientConnection:
    return server.live(client, f"/api/games/{game['id']}")


def hears_move(page: ClientConnection, ply: int) -> bool:
    """Whether a page gets a move; waits for it."""
    while True:
        told = json.loads(page.recv(timeout=LONG))
        game = told["change"]["game"] if told["type"] == "change" else told.get("game", {})
        if game.get("ply") == ply:
            return True


def open_sockets(server: Server) -> int:
    """The number of sockets that a server has open."""
    assert server.process is not None
    found = 0
    for file in Path(f"/proc/{server.process.pid}/fd").iterdir():
        with contextlib.suppress(OSError):  # closed a moment ago
            found += str(file.readlink()).startswith("socket:")
    return found


@linux_only
def test_hundreds_of_half_sent_requests_stop_no_game(start: Callable[..., Server]) -> None:
    server = start(first=FEW_FILES)
    with server.client() as client, contextlib.ExitStack() as held:
        game = begin(client, black="person", white="person")
        page = held.enter_context(watching(server, client, game))
        for ply, move in enumerate(("11-15", "23-19", "8-11", "22-17")):
            for number in range(100):
                one = held.enter_context(dial(server))
                with contextlib.suppress(OSError):  # it may have been closed by now to make room
                    one.sendall((b"", HALF_A_REQUEST, half_a_body(server))[number % 3])
            with server.stranger(cookies=dict(client.cookies)) as fresh:
                answer = fresh.post(
                    f"/api/games/{game['id']}/moves", json={"ply": ply, "text": move}
                )
            assert answer.status_code == 200
            assert hears_move(page, ply + 1)
            assert open_sockets(server) < 130
        assert server.stop() == 0
    assert "Traceback" not in server.output
    assert len(server.output) < 2000, server.output


@linux_only
def test_what_waits_too_long_is_ended_and_pages_live_on(start: Callable[..., Server]) -> None:
    server = start(first=IMPATIENT)
    with server.client() as client, contextlib.ExitStack() as held:
        game = begin(client, black="person", white="person")
        page = held.enter_context(watching(server, client, game))
        a_file = (
            f"GET /static/css/base.css HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode()
        )
        cases = {
            "nothing": b"",
            "half a request": HALF_A_REQUEST,
            "half a body": half_a_body(server),
            "half a body of a friend": half_a_body(server, cookie_of(client)),
            "half of a second request": a_file + HALF_A_REQUEST,
            "requests whose answers nobody takes": a_file * 2000,
        }
        with dial(server) as idle:  # when it times out, so have those of the requests before
            idle.settimeout(LONG)
            assert idle.recv(1) == b""
        few = open_sockets(server)
        for what, sent in cases.items():
            one = held.enter_context(dial(server))
            one.setblocking(False)
            with contextlib.suppress(OSError):
                one.send(sent)
            with server.stranger() as asker:
                assert asker.get("/").status_code == 401  # the request before it has arrived by now
            wait_for(lambda: open_sockets(server) <= few, f"a connection with {what} ends")
        stream = a_file.replace(b"/static/css/base.css", b"/api/library/pdn")
        with dial(server) as one:
            one.settimeout(LONG)
            cookie = f"Cookie: {cookie_of(client)}\r\n\r\n".encode()
            one.sendall(stream.removesuffix(b"\r\n") + cookie)
            answer = b""
            while not answer.endswith(b"0\r\n\r\n"):
                answer += one.recv(65_536)
            one.sendall(HALF_A_REQUEST)
            assert _received(one) == b"", "half a request after a stream ends"
        page.send('{"type": "ping"}')
        move = {"ply": 0, "text": "11-15"}
        with ThreadPoolExecutor(1) as other, locked(server.data):
            slow = other.submit(client.post, f"/api/games/{game['id']}/moves", json=move)
            wait_for(lambda: open_sockets(server) > few, "the move is sent")
            with dial(server) as later:  # the write takes longer than the timeout
                later.settimeout(LONG)
                assert later.recv(1) == b""
            assert not slow.done()
        assert slow.result().status_code == 200
        assert hears_move(page, 1)
        assert server.stop() == 0
    assert "Traceback" not in server.output


def test_what_a_stranger_sends_after_a_refusal_is_not_read(start: Callable[..., Server]) -> None:
    server = start()
    ask = f"GET {{}} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n"
    with server.client() as client:
        friend = ask.replace("\r\n\r\n", f"\r\nCookie: {cookie_of(client)}\r\n\r\n")
        for path in ("/", "/api/games", "/nothing"):
            with dial(server) as one:
                one.sendall(ask.format(path).encode() * 50)
                one.settimeout(LONG)
                answer = b"".join(iter(partial(_received, one), b""))
            assert answer.count(b"HTTP/1.1 ") == answer.count(b"connection: close") == 1, path
        with dial(server) as one:
            one.sendall(friend.format("/nothing").encode() * 3)
            one.settimeout(LONG)
            answer = b""
            while answer.count(b"HTTP/1.1 404") < 3:
                answer += one.recv(65_536)


def _received(connection: socket.socket) -> bytes:
    try:
        return connection.recv(65_536)
    except ConnectionResetError:  # where a request was left unread
        return b""


def test_guests_with_many_pages_do_not_shut_the_host_out(start: Callable[..., Server]) -> None:
    server = start(first=FEW_FILES)  # 40 connections
    with server.client() as host, contextlib.ExitStack() as held:
        game = begin(host, black="person", white="person")
        link = host.post(f"/api/games/{game['id']}/invite", json={"seat": "watch"}).json()["link"]
        way_in = "/api" + urlsplit(link).path
        pages = 0
        for _ in range(3):  # each browser is a new visitor
            guest = held.enter_context(server.stranger())
            assert guest.post(way_in, json={}).status_code in (200, 503)
            guest.get("/")
            with contextlib.suppress(InvalidStatus):
                for _ in range(40):
                    held.enter_context(watching(server, guest, game))
                    pages += 1
        assert 10 < pages <= 20, "guests have half of the connections"
        for ply, move in enumerate(("11-15", "23-19")):
            with server.stranger(cookies=dict(host.cookies)) as fresh:
                sent = fresh.post(f"/api/games/{game['id']}/moves", json={"ply": ply, "text": move})
                assert sent.status_code == 200
        page = held.enter_context(watching(server, host, game))
        assert hears_move(page, 2)


def test_a_guest_has_so_many_pages_and_another_when_one_is_closed() -> None:
    slots, guest, host = Slots(1000), Visitor("guest", False), Visitor("host", True)
    with contextlib.ExitStack() as others:
        with slots.taken(guest, socket=True):
            for _ in range(31):
                assert slots.refusal(guest, socket=True) is None
                others.enter_context(slots.taken(guest, socket=True))
            refused = slots.refusal(guest, socket=True)
            assert refused == (429, Message("access.too-many-pages", {"count": 32}))
            assert slots.refusal(guest, socket=False) is None
            assert slots.refusal(Visitor("other", False), socket=True) is None
            assert slots.refusal(host, socket=True) is None
        assert slots.refusal(guest, socket=True) is None


def test_ctrl_c_does_not_wait_for_the_rest_of_a_request(start: Callable[..., Server]) -> None:
    server = start()
    with server.client() as client, dial(server) as half:
        half.sendall(half_a_body(server, cookie_of(client)))
        client.get("/api/games")  # it was read by now
        assert server.stop() == 0
    assert server.output.strip().endswith("Stopped.")
    assert "cut off" not in server.output, "it waited, and gave up"


def test_the_same_complaint_is_not_written_again_and_again(start: Callable[..., Server]) -> None:
    server = start()
    for _ in range(100):
        with dial(server) as stranger:
            stranger.sendall(b"what is this?\r\n\r\n")
            wait_for(lambda one=stranger: one.recv(1000))
    server.stop()
    assert 1 <= server.output.count("Invalid HTTP request") <= 5, server.output


def test_a_log_is_sparing_with_lines_of_a_kind_and_with_all() -> None:
    moment = 0.0
    sparing = Sparing(lambda: moment)

    def written(message: str, *values: object) -> str | None:
        record = logging.LogRecord("log", logging.WARNING, "", 0, message, values, None)
        return record.getMessage() if sparing.filter(record) else None

    lines = [written("game %s is odd", number) for number in range(1000)]
    assert [line for line in lines if line] == [
        *(f"game {number} is odd" for number in range(4)),
        f"game 4 is odd {say('log.left-out-soon')}",
    ]
    assert written("something else") == f"something else {say('log.left-out', count=995)}"
    kinds = [written(f"kind {number}") for number in range(1000)]
    assert 10 < len([line for line in kinds if line]) < 100
    moment += 61
    assert written("game %s is odd", 7) is not None
    assert written("game %s is odd", 8) == "game 8 is odd"
