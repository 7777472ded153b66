"""Reviews: requested, shown in progress, and used for exercises.

They are the host's, as is the analysis page that shows them.
"""

from typing import Annotated, Final

from fastapi import APIRouter, Header, Request, Response
from pydantic_core import to_json

from crownhead.service import Service
from crownhead.service.analysis.review_contract import ReviewView, TryView
from crownhead.web.models import MoveBody, Nothing
from crownhead.web.routes.common import GameId, Host, answered, find, json_of, read, write

router: Final = APIRouter(prefix="/api/games/{game_id}/review")


@router.post("", response_class=Response, responses={200: {"model": ReviewView}})
async def ask_for_review(request: Request, _: Host, game_id: GameId, __: Nothing) -> Response:
    """Queue the review of a finished game; a finished review is shown."""

    def asked(service: Service) -> bytes:
        return to_json(service.reviews.ask(service.game(game_id)))

    return json_of(await read(request, asked))


@router.get(
    "",
    response_class=Response,
    responses={200: {"model": ReviewView}, 304: {"description": "Nothing has changed."}},
)
async def get_review(
    request: Request,
    _: Host,
    game_id: GameId,
    if_none_match: Annotated[str | None, Header(max_length=200)] = None,
) -> Response:
    """The review of a game so far; 304 if the browser has this version."""

    def shown(service: Service) -> Response:
        view = service.reviews.view(service.game(game_id))
        tag = f'"{view["version"]}"'
        headers = {"etag": tag, "cache-control": "private, no-cache"}
        if if_none_match == tag:
            return Response(status_code=304, headers=headers)
        return Response(to_json(view), media_type="application/json", headers=headers)

    return await read(request, shown)


@router.delete("", status_code=204)
async def forget_review(request: Request, _: Host, game_id: GameId) -> None:
    """Stop a review, or delete it."""
    await write(request, lambda service: service.reviews.forget(service.game(game_id).id))


@router.post("/try")
async def try_again(request: Request, host: Host, game_id: GameId, body: MoveBody) -> TryView:
    """Judge another move in place of a mistake, and say why."""
    game = await find(request, game_id)
    choice = body.squares_or_text()
    return await answered(
        request, host, lambda service: service.reviews.try_again(game, body.ply, choice)
    )
