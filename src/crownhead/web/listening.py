"""What a page says through a WebSocket, one message at a time and not too many."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from starlette.websockets import WebSocket

_LARGEST_MESSAGE: Final = 1000
_TOO_MUCH: Final = 1009


async def listen(
    socket: WebSocket, most_a_second: int, answer: Callable[[str], Awaitable[None]]
) -> None:
    """Answer messages until the page goes away; one that says too much at once is left."""
    now = asyncio.get_running_loop().time
    heard, second = 0, now()
    while True:
        text = await socket.receive_text()
        if now() - second > 1:
            heard, second = 0, now()
        heard += 1
        if len(text) > _LARGEST_MESSAGE or heard > most_a_second:
            await socket.close(_TOO_MUCH, "too much at once")
            return
        await answer(text)
