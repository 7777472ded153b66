"""The only worker is the process that asks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any

from crownhead.parallel.pool import Pool, Result, Task, Watch, Work


class _AtOnce(Executor):
    """Does the work where it is asked for."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@contextmanager
def this_process(work: Work[Task, Result], watch: Watch | None) -> Iterator[Pool[Task, Result]]:
    """Do each task where it is asked for."""
    steps = 0

    def tick() -> None:
        nonlocal steps
        steps += 1
        if watch is not None:
            watch(steps)

    executor = _AtOnce()
    with work.begin() as kept:

        def do(task: Task) -> tuple[Result, int]:
            return work.do(kept, task, tick), 0

        yield Pool(lambda task: executor.submit(do, task), room=1)
