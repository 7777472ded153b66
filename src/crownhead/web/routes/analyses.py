"""Analyses: begin, read, change and list them."""

from collections.abc import Callable
from typing import Annotated, Final

from fastapi import APIRouter, Path, Query, Request, Response, WebSocket
from pydantic import Field

from crownhead.errors import GameError
from crownhead.game import Game
from crownhead.service import KeptAnalysis, Service, Visitor, read_rules
from crownhead.service.analysis.analyses import has_more_games
from crownhead.service.analysis.explaining import explained_view
from crownhead.service.contract import AnalysisView, ExplainedView, NodeDetailsView
from crownhead.web.analysis_socket import Conversation
from crownhead.web.models import (
    LIMITS,
    AnalysisListView,
    BegunView,
    Body,
    ChangedView,
    ChoiceBody,
    Nothing,
    RulesBody,
    Squares,
)
from crownhead.web.routes.common import (
    NOT_ALLOWED,
    GameId,
    Host,
    attached,
    parts_of,
    read,
    write,
)
from crownhead.web.routes.people import name_of
from crownhead.web.talking import opened

NodeName = Annotated[str, Field(min_length=1, max_length=20, pattern="^[a-z0-9]+$")]
Node = Annotated[str, Path(max_length=20)]
_PAGE: Final = 50

router: Final = APIRouter(prefix="/api/analyses")


class NewAnalysisBody(Body):
    """What to analyse: a stored game, a library game, a pasted text, or the start position."""

    game: str | None = Field(default=None, min_length=1, max_length=40)
    library: int | None = Field(default=None, ge=1, le=1 << 40)
    text: str | None = None  # as long as a request may be
    rules: RulesBody = Field(default_factory=RulesBody)


class RenameBody(Body):
    """A new name."""

    name: str = Field(min_length=1, max_length=200)


class StepBody(ChoiceBody):
    """A move at a node."""

    node: NodeName


class LineBody(Body):
    """A line of moves at a node."""

    node: NodeName
    paths: list[Squares] = Field(min_length=1, max_length=60)


class PromoteBody(Body):
    """A variation to move up by one, or to the main line."""

    node: NodeName
    main: bool = False


class CutBody(Body):
    """A move to remove with everything after it."""

    node: NodeName


class RemarkBody(Body):
    """A comment or a mark; what is left out stays.

    `instead_of` is the comment that somebody saw: another one is not replaced.
    """

    node: NodeName
    comment: str | None = Field(default=None, max_length=LIMITS["comment"])
    instead_of: str | None = Field(default=None, max_length=LIMITS["comment"])
    mark: str | None = Field(default=None, max_length=2)


@router.get("")
async def list_analyses(
    request: Request, _: Host, after: Annotated[int, Query(ge=0, le=1_000_000)] = 0
) -> AnalysisListView:
    """Analyses, last changed first; `after` is the `next` of the page before."""
    found, more = await read(request, lambda service: service.analyses.page(_PAGE, after))
    return {"analyses": found, "next": after + _PAGE if more else None}


@router.post("", status_code=201)
async def begin_analysis(request: Request, host: Host, body: NewAnalysisBody) -> BegunView:
    """Analyse a game, a position or a pasted text."""

    def begun(service: Service) -> BegunView:
        analysis = _begun(service, host, body).view()
        return {"analysis": analysis, "more": has_more_games(body.text or "")}

    return await write(request, begun)


def _begun(service: Service, host: Visitor, body: NewAnalysisBody) -> KeptAnalysis:
    if body.game is not None and body.text is not None:
        raise GameError("request.analysis")
    if body.game is not None:
        game = service.game(body.game)
        if not game.is_over:
            raise GameError("analyses.game-goes-on")
        name = name_of(service, host)
        written = Game.from_pdn(game.pdn(name, by=host))
        return service.analyses.of_game(game.id, written, game.player_names(name, by=host))
    if body.library is not None:
        return service.analyses.of_library(body.library, service.library.whole_game(body.library))
    rules = read_rules(body.rules.preset, body.rules.options)
    if body.text is not None:
        return service.analyses.of_text(body.text, rules)
    return service.analyses.of_start(rules)


@router.get("/{analysis_id}")
async def get_analysis(request: Request, _: Host, analysis_id: GameId) -> AnalysisView:
    """Show an analysis."""
    return await read(request, lambda service: service.analyses.get(analysis_id).view())


