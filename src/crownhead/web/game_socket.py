"""The WebSocket of a game: sends its view and changes to a page, which counts as a listener."""

import asyncio
from typing import Final

from starlette.websockets import WebSocket

from crownhead.errors import CrownheadError, NotFoundError
from crownhead.service import LiveGame, Service
from crownhead.web.refusals import problem_of
from crownhead.web.talking import News, send, talk
from crownhead.web.threads import Writers

# Two computers at full speed make hundreds of moves a second; nobody can see more than this.
_SECONDS_BETWEEN_VIEWS: Final = 0.06
_SECONDS_BETWEEN_THOUGHTS: Final = 0.15
_VIEW: Final = '{"type":"view","game":%s}'
_CHANGE: Final = '{"type":"change","change":%s}'
_MESSAGES_A_SECOND: Final = 20


class Watcher:
    """A page that watches a game."""

    def __init__(self, service: Service, writers: Writers, game_id: str, socket: WebSocket) -> None:
        self._service = service
        self._writers = writers
        self._game_id = game_id
        self._socket = socket
        self._news = News()
        self._game: LiveGame

    async def run(self) -> None:
        """Listen and send until the page leaves or the game is deleted."""
        try:
            self._game = await asyncio.to_thread(self._service.watch, self._game_id, self._news.add)
        except NotFoundError as error:
            await send(self._socket, {"type": "gone", **problem_of(error)})
            return
        except CrownheadError as error:  # it may pass: the page tries again
            await self._socket.close(1013, error.code)
            return
        try:
            await talk(self._socket, self._tell(), _MESSAGES_A_SECOND)
        finally:
            await self._writers.leave(lambda: self._game.leave(self._news.add))

    async def _tell(self) -> None:
        sent = await asyncio.to_thread(self._game.shown)
        await self._socket.send_text(_VIEW % sent.json.decode())
        while True:
            wanted = await self._news.take()
            if "gone" in wanted:
                await send(self._socket, {"type": "gone"})
                return
            if "view" in wanted:
                before, sent = sent.number, self._game.shown()  # made once for all
                if sent.number != before:
                    one_more = sent.number == before + 1 and sent.change
                    text = (
                        _CHANGE % sent.change.decode() if one_more else _VIEW % sent.json.decode()
                    )
                    await self._socket.send_text(text)
                    await asyncio.sleep(_SECONDS_BETWEEN_VIEWS)
            elif (thinking := self._game.thinking()) is not None:
                await send(self._socket, {"type": "thinking", **thinking})
                await self._news.pause(_SECONDS_BETWEEN_THOUGHTS, "thinking")
