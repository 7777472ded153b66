"""Connections that keep nobody waiting: requests must arrive, answers must be taken, and all must fit."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

_MOST_FILES: Final = 2048  # what we assume where the system names no limit
_SHARE_TO_MAKE_ROOM: Final = 8  # one in so many of those that wait gives way at once


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a connection may take, in seconds, and how many there may be.

    A request must have arrived whole `request` seconds after the connection was made or the answer
    before was sent. What is answered must be taken in `answer` seconds. WebSockets live on.
    """

    request: float = 10.0
    answer: float = 20.0
    connections: int | None = None  # by default, what the system's limit on files leaves room for

    @property
    def most(self) -> int:
        """How many connections there may be."""
        if self.connections is not None:
            return self.connections
        return max(32, min(512, _file_limit() // 4))

    @property
    def at_once(self) -> int:
        """How many are accepted at a time. Four times as many can be open before the first gives way."""
        return max(8, min(100, self.most // 3))


def _file_limit() -> int:
    """How many files this process may have open."""
    try:
        import resource  # not on Windows
    except ImportError:
        return _MOST_FILES
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return _MOST_FILES if soft == resource.RLIM_INFINITY else soft


def protocol_of(allowed: Patience) -> type[asyncio.Protocol]:
    """The protocol that the server speaks with every connection."""

    class Limited(Connection):
        patience = allowed

    return Limited


class Connection(H11Protocol):
    """An HTTP connection that is ended when it waits too long, or when others need its place.

    It is watched until it becomes a WebSocket, which has a protocol and pings of its own.
    """

    patience = Patience()

    def __init__(self, *values: Any, **named: Any) -> None:
        super().__init__(*values, **named)
        self._since = time.monotonic()
        self._stuck = False  # whether the other side does not take what it was sent
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a new connection, in the place of those that have waited longest if it is full."""
        super().connection_made(transport)
        if len(self.connections) > self.patience.most and not self._make_room():
            transport.abort()
            return
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        if self._timer is not None:
            self._timer.cancel()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        self._since = time.monotonic()
        super().on_response_complete()

    def shutdown(self) -> None:
        """End the connection when the server stops: at once if its request is not all there."""
        if self.is_waiting:
            self.transport.abort()
        else:
            super().shutdown()

    @property
    def is_waiting(self) -> bool:
        """Whether the other side has sent nothing, or only a part of a request."""
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    def _make_room(self) -> bool:
        """End those that have waited longest for their requests; False if nobody waits."""
        waiting = sorted(
            (one for one in self.connections if isinstance(one, Connection) and one.is_waiting),
            key=lambda one: one._since,
        )
        oldest = [one for one in waiting if one is not self][
            : 1 + len(waiting) // _SHARE_TO_MAKE_ROOM
        ]
        for one in oldest:
            one.transport.abort()
        return bool(oldest)

    def _watch(self) -> None:
        """Look at the connection again and again, until it ends or becomes a WebSocket."""
        if self.transport.get_protocol() is not self:
            return
        now, patience = time.monotonic(), self.patience
        stuck = self.transport.get_write_buffer_size() > 0
        if stuck != self._stuck:
            self._stuck, self._since = stuck, now
        allowed = patience.answer if stuck else patience.request
        if (stuck or self.is_waiting) and now - self._since > allowed:
            self.transport.abort()
            return
        again = min(1.0, patience.request / 4, patience.answer / 4)
        self._timer = self.loop.call_later(again, self._watch)
