"""Browsers that hang up before they are answered."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Event
from typing import Any

from serving import LONG

from crownhead.service import NewGame, Service, Visitor
from crownhead.web.app import make_api
from crownhead.web.security import Access
from crownhead.web.writers import Writers


def test_a_question_is_dropped_when_its_asker_hangs_up(tmp_path: Path) -> None:
    service, held = Service(tmp_path), Event()
    try:
        game = service.begin(NewGame())
        service.helpers.submit(held.wait, LONG)  # so that the question has to wait
        access = Access("127.0.0.1", 80, secret="secret", token="token", reusable=True)
        cookie = f"{access.cookie_name}={access.signer.cookie(Visitor('host', is_host=True))}"
        scope = {
            "type": "http",
            "method": "POST",
            "path": f"/api/games/{game.id}/hint",
            "query_string": b"",
            "headers": [(b"cookie", cookie.encode()), (b"content-type", b"application/json")],
        }
        messages: list[dict[str, Any]] = [
            {"type": "http.request", "body": b"{}"},
            {"type": "http.disconnect"},
        ]

        async def receive() -> dict[str, Any]:
            return messages.pop(0)

        async def send(message: Any) -> None:
            pass

        app = make_api(service, access, Writers(service.store))
        asyncio.run(asyncio.wait_for(app(scope, receive, send), LONG / 4))
        assert not held.is_set()
    finally:
        held.set()
        service.close()
