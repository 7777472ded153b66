"""The JSON that the page speaks. It asks the service, and decides nothing."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Request, Response, WebSocket

import crownhead
from crownhead.engine import Hint
from crownhead.errors import FenError, GameError
from crownhead.pieces import Side
from crownhead.service import LiveGame, Service, choices, view
from crownhead.web import live
from crownhead.web.models import (
    ChangeBody,
    DrawBody,
    MoveBody,
    NewGameBody,
    Nothing,
    PreferencesBody,
    Problem,
    RematchBody,
    ResignBody,
)

_MOST_PREFERENCES: Final = 8 * 1024
_FEN_HELP: Final = (
    "A FEN looks like B:W18,24,K10:B12,16: who is to move (B for Black, W for White), then the squares "
    "of each side, K before a king."
)

_PROBLEMS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": Problem, "description": meaning}
    for status, meaning in (
        (400, "The request cannot be read."),
        (401, "The cookie is missing."),
        (404, "There is no such game."),
        (409, "The game has moved on."),
        (413, "The request is too large."),
        (422, "Something in the request cannot be done; the sentence says what."),
        (429, "Too many requests at once."),
        (503, "The game cannot be stored now."),
    )
}

router: Final = APIRouter(prefix="/api", responses=_PROBLEMS)
GameId = Annotated[str, Path(min_length=1, max_length=40, pattern="^[a-z0-9]+$")]


def service_of(request: Request | WebSocket) -> Service:
    """The service that the application was made with."""
    found: Service = request.app.state.service
    return found


async def _find(request: Request, game_id: str) -> LiveGame:
    return await asyncio.to_thread(service_of(request).game, game_id)


async def _do(game: LiveGame, action: Any, *values: Any, **named: Any) -> dict[str, Any]:
    """Do something to a game beside the event loop, and show the game afterwards."""
    await asyncio.to_thread(action, *values, **named)
    return await asyncio.to_thread(game.view)


# ---- choices and preferences


@router.get("/choices")
async def get_choices() -> dict[str, Any]:
    """Everything that can be chosen for a new game."""
    return {"version": crownhead.__version__, **await asyncio.to_thread(choices)}


@router.get("/preferences")
async def get_preferences(request: Request) -> dict[str, Any]:
    """The page's own settings."""
    found = await asyncio.to_thread(service_of(request).store.setting, "preferences")
    return {"preferences": found or {}}


@router.put("/preferences")
async def put_preferences(request: Request, body: PreferencesBody) -> dict[str, Any]:
    """Keep the page's own settings, and forget those that are not named."""
    return await _keep_preferences(request, lambda _: body.preferences)


@router.patch("/preferences")
async def change_preferences(request: Request, body: PreferencesBody) -> dict[str, Any]:
    """Change some of the page's own settings: another page may have changed others."""
    return await _keep_preferences(request, lambda found: {**found, **body.preferences})


async def _keep_preferences(request: Request, change: Any) -> dict[str, Any]:
    def checked(found: Any) -> Any:
        values = change(found if isinstance(found, dict) else {})
        try:
            size = len(json.dumps(values, ensure_ascii=False, allow_nan=False).encode())
        except ValueError:
            raise GameError("preferences must be text and numbers that JSON can hold") from None
        if size > _MOST_PREFERENCES:
            raise GameError(f"preferences may have {_MOST_PREFERENCES} bytes")
        return values

    store = service_of(request).store
    return {"preferences": await asyncio.to_thread(store.change_setting, "preferences", checked)}


# ---- games


@router.get("/games")
async def list_games(
    request: Request, limit: Annotated[int, Query(ge=1, le=100)] = 20
) -> dict[str, Any]:
    """The games that were played last, newest first."""
    service = service_of(request)
    games = await asyncio.to_thread(service.recent, limit)
    return {"games": games, "notice": service.store.notice}


@router.post("/games", status_code=201)
async def begin_game(request: Request, body: NewGameBody) -> dict[str, Any]:
    """Begin a game; `{}` is the quick start."""
    service = service_of(request)
    try:
        game = await asyncio.to_thread(lambda: service.begin(body.new_game()))
    except FenError as error:
        mistake = error.sentence.partition("; a position")[0]
        raise GameError(f"{_FEN_HELP} In yours: {mistake}") from None
    return await asyncio.to_thread(game.view)


