"""Limits for connections: requests must arrive, responses must be read, and the number is bounded."""

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
_MOST_FILES: Final = 2048  # assumed where the system has no limit
_SHARE_TO_MAKE_ROOM: Final = 8  # this fraction of the waiting ones is dropped at once


class Patience(NamedTuple):
    """Time limits of a connection, in seconds.

    A request must be complete `request` seconds after the connection began or the last answer was
    sent. The client must take an answer within `answer` seconds. WebSockets are exempt.
    """

    request: float = 10.0
    answer: float = 20.0


USUAL: Final = Patience()


def most_connections() -> int:
    """The largest number of connections that the system's file limit allows."""
    try:
        import resource  # not on Windows
    except ImportError:
        return min(512, _MOST_FILES // 4)
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = _MOST_FILES if soft == resource.RLIM_INFINITY else soft
    return max(32, min(512, files // 4))


@dataclass(slots=True, eq=False)
class Connection:
    """A connection, and how long it has been waiting."""

    transport: asyncio.Transport
    since: float = field(default_factory=time.monotonic)
    is_waiting: bool = True  # for a request, or its rest
    is_stuck: bool = False  # the client does not take its answer
    is_live: bool = False  # a WebSocket, which has its own pings

    def is_overdue(self, patience: Patience) -> bool:
        """Whether it has been waiting or stuck for too long."""
        now, stuck = time.monotonic(), self.transport.get_write_buffer_size() > 0
        if stuck != self.is_stuck:
            self.is_stuck, self.since = stuck, now
        allowed = patience.answer if stuck else patience.request
        return not self.is_live and (stuck or self.is_waiting) and now - self.since > allowed


class Connections:
    """An application and all its connections. For one event loop."""

    def __init__(self, app: ASGIApp, patience: Patience) -> None:
        self.most = most_connections()
        self._app = app
        self._patience = patience
        self._all: set[Connection] = set()
        self._unanswered: dict[asyncio.Task[Any] | None, Connection] = {}
        self._watching: asyncio.Task[None] | None = None

    def before(self, protocol: Callable[..., asyncio.Protocol]) -> type[asyncio.Protocol]:
        """A protocol that accepts each connection before the server's own protocol."""
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
                self.state["connection"] = connection  # for its requests

        return Arriving

    def _take(self, transport: asyncio.Transport) -> Connection | None:
        """Accept a connection; if there are too many, drop those waiting longest."""
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
        """Connections that hold a file, including closing ones with unsent data."""
        self._all = {
            one for one in self._all if one.transport.get_extra_info("socket").fileno() >= 0
        }
        return self._all

    async def _watch(self) -> None:
        """Close overdue connections periodically."""
        while True:
            await asyncio.sleep(min(1.0, self._patience.request / 4, self._patience.answer / 4))
            for one in self._open():
                if one.is_overdue(self._patience):
                    one.transport.abort()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; tell clients that are cut off by a shutdown."""
        connection: Connection = scope["state"]["connection"]
        task = asyncio.current_task()
        live = whole = scope["type"] == "websocket"

        async def heard() -> Message:
            nonlocal whole
            if whole:  # a client that reads on is waiting for the disconnect
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
        """Close waiting connections now, and cut off the others after a while."""
        for one in self._open():
            if one.is_waiting:
                one.transport.close()
        asyncio.get_running_loop().call_later(seconds, self._cut_off)

    def _cut_off(self) -> None:
        """End what is still running, and tell clients where possible."""
        left = self._open()
        if left or self._unanswered:
            _LOG.warning(say("server.cut-off"))
        for one in left:
            if one not in self._unanswered.values():
                one.transport.abort()
        for task in self._unanswered:
            if task is not None:
                task.cancel()
