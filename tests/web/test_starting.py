"""Starting and stopping the server as a person does."""

from __future__ import annotations

import json
import re
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from serving import LONG, Server, begin

from command_line import environment, refused, run
from crownhead.messages import say
from saying import says


def start_and_fail(*options: str, **changes: str) -> str:
    """Start a server that must fail; return its output."""
    answer = run("--no-browser", *options, env=environment(**changes))
    refused(answer)
    return answer.err


def is_thought(message: dict[str, Any]) -> bool:
    """Whether a page gets a message that the computer is thinking, with some depth."""
    told = message if message["type"] == "thinking" else message["game"]["thinking"]
    return told is not None and told["depth"] > 0


def test_ctrl_c_stops_it_cleanly_while_a_page_is_connected(
    start: Callable[..., Server],
) -> None:
    server = start(program=("-m", "crownhead"))
    with server.client() as client:
        game = begin(client, white="engine:nodes=999999999999")
        client.post(f"/api/games/{game['id']}/moves", json={"ply": 0, "text": "11-15"})
        with server.live(client, f"/api/games/{game['id']}") as page:
            while not is_thought(json.loads(page.recv(timeout=LONG))):
                pass
            assert server.stop() == 0
    assert server.output.strip().endswith(say("server.stopped"))
    assert "Traceback" not in server.output


@pytest.mark.skipif(sys.platform == "win32", reason="terminals do not hang up there")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_stops_it_in_good_order(start: Callable[..., Server], name: str) -> None:
    server = start()
    assert server.process is not None
    server.process.send_signal(getattr(signal, name))
    assert server.wait() == 128 + signal.SIGTERM
    assert len(server.output.splitlines()) == 2, server.output  # its address, and how to stop it
    assert not (server.data / "games.sqlite3-wal").exists()  # a clean close


def test_ctrl_c_before_it_is_ready_brings_no_address(tmp_path: Path) -> None:
    first = """
import os, signal, uvicorn
load = uvicorn.Config.load
uvicorn.Config.load = lambda self: (os.kill(os.getpid(), signal.SIGINT), load(self))
"""
    with pytest.raises(
        AssertionError, match=rf"did not start:\n{re.escape(say('server.stopped'))}\n$"
    ):
        Server(tmp_path, first=first)


def test_the_same_port_is_taken_again(start: Callable[..., Server]) -> None:
    ports: list[int | None] = []
    while len(ports) < 5:  # as if another program took the port in between
        server = start()
        server.stop()
        if server.port in ports[-1:]:  # without --port, the folder remembers it
            return
        ports.append(server.port)
    raise AssertionError(f"never the same port again: {ports}")


def test_two_on_one_folder_get_two_ports(start: Callable[..., Server]) -> None:
    first, second = start(), start()
    assert first.port != second.port
    with first.client() as one, second.client() as two:
        game = begin(one, black="person", white="person")
        path = f"/api/games/{game['id']}"
        assert two.post(f"{path}/moves", json={"ply": 0, "text": "11-15"}).status_code == 200


def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = start_and_fail("--data", str(tmp_path), "--port", str(port))
    assert says(said, "server.not-listening", host="127.0.0.1", port=str(port)), said


@pytest.mark.parametrize("host", ["no.such.host.invalid", "999.1.1.1"])
def test_a_host_that_is_none_is_named(tmp_path: Path, host: str) -> None:
    said = start_and_fail("--data", str(tmp_path), "--host", host, "--token", "long-enough-a-token")
    assert says(said, "server.not-listening", host=host), said


@pytest.mark.parametrize("host", ["[::1", "::1]", "[[::1]]"])
def test_a_host_with_half_a_pair_of_brackets_is_refused(tmp_path: Path, host: str) -> None:
    said = start_and_fail("--data", str(tmp_path), "--host", host)
    assert says(said, "cli.host-brackets"), said


def test_the_folder_can_come_from_the_environment(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said = start_and_fail(CROWNHEAD_DATA=str(tmp_path / "file"))
    assert says(said, "store.unusable-folder", folder=tmp_path / "file"), said


def test_a_damaged_file_is_told_of_in_the_terminal_and_on_the_page(
    start: Callable[..., Server], tmp_path: Path
) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "games.sqlite3").write_bytes(b"this is no database, whatever its name says" * 200)
    server = start()
    with server.client() as client:
        notice = client.get("/api/games").json()["notice"]
        assert "was damaged" in notice
        begin(client)
    [aside] = folder.glob("games-damaged-*")
    assert aside.name in notice
    assert b"this is no database" in aside.read_bytes()
    server.stop()
    assert "was damaged" in server.output


def test_a_killed_server_comes_back_with_the_game(start: Callable[..., Server]) -> None:
    server = start(lasting=True)
    with server.client() as client:
        game = begin(client, black="person", white="person", clock={"kind": "game", "seconds": 60})
        path = f"/api/games/{game['id']}"
        before = client.post(f"{path}/moves", json={"ply": 0, "text": "11-15"}).json()
        server.kill()
        server.start()
        assert client.get(path).json() == before


def test_an_address_of_the_new_kind_may_stand_in_brackets(tmp_path: Path) -> None:
    with socket.socket(socket.AF_INET6) as taken:
        try:
            taken.bind(("::1", 0))
        except OSError:
            pytest.skip("this machine has no such addresses")
        taken.listen()
        port = taken.getsockname()[1]
        said = start_and_fail("--data", str(tmp_path), "--host", "[::1]", "--port", str(port))
    values = {"host": "::1", "port": str(port), "why": "address already in use"}
    assert says(said, "server.not-listening", **values), said
