"""The web application: the page, its JSON, and the responses to errors."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response

import crownhead
from crownhead.errors import (
    BusyError,
    ConflictError,
    CrownheadError,
    NotFoundError,
    SearchStoppedError,
    StoreError,
)
from crownhead.messages import Message
from crownhead.service import Service
from crownhead.web import pages
from crownhead.web.files import STATIC, Files
from crownhead.web.models import Problem
from crownhead.web.refusals import problem_of, refusal_of, statement
from crownhead.web.routes import ROUTES, with_problems
from crownhead.web.routes.common import GuestError, Parts, parts_of
from crownhead.web.security import LARGEST_BODY, Access
from crownhead.web.threads import Drawers, Writers

# The first class that fits gives the status; any other error of Crownhead is the sender's mistake.
_STATUS: Final[Mapping[type[CrownheadError], int]] = MappingProxyType(
    {
        NotFoundError: 404,
        ConflictError: 409,
        StoreError: 503,
        SearchStoppedError: 503,
        BusyError: 503,
        GuestError: 403,
    }
)
_NOWHERE: Final = "/nowhere"
_WORDS: Final = MappingProxyType(
    {
        404: Message("request.nothing-here"),
        405: Message("request.not-done-here"),
        413: Message("request.too-large", {"count": LARGEST_BODY}),
    }
)


def make_api(
    service: Service, access: Access, writers: Writers, drawers: Drawers | None = None
) -> FastAPI:
    """Make the application behind the guard, which adds headers to every answer, even after a fault."""
    routes = [*ROUTES, *pages.router.routes]
    app = _Api(docs_url=None, redoc_url=None, openapi_url="/api/openapi.json", routes=routes)
    app.state.parts = Parts(service, access, writers, drawers or Drawers())
    app.add_middleware(RequestBodyLimitMiddleware, max_body_size=LARGEST_BODY)
    app.add_middleware(GZipMiddleware, compresslevel=6)
    app.mount("/static", Files(directory=STATIC), name="static")
    app.add_exception_handler(CrownheadError, _answer_error)
    app.add_exception_handler(RequestValidationError, _answer_bad_request)
    app.add_exception_handler(HTTPException, _answer_http_error)
    app.add_exception_handler(Exception, _answer_fault)
    return app


class _Api(FastAPI):
    """An application that builds its schema, with all errors, on first request."""

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            told = FastAPI(title="Crownhead", version=crownhead.__version__, routes=[*ROUTES])
            told.add_api_route(_NOWHERE, lambda: None, responses={400: {"model": Problem}})
            self.openapi_schema = with_problems(told.openapi(), _NOWHERE)
        return self.openapi_schema


async def _answer_error(request: Request, error: Exception) -> JSONResponse:
    status = next((_STATUS[kind] for kind in type(error).mro() if kind in _STATUS), 422)
    assert isinstance(error, CrownheadError)
    body = problem_of(error)
    if status == 409:
        with suppress(CrownheadError, KeyError):
            service, name = parts_of(request).service, request.path_params["game_id"]
            body["game"] = await asyncio.to_thread(lambda: service.game(name).view())
    return JSONResponse(body, status)


async def _answer_bad_request(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    return JSONResponse(statement(refusal_of(error.errors())), 422)


async def _answer_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    reader = "text/html" in request.headers.get("accept", "")  # a person; programs use the API
    if error.status_code == 404 and reader and not request.url.path.startswith("/api/"):
        return pages.nowhere()
    status = error.status_code
    other = Message("request.status", {"status": status, "phrase": str(error.detail)})
    why = _unreadable(error.__cause__) if status == 400 else _WORDS.get(status, other)
    return JSONResponse(statement(why), status, headers=error.headers)


def _unreadable(why: BaseException | None) -> Message:
    """Why a request's body cannot be read; Python does not read all valid JSON."""
    if isinstance(why, RecursionError):
        return Message("request.too-deep")
    if isinstance(why, ValueError) and not isinstance(why, UnicodeError):
        return Message("request.too-many-digits")
    return Message("request.not-json")


async def _answer_fault(_: Request, __: Exception) -> JSONResponse:
    """A fault of ours; the guard logs it."""
    return JSONResponse(statement(Message("request.fault")), 500)
