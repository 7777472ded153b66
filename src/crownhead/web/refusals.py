"""What is wrong with a request, in words for people: Pydantic's are for those who write programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from starlette.responses import JSONResponse
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketClose

from crownhead.errors import excerpt

_Values = Mapping[str, Any]


async def refuse(scope: Scope, receive: Receive, send: Send, status: int, sentence: str) -> None:
    """Answer a request, or a WebSocket that wants to open, with what is wrong."""
    if scope["type"] == "websocket":
        await WebSocketClose(1008, sentence)(scope, receive, send)
        return
    headers = {"retry-after": "1"} if status in (429, 503) else None
    await JSONResponse({"error": sentence}, status, headers)(scope, receive, send)


def refusal_of(errors: Sequence[_Values]) -> str:
    """Say what the first of some mistakes is, as Pydantic lists them.

    >>> refusal_of([{"type": "missing", "loc": ("body", "preferences")}])
    "The request needs 'preferences'."
    >>> refusal_of([{"type": "greater_than_equal", "loc": ("body", "ply"), "ctx": {"ge": 0}}])
    "'ply' must be at least 0."
    """
    first = errors[0]
    kind = str(first["type"])
    if kind in _WHOLE:
        return _WHOLE[kind]
    place = _place(first["loc"])
    if not place:
        return _NO_OBJECT
    if kind in _NAMED:
        return _NAMED[kind].format(excerpt(place))
    say = _MUST.get(kind)
    return f"'{excerpt(place)}' {say(first.get('ctx') or {}) if say else 'cannot be used'}."


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


def _counted(count: object, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


_NO_OBJECT: Final = "The request must be a JSON object."
_ALTERNATIVES: Final = ("bool", "int", "float", "str")
_WHOLE: Final[Mapping[str, str]] = MappingProxyType(
    {"json_invalid": "The request is not valid JSON."}
)
_NAMED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "missing": "The request needs '{}'.",
        "extra_forbidden": "The request has an unknown field '{}'.",
    }
)


# What must be so of a text with a pattern, by the pattern.
_FORMS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "^[a-z0-9]+$": "can only have the letters a to z and digits",
        "^[.bBwW]{32}$": "needs one of . b B w W for each of the 32 squares",
    }
)


def _a(kind: str) -> Callable[[_Values], str]:
    return lambda _: f"must be {kind}"


# What must be so of a value, by the kind of mistake; a value has what Pydantic tells of it.
_MUST: Final[Mapping[str, Callable[[_Values], str]]] = MappingProxyType(
    {
        **dict.fromkeys(("int_type", "int_parsing", "int_from_float"), _a("a whole number")),
        **dict.fromkeys(("int_parsing_size",), _a("a smaller number")),
        **dict.fromkeys(("float_type", "float_parsing", "finite_number"), _a("a number")),
        **dict.fromkeys(("bool_type", "bool_parsing"), _a("true or false")),
        **dict.fromkeys(("list_type", "tuple_type"), _a("a list")),
        **dict.fromkeys(("dict_type", "model_type", "model_attributes_type"), _a("an object")),
        "string_type": _a("text"),
        "string_unicode": _a("text"),
        "string_pattern_mismatch": lambda told: _FORMS.get(told["pattern"], "cannot be used"),
        "literal_error": lambda told: f"must be {told['expected']}",
        "enum": lambda told: f"must be {told['expected']}",
        "greater_than": lambda told: f"must be more than {_number(told['gt'])}",
        "greater_than_equal": lambda told: f"must be at least {_number(told['ge'])}",
        "less_than": lambda told: f"must be less than {_number(told['lt'])}",
        "less_than_equal": lambda told: f"must be at most {_number(told['le'])}",
        "too_short": lambda told: (
            f"needs at least {_counted(told['min_length'], 'entry', 'entries')}"
        ),
        "too_long": lambda told: f"can have at most {told['max_length']:,} entries",
        "string_too_short": lambda told: (
            f"needs at least {_counted(told['min_length'], 'character', 'characters')}"
        ),
        "string_too_long": lambda told: f"can have at most {told['max_length']:,} characters",
    }
)
