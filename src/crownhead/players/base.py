"""What an opponent must be able to do, and what one that thinks long can do besides."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import Protocol, runtime_checkable

from crownhead.engine.limits import Limit
from crownhead.errors import SearchStoppedError
from crownhead.game import Game
from crownhead.move import Move


@runtime_checkable
class Player(Protocol):
    """Anyone who can choose a move; a class with these two members is one.

    >>> class First:
    ...     name = "first"
    ...
    ...     def choose(self, game: Game) -> Move:
    ...         return game.legal_moves()[0]
    >>> isinstance(First(), Player), First().choose(Game())
    (True, <Move 9-13>)

    A player that thinks long may be a `Thinker` too.
    """

    name: str

    def choose(self, game: Game) -> Move:
        """Choose one of the legal moves of a game that is not over; the game stays as it is."""
        ...


@runtime_checkable
class Thinker(Protocol):
    """A player that can be interrupted, and says how deep it has looked.

    One caller at a time; only `stop` may come from another thread. A choice that was stopped
    raises SearchStoppedError. `allowance` is the time that its clock leaves it; a player that does
    not look at it may lose on time. `close` gives back what the player holds.
    """

    watch: Callable[[int], None] | None
    allowance: Limit | None

    def stop(self) -> None:
        """End the choice that is being made, within milliseconds, or the next if there is none."""
        ...

    def close(self) -> None:
        """Give back threads and memory."""
        ...


class Interruption(Event):
    """Set where a player was told to stop, until a choice has ended by it."""

    def raise_if_set(self) -> None:
        """End the choice if that was asked for."""
        if self.is_set():
            self.clear()
            raise SearchStoppedError("the player was stopped before it had chosen")
