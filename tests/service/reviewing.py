"""Finished games to review, and helpers that wait for reviews."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any

from pydantic import TypeAdapter

from crownhead.service import LiveGame, Service
from crownhead.service.analysis.review_contract import ReviewView
from crownhead.session.endings import Resign
from crownhead.session.moves import Move
from service.watching import LONG, people

NODES = 5000
FOR_EVER = 10**12  # nodes: a review that never ends by itself
REVIEW = TypeAdapter(ReviewView)


def finished(service: Service, seed: int = 1, plies: int = 16, **named: Any) -> LiveGame:
    """A game of random moves; the side to move resigns."""
    chance = Random(seed)
    game = people(service, **named)
    while not game.is_over and game.stored.ply < plies:
        game.do(Move(chance.choice(game.view()["choices"]["legal"])["path"]))
    if not game.is_over:
        game.do(Resign())
    return game


def played(service: Service, *moves: str) -> LiveGame:
    """A game of these moves; then the side to move resigns."""
    game = people(service)
    for move in moves:
        game.do(Move(move))
    game.do(Resign())
    return game


def wait(check: Callable[[], Any], what: str = "this") -> Any:
    """Ask until there is an answer; then return it."""
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        if found := check():
            return found
        time.sleep(0.01)
    raise AssertionError(f"never came true: {what}")


def checked(view: ReviewView) -> ReviewView:
    """A view, every part of which must fit the contract."""
    assert REVIEW.validate_python(view, strict=True) == view
    return view


def reviewed(service: Service, game: LiveGame) -> ReviewView:
    """Request a review and wait for its end; check every view on the way."""
    view = checked(service.reviews.ask(game))
    end = time.monotonic() + LONG
    while view["state"] in ("waiting", "running"):
        assert time.monotonic() < end, view
        before, view = view, checked(service.reviews.view(game))
        assert view["version"] >= before["version"]
        assert view["version"] > before["version"] or view == before
        assert len(view["moves"]) == view["done"] >= before["done"]
        plies = [move["ply"] for move in view["moves"]]
        assert plies == list(range(view["total"] - view["done"] + 1, view["total"] + 1))
        time.sleep(0.002)
    return view