@router.get("/games/{game_id}")
async def get_game(request: Request, game_id: GameId) -> dict[str, Any]:
    """Show a game."""
    game = await _find(request, game_id)
    return await asyncio.to_thread(game.view)


@router.delete("/games/{game_id}", status_code=204)
async def delete_game(request: Request, game_id: GameId) -> None:
    """Delete a game for good."""
    await asyncio.to_thread(service_of(request).delete, game_id)


@router.patch("/games/{game_id}")
async def change_game(request: Request, game_id: GameId, body: ChangeBody) -> dict[str, Any]:
    """Let others play, or change how two computers play."""
    game = await _find(request, game_id)
    return await _do(game, game.change, **body.model_dump())


@router.post("/games/{game_id}/moves")
async def make_move(request: Request, game_id: GameId, body: MoveBody) -> dict[str, Any]:
    """Make a move for the person whose turn it is."""
    game = await _find(request, game_id)
    return await _do(game, game.move, body.squares_or_text(), body.ply)


@router.post("/games/{game_id}/undo")
async def undo(request: Request, game_id: GameId, _: Nothing) -> dict[str, Any]:
    """Take back to the person's last turn."""
    game = await _find(request, game_id)
    return await _do(game, game.undo)


@router.post("/games/{game_id}/redo")
async def redo(request: Request, game_id: GameId, _: Nothing) -> dict[str, Any]:
    """Make the moves again that were taken back."""
    game = await _find(request, game_id)
    return await _do(game, game.redo)


@router.post("/games/{game_id}/resign")
async def resign(request: Request, game_id: GameId, body: ResignBody) -> dict[str, Any]:
    """Give up."""
    game = await _find(request, game_id)
    return await _do(game, game.resign, Side(body.side) if body.side else None)


@router.post("/games/{game_id}/draw")
async def draw(request: Request, game_id: GameId, body: DrawBody) -> dict[str, Any]:
    """Offer a draw, or answer an offer."""
    game = await _find(request, game_id)
    if body.action != "offer":
        return await _do(game, game.answer_draw, accept=body.action == "accept")
    service = service_of(request)
    await _in_pool(service, lambda: game.offer_draw(service.accepts_draw))
    return await asyncio.to_thread(game.view)


@router.post("/games/{game_id}/hint")
async def hint(request: Request, game_id: GameId, _: Nothing) -> dict[str, Any]:
    """Suggest a move, and say why."""
    game = await _find(request, game_id)
    service = service_of(request)
    copy = await asyncio.to_thread(game.snapshot)
    found: Hint = await _in_pool(service, lambda: service.hint(copy))
    return {
        "ply": copy.ply,
        **view.path_view(found.move),
        "sentence": found.sentence,
        "line": [str(move) for move in found.line],
    }


async def _in_pool(service: Service, job: Any) -> Any:
    """Run what takes the engine beside the event loop, one at a time."""
    return await asyncio.wrap_future(service.helpers.submit(job))


@router.post("/games/{game_id}/rematch", status_code=201)
async def rematch(request: Request, game_id: GameId, body: RematchBody) -> dict[str, Any]:
    """Begin a new game with the same set-up."""
    service = service_of(request)
    game = await asyncio.to_thread(lambda: service.rematch(game_id, swap=body.swap))
    return await asyncio.to_thread(game.view)


@router.post("/games/{game_id}/step")
async def step(request: Request, game_id: GameId, _: Nothing) -> dict[str, Any]:
    """Let two computers that are paused make one move."""
    game = await _find(request, game_id)
    return await _do(game, game.step)


@router.get("/games/{game_id}/pdn", response_class=Response)
async def get_pdn(request: Request, game_id: GameId) -> Response:
    """The game as a PDN file."""
    game = await _find(request, game_id)
    text = await asyncio.to_thread(lambda: game.pdn)
    name = f'attachment; filename="crownhead-{game_id}.pdn"'
    return Response(text, media_type="text/plain", headers={"content-disposition": name})


@router.websocket("/games/{game_id}/live")
async def watch_game(socket: WebSocket, game_id: GameId) -> None:
    """Tell a page of every change of a game."""
    await live.serve(socket, service_of(socket), game_id)
