"""Connections that keep nobody waiting: requests must arrive, answers must be taken, and all must fit."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from crownhead.messages import Message as Said
from crownhead.messages import say
from crownhead.web.refusals import refuse

_LOG: Final = logging.getLogger(__name__)
_MOST_FILES: Final = 2048  # what we assume where the system names no limit
_SHARE_TO_MAKE_ROOM: Final = 8  # one in so many of those that wait gives way at once


class Patience(NamedTuple):
    """How long a connection may take, in seconds.

    A request must have arrived whole `request` seconds after the connection was made or the answer
    before was sent. What is answered must be taken in `answer` seconds. WebSockets live on.
    """

    request: float = 10.0
    answer: float = 20.0


USUAL: Final = Patience()


def most_connections() -> int:
    """How many connections there may be: what the system's limit on files leaves room for."""
    try:
        import resource  # not on Windows
    except ImportError:
        return min(512, _MOST_FILES // 4)
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = _MOST_FILES if soft == resource.RLIM_INFINITY else soft
    return max(32, min(512, files // 4))


@dataclass(slots=True, eq=False)
class Connection:
    """A connection, and what it has been waiting for since when."""

    transport: asyncio.Transport
    since: float = field(default_factory=time.monotonic)
    is_waiting: bool = True  # for a request, or for the rest of one
    is_stuck: bool = False  # the other side does not take what it was sent
    is_live: bool = False  # a WebSocket, which has pings of its own

    def is_overdue(self, patience: Patience) -> bool:
        """Whether it waits or is stuck for too long."""
        now, stuck = time.monotonic(), self.transport.get_write_buffer_size() > 0
        if stuck != self.is_stuck:
            self.is_stuck, self.since = stuck, now
        allowed = patience.answer if stuck else patience.request
        return not self.is_live and (stuck or self.is_waiting) and now - self.since > allowed


class Connections:
    """An application, and all connections to it. One loop may use it."""

    def __init__(self, app: ASGIApp, patience: Patience) -> None:
        self.most = most_connections()
        self._app = app
        self._patience = patience
        self._all: set[Connection] = set()
        self._unanswered: dict[asyncio.Task[Any] | None, Connection] = {}
        self._watching: asyncio.Task[None] | None = None

    def before(self, protocol: Callable[..., asyncio.Protocol]) -> type[asyncio.Protocol]:
        """What meets each new connection before it comes to the server's protocol."""
        take = self._take

        class Arriving(asyncio.Protocol):
            def __init__(self, **settings: Any) -> None:
                self.state = settings["app_state"] = dict(settings["app_state"])
                self.next = protocol(**settings)

            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                assert isinstance(transport, asyncio.Transport)
                transport.set_protocol(self.next)
                self.next.connection_made(transport)
                connection = take(transport)
                if connection is None:
                    transport.abort()
                self.state["connection"] = connection  # which its requests know

        return Arriving

    def _take(self, transport: asyncio.Transport) -> Connection | None:
        """Take a new connection, if need be in the place of those that have waited longest."""
        if len(self._all) >= self.most and len(self._open()) >= self.most:
            waiting = sorted(
                (one for one in self._all if one.is_waiting), key=lambda one: one.since
            )
            for other in waiting[: 1 + len(waiting) // _SHARE_TO_MAKE_ROOM]:
                self._all.remove(other)
                other.transport.abort()
        if len(self._all) >= self.most:
            return None
        self._all.add(taken := Connection(transport))
        self._watching = self._watching or asyncio.create_task(self._watch())
        return taken

    def _open(self) -> set[Connection]:
        """Those that have a file; also one that is closing has it, until all that it was sent is taken."""
        self._all = {
            one for one in self._all if one.transport.get_extra_info("socket").fileno() >= 0
        }
        return self._all

    async def _watch(self) -> None:
        """End again and again what has waited too long."""
        while True:
            await asyncio.sleep(min(1.0, self._patience.request / 4, self._patience.answer / 4))
            for one in self._open():
                if one.is_overdue(self._patience):
                    one.transport.abort()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; who is cut off because the server stops is told so."""
        connection: Connection = scope["state"]["connection"]
        task = asyncio.current_task()
        live = whole = scope["type"] == "websocket"

        async def heard() -> Message:
            nonlocal whole
            if whole:  # whoever listens on waits for the other side to leave
                return await receive()
            connection.is_waiting = True
            message = await receive()
            connection.is_waiting, whole = False, not message.get("more_body", False)
            return message

        async def told(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._unanswered.pop(task, None)
            elif message["type"] == "http.response.body" and not message.get("more_body", False):
                connection.is_waiting, connection.since = True, time.monotonic()
            await send(message)

        connection.is_waiting, connection.is_live = False, live
        self._unanswered[task] = connection
        try:
            await self._app(scope, heard, told)
        except asyncio.CancelledError:  # the server has waited long enough
            if task not in self._unanswered:
                raise
            if not live:
                await refuse(scope, receive, told, 503, Said("service.stopping"))
        finally:
            self._unanswered.pop(task, None)

    def stop(self, seconds: float) -> None:
        """Close those that wait for a request or the rest of one, and cut off the others a while later."""
        for one in self._open():
            if one.is_waiting:
                one.transport.close()
        asyncio.get_running_loop().call_later(seconds, self._cut_off)

    def _cut_off(self) -> None:
        """End what is still under way; who can be told is told."""
        left = self._open()
        if left or self._unanswered:
            _LOG.warning(say("server.cut-off"))
        for one in left:
            if one not in self._unanswered.values():
                one.transport.abort()
        for task in self._unanswered:
            if task is not None:
                task.cancel()
