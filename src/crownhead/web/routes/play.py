"""What can be done in a game."""

from __future__ import annotations

import asyncio
from typing import Final

from fastapi import APIRouter, Request, Response

from crownhead.pieces import Side
from crownhead.service import view
from crownhead.service.contract import HintView
from crownhead.web.models import AnswerBody, ChangeBody, DrawBody, MoveBody, Nothing, ResignBody
from crownhead.web.routes.common import (
    Asker,
    GameId,
    Host,
    do,
    find,
    in_pool,
    service_of,
    show,
    showing,
)

router: Final = APIRouter(prefix="/games/{game_id}")


@router.patch("", response_class=Response, responses=showing())
async def change_game(request: Request, _: Host, game_id: GameId, body: ChangeBody) -> Response:
    """Let others play, or change how two computers play."""
    game = await find(request, game_id)
    return await do(game, game.change, **body.model_dump())


@router.post("/moves", response_class=Response, responses=showing())
async def make_move(request: Request, asker: Asker, game_id: GameId, body: MoveBody) -> Response:
    """Make a move for the person whose turn it is."""
    game = await find(request, game_id)
    return await do(game, game.move, body.squares_or_text(), body.ply, by=asker)


@router.post("/undo", response_class=Response, responses=showing())
async def undo(request: Request, asker: Asker, game_id: GameId, _: Nothing) -> Response:
    """Take back to the person's last turn; on two devices, ask the other person to allow it."""
    game = await find(request, game_id)
    return await do(game, game.undo, by=asker)


@router.post("/undo/answer", response_class=Response, responses=showing())
async def answer_undo(
    request: Request, asker: Asker, game_id: GameId, body: AnswerBody
) -> Response:
    """Let the friend on the other device take a move back, or not."""
    game = await find(request, game_id)
    return await do(game, game.answer_undo, accept=body.accept, by=asker)


@router.post("/redo", response_class=Response, responses=showing())
async def redo(request: Request, asker: Asker, game_id: GameId, _: Nothing) -> Response:
    """Make the moves again that were taken back."""
    game = await find(request, game_id)
    return await do(game, game.redo, by=asker)


@router.post("/resign", response_class=Response, responses=showing())
async def resign(request: Request, asker: Asker, game_id: GameId, body: ResignBody) -> Response:
    """Give up."""
    game = await find(request, game_id)
    side = Side(body.side) if body.side else None
    return await do(game, game.resign, side, by=asker)


@router.post("/draw", response_class=Response, responses=showing())
async def draw(request: Request, asker: Asker, game_id: GameId, body: DrawBody) -> Response:
    """Offer a draw, or answer an offer."""
    game = await find(request, game_id)
    if body.action != "offer":
        return await do(game, game.answer_draw, accept=body.action == "accept", by=asker)
    service = service_of(request)
    await in_pool(service, lambda: game.offer_draw(service.judge_draw, by=asker))
    return await show(game)


@router.post("/hint")
async def hint(request: Request, asker: Asker, game_id: GameId, _: Nothing) -> HintView:
    """Suggest a move, and say why."""
    game = await find(request, game_id)
    game.check_seated(asker)
    service = service_of(request)
    copy = await asyncio.to_thread(game.snapshot)
    return view.hint_view(copy, await in_pool(service, lambda: service.hint(copy)))


@router.post("/step", response_class=Response, responses=showing())
async def step(request: Request, _: Host, game_id: GameId, __: Nothing) -> Response:
    """Let two computers that are paused make one move."""
    game = await find(request, game_id)
    return await do(game, game.step)
