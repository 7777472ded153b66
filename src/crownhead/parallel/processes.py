"""Processes of this machine as workers. They do not hear Ctrl-C, and end with who started them."""

from __future__ import annotations

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
from crownhead.files import system_words
from crownhead.interrupts import end_with, interrupts_held
from crownhead.parallel.pool import Pool, Result, Task, Watch, Work


class _Processes(ProcessPoolExecutor):
    """Starts its processes as they are needed, when work is given to it."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        try:
            with interrupts_held():
                return super().submit(fn, *args, **kwargs)
        except (OSError, ValueError) as error:
            # Where another worker was lost meanwhile, the pool's pipes are closed, or something else by now.
            if self._broken or (isinstance(error, OSError) and error.errno is None):
                raise BrokenProcessPool(str(error)) from None
            if isinstance(error, ValueError):
                raise
            raise EngineError(f"cannot start a worker: {system_words(error)}") from None


@contextmanager
def process_pool(
    work: Work[Task, Result], count: int, watch: Watch | None
) -> Iterator[Pool[Task, Result]]:
    """Fresh processes: a forked engine would have no threads. No more is begun than they can do."""
    if getattr(current_process(), "_inheriting", False):
        raise EngineError(
            "a worker loads the script that started it, and this script starts work whenever it is "
            'loaded: put that part under `if __name__ == "__main__":`'
        )
    context = get_context("spawn")
    leash, held = Pipe(duplex=False)
    with interrupts_held():  # Python starts a process that keeps account of what is shared
        steps = context.Value("q", 0)
        workers = _Processes(
            count, mp_context=context, initializer=_begin, initargs=(leash, steps, work)
        )

    def so_far() -> int:
        return int(steps.get_obj().value)  # without the lock, which a killed worker would keep

    try:
        yield Pool(
            lambda task: workers.submit(_do, task),
            room=count,
            watch=watch,
            steps=so_far if watch is not None else None,
        )
    finally:
        # It takes moments, and workers that we did not wait for would miss what they share with us.
        with interrupts_held():
            held.close()
            workers.shutdown(cancel_futures=True)
            leash.close()


# How a worker process does a task, with what it keeps.
_worker: Final[ContextVar[Callable[[Any], Any]]] = ContextVar("worker")


def _begin(leash: Connection, steps: Any, work: Work[Any, Any]) -> None:
    """Leave Ctrl-C to the process that started this one, and end with it, whatever ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Standard output is for results: what code of others prints does not go there.
    with suppress(OSError):  # where one of them is closed
        os.dup2(2, 1)
    ending = ExitStack()

    def end(*_: object) -> None:
        # Not by an exception: whoever runs tasks here would take it for the task's.
        try:
            ending.close()  # what the worker keeps may be programs, which must end too
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
