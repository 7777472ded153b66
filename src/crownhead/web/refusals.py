"""Errors as responses: a code and its values for programs, a sentence for people."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, cast

from starlette.responses import JSONResponse
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketClose

from crownhead.errors import CrownheadError, LibraryError, as_sentence, excerpt
from crownhead.messages import Message
from crownhead.service.contract import message_view
from crownhead.web.models import Problem, Statement

_ALTERNATIVES: Final = ("bool", "int", "float", "str")
# The code for each Pydantic error type, or for the pattern of a text.
_CODES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "json_invalid": "request.not-json",
        "missing": "request.missing",
        "extra_forbidden": "request.unknown-field",
        "int_parsing_size": "request.smaller-number",
        **dict.fromkeys(("int_type", "int_parsing", "int_from_float"), "request.whole-number"),
        **dict.fromkeys(("float_type", "float_parsing", "finite_number"), "request.number"),
        **dict.fromkeys(("bool_type", "bool_parsing"), "request.true-or-false"),
        **dict.fromkeys(("list_type", "tuple_type"), "request.list"),
        **dict.fromkeys(("dict_type", "model_type", "model_attributes_type"), "request.object"),
        **dict.fromkeys(("string_type", "string_unicode"), "request.text"),
        **dict.fromkeys(("literal_error", "enum"), "request.choice"),
        "greater_than": "request.more-than",
        "greater_than_equal": "request.at-least",
        "less_than": "request.less-than",
        "less_than_equal": "request.at-most",
        "too_short": "request.too-few",
        "too_long": "request.too-many",
        "string_too_short": "request.too-short",
        "string_too_long": "request.too-long",
        "^[a-z0-9]+$": "request.letters-and-digits",
        "^[.bBwW]{32}$": "request.squares",
    }
)


def statement(message: Message) -> Statement:
    """An error as JSON.

    >>> statement(Message("request.missing", {"field": "ply"}))["error"]
    "The request needs 'ply'."
    """
    return {"error": as_sentence(message), **message_view(message)}


def problem_of(error: CrownheadError) -> Problem:
    """An error as the body of an answer."""
    body = cast("Problem", statement(error.message))
    if isinstance(error, LibraryError) and error.field is not None:
        body["field"] = error.field
        body["fields"] = {name: statement(wrong) for name, wrong in error.fields.items()}
    return body


async def refuse(scope: Scope, receive: Receive, send: Send, status: int, why: Message) -> None:
    """Refuse a request, or a WebSocket that is opening."""
    if scope["type"] == "websocket":
        await WebSocketClose(1008, why.key)(scope, receive, send)
        return
    headers = {"retry-after": "1"} if status in (429, 503) else None
    await JSONResponse(statement(why), status, headers)(scope, receive, send)


def refusal_of(errors: Sequence[Mapping[str, Any]]) -> Message:
    """The message for the first of Pydantic's errors.

    >>> str(refusal_of([{"type": "missing", "loc": ("body", "preferences")}]))
    "the request needs 'preferences'"
    >>> str(refusal_of([{"type": "greater_than_equal", "loc": ("body", "ply"), "ctx": {"ge": 0}}]))
    "'ply' must be at least 0"
    """
    first = errors[0]
    field, told = _field(first["loc"]), first.get("ctx") or {}
    # A pattern says what a text must look like.
    code = _CODES.get(told.get("pattern", first["type"]), "request.unusable")
    if code == "request.not-json":
        return Message(code)
    if not field:
        return Message("request.not-object")
    values: dict[str, Any] = {"field": excerpt(field)}
    for name, value in told.items():
        if name in ("gt", "ge", "lt", "le"):
            values["bound"] = value
        elif name in ("min_length", "max_length"):
            values["count"] = value
        elif name == "expected":
            values[name] = value
    return Message(code, values)


def _field(path: Sequence[object]) -> str:
    """The path of a field in a request, without the part of the request and union alternatives.

    >>> _field(("body", "rules", "options", "capture", "bool"))
    'rules.options.capture'
    """
    parts = path[1:-1] if path[-1] in _ALTERNATIVES else path[1:]
    return ".".join(map(str, parts))
