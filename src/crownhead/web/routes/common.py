"""Shared by the routes: who asks, which game, and views as responses."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, Final, NamedTuple, TypeVar

from fastapi import Depends, Path, Request, Response
from starlette.requests import HTTPConnection

from crownhead.errors import BusyError, CrownheadError, FenError, GameError
from crownhead.pieces import BLACK, WHITE
from crownhead.service import LiveGame, Service, Visitor
from crownhead.service.contract import GameView
from crownhead.session.commands import Command
from crownhead.web.security import Access
from crownhead.web.threads import Drawers, Writers

_T = TypeVar("_T")
NOT_ALLOWED: Final = 1008  # closes a WebSocket
GameId = Annotated[str, Path(min_length=1, max_length=40, pattern="^[a-z0-9]+$")]


def attached(text: str, name: str) -> Response:
    """Text as a download."""
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/plain", headers=headers)


def showing(status: int = 200) -> dict[int | str, dict[str, Any]]:
    """The schema of an answer that is written as JSON once for all."""
    return {status: {"model": GameView}}


class GuestError(CrownheadError):
    """Something that only the host may do."""


def typed_wrong(error: FenError) -> GameError:
    """The error for a typed FEN: without the column, with an example."""
    sides = {"black": BLACK, "white": WHITE}
    return GameError("fen.typed-wrong", fault=error.fault, example="B:W18,24,K10:B12,16", **sides)


class Parts(NamedTuple):
    """The parts of the application."""

    service: Service
    access: Access
    writers: Writers
    drawers: Drawers


def parts_of(asked: HTTPConnection) -> Parts:
    """The parts of the application that handles a request."""
    found: Parts = asked.app.state.parts
    return found


async def visitor_of(request: Request) -> Visitor:
    """The browser that asks; the guard has let it in. Guests may only use games of their own."""
    found = parts_of(request).access.visitor(request)
    assert found is not None
    game_id = request.path_params.get("game_id")
    if game_id is not None and not await may_see(parts_of(request).service, found, game_id):
        raise GuestError("access.other-game")
    return found


async def may_see(service: Service, visitor: Visitor, game_id: str) -> bool:
    """Whether a browser may look at a game."""
    return visitor.is_host or await asyncio.to_thread(service.may_see, visitor, game_id)


async def host_of(request: Request) -> Visitor:
    """The browser that asks; refuses guests."""
    found = await visitor_of(request)
    if not found.is_host:
        raise GuestError("access.guest")
    return found


Asker = Annotated[Visitor, Depends(visitor_of)]
Host = Annotated[Visitor, Depends(host_of)]


async def read(request: Request, look: Callable[[Service], _T]) -> _T:
    """Read something outside the event loop."""
    return await asyncio.to_thread(look, parts_of(request).service)


async def find(request: Request, game_id: str) -> LiveGame:
    """Find a game outside the event loop."""
    return await read(request, lambda service: service.game(game_id))


async def show(game: LiveGame, status: int = 200) -> Response:
    """A game as the answer."""
    return json_of((await asyncio.to_thread(game.shown)).json, status)


def json_of(text: bytes, status: int = 200) -> Response:
    """An answer of finished JSON."""
    return Response(text, status, media_type="application/json")


async def write(request: Request, change: Callable[[Service], _T]) -> _T:
    """Change something on a writing thread."""
    return await parts_of(request).writers.run(lambda: change(parts_of(request).service))


async def do(request: Request, game_id: str, action: Callable[[LiveGame], object]) -> Response:
    """Do something to a game, and answer with the game."""

    def done(service: Service) -> bytes:
        game = service.game(game_id)
        action(game)
        return game.shown().json

    return json_of(await write(request, done))


async def carry_out(request: Request, game_id: str, command: Command) -> Response:
    """Run a command in a game, and answer with the game."""
    return await do(request, game_id, lambda game: game.do(command))


async def answered(request: Request, asker: Visitor, job: Callable[[Service], _T]) -> _T:
    """Let the engine answer a question outside the event loop; dropped if the caller leaves."""
    service = parts_of(request).service
    guest = None if asker.is_host else asker.id
    answer = asyncio.wrap_future(service.helpers.submit(job, service, guest=guest))
    leaving = asyncio.create_task(_left(request))
    either: tuple[asyncio.Future[Any], ...] = (answer, leaving)
    try:
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not answer.done():
            raise BusyError("request.left")
        return answer.result()
    finally:
        leaving.cancel()
        answer.cancel()


async def _left(request: Request) -> None:
    """Wait until a browser hangs up after its request."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
