"""A watcher of games, and a clock that the tests move."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from crownhead.service import LiveGame, NewGame, Service
from crownhead.service.contract import GameSummaryView, GameView, OutcomeView

LONG = 60  # seconds after which a test gives up; none needs more than a few


class Time:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


class Listener:
    """A watcher of a game, who can wait for what it shows."""

    def __init__(self, game: LiveGame) -> None:
        self._game = game
        self._changed = threading.Condition()
        self.heard: list[str] = []
        game.watch(self.hear)

    def hear(self, what: str) -> None:
        with self._changed:
            self.heard.append(what)
            self._changed.notify_all()

    def wait(self, wanted: Callable[[GameView], bool]) -> GameView:
        for _ in range(LONG * 10):
            view = self._game.view()
            if wanted(view):
                return view
            with self._changed:
                self._changed.wait(0.1)
        raise AssertionError(f"this was never seen; the last was {view}")

    def wait_for_depth(self, depth: int) -> None:
        """Wait until a computer has reached a depth."""
        for _ in range(LONG * 10):
            thinking = self._game.thinking()
            if thinking is not None and thinking["depth"] >= depth:
                return
            with self._changed:
                self._changed.wait(0.1)
        raise AssertionError(f"nobody looked {depth} plies deep")

    def leave(self) -> None:
        self._game.leave(self.hear)


def outcome_of(view: GameView) -> OutcomeView:
    """The outcome of a game that must be over."""
    assert view["outcome"] is not None
    return view["outcome"]


def people(service: Service, **named: Any) -> LiveGame:
    return service.begin(NewGame(black="person", white="person", **named))


def read(service: Service, limit: int = 20) -> list[GameSummaryView]:
    """The list of games, none of which may be broken."""
    found = service.games(limit).games
    assert not [one for one in found if "error" in one]
    return found  # type: ignore[return-value]
