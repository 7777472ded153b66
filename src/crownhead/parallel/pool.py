"""One pool for everything that is done in parallel: tasks go in, results come out as they are done."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Future,
    wait,
)
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from traceback import walk_tb
from typing import Any, Final, Generic, TypeAlias, TypeVar

from crownhead.errors import EngineError

Task = TypeVar("Task")
Result = TypeVar("Result")
#: Called by a task for each small step of it that is done.
Tick: TypeAlias = Callable[[], None]
#: Is told how many such steps have been done.
Watch: TypeAlias = Callable[[int], None]

_SECONDS_BETWEEN_NEWS: Final = 0.25
_DASKS_FUTURES: Final = "distributed.cfexecutor"
_LOST: Final = "a worker stopped early (killed, or out of memory)"


class WorkersLostError(EngineError):
    """Workers that ended before they were done; what they had not done can be done again."""


@dataclass(frozen=True, slots=True)
class Work(Generic[Task, Result]):
    """What workers do. Both functions travel to other processes.

    `begin` gives a worker what it keeps from one task to the next, in a `with` statement; `do` is
    given that, a task, and what to call for each step of it.
    """

    begin: Callable[[], AbstractContextManager[Any]]
    do: Callable[[Any, Task, Tick], Result]


@dataclass(eq=False)
class Pool(Generic[Task, Result]):
    """Workers behind an executor. One caller at a time.

    `submit` gives a task to the executor; its future has the result and how many steps were done that
    `steps` does not know of. `room` is how many tasks the workers have at a time, `steps` how many
    steps of all tasks were done so far, `check` raises when there is no use in waiting any longer,
    and `lost` says what has happened when a worker does not come back.
    """

    submit: Callable[[Task], Future[tuple[Result, int]]]
    room: int
    watch: Watch | None = None
    steps: Callable[[], int] | None = None
    check: Callable[[], None] | None = None
    lost: Callable[[], str] = lambda: _LOST
    _running: dict[Future[tuple[Result, int]], Task] = field(default_factory=dict, init=False)
    _counted: int = field(default=0, init=False)

    def results(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Result]]:
        """Do tasks, each of which is taken when a worker has room for it; give them as they are done."""
        for task in tasks:
            self._begin(task)
            while len(self._running) >= self.room:
                yield from self._done(None)
        while self._running:
            yield from self._done(None)

    def results_in_order(
        self, needs: Mapping[Task, Collection[Task]]
    ) -> Iterator[tuple[Task, Result]]:
        """Do tasks, each when those of them that it needs are done; give them as they are done."""
        waiting = {task: {need for need in needs[task] if need in needs} for task in needs}
        while waiting or self._running:
            ready = [task for task, missing in waiting.items() if not missing]
            if waiting and not ready and not self._running:
                raise ValueError("tasks that need each other can never be done")
            for task in ready[: self.room - len(self._running)]:
                del waiting[task]
                self._begin(task)
            for task, result in self._done(None):
                for missing in waiting.values():
                    missing.discard(task)
                yield task, result

    def finish(self, seconds: float) -> Iterator[tuple[Task, Result]]:
        """Begin nothing more, and give what is done within some seconds.

        Workers may have been told to end like this process, so that it is no news if they do.
        """
        deadline = time.monotonic() + seconds
        with suppress(WorkersLostError):
            while self._running and (left := deadline - time.monotonic()) > 0:
                yield from self._done(left)

    def _begin(self, task: Task) -> None:
        try:
            self._running[self.submit(task)] = task
        except Exception as error:
            if _is_loss(error):
                raise WorkersLostError(self.lost()) from None
            raise

    def _done(self, seconds: float | None) -> Iterator[tuple[Task, Result]]:
        """Wait for something to tell. Where a worker was lost, give what is there before saying so."""
        if self.check is not None or self.steps is not None:
            seconds = min(_SECONDS_BETWEEN_NEWS, seconds or _SECONDS_BETWEEN_NEWS)
        done, _ = wait(self._running, seconds, FIRST_COMPLETED)
        lost = False
        for future in done:
            task = self._running.pop(future)
            error = future.exception() if not future.cancelled() else CancelledError()
            if error is None:
                result, steps = future.result()
                self._counted += steps
                yield task, result
            elif isinstance(error, Exception) and _is_loss(error):
                lost = True
            else:
                raise error
        if lost:
            raise WorkersLostError(self.lost())
        if self.watch is not None:
            self.watch(self._counted + (self.steps() if self.steps else 0))
        if not done and self.check is not None:
            self.check()


@contextmanager
def this_process(work: Work[Task, Result], watch: Watch | None) -> Iterator[Pool[Task, Result]]:
    """The only worker is the process that asks: it does each task where it is asked for."""
    steps = 0

    def tick() -> None:
        nonlocal steps
        steps += 1
        if watch is not None:
            watch(steps)

    with work.begin() as kept:

        def do(task: Task) -> Future[tuple[Result, int]]:
            future: Future[tuple[Result, int]] = Future()
            future.set_result((work.do(kept, task, tick), 0))
            return future

        yield Pool(do, room=1)


def _is_loss(error: Exception) -> bool:
    """Whether an error is about a worker and not about its task; Dask has many for that."""
    ours = isinstance(error, (BrokenExecutor, CancelledError))
    if ours or type(error).__module__.partition(".")[0] == "distributed":
        return True
    # A cluster that ends in this moment has no answer, and Dask trips over that.
    frames = [frame for frame, _ in walk_tb(error.__traceback__)]
    is_dasks = frames[-1:] and frames[-1].f_globals.get("__name__") == _DASKS_FUTURES
    return bool(is_dasks) and isinstance(error, (TypeError, ValueError))
