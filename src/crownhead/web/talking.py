"""Conversations over WebSockets, with rate limits."""

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
    """Accept a WebSocket, and close it at the end, even if the page leaves."""
    await socket.accept()
    with contextlib.suppress(WebSocketDisconnect):
        yield
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # the page may be gone
        await socket.close()


def message_of(text: str) -> Any:
    """A page's JSON message; None if it is not readable JSON.

    >>> message_of('{"type": "ping"}'), message_of("ping"), message_of(990 * "[")
    ({'type': 'ping'}, None, None)
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


async def send(socket: WebSocket, message: dict[str, Any]) -> None:
    """Send a message to a page."""
    text = json.dumps(message, separators=(",", ":"))
    try:
        await socket.send_text(text)
    except RuntimeError:  # how the server reports that the page has left
        raise WebSocketDisconnect from None


class News:
    """Unsent news, the newest of each kind. Any thread may add some."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._come = asyncio.Event()
        self.waiting: dict[str, Any] = {}

    def add(self, kind: str, what: Any = None) -> None:
        """Add news."""
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody is listening
            self._loop.call_soon_threadsafe(self._note, kind, what)

    def _note(self, kind: str, what: Any) -> None:
        self.waiting[kind] = what
        self._come.set()

    async def take(self) -> dict[str, Any]:
        """Wait for news, and take all."""
        await self._come.wait()
        self._come.clear()
        news, self.waiting = self.waiting, {}
        return news

    async def pause(self, seconds: float, kind: str) -> None:
        """Wait, unless there is news of another kind."""
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
    answer: Callable[[Any], Awaitable[None]] | None = None,
) -> None:
    """Send and answer until the page leaves or nothing is left to send; pings are answered here."""
    telling = asyncio.create_task(tell)
    listening = asyncio.create_task(_listen(socket, most_a_second, answer))
    try:
        await asyncio.wait({telling, listening}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        telling.cancel()
        listening.cancel()
        await asyncio.gather(telling, listening, return_exceptions=True)


async def _listen(
    socket: WebSocket, most_a_second: int, answer: Callable[[Any], Awaitable[None]] | None
) -> None:
    """Answer messages until the page leaves; disconnect one that sends too many."""
    now = asyncio.get_running_loop().time
    heard, second = 0, now()
    while True:
        event = await socket.receive()
        if event["type"] == "websocket.disconnect":
            return
        text = event.get("text")
        if text is None:
            await socket.close(_NOT_TEXT)
            return
        if now() - second > 1:
            heard, second = 0, now()
        heard += 1
        if heard > most_a_second:
            await socket.close(_TOO_MUCH, "access.too-fast")
            return
        message = message_of(text)
        if isinstance(message, dict) and message.get("type") == "ping":
            await send(socket, {"type": "pong"})
        elif answer is not None:
            await answer(message)
