"""Threads beside the event loop for one kind of work, of which only so much may wait."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from crownhead.errors import BusyError, CrownheadError

_LOG: Final = logging.getLogger(__name__)
_T = TypeVar("_T")

_STOPPING = "Crownhead is stopping"


class Threads:
    """Does work when a thread is free. One loop may use it.

    `refused` is what somebody is told for whom there is no room.
    """

    def __init__(self, count: int, name: str, refused: str) -> None:
        self._refused = refused
        self._waiting = 0  # or being done
        self._threads = ThreadPoolExecutor(count, thread_name_prefix=name)

    async def run(self, work: Callable[[], _T], most: int) -> _T:
        """Do something when its turn comes, unless so many things wait already."""
        if self._waiting >= most:
            raise BusyError(self._refused)
        try:
            done = asyncio.get_running_loop().run_in_executor(self._threads, work)
        except RuntimeError:  # closed
            raise BusyError(_STOPPING) from None
        self._waiting += 1
        done.add_done_callback(self._count_off)
        return await finished(done)

    def _count_off(self, _: object) -> None:
        self._waiting -= 1

    def close(self, *, wait: bool) -> None:
        """Begin nothing more; where somebody waits for it, what is begun is done and the rest dropped."""
        self._threads.shutdown(wait=wait, cancel_futures=wait)


async def finished(work: asyncio.Future[_T]) -> _T:
    """Wait for work in a thread. Who asked may go away; what is begun takes its turn."""
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        if work.cancelled():  # closed before its turn came
            raise BusyError(_STOPPING) from None
        work.add_done_callback(_look_at)
        raise


def _look_at(done: asyncio.Future[Any]) -> None:
    """See how something ended that nobody waits for any more: asyncio would complain of any error."""
    error = None if done.cancelled() else done.exception()
    if error is not None and not isinstance(error, CrownheadError):
        _LOG.error("what somebody had asked for failed after they left", exc_info=error)
