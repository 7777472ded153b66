"""Questions to the engine over HTTP: waiting, refused, and hung up on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from threading import Event
from typing import Any, TypeVar

import httpx
import pytest
from serving import LONG

from crownhead.pieces import WHITE
from crownhead.service import LiveGame, NewGame, Service, Start, Visitor
from crownhead.service.games.pool import Helpers
from crownhead.web.app import make_api
from crownhead.web.security import Access
from crownhead.web.threads import Writers

_T = TypeVar("_T")
HOST, GUEST = Visitor("host", is_host=True), Visitor("guest", is_host=False)
ACCESS = Access("127.0.0.1", 80, secret="secret", token="token", reusable=True)


class NotedHelpers(Helpers):
    """Helpers that record whose questions wait and whose are answered."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: asyncio.Queue[str | None] = asyncio.Queue()
        self.answered: list[str | None] = []

    def submit(self, job: Callable[..., _T], *values: Any, guest: str | None = None) -> Future[_T]:
        def noted() -> _T:
            self.answered.append(guest)
            return job(*values)

        answer = super().submit(noted, guest=guest)
        self.waiting.put_nowait(guest)
        return answer


@pytest.fixture
def helpers() -> NotedHelpers:
    return NotedHelpers()


@pytest.fixture
def service(tmp_path: Path, helpers: NotedHelpers) -> Iterator[Service]:
    made = Service(tmp_path)
    made.helpers.close()
    made.helpers = helpers
    yield made
    made.close()


@pytest.fixture
def game(service: Service) -> LiveGame:
    """A game with one legal move, in which the host has Black and a guest White."""
    start = Start("fen", fen="B:W18,32:B14")
    made = service.begin(NewGame("person", "person", start=start))
    assert made.sit(WHITE, GUEST.id, made.invite(WHITE, by=HOST))
    return made


@pytest.fixture
def held(service: Service) -> Iterator[Event]:
    """An event: the helpers are busy until it is set."""
    made, begun = Event(), Event()

    def work() -> None:
        begun.set()
        made.wait(LONG)

    Helpers.submit(service.helpers, work)
    assert begun.wait(LONG)
    yield made
    made.set()


def cookie(visitor: Visitor) -> dict[str, str]:
    return {"cookie": f"{ACCESS.cookie_name}={ACCESS.signer.cookie(visitor)}"}


def test_a_question_is_dropped_when_its_asker_hangs_up(
    service: Service, helpers: NotedHelpers, game: LiveGame, held: Event
) -> None:
    headers = {**cookie(HOST), "content-type": "application/json"}
    scope = {
        "type": "http",
        "method": "POST",
        "path": f"/api/games/{game.id}/hint",
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    messages: list[dict[str, Any]] = [
        {"type": "http.request", "body": b"{}"},
        {"type": "http.disconnect"},
    ]

    async def receive() -> dict[str, Any]:
        return messages.pop(0)

    async def send(message: Any) -> None:
        pass

    app = make_api(service, ACCESS, Writers())
    asyncio.run(asyncio.wait_for(app(scope, receive, send), LONG / 4))
    assert helpers.waiting.qsize() == 1
    assert not held.is_set()
    last = Helpers.submit(helpers, lambda: None)
    held.set()
    last.result(LONG)
    assert helpers.answered == []


def test_a_guest_who_floods_is_refused_and_the_host_comes_first(
    service: Service, helpers: NotedHelpers, game: LiveGame, held: Event
) -> None:
    async def ask(client: httpx.AsyncClient, asker: Visitor) -> asyncio.Task[httpx.Response]:
        """Ask for a hint; return when the question is queued or refused."""
        asked = asyncio.create_task(
            client.post(f"/api/games/{game.id}/hint", json={}, headers=cookie(asker))
        )
        waits = asyncio.create_task(helpers.waiting.get())
        await asyncio.wait((asked, waits), return_when=asyncio.FIRST_COMPLETED)
        waits.cancel()
        return asked

    async def flood() -> tuple[list[int], list[int]]:
        transport = httpx.ASGITransport(make_api(service, ACCESS, Writers()))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            guests = [await ask(client, GUEST) for _ in range(4)]
            refused = [one.result().status_code for one in guests if one.done()]
            host = await ask(client, HOST)
            held.set()
            answers = await asyncio.gather(host, *guests)
        return refused, [one.status_code for one in answers]

    refused, codes = asyncio.run(asyncio.wait_for(flood(), LONG))
    assert refused == [503, 503]
    assert codes == [200, 200, 200, 503, 503]
    assert helpers.answered == [None, GUEST.id, GUEST.id]
