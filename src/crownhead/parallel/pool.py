"""The pool: tasks go in, results come out as they are done."""

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
from crownhead.messages import Message

Task = TypeVar("Task")
Result = TypeVar("Result")
#: Called by a task after each of its steps.
Tick: TypeAlias = Callable[[], None]
#: Called with the number of finished steps of all tasks.
Watch: TypeAlias = Callable[[int], None]

_SECONDS_BETWEEN_NEWS: Final = 0.25
_DASKS_FUTURES: Final = "distributed.cfexecutor"


class WorkersLostError(EngineError):
    """Workers that ended early. Their unfinished tasks can be run again."""


@dataclass(frozen=True, slots=True)
class Work(Generic[Task, Result]):
    """What workers do. Both functions are pickled.

    `begin` is a context manager with what a worker keeps between tasks. `do` gets that, a task, and a
    function to call after each step.
    """

    begin: Callable[[], AbstractContextManager[Any]]
    do: Callable[[Any, Task, Tick], Result]


@dataclass(eq=False)
class Pool(Generic[Task, Result]):
    """Workers behind an executor. One caller at a time.

    `submit` gives a task to the executor; its future has the result and the number of steps that `steps`
    does not count. `room` is the number of tasks at a time, `steps` counts the steps of all tasks,
    `check` raises an error when waiting is pointless, and `lost` explains the loss of a worker.
    """

    submit: Callable[[Task], Future[tuple[Result, int]]]
    room: int
    watch: Watch | None = None
    steps: Callable[[], int] | None = None
    check: Callable[[], None] | None = None
    lost: Callable[[], Message] = lambda: Message("workers.lost")
    _running: dict[Future[tuple[Result, int]], Task] = field(default_factory=dict, init=False)
    _counted: int = field(default=0, init=False)

    def results(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Result]]:
        """Run tasks and yield them as they are done; each is taken when there is room for it."""
        for task in tasks:
            self._begin(task)
            while len(self._running) >= self.room:
                yield from self._done(None)
        while self._running:
            yield from self._done(None)

    def results_in_order(
        self, needs: Mapping[Task, Collection[Task]]
    ) -> Iterator[tuple[Task, Result]]:
        """Run tasks after their dependencies and yield them as they are done."""
        waiting = {task: {need for need in needs[task] if need in needs} for task in needs}
        while waiting or self._running:
            ready = [task for task, missing in waiting.items() if not missing]
            if waiting and not ready and not self._running:
                raise ValueError(waiting)  # a cycle
            for task in ready[: self.room - len(self._running)]:
                del waiting[task]
                self._begin(task)
            for task, result in self._done(None):
                for missing in waiting.values():
                    missing.discard(task)
                yield task, result

    def finish(self, seconds: float) -> Iterator[tuple[Task, Result]]:
        """Start no more tasks, and yield those that are done within some seconds.

        The loss of workers is ignored: they may have been interrupted like this process.
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
        """Wait for news. If a worker was lost, yield finished results before the error."""
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
    """A pool whose only worker is this process."""
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
    """Whether an error is about a worker and not about its task. Dask has many kinds of them."""
    ours = isinstance(error, (BrokenExecutor, CancelledError))
    if ours or type(error).__module__.partition(".")[0] == "distributed":
        return True
    # When a cluster ends at this moment, Dask fails with other errors.
    frames = [frame for frame, _ in walk_tb(error.__traceback__)]
    is_dasks = frames[-1:] and frames[-1].f_globals.get("__name__") == _DASKS_FUTURES
    return bool(is_dasks) and isinstance(error, (TypeError, ValueError))
