"""Where changes are made: on threads of their own, so that waiting for the disk keeps nobody else waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from crownhead.store import GameStore
from crownhead.web.threads import Threads, finished

_T = TypeVar("_T")
_THREADS: Final = 32
_THREADS_FOR_LEAVING: Final = 4
_MOST_WAITING: Final = 256  # changes, those that are being made among them


class Writers:
    """Makes changes beside the event loop. One loop may use it.

    Too many are refused at once.
    """

    def __init__(
        self, store: GameStore, *, threads: int = _THREADS, most: int = _MOST_WAITING
    ) -> None:
        self._store = store
        self._most = most
        self._threads = Threads(
            threads, "writing", "too many changes wait to be stored; try again in a moment"
        )
        self._leaving = ThreadPoolExecutor(_THREADS_FOR_LEAVING, thread_name_prefix="leaving")

    async def run(self, change: Callable[[], _T]) -> _T:
        """Make a change when a thread is free."""
        return await self._threads.run(change, self._most)

    async def leave(self, goodbye: Callable[[], None]) -> None:
        """Do what must be done once somebody has gone, however long it waits; it is never refused."""
        await finished(asyncio.get_running_loop().run_in_executor(self._leaving, goodbye))

    def close(self) -> None:
        """Make what is begun, and drop the rest."""
        self._threads.close(wait=True)
        self._leaving.shutdown(wait=True)
