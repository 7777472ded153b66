"""One server per worker for all tests that do not kill it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from serving import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("data"), "--seed", "1")
    yield made
    assert made.stop() == 0, made.output
    assert "Traceback" not in made.output, made.output


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Start servers for one test; all are stopped when the test ends."""
    made: list[Server] = []

    def begin(*options: str, **how: Any) -> Server:
        made.append(Server(tmp_path / "data", *options, **how))
        return made[-1]

    yield begin
    for one in made:
        one.stop()


@pytest.fixture(scope="session")
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as made:
        yield made
