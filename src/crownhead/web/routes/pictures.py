"""Pictures of games: single positions, or animations."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Final, Literal, NamedTuple

from fastapi import APIRouter, Depends, Query, Request, Response

from crownhead import svg
from crownhead.game import Game
from crownhead.node import Node
from crownhead.pictures.sizes import LEAST, LONGEST, MOST_MOVING, MOST_STILL, SHORTEST
from crownhead.position import Position
from crownhead.service import Visitor
from crownhead.text.moves import parse_move
from crownhead.web.models import Ply
from crownhead.web.routes.common import Asker, GameId, Host, find, parts_of, read
from crownhead.web.routes.people import name_of

_TYPES: Final = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "gif": "image/gif",
    "webp": "image/webp",
}

router: Final = APIRouter(prefix="/api")


def _showing(*kinds: str) -> dict[int | str, dict[str, Any]]:
    """The schema of an answer."""
    binary = {"schema": {"type": "string", "format": "binary"}}
    return {200: {"content": {_TYPES[kind]: binary for kind in kinds}}}


async def _look(
    theme: Annotated[str, Query(max_length=40)] = "classic",
    pieces: Annotated[str, Query(max_length=40)] = "classic",
    flipped: bool = False,
    numbers: bool = True,
) -> dict[str, Any]:
    """The look of the board."""
    return {"theme": theme, "pieces": pieces, "flipped": flipped, "numbers": numbers}


_Look = Annotated[dict[str, Any], Depends(_look)]
_Size = Annotated[int, Query(ge=LEAST, le=MOST_STILL)]
_MovingSize = Annotated[int, Query(ge=LEAST, le=MOST_MOVING)]


class _Style(NamedTuple):
    """The file format and the look."""

    kind: str
    look: dict[str, Any]


async def _still_style(kind: Literal["svg", "png"], look: _Look, size: _Size = 400) -> _Style:
    return _Style(kind, {**look, "size": size})


async def _moving_style(
    kind: Literal["gif", "webp"], look: _Look, size: _MovingSize = 400
) -> _Style:
    return _Style(kind, {**look, "size": size})


_Still = Annotated[_Style, Depends(_still_style)]
_Moving = Annotated[_Style, Depends(_moving_style)]
_still: Final = partial(router.get, response_class=Response, responses=_showing("svg", "png"))
_moving: Final = partial(router.get, response_class=Response, responses=_showing("gif", "webp"))


@_still("/games/{game_id}/picture.{kind}")
async def get_picture(
    request: Request, asker: Asker, game_id: GameId, style: _Still, ply: Ply | None = None
) -> Response:
    """A position of a game: after a number of moves, or the last."""
    load = await _recorded(request, asker, game_id)
    return await _drawn(
        request, asker, game_id, style, lambda: _position(load().node_at(ply), style)
    )


@_still("/positions/picture.{kind}")
async def get_position_picture(
    request: Request, host: Host, style: _Still, fen: Annotated[str, Query(max_length=1000)]
) -> Response:
    """A position from a FEN."""

    def draw() -> bytes:
        return _position(Game(Position.from_fen(fen)).root, style)

    return await _drawn(request, host, "position", style, draw)


@_still("/analyses/{analysis_id}/picture.{kind}")
async def get_analysis_picture(
    request: Request,
    host: Host,
    analysis_id: GameId,
    style: _Still,
    node: Annotated[str, Query(max_length=20)] = "start",
    line: Annotated[str, Query(max_length=1000)] = "",
) -> Response:
    """A position of an analysis: at a node, or after a line of moves from there."""
    analysis = await read(request, lambda service: service.analyses.get(analysis_id))

    def draw() -> bytes:
        shown = analysis.cursor(node).node
        for move in line.split():
            shown = shown.after(parse_move(move, shown.position))
        return _position(shown, style)

    return await _drawn(request, host, analysis_id, style, draw)


@_moving("/analyses/{analysis_id}/animation.{kind}")
async def get_analysis_animation(
    request: Request, host: Host, analysis_id: GameId, style: _Moving
) -> Response:
    """An animation of an analysis's main line."""
    analysis = await read(request, lambda service: service.analyses.get(analysis_id))
    watch = parts_of(request).drawers.check
    return await _drawn(
        request, host, analysis_id, style, lambda: _animation(analysis.game(), style, watch=watch)
    )


@_moving("/games/{game_id}/animation.{kind}")
async def get_animation(
    request: Request,
    asker: Asker,
    game_id: GameId,
    style: _Moving,
    seconds: Annotated[float, Query(ge=SHORTEST, le=LONGEST)] = 1.0,
    caption: bool = True,
) -> Response:
    """An animation of a game."""
    load = await _recorded(request, asker, game_id)
    watch = parts_of(request).drawers.check

    def draw() -> bytes:
        return _animation(load(), style, watch=watch, seconds=seconds, caption=caption)

    return await _drawn(request, asker, game_id, style, draw)


def _position(node: Node, style: _Style) -> bytes:
    """The position after a move."""
    if style.kind == "svg":
        return svg.board(node.position, last_move=node.move, **style.look).encode()
    from crownhead.pictures import png  # slow to import

    return png(node.position, last_move=node.move, **style.look)


def _animation(game: Game, style: _Style, **how: Any) -> bytes:
    """An animation of a game."""
    from crownhead.pictures import animation  # slow to import

    return animation(game, style.kind, **style.look, **how)


async def _recorded(request: Request, asker: Visitor, game_id: str) -> Callable[[], Game]:
    """A stored game with the players' names."""
    game = await find(request, game_id)
    return lambda: game.recorded(name_of(parts_of(request).service, asker), by=asker)


async def _drawn(
    request: Request, asker: Visitor, name: str, style: _Style, draw: Callable[[], bytes]
) -> Response:
    made = await parts_of(request).drawers.draw(draw, is_host=asker.is_host)
    name = f'inline; filename="crownhead-{name}.{style.kind}"'
    return Response(made, media_type=_TYPES[style.kind], headers={"content-disposition": name})
