"""Where pictures are made: one after the other on a thread of their own, and not too many of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from crownhead.errors import BusyError

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
        self._waiting = 0
        self._stopped = False
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="drawing")

    async def run(self, make: Callable[[], _T], *, is_host: bool) -> _T:
        """Make a picture when its turn comes."""
        if self._waiting >= (self._most if is_host else self._most // 2):
            raise BusyError("too many pictures are being made; try again in a moment")

        def made() -> _T:
            self.check()
            return make()

        self._waiting += 1
        done = asyncio.get_running_loop().run_in_executor(self._threads, made)
        done.add_done_callback(self._count_off)
        return await asyncio.shield(done)  # who asked may go away; what is begun takes its turn

    def _count_off(self, _: object) -> None:
        self._waiting -= 1

    def check(self, *_: object) -> None:
        """Give up what is being made when the server stops."""
        if self._stopped:
            raise BusyError("Crownhead is stopping")

    def close(self) -> None:
        """Begin no more pictures, and do not wait for those that are begun."""
        self._stopped = True
        self._threads.shutdown(wait=False)
