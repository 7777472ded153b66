"""The interface of an opponent, and of one that can be interrupted."""

from collections.abc import Callable
from threading import Event
from typing import Protocol, runtime_checkable

from crownhead.engine.limits import Limit
from crownhead.errors import SearchStoppedError
from crownhead.game import Game
from crownhead.move import Move


@runtime_checkable
class Player(Protocol):
    """Anyone who can choose a move: any class with these two members.

    >>> class First:
    ...     name = "first"
    ...
    ...     def choose(self, game: Game) -> Move:
    ...         return game.legal_moves()[0]
    >>> isinstance(First(), Player), First().choose(Game())
    (True, <Move 9-13>)

    A player that needs time can be a `Thinker` too.
    """

    name: str

    def choose(self, game: Game) -> Move:
        """Choose a legal move of a game that is not over, without changing the game."""
        ...


@runtime_checkable
class Thinker(Protocol):
    """A player that can be interrupted, and that reports the depth of its search.

    One caller at a time; only `stop` may be called from another thread. A stopped choice raises
    SearchStoppedError. `allowance` is the limit by its clock: a player that ignores it can lose on time.
    """

    watch: Callable[[int], None] | None
    allowance: Limit | None

    def stop(self) -> None:
        """Stop the current choice within milliseconds, or the next one if there is none."""
        ...

    def close(self) -> None:
        """Release threads and memory."""
        ...


class Interruption(Event):
    """Set by `stop`, until a choice has ended by it."""

    def raise_if_set(self) -> None:
        """End the choice if it was stopped."""
        if self.is_set():
            self.clear()
            raise SearchStoppedError("engine.stopped")
