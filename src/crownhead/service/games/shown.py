"""What everybody is shown of a game: one view, made anew when it is not true any more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pydantic_core import to_json

from crownhead.pieces import Side
from crownhead.service.contract import GameView
from crownhead.service.games.view import side_name

# While a clock runs, a view is fresh for so many seconds.
_SECONDS_FRESH: Final = 0.05


class ShownView:
    """The newest view of a game, and the same as JSON. All but `told` needs the game's lock."""

    def __init__(self, make: Callable[[], GameView], now: Callable[[], float]) -> None:
        #: What was shown last, true or not.
        self.told: tuple[GameView, bytes]
        self._make = make
        self._now = now
        self._made: float | None = None  # when; None if something has changed since

    def outdate(self) -> None:
        """Take note that what was shown is not true any more."""
        self._made = None

    def renew(self) -> None:
        """Make the view that everybody is shown."""
        made = self._make()
        self.told = (made, to_json(made))
        self._made = self._now()

    def is_fresh(self, running: Side | None, *, thinking: bool) -> bool:
        """Whether the view still shows which clock runs, its time, and whether anybody thinks."""
        if self._made is None:
            return False
        view = self.told[0]
        if view["clock"]["running"] != (side_name(running) if running else None):
            return False
        if (view["thinking"] is not None) != thinking:
            return False
        return running is None or self._now() - self._made < _SECONDS_FRESH
