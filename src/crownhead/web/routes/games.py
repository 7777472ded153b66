"""Games as a whole: choices, the list, beginning, deleting, PDN."""

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response, WebSocket

from crownhead.errors import FenError
from crownhead.service import Service, choices
from crownhead.service.contract import OffersView
from crownhead.store import GameState
from crownhead.web.game_socket import Watcher
from crownhead.web.models import GameListView, NewGameBody, RematchBody
from crownhead.web.routes.common import (
    NOT_ALLOWED,
    Asker,
    GameId,
    Host,
    attached,
    find,
    json_of,
    may_see,
    parts_of,
    read,
    show,
    showing,
    typed_wrong,
    write,
)
from crownhead.web.routes.people import name_of
from crownhead.web.talking import opened

router: Final = APIRouter(prefix="/api")


@router.get("/choices")
async def get_choices(request: Request) -> OffersView:
    """Everything that can be chosen for a new game."""
    return await read(request, lambda service: choices(book=service.book() is not None))


@router.get("/games")
async def list_games(
    request: Request,
    host: Host,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    after: Annotated[str | None, Query(max_length=80)] = None,
    state: GameState | None = None,
    opponent: Annotated[str | None, Query(min_length=1, max_length=100)] = None,
) -> GameListView:
    """The games played last, newest first; `after` is the `next` of the page before."""

    def listed(service: Service) -> GameListView:
        page = service.games(limit, after=after, state=state, opponent=opponent, by=host)
        opponents = service.opponents() if after is None else []
        return {
            "games": page.games,
            "next": page.next,
            "opponents": opponents,
            "notice": str(service.store.notice) if service.store.notice else None,
        }

    return await read(request, listed)


@router.post("/games", status_code=201, response_class=Response, responses=showing(201))
async def begin_game(request: Request, host: Host, body: NewGameBody) -> Response:
    """Begin a game; `{}` is the quick start."""

    def begun(service: Service) -> bytes:
        return service.begin(body.new_game(name_of(service, host))).shown().json

    try:
        return json_of(await write(request, begun), 201)
    except FenError as error:
        raise typed_wrong(error) from None


@router.get("/games/{game_id}", response_class=Response, responses=showing())
async def get_game(request: Request, _: Asker, game_id: GameId) -> Response:
    """Show a game."""
    return await show(await find(request, game_id))


@router.delete("/games/{game_id}", status_code=204)
async def delete_game(request: Request, _: Host, game_id: GameId) -> None:
    """Delete a game for good."""
    await write(request, lambda service: service.delete(game_id))


@router.post(
    "/games/{game_id}/rematch", status_code=201, response_class=Response, responses=showing(201)
)
async def rematch(request: Request, asker: Asker, game_id: GameId, body: RematchBody) -> Response:
    """Begin a game with the same settings; watchers of the old one follow."""
    by = None if asker.is_host else asker

    def begun(service: Service) -> bytes:
        new = service.rematch(game_id, swap=body.swap, opponent=body.opponent, by=by)
        return new.shown().json

    return json_of(await write(request, begun), 201)


@router.get("/games/{game_id}/pdn", response_class=Response)
async def get_pdn(request: Request, asker: Asker, game_id: GameId) -> Response:
    """The game as a PDN file."""

    def written(service: Service) -> str:
        return service.game(game_id).pdn(name_of(service, asker), by=asker)

    return attached(await read(request, written), f"crownhead-{game_id}.pdn")


@router.websocket("/games/{game_id}/live")
async def watch_game(socket: WebSocket, game_id: GameId) -> None:
    """Send a page every change of a game."""
    parts = parts_of(socket)
    known = parts.access.visitor(socket)
    if known is None or not await may_see(parts.service, known, game_id):
        await socket.close(NOT_ALLOWED, "access.other-game")
        return
    async with opened(socket):
        await Watcher(parts.service, parts.writers, game_id, socket).run()
