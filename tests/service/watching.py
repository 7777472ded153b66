"""Somebody who looks at games, and a clock that the tests move."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from crownhead.service import LiveGame, NewGame, Service

LONG = 60  # seconds after which a test gives up waiting; none needs more than a few


class Time:
    """A clock that stands still until it is told."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


class Listener:
    """Somebody who looks at a game and waits for what they want to see."""

    def __init__(self, game: LiveGame) -> None:
        self._game = game
        self._changed = threading.Condition()
        self.heard: list[str] = []
        game.watch(self.hear)

    def hear(self, what: str) -> None:
        with self._changed:
            self.heard.append(what)
            self._changed.notify_all()

    def wait(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        for _ in range(LONG * 10):
            view = self._game.view()
            if wanted(view):
                return view
            with self._changed:
                self._changed.wait(0.1)
        raise AssertionError(f"this was never seen; the last was {view}")

    def leave(self) -> None:
        self._game.leave(self.hear)


def people(service: Service, **named: Any) -> LiveGame:
    return service.begin(NewGame(black="person", white="person", **named))
