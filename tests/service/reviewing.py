"""Games that are over and can be reviewed, and somebody who waits for it."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any

from pydantic import TypeAdapter

from crownhead.service import LiveGame, Service
from crownhead.service.analysis.review_contract import ReviewView
from crownhead.session import Move, Resign
from service.watching import LONG, people

NODES = 5000
FOR_EVER = 10**12  # nodes that nobody waits for
REVIEW = TypeAdapter(ReviewView)


def finished(service: Service, seed: int = 1, plies: int = 16, **named: Any) -> LiveGame:
    """A game of two who move at random; the one to move gives up."""
    chance = Random(seed)
    game = people(service, **named)
    while not game.is_over and game.record.ply < plies:
        game.do(Move(chance.choice(game.view()["choices"]["legal"])["path"]))
    if not game.is_over:
        game.do(Resign())
    return game


def played(service: Service, *moves: str) -> LiveGame:
    """A game of these moves, after which the one to move gives up."""
    game = people(service)
    for move in moves:
        game.do(Move(move))
    game.do(Resign())
    return game


def wait(check: Callable[[], Any], what: str = "this") -> Any:
    """Ask until there is an answer."""
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        if found := check():
            return found
        time.sleep(0.01)
    raise AssertionError(f"never came true: {what}")


def checked(view: ReviewView) -> ReviewView:
    """A view of which every part is what the contract says."""
    assert REVIEW.validate_python(view, strict=True) == view
    return view


def reviewed(service: Service, game: LiveGame) -> ReviewView:
    """Ask, and wait for the end; everything that is shown on the way is looked at."""
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