@router.patch("/{analysis_id}")
async def rename_analysis(
    request: Request, _: Host, analysis_id: GameId, body: RenameBody
) -> ChangedView:
    """Rename an analysis."""
    return await _change(request, analysis_id, lambda one: one.rename(body.name))


@router.delete("/{analysis_id}", status_code=204)
async def delete_analysis(request: Request, _: Host, analysis_id: GameId) -> None:
    """Delete an analysis for good."""
    await write(request, lambda service: service.analyses.delete(analysis_id))


@router.get("/{analysis_id}/nodes/{node}")
async def get_node(request: Request, _: Host, analysis_id: GameId, node: Node) -> NodeDetailsView:
    """What can be done at a node, and what is known about it."""

    def details(service: Service) -> NodeDetailsView:
        return service.analyses.get(analysis_id).details(node, service.tables(), service.book())

    return await read(request, details)


@router.get("/{analysis_id}/nodes/{node}/explained")
async def explain_node(request: Request, _: Host, analysis_id: GameId, node: Node) -> ExplainedView:
    """The counts of the classic evaluation at a node, and the network's value."""

    def explained(service: Service) -> ExplainedView:
        return explained_view(service.analyses.get(analysis_id).cursor(node).position)

    return await read(request, explained)


@router.post("/{analysis_id}/moves")
async def play_move(request: Request, _: Host, analysis_id: GameId, body: StepBody) -> ChangedView:
    """Play a move at a node: find it there, or add a variation."""
    move = body.squares_or_text()
    return await _change(request, analysis_id, lambda one: one.play(body.node, move))


@router.post("/{analysis_id}/lines")
async def play_line(request: Request, _: Host, analysis_id: GameId, body: LineBody) -> ChangedView:
    """Play a line of moves at a node."""
    return await _change(request, analysis_id, lambda one: one.add_line(body.node, body.paths))


@router.post("/{analysis_id}/promote")
async def promote(request: Request, _: Host, analysis_id: GameId, body: PromoteBody) -> ChangedView:
    """Move a variation up."""
    return await _change(
        request, analysis_id, lambda one: one.promote(body.node, to_main=body.main), body.node
    )


@router.post("/{analysis_id}/cut")
async def cut(request: Request, _: Host, analysis_id: GameId, body: CutBody) -> ChangedView:
    """Remove a move with everything after it; the answer names its parent."""
    return await _change(request, analysis_id, lambda one: one.cut(body.node))


@router.post("/{analysis_id}/restore")
async def restore(request: Request, _: Host, analysis_id: GameId, __: Nothing) -> ChangedView:
    """Restore what was last cut."""
    return await _change(request, analysis_id, lambda one: one.restore())


@router.post("/{analysis_id}/remark")
async def remark(request: Request, _: Host, analysis_id: GameId, body: RemarkBody) -> ChangedView:
    """Comment on a move, or mark it."""
    said = body.model_dump(exclude={"node"})
    return await _change(request, analysis_id, lambda one: one.remark(body.node, **said), body.node)


@router.get("/{analysis_id}/pdn", response_class=Response)
async def get_analysis_pdn(request: Request, _: Host, analysis_id: GameId) -> Response:
    """The analysis as a PDN file, with variations and comments."""
    text = await read(request, lambda service: service.analyses.get(analysis_id).stored.pdn)
    return attached(text, f"crownhead-analysis-{analysis_id}.pdn")


@router.websocket("/{analysis_id}/live")
async def think(socket: WebSocket, analysis_id: GameId) -> None:
    """Let the engine think for a page, and send what it finds."""
    known = parts_of(socket).access.visitor(socket)
    if known is None or not known.is_host:
        await socket.close(NOT_ALLOWED, "access.guest")
        return
    async with opened(socket):
        await Conversation(parts_of(socket).service, analysis_id, socket).run()


async def _change(
    request: Request, analysis_id: str, change: Callable[[KeptAnalysis], str | None], at: str = ""
) -> ChangedView:
    """Change an analysis; return it with the node to show: the change's result, or `at`."""

    def done(service: Service) -> ChangedView:
        analysis = service.analyses.get(analysis_id)
        return {"node": change(analysis) or at, "analysis": analysis.view()}

    return await write(request, done)
