"""The JSON API, a file for each subject. It calls the service, and decides nothing."""

from types import MappingProxyType
from typing import Any, Final

from crownhead.web.routes import (
    analyses,
    games,
    library,
    people,
    pictures,
    play,
    positions,
    reviews,
)

_PROBLEMS: Final = MappingProxyType(
    {
        "400": "The request cannot be read.",
        "401": "The cookie is missing.",
        "403": "Guests may not do this.",
        "404": "There is no such game.",
        "409": "The game has moved on.",
        "413": "The request is too large.",
        "422": "Something in the request cannot be done; the sentence says what.",
        "429": "Too many requests at once.",
        "503": "The game cannot be stored now.",
    }
)
# FastAPI's own, which we do not use.
_NOT_OURS: Final = ("HTTPValidationError", "ValidationError")


def with_problems(schema: dict[str, Any], example: str) -> dict[str, Any]:
    """Add the possible errors to all routes of a schema; FastAPI would be slow to do it.

    The route at `example`, which has an error's schema, is removed.
    """
    sample = schema["paths"].pop(example)["get"]["responses"]["400"]["content"]
    told = {
        status: {"description": meaning, "content": sample} for status, meaning in _PROBLEMS.items()
    }
    for methods in schema["paths"].values():
        for operation in methods.values():
            operation["responses"] |= told
    for name in _NOT_OURS:
        schema["components"]["schemas"].pop(name, None)
    return schema


_PARTS: Final = (games, play, people, analyses, reviews, positions, pictures, library)
# Used directly: including a router would make FastAPI build each route twice.
ROUTES: Final = tuple(route for part in _PARTS for route in part.router.routes)
