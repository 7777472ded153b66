"""The WebSocket of a game: shows a page a game and what changes in it, and tells the game so."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

from starlette.websockets import WebSocket

from crownhead.errors import CrownheadError, NotFoundError
from crownhead.service import LiveGame, Service
from crownhead.web.talking import message_of, note_soon, opened, send, talk
from crownhead.web.threads import Writers

# Two computers at full speed make hundreds of moves a second; nobody can see more than this.
_SECONDS_BETWEEN_VIEWS: Final = 0.06
_SECONDS_BETWEEN_THOUGHTS: Final = 0.15
_VIEW: Final = '{"type":"view","game":%s}'
_CHANGE: Final = '{"type":"change","change":%s}'
_MESSAGES_A_SECOND: Final = 20


class Watcher:
    """One page that looks at one game. What it has not been told yet is merged, never queued."""

    def __init__(self, service: Service, writers: Writers, game_id: str, socket: WebSocket) -> None:
        self._service = service
        self._writers = writers
        self._game_id = game_id
        self._socket = socket
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._wanted: set[str] = set()
        self._game: LiveGame

    def hear(self, what: str) -> None:
        """Note a change; called from any thread."""
        note_soon(self._loop, self._note, what)

    def _note(self, what: str) -> None:
        self._wanted.add(what)
        self._news.set()

    async def run(self) -> None:
        """Tell and listen until the page goes away or the game does."""
        try:
            self._game = await asyncio.to_thread(self._service.watch, self._game_id, self.hear)
        except NotFoundError as error:
            await send(self._socket, {"type": "gone", "error": str(error)})
            return
        except CrownheadError as error:  # it may pass: the page tries again
            await self._socket.close(1013, str(error)[:100])
            return
        try:
            await talk(self._socket, self._tell(), _MESSAGES_A_SECOND, self._answer)
        finally:
            await self._writers.leave(lambda: self._game.leave(self.hear))

    async def _tell(self) -> None:
        sent = await asyncio.to_thread(self._game.shown)
        await self._socket.send_text(_VIEW % sent.json.decode())
        while True:
            await self._news.wait()
            self._news.clear()
            wanted, self._wanted = self._wanted, set()
            if "gone" in wanted:
                await send(self._socket, {"type": "gone"})
                return
            if "view" in wanted:
                before, sent = sent.number, self._game.shown()  # made once for everybody
                if sent.number != before:
                    one_more = sent.number == before + 1 and sent.change
                    text = (
                        _CHANGE % sent.change.decode() if one_more else _VIEW % sent.json.decode()
                    )
                    await self._socket.send_text(text)
                    await asyncio.sleep(_SECONDS_BETWEEN_VIEWS)
            elif (thinking := self._game.thinking()) is not None:
                await send(self._socket, {"type": "thinking", **thinking})
                await self._pause_unless_view(_SECONDS_BETWEEN_THOUGHTS)

    async def _pause_unless_view(self, seconds: float) -> None:
        """Wait a while, but not if there is something better to tell than another depth."""
        end = self._loop.time() + seconds
        while (left := end - self._loop.time()) > 0 and self._wanted <= {"thinking"}:
            self._news.clear()
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._news.wait(), left)
        if self._wanted:
            self._news.set()

    async def _answer(self, text: str) -> None:
        message = message_of(text)
        if isinstance(message, dict) and message.get("type") == "ping":
            await send(self._socket, {"type": "pong"})


async def serve(socket: WebSocket, service: Service, writers: Writers, game_id: str) -> None:
    """Serve a page that looks at a game until it leaves."""
    async with opened(socket):
        await Watcher(service, writers, game_id, socket).run()
