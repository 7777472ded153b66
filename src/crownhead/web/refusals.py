"""What is wrong with a request, in words for people: Pydantic's are for those who write programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from starlette.responses import JSONResponse
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketClose

from crownhead.errors import excerpt
from crownhead.phrases import counted
from crownhead.tables import rows_of

_BOUNDS: Final = ("gt", "ge", "lt", "le")
_ALTERNATIVES: Final = ("bool", "int", "float", "str")
# By the kind of mistake, or by the pattern that a text does not have.
_SENTENCES: Final[Mapping[str, str]] = MappingProxyType(
    {row["kind"]: row["sentence"] for row in rows_of(__file__, "refusals.csv")}
)


async def refuse(scope: Scope, receive: Receive, send: Send, status: int, sentence: str) -> None:
    """Answer a request, or a WebSocket that wants to open, with what is wrong."""
    if scope["type"] == "websocket":
        await WebSocketClose(1008, sentence)(scope, receive, send)
        return
    headers = {"retry-after": "1"} if status in (429, 503) else None
    await JSONResponse({"error": sentence}, status, headers)(scope, receive, send)


def refusal_of(errors: Sequence[Mapping[str, Any]]) -> str:
    """Say what the first of some mistakes is, as Pydantic lists them.

    >>> refusal_of([{"type": "missing", "loc": ("body", "preferences")}])
    "The request needs 'preferences'."
    >>> refusal_of([{"type": "greater_than_equal", "loc": ("body", "ply"), "ctx": {"ge": 0}}])
    "'ply' must be at least 0."
    """
    first = errors[0]
    place, told = _place(first["loc"]), first.get("ctx") or {}
    # What must be so of a text is in its pattern.
    sentence = _SENTENCES.get(told.get("pattern", first["type"]), "'{place}' cannot be used.")
    if not place and "{place}" in sentence:
        return "The request must be a JSON object."
    least = told.get("min_length", 0)
    values = {name: _number(told[name]) for name in _BOUNDS if name in told}
    values |= {"entries": counted(least, "entry"), "characters": counted(least, "character")}
    return sentence.format_map({**told, **values, "place": excerpt(place)})


def _place(path: Sequence[object]) -> str:
    """Where something stands in a part of a request, which comes first; alternatives are told last.

    >>> _place(("body", "rules", "options", "capture", "bool"))
    'rules.options.capture'
    """
    parts = path[1:-1] if path[-1] in _ALTERNATIVES else path[1:]
    return ".".join(map(str, parts))


def _number(value: float) -> str:
    """A number as people write it.

    >>> _number(2**40), _number(0.5)
    ('1,099,511,627,776', '0.5')
    """
    return f"{int(value):,}" if value == int(value) and value >= 10_000 else f"{value:g}"
