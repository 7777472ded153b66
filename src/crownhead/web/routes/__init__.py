"""The JSON that the page speaks, a file a subject. It asks the service, and decides nothing."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter

from crownhead.web.models import Problem
from crownhead.web.routes import (
    analyses,
    games,
    library,
    people,
    pictures,
    play,
    positions,
    results,
    reviews,
)


def problems() -> dict[int | str, dict[str, Any]]:
    """What can go wrong, for the schema alone: with each route FastAPI takes long to read this."""
    return {
        status: {"model": Problem, "description": meaning}
        for status, meaning in (
            (400, "The request cannot be read."),
            (401, "The cookie is missing."),
            (403, "Guests may not do this."),
            (404, "There is no such game."),
            (409, "The game has moved on."),
            (413, "The request is too large."),
            (422, "Something in the request cannot be done; the sentence says what."),
            (429, "Too many requests at once."),
            (503, "The game cannot be stored now."),
        )
    }


router: Final = APIRouter(prefix="/api")
for part in (games, play, people, analyses, reviews, results, positions, pictures, library):
    router.include_router(part.router)
