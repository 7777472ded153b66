"""Actions in a game."""

import asyncio
from typing import Final

from fastapi import APIRouter, Request, Response

from crownhead.pieces import Side
from crownhead.service.contract import HintView
from crownhead.service.games import view
from crownhead.session.endings import AnswerDraw, Resign, SettleDraw
from crownhead.session.moves import AnswerUndo, Move, Redo, Undo
from crownhead.session.thinking import Step
from crownhead.web.models import (
    AnswerBody,
    ChangeBody,
    DrawBody,
    MoveBody,
    Nothing,
    ResignBody,
    TravelBody,
)
from crownhead.web.routes.common import (
    Asker,
    GameId,
    Host,
    answered,
    carry_out,
    do,
    find,
    show,
    showing,
    write,
)

router: Final = APIRouter(prefix="/api/games/{game_id}")


@router.patch("", response_class=Response, responses=showing())
async def change_game(request: Request, _: Host, game_id: GameId, body: ChangeBody) -> Response:
    """Change the players, or how two computers play."""
    return await do(request, game_id, lambda game: game.change(**body.model_dump()))


@router.post("/moves", response_class=Response, responses=showing())
async def make_move(request: Request, asker: Asker, game_id: GameId, body: MoveBody) -> Response:
    """Make a move for the person whose turn it is."""
    return await carry_out(request, game_id, Move(body.squares_or_text(), body.ply, asker))


@router.post("/undo", response_class=Response, responses=showing())
async def undo(request: Request, asker: Asker, game_id: GameId, body: TravelBody) -> Response:
    """Take back to the person's last turn; with a friend on another device, ask first."""
    return await carry_out(request, game_id, Undo(body.ply, body.over, asker))


@router.post("/undo/answer", response_class=Response, responses=showing())
async def answer_undo(
    request: Request, asker: Asker, game_id: GameId, body: AnswerBody
) -> Response:
    """Answer a friend's request to take back."""
    return await carry_out(request, game_id, AnswerUndo(body.accept, asker))


@router.post("/redo", response_class=Response, responses=showing())
async def redo(request: Request, asker: Asker, game_id: GameId, body: TravelBody) -> Response:
    """Replay moves that were taken back."""
    return await carry_out(request, game_id, Redo(body.ply, asker))


@router.post("/resign", response_class=Response, responses=showing())
async def resign(request: Request, asker: Asker, game_id: GameId, body: ResignBody) -> Response:
    """Resign."""
    side = Side(body.side) if body.side else None
    return await carry_out(request, game_id, Resign(side, asker))


@router.post("/draw", response_class=Response, responses=showing())
async def draw(request: Request, asker: Asker, game_id: GameId, body: DrawBody) -> Response:
    """Offer a draw, or answer an offer."""
    if body.action != "offer":
        accept = body.action == "accept"
        return await carry_out(request, game_id, AnswerDraw(accept, asker))
    game = await find(request, game_id)
    asked = await write(request, lambda _: game.propose_draw(by=asker))
    if asked is None:
        return await show(game)
    copy = await asyncio.to_thread(game.session.game)
    why = await answered(request, asker, lambda service: service.judge_draw(copy, asked.computer))
    return await do(request, game_id, lambda game: game.do(SettleDraw(asked, why)))


@router.post("/hint")
async def hint(request: Request, asker: Asker, game_id: GameId, _: Nothing) -> HintView:
    """Suggest a move, and say why."""
    game = await find(request, game_id)
    game.session.seating.check_seated(asker)
    copy = await asyncio.to_thread(game.session.game)
    return view.hint_view(copy, await answered(request, asker, lambda service: service.hint(copy)))


@router.post("/step", response_class=Response, responses=showing())
async def step(request: Request, _: Host, game_id: GameId, __: Nothing) -> Response:
    """Let two paused computers make one move."""
    return await carry_out(request, game_id, Step())
