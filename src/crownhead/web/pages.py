"""The HTML pages: one document for the start page, games and links; other pages; error notices."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse
from starlette.responses import Response

from crownhead.errors import NotFoundError, as_sentence
from crownhead.printing import STYLE, sheet
from crownhead.service import Visitor
from crownhead.themes import on_paper
from crownhead.web.files import STATIC, document
from crownhead.web.routes.common import may_see, parts_of
from crownhead.web.routes.people import name_of
from crownhead.web.security import STRANGER

_SHEET_STYLE: Final = "/sheet.css"
_Theme = Annotated[str, Query(max_length=40)]
_sheet: Final = partial(sheet, style=_SHEET_STYLE, script="/static/print.js")

router: Final = APIRouter(include_in_schema=False)


@router.get("/")
async def start(request: Request, token: str | None = None) -> Response:
    """The start page; its token makes a browser a host."""
    access = parts_of(request).access
    known = access.visitor(request)
    if token is not None and access.redeem(token):
        answer = RedirectResponse("/", status_code=303)
        access.let_in_host(answer, known)
        return answer
    if token is not None and known is not None:
        return RedirectResponse("/", status_code=303)
    if known is not None and not known.is_host:
        return _notice(200, "guest")
    return _page(request)


@router.get("/favicon.ico")
async def icon() -> Response:
    """The icon that browsers request for files without one, such as PDN."""
    return FileResponse(STATIC / "favicon.svg")


@router.get("/game/{game_id}")
async def game(request: Request) -> Response:
    """A game; the page reads its name from the address."""
    return _page(request)


@router.get("/analysis")
@router.get("/analysis/{analysis_id}")
@router.get("/results")
@router.get("/library")
@router.get("/editor")
async def page(request: Request) -> Response:
    """A page for hosts, by the first word of its address."""
    return _page(request, request.url.path.split("/")[1])


@router.get("/game/{game_id}/sheet")
async def game_sheet(
    request: Request,
    game_id: str,
    flipped: bool = False,
    every: Annotated[int, Query(ge=0, le=100)] = 10,
    theme: _Theme = "classic",
) -> Response:
    """A game for printing."""
    asker = parts_of(request).access.visitor(request)
    if asker is None:
        return _notice(401, "stranger")
    service = parts_of(request).service
    if not await may_see(service, asker, game_id):
        return _notice(403, "guest")

    def write() -> str:
        name = name_of(service, asker)
        game = service.game(game_id).recorded(name, by=asker, book=False)
        back, paper = f"/game/{game_id}", on_paper(theme)
        return _sheet(game, flipped=flipped, every=every, theme=paper, back=back)

    return await _printed(request, asker, write)


@router.get("/analysis/{analysis_id}/sheet")
async def analysis_sheet(
    request: Request, analysis_id: str, flipped: bool = False, theme: _Theme = "classic"
) -> Response:
    """An analysis for printing."""
    asker = parts_of(request).access.visitor(request)
    if asker is None or not asker.is_host:
        return _page(request, "analysis")  # which says why
    service = parts_of(request).service

    def write() -> str:
        kept = service.analyses.get(analysis_id)
        back, title = f"/analysis/{analysis_id}", kept.stored.name
        return _sheet(kept.game(), flipped=flipped, theme=on_paper(theme), title=title, back=back)

    return await _printed(request, asker, write)


async def _printed(request: Request, asker: Visitor, write: Callable[[], str]) -> Response:
    try:
        return HTMLResponse(await parts_of(request).drawers.draw(write, is_host=asker.is_host))
    except NotFoundError:
        return nowhere()


@router.get(_SHEET_STYLE)
async def sheet_style() -> Response:
    """The style of printed pages."""
    return FileResponse(STYLE, headers={"cache-control": "no-cache"})


@router.get("/join/{game_id}/{seat}/{key}")
async def join(request: Request, game_id: str, seat: str, key: str) -> Response:
    """A link to a seat: the page itself asks for the seat, so that previews of the link take none."""
    access = parts_of(request).access
    if access.signer.read_invitation(game_id, seat, key) is None:
        return nowhere()
    known = access.visitor(request)
    return _document(is_host=known is not None and known.is_host)


def _page(request: Request, name: str = "index") -> Response:
    known = parts_of(request).access.visitor(request)
    if known is None:
        return _notice(401, "stranger")
    if name != "index" and not known.is_host:
        return _notice(200, "guest")
    return _document(name, is_host=known.is_host)


def _document(name: str = "index", *, is_host: bool) -> Response:
    return HTMLResponse(document(name, is_host=is_host), headers={"cache-control": "no-cache"})


def nowhere() -> Response:
    """The page for an unknown address."""
    return _notice(404, "nowhere")


def _notice(status: int, name: str) -> Response:
    return HTMLResponse(document(name, sentence=as_sentence(STRANGER)), status)
