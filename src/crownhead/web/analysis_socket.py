"""The WebSocket of an analysis: a page asks about nodes, and gets what the engine finds."""

import asyncio
from functools import partial
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.websockets import WebSocket

from crownhead.errors import CrownheadError, NotFoundError
from crownhead.messages import Message
from crownhead.service import Question, Service
from crownhead.service.analysis.analyst import MOST_LINES, MOST_SECONDS, Analyst
from crownhead.web.refusals import problem_of, statement
from crownhead.web.talking import News, send, talk

_MESSAGES_A_SECOND: Final = 40
_SECONDS_BETWEEN_NEWS: Final = 0.08


class Ask(BaseModel):
    """A question for the engine."""

    model_config = ConfigDict(extra="forbid", strict=True)

    type: Literal["think"]
    node: Annotated[str, Field(max_length=20)]
    lines: Annotated[int, Field(ge=1, le=MOST_LINES)] = 1
    seconds: Annotated[float, Field(gt=0, le=MOST_SECONDS)] = 30
    threads: Annotated[int, Field(ge=1, le=64)] = 1
    memory: Annotated[int, Field(ge=1, le=4096)] = 32
    threat: bool = False
    number: int = 0  # returned with the answers


class Conversation:
    """A page and its engine."""

    def __init__(self, service: Service, analysis_id: str, socket: WebSocket) -> None:
        self._service = service
        self._analysis_id = analysis_id
        self._socket = socket
        self._news = News()
        self._analyst: Analyst | None = None  # None while too many are in use

    async def run(self) -> None:
        """Listen and send until the page leaves."""
        analyses, see = self._service.analyses, partial(self._news.add, "version")
        analyses.watch(self._analysis_id, see)
        try:
            await self._greet()
            await talk(self._socket, self._tell(), _MESSAGES_A_SECOND, self._answer)
        except NotFoundError:
            await send(self._socket, {"type": "deleted"})
        except CrownheadError as error:
            await send(self._socket, {"type": "refused", **problem_of(error)})
        finally:
            analyses.unwatch(self._analysis_id, see)
            if self._analyst is not None:
                await asyncio.to_thread(analyses.dismiss, self._analyst)

    async def _greet(self) -> None:
        """Send the limits and the current version: the page may have missed changes."""
        analyses = self._service.analyses
        kept = await asyncio.to_thread(analyses.get, self._analysis_id)
        limits, version = analyses.limits, kept.stored.version
        hello = {"threads": limits.threads, "memory": limits.memory, "version": version}
        await send(self._socket, {"type": "hello", **hello})

    async def _tell(self) -> None:
        while True:
            news = await self._news.take()
            if "version" in news:
                if news["version"] is None:
                    await send(self._socket, {"type": "deleted"})
                    return
                await send(self._socket, {"type": "changed", "version": news["version"]})
            if "found" in news:
                await send(self._socket, {"type": "found", **news["found"]})
                # newer results replace those waiting
                await asyncio.sleep(_SECONDS_BETWEEN_NEWS)

    async def _answer(self, message: Any) -> None:
        try:
            if isinstance(message, dict) and message.get("type") == "stop":
                if self._analyst is not None:
                    self._analyst.stop()
            else:
                await asyncio.to_thread(self._ask, Ask.model_validate(message))
        except ValidationError:
            await send(
                self._socket, {"type": "refused", **statement(Message("request.unreadable"))}
            )
        except CrownheadError as error:
            await send(self._socket, {"type": "refused", **problem_of(error)})

    def _ask(self, ask: Ask) -> None:
        cursor = self._service.analyses.get(self._analysis_id).cursor(ask.node)
        self._news.waiting.pop("found", None)  # of the question before
        if self._analyst is None:
            self._analyst = self._service.analyses.analyst(partial(self._news.add, "found"))
        wanted = ask.model_dump(exclude={"type", "node"})
        self._analyst.ask(Question(node_id=ask.node, cursor=cursor, **wanted))
