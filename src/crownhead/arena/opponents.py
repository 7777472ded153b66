"""Those who play in a match: programs are started once, all others are made anew for each game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from crownhead.players import Player, player
from crownhead.rules import Rules

if TYPE_CHECKING:
    from typing_extensions import Self

    from crownhead.engine.hub import HubEngine


class Opponents:
    """Opponents by name, one game at a time. Leaving the `with` statement ends the programs.

    A program may take long to start, and is told when a game is new. Everybody else begins each
    game with its own seed.
    """

    def __init__(self) -> None:
        self._programs: dict[str, HubEngine] = {}

    @contextmanager
    def seated(self, name: str, seed: int) -> Iterator[Player]:
        """Have an opponent for one game."""
        one = self._programs.get(name) or player(name, seed=seed, programs=True)
        try:
            yield self._kept(name, one)
        finally:
            if name not in self._programs:
                close(one)

    def call(self, name: str, rules: Rules) -> None:
        """Refuse an opponent that would fail in every game: a program that does not start, say."""
        with self.seated(name, 0):
            if name in self._programs:
                self._programs[name].greet(rules)

    def _kept(self, name: str, one: Player) -> Player:
        from crownhead.engine.hub import HubEngine  # seldom wanted

        if isinstance(one, HubEngine):
            self._programs[name] = one
        return one

    def close(self) -> None:
        """End all programs."""
        while self._programs:
            self._programs.popitem()[1].close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


def close(one: Player) -> None:
    """Give back what an opponent holds, if anything."""
    if hasattr(one, "close"):
        one.close()
