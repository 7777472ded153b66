"""Games as pictures to share: one position, or the whole game moving."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Depends, Query, Request, Response

from crownhead import svg
from crownhead.game import Game
from crownhead.node import Node
from crownhead.pictures.sizes import LEAST, LONGEST, MOST_MOVING, MOST_STILL, SHORTEST
from crownhead.position import Position
from crownhead.service import Visitor
from crownhead.text.moves import parse_move
from crownhead.web.models import Ply
from crownhead.web.routes.common import Asker, GameId, Host, drawers_of, find, service_of
from crownhead.web.routes.people import name_of

_TYPES: Final = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "gif": "image/gif",
    "webp": "image/webp",
}

router: Final = APIRouter(prefix="/api")


def _showing(*kinds: str) -> dict[int | str, dict[str, Any]]:
    """What a route answers with, for the schema."""
    binary = {"schema": {"type": "string", "format": "binary"}}
    return {200: {"content": {_TYPES[kind]: binary for kind in kinds}}}


async def _look(
    theme: Annotated[str, Query(max_length=40)] = "classic",
    pieces: Annotated[str, Query(max_length=40)] = "classic",
    flipped: bool = False,
    numbers: bool = True,
) -> dict[str, Any]:
    """How the board is shown."""
    return {"theme": theme, "pieces": pieces, "flipped": flipped, "numbers": numbers}


_Look = Annotated[dict[str, Any], Depends(_look)]


@router.get(
    "/games/{game_id}/picture.{kind}", response_class=Response, responses=_showing("svg", "png")
)
async def get_picture(
    request: Request,
    asker: Asker,
    game_id: GameId,
    kind: Literal["svg", "png"],
    look: _Look,
    ply: Ply | None = None,
    size: Annotated[int, Query(ge=LEAST, le=MOST_STILL)] = 400,
) -> Response:
    """A position of a game: after so many moves, or the last."""

    def draw(game: Game) -> bytes:
        return _still(game.node_at(ply), kind, size=size, **look)

    return await _drawn(
        request, asker, game_id, kind, await _recorded(request, asker, game_id), draw
    )


@router.get("/positions/picture.{kind}", response_class=Response, responses=_showing("svg", "png"))
async def get_position_picture(
    request: Request,
    host: Host,
    kind: Literal["svg", "png"],
    look: _Look,
    fen: Annotated[str, Query(max_length=1000)],
    size: Annotated[int, Query(ge=LEAST, le=MOST_STILL)] = 400,
) -> Response:
    """A position that somebody has set up."""

    def draw(game: Game) -> bytes:
        return _still(game.root, kind, size=size, **look)

    return await _drawn(request, host, "position", kind, lambda: Game(Position.from_fen(fen)), draw)


@router.get(
    "/analyses/{analysis_id}/picture.{kind}",
    response_class=Response,
    responses=_showing("svg", "png"),
)
async def get_analysis_picture(
    request: Request,
    host: Host,
    analysis_id: GameId,
    kind: Literal["svg", "png"],
    look: _Look,
    node: Annotated[str, Query(max_length=20)] = "start",
    line: Annotated[str, Query(max_length=1000)] = "",
    size: Annotated[int, Query(ge=LEAST, le=MOST_STILL)] = 400,
) -> Response:
    """A position of an analysis: a place in its tree, or what a line of moves leads to from there."""
    analysis = await asyncio.to_thread(service_of(request).analyses.get, analysis_id)

    def draw(_: Game) -> bytes:
        shown = analysis.cursor(node).node
        for move in line.split():
            shown = shown.after(parse_move(move, shown.position))
        return _still(shown, kind, size=size, **look)

    return await _drawn(request, host, analysis_id, kind, analysis.game, draw)


@router.get(
    "/analyses/{analysis_id}/animation.{kind}",
    response_class=Response,
    responses=_showing("gif", "webp"),
)
async def get_analysis_animation(
    request: Request,
    host: Host,
    analysis_id: GameId,
    kind: Literal["gif", "webp"],
    look: _Look,
    size: Annotated[int, Query(ge=LEAST, le=MOST_MOVING)] = 400,
) -> Response:
    """The main line of an analysis, moving."""
    analysis = await asyncio.to_thread(service_of(request).analyses.get, analysis_id)
    watch = drawers_of(request).check

    def draw(game: Game) -> bytes:
        from crownhead.pictures import animation  # slow to import

        return animation(game, kind, watch=watch, size=size, **look)

    return await _drawn(request, host, analysis_id, kind, analysis.game, draw)


@router.get(
    "/games/{game_id}/animation.{kind}", response_class=Response, responses=_showing("gif", "webp")
)
async def get_animation(
    request: Request,
    asker: Asker,
    game_id: GameId,
    kind: Literal["gif", "webp"],
    look: _Look,
    size: Annotated[int, Query(ge=LEAST, le=MOST_MOVING)] = 400,
    seconds: Annotated[float, Query(ge=SHORTEST, le=LONGEST)] = 1.0,
    caption: bool = True,
) -> Response:
    """A whole game, moving."""
    watch = drawers_of(request).check

    def draw(game: Game) -> bytes:
        from crownhead.pictures import animation  # slow to import

        how = {"size": size, "seconds": seconds, "caption": caption, **look}
        return animation(game, kind, watch=watch, **how)

    return await _drawn(
        request, asker, game_id, kind, await _recorded(request, asker, game_id), draw
    )


def _still(node: Node, kind: str, **how: Any) -> bytes:
    """The position after a move."""
    if kind == "svg":
        return svg.board(node.position, last_move=node.move, **how).encode()
    from crownhead.pictures import png  # slow to import

    return png(node.position, last_move=node.move, **how)


async def _recorded(request: Request, asker: Visitor, game_id: str) -> Callable[[], Game]:
    """A stored game, with the names of who played."""
    game = await find(request, game_id)
    return lambda: game.recorded(name_of(service_of(request), asker), by=asker)


async def _drawn(
    request: Request,
    asker: Visitor,
    name: str,
    kind: str,
    load: Callable[[], Game],
    draw: Callable[[Game], bytes],
) -> Response:
    made = await drawers_of(request).draw(lambda: draw(load()), is_host=asker.is_host)
    name = f'inline; filename="crownhead-{name}.{kind}"'
    return Response(made, media_type=_TYPES[kind], headers={"content-disposition": name})
