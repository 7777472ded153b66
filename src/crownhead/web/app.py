"""The web application: the page, its JSON, and one place where errors become answers."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.responses import Response

import crownhead
from crownhead.errors import (
    BusyError,
    ConflictError,
    CrownheadError,
    NotFoundError,
    SearchStoppedError,
    StoreError,
    as_sentence,
    excerpt,
)
from crownhead.service import Service
from crownhead.web.routes import router
from crownhead.web.security import Access, Guard

STATIC: Final = Path(__file__).parent / "static"

# The first class that fits gives the status; all else that Crownhead raises is the sender's mistake.
_STATUS: Final[Mapping[type[CrownheadError], int]] = MappingProxyType(
    {
        NotFoundError: 404,
        ConflictError: 409,
        StoreError: 503,
        SearchStoppedError: 503,
        BusyError: 503,
    }
)
_WORDS: Final = MappingProxyType(
    {
        400: "The request cannot be read: it is no JSON.",
        404: "There is nothing here.",
        405: "This cannot be done here.",
    }
)


# The title and the text of a page that has nothing else to say.
_STRANGER: Final = (
    "Open the address that Crownhead printed in the terminal.",
    "It has a token in it. If that does not let you in, stop Crownhead with Ctrl-C and start it again.",
)
_NOWHERE: Final = (
    "There is nothing at this address.",
    'Your games are on the <a href="/">start page</a>.',
)


def make_app(service: Service, access: Access) -> FastAPI:
    """Make the application for a service."""
    app = FastAPI(
        title="Crownhead",
        version=crownhead.__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.service = service
    app.include_router(router)
    _add_page(app, access)
    app.add_exception_handler(CrownheadError, _answer_error)
    app.add_exception_handler(RequestValidationError, _answer_bad_request)
    app.add_exception_handler(HTTPException, _answer_http_error)
    app.add_exception_handler(Exception, _answer_fault)
    app.add_middleware(Guard, access=access)
    return app


def _add_page(app: FastAPI, access: Access) -> None:
    @app.get("/", include_in_schema=False)
    async def start(request: Request, token: str | None = None) -> Response:
        if token is not None and access.redeem(token):
            answer = RedirectResponse("/", status_code=303)
            answer.set_cookie(
                access.cookie_name,
                access.secret,
                max_age=400 * 24 * 3600,
                httponly=True,
                samesite="strict",
            )
            return answer
        if token is not None and access.has_cookie(request.headers):
            return RedirectResponse("/", status_code=303)
        return _page(request)

    @app.get("/game/{game_id}", include_in_schema=False)
    async def game(request: Request, game_id: str) -> Response:  # noqa: ARG001  # the page reads it
        return _page(request)

    def _page(request: Request) -> Response:
        if not access.has_cookie(request.headers):
            return _notice(401, *_STRANGER)
        return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})

    app.mount("/static", _Static(directory=STATIC), name="static")


def _notice(status: int, title: str, text: str) -> Response:
    page = (STATIC / "notice.html").read_text(encoding="utf-8")
    return HTMLResponse(page.replace("{title}", title).replace("{text}", text), status)


class _Static(StaticFiles):
    """Files that the browser asks about each time, so that a new version shows at once."""

    def file_response(self, *args: Any, **named: Any) -> Response:
        answer = super().file_response(*args, **named)
        answer.headers["cache-control"] = "no-cache"
        return answer


async def _answer_error(request: Request, error: Exception) -> JSONResponse:
    status = next((_STATUS[kind] for kind in type(error).mro() if kind in _STATUS), 422)
    body: dict[str, Any] = {"error": as_sentence(error)}
    if status == 409:
        with suppress(CrownheadError, KeyError):
            service, name = request.app.state.service, request.path_params["game_id"]
            body["game"] = await asyncio.to_thread(lambda: service.game(name).view())
    return JSONResponse(body, status)


async def _answer_bad_request(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"] if part != "body")
    sentence = f"{excerpt(place)}: {first['msg']}" if place else str(first["msg"])
    return JSONResponse({"error": as_sentence(sentence)}, 422)


async def _answer_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    reader = "text/html" in request.headers.get("accept", "")  # a person; programs have the API
    if error.status_code == 404 and reader and not request.url.path.startswith("/api/"):
        return _notice(404, *_NOWHERE)
    sentence = _WORDS.get(error.status_code, str(error.detail))
    return JSONResponse({"error": as_sentence(sentence)}, error.status_code, headers=error.headers)


async def _answer_fault(_: Request, __: Exception) -> JSONResponse:
    """A fault of ours; the server's log has it."""
    return JSONResponse({"error": "Something went wrong here; the terminal says more."}, 500)
