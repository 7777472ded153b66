"""Where pictures are made: one after the other on a thread of their own, and not too many of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from crownhead.errors import BusyError
from crownhead.web.threads import Threads

_T = TypeVar("_T")
# Drawing holds the interpreter's lock most of the time: a second thread would only be in the way.
_THREADS: Final = 1
_MOST_WAITING: Final = 8  # pictures, the one that is being made among them


class Drawers:
    """Makes pictures beside the event loop. One loop may use it.

    Guests have half of the places, so that they cannot shut the host out.
    """

    def __init__(self, *, most: int = _MOST_WAITING) -> None:
        self._most = most
        self._stopped = False
        self._threads = Threads(
            _THREADS, "drawing", "too many pictures are being made; try again in a moment"
        )

    async def run(self, make: Callable[[], _T], *, is_host: bool) -> _T:
        """Make a picture when its turn comes."""

        def made() -> _T:
            self.check()
            return make()

        return await self._threads.run(made, self._most if is_host else self._most // 2)

    def check(self, *_: object) -> None:
        """Give up what is being made when the server stops."""
        if self._stopped:
            raise BusyError("Crownhead is stopping")

    def close(self) -> None:
        """Begin no more pictures, and do not wait for those that are begun."""
        self._stopped = True
        self._threads.close(wait=False)
