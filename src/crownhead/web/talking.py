"""A talk through a WebSocket: what a page is told, and what it says, not too much of it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

_NOT_TEXT: Final = 1003
_TOO_MUCH: Final = 1009


@contextlib.asynccontextmanager
async def opened(socket: WebSocket) -> AsyncIterator[None]:
    """Let a page in, and close its WebSocket at the end; a page that leaves is at the end."""
    await socket.accept()
    with contextlib.suppress(WebSocketDisconnect):
        yield
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # the page may be gone by now
        await socket.close()


def message_of(text: str) -> Any:
    """What a page has sent, if it is JSON that can be read; None otherwise.

    >>> message_of('{"type": "ping"}'), message_of("ping"), message_of(990 * "[")
    ({'type': 'ping'}, None, None)
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


async def send(socket: WebSocket, message: dict[str, Any]) -> None:
    """Tell a page something."""
    text = json.dumps(message, separators=(",", ":"))
    try:
        await socket.send_text(text)
    except RuntimeError:  # which is how the server says that the page has left meanwhile
        raise WebSocketDisconnect from None


class News:
    """What a page has not been told yet: of each kind the newest. Any thread may add to it."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._come = asyncio.Event()
        self.waiting: dict[str, Any] = {}

    def add(self, kind: str, what: Any = None) -> None:
        """Note something that is to be told soon."""
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody is left to tell
            self._loop.call_soon_threadsafe(self._note, kind, what)

    def _note(self, kind: str, what: Any) -> None:
        self.waiting[kind] = what
        self._come.set()

    async def take(self) -> dict[str, Any]:
        """Wait until there is something, and take all."""
        await self._come.wait()
        self._come.clear()
        news, self.waiting = self.waiting, {}
        return news

    async def pause(self, seconds: float, kind: str) -> None:
        """Wait a while, but not if there is something to tell besides one kind."""
        end = self._loop.time() + seconds
        while (left := end - self._loop.time()) > 0 and self.waiting.keys() <= {kind}:
            self._come.clear()
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._come.wait(), left)
        if self.waiting:
            self._come.set()


async def talk(
    socket: WebSocket,
    tell: Coroutine[Any, Any, None],
    most_a_second: int,
    answer: Callable[[str], Awaitable[None]],
) -> None:
    """Tell and answer until the page goes away, or nothing is left to tell."""
    telling = asyncio.create_task(tell)
    listening = asyncio.create_task(_listen(socket, most_a_second, answer))
    try:
        await asyncio.wait({telling, listening}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        telling.cancel()
        listening.cancel()
        await asyncio.gather(telling, listening, return_exceptions=True)


async def _listen(
    socket: WebSocket, most_a_second: int, answer: Callable[[str], Awaitable[None]]
) -> None:
    """Answer messages until the page goes away; one that says too much at once is left."""
    now = asyncio.get_running_loop().time
    heard, second = 0, now()
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text")
        if text is None:
            await socket.close(_NOT_TEXT)
            return
        if now() - second > 1:
            heard, second = 0, now()
        heard += 1
        if heard > most_a_second:
            await socket.close(_TOO_MUCH, "access.too-fast")
            return
        await answer(text)
