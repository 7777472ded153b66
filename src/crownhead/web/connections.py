"""Limits for connections: requests must arrive, answers must be taken, and the number is bounded."""

import asyncio
import resource
import time
from typing import Final, NamedTuple

from uvicorn.protocols.http.h11_impl import H11Protocol

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
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = _MOST_FILES if soft == resource.RLIM_INFINITY else soft
    return max(32, min(512, files // 4))


class Connection(H11Protocol):
    """A connection that waits for a limited time, and makes room. A WebSocket leaves it."""

    _since: float  # when it began to wait, or to be stuck
    _is_stuck = False  # the client does not take its answer

    @property
    def is_waiting(self) -> bool:
        """Whether it waits for a request, or the rest of one."""
        return self.cycle is None or self.cycle.response_complete or self.cycle.more_body

    @property
    def owes_answer(self) -> bool:
        """Whether nothing of an answer has been sent to a request."""
        return self.cycle is not None and not self.cycle.response_started

    def is_overdue(self, patience: Patience) -> bool:
        """Whether it has been waiting or stuck for too long."""
        now, stuck = time.monotonic(), self.transport.get_write_buffer_size() > 0
        if stuck != self._is_stuck:
            self._is_stuck, self._since = stuck, now
        allowed = patience.answer if stuck else patience.request
        return (stuck or self.is_waiting) and now - self._since > allowed

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin; if there are too many connections, drop those waiting longest."""
        super().connection_made(transport)
        self._since = time.monotonic()
        if len(self.connections) > most_connections():
            others = {one for one in self.connections if isinstance(one, Connection)} - {self}
            waiting = [one for one in others if one.is_waiting]
            waiting.sort(key=lambda one: one._since)
            for one in waiting[: 1 + len(waiting) // _SHARE_TO_MAKE_ROOM] or [self]:
                self.connections.discard(one)
                one.transport.abort()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._since = time.monotonic()
        super().on_response_complete()

    def shutdown(self) -> None:
        """Close; only a request that has arrived is answered first."""
        super().shutdown()
        if self.is_waiting:
            self.transport.close()
