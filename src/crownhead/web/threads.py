"""Thread pools beside the event loop, one for each kind of work."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from crownhead.errors import BusyError, CrownheadError

_LOG: Final = logging.getLogger(__name__)
_T = TypeVar("_T")

_STOPPING: Final = "service.stopping"


class Threads:
    """Runs one kind of work on a few threads. For one event loop.

    `most` limits waiting and running work together; more raises `refused`.
    """

    def __init__(self, count: int, name: str, most: int, refused: str) -> None:
        self._most, self._refused = most, refused
        self._waiting = 0
        self._threads = ThreadPoolExecutor(count, thread_name_prefix=name)

    async def run(self, work: Callable[[], _T], *, most: int | None = None) -> _T:
        """Run work when a thread is free, unless too much is waiting."""
        if self._waiting >= (self._most if most is None else most):
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


async def finished(work: asyncio.Future[_T]) -> _T:
    """Wait for work in a thread. The caller may be cancelled; work that has begun goes on."""
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        if work.cancelled():  # closed before it began
            raise BusyError(_STOPPING) from None
        work.add_done_callback(_look_at)
        raise


def _look_at(done: asyncio.Future[Any]) -> None:
    """Retrieve the error of abandoned work, so that asyncio does not complain."""
    error = None if done.cancelled() else done.exception()
    if error is not None and not isinstance(error, CrownheadError):
        _LOG.error("what somebody had asked for failed after they left", exc_info=error)


class Writers(Threads):
    """Threads for changes, so that nobody else waits for the disk."""

    def __init__(self, *, threads: int = 32, most: int = 256) -> None:
        super().__init__(threads, "writing", most, "service.too-many-changes")
        self._leaving = ThreadPoolExecutor(4, thread_name_prefix="leaving")

    async def leave(self, goodbye: Callable[[], None]) -> None:
        """Run a goodbye when somebody has left, however long it waits; never refused."""
        await finished(asyncio.get_running_loop().run_in_executor(self._leaving, goodbye))

    def close(self) -> None:
        """Finish running changes, and drop the rest."""
        self._threads.shutdown(cancel_futures=True)
        self._leaving.shutdown()


class Drawers(Threads):
    """The thread for pictures; guests get half the slots, so that they cannot shut out the host.

    Drawing holds the interpreter's lock most of the time: a second thread would be no use.
    """

    def __init__(self, *, most: int = 8) -> None:
        super().__init__(1, "drawing", most, "service.too-many-pictures")
        self._stopped = False

    async def draw(self, make: Callable[[], _T], *, is_host: bool) -> _T:
        """Make a picture when its turn comes."""

        def made() -> _T:
            self.check()
            return make()

        return await self.run(made, most=None if is_host else self._most // 2)

    def check(self, *_: object) -> None:
        """Abort the current picture when the server stops."""
        if self._stopped:
            raise BusyError(_STOPPING)

    def close(self) -> None:
        """Start no more pictures, and do not wait for the current one."""
        self._stopped = True
        self._threads.shutdown(wait=False)
