"""Processes of this machine as workers. They ignore Ctrl-C, and end with the process that started them."""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from multiprocessing import Pipe, current_process, get_context
from multiprocessing.connection import Connection
from typing import Any, Final

from crownhead.errors import EngineError
from crownhead.files import system_message
from crownhead.interrupts import end_with, interrupts_held
from crownhead.parallel.pool import Pool, Result, Task, Watch, Work


class _Processes(ProcessPoolExecutor):
    """Starts its processes on demand."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        try:
            with interrupts_held():
                return super().submit(fn, *args, **kwargs)
        except (OSError, ValueError) as error:
            # If another worker was lost meanwhile, the pool's pipes are closed or reused.
            if self._broken or (isinstance(error, OSError) and error.errno is None):
                raise BrokenProcessPool(str(error)) from None
            if isinstance(error, ValueError):
                raise
            raise EngineError("workers.not-started", why=system_message(error)) from None


@contextmanager
def process_pool(
    work: Work[Task, Result], count: int, watch: Watch | None
) -> Iterator[Pool[Task, Result]]:
    """Spawned processes: a forked engine would have no threads."""
    if getattr(current_process(), "_inheriting", False):
        raise EngineError("workers.unguarded-script")
    context = get_context("spawn")
    leash, held = Pipe(duplex=False)
    with interrupts_held():  # Python starts its resource tracker
        steps = context.Value("q", 0)
        workers = _Processes(
            count, mp_context=context, initializer=_begin, initargs=(leash, steps, work)
        )

    def so_far() -> int:
        return int(steps.get_obj().value)  # without the lock, which a killed worker may hold

    try:
        yield Pool(
            lambda task: workers.submit(_do, task),
            room=count,
            watch=watch,
            steps=so_far if watch is not None else None,
        )
    finally:
        # This takes moments, and workers left behind would lack what they share with this process.
        with interrupts_held():
            held.close()
            workers.shutdown(cancel_futures=True)
            leash.close()


# The function that runs a task in a worker process.
_worker: Final[ContextVar[Callable[[Any], Any]]] = ContextVar("worker")


def _begin(leash: Connection, steps: Any, work: Work[Any, Any]) -> None:
    """Leave Ctrl-C to the parent process, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Standard output is for results: the output of users' code goes to standard error.
    with suppress(OSError):  # one of them may be closed
        os.dup2(2, 1)
    ending = ExitStack()

    def end(*_: object) -> None:
        # Not by an exception, which would be taken for the task's.
        try:
            ending.close()  # the worker may keep programs, which must end too
        finally:
            os._exit(0)

    signal.signal(signal.SIGTERM, end)
    end_with(leash)
    kept = ending.enter_context(work.begin())

    def tick() -> None:
        with steps.get_lock():
            steps.value += 1

    _worker.set(lambda task: work.do(kept, task, tick))


def _do(task: Any) -> tuple[Any, int]:
    return _worker.get()(task), 0
