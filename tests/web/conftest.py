"""One server for all tests of a worker that do not kill it."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from serving import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("data"), "--seed", "1")
    yield made
    assert made.stop() == 0, made.output
    assert "Traceback" not in made.output, made.output


@pytest.fixture(scope="session")
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as made:
        yield made
