"""The pool: complete results, constant memory, and lost workers."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children
from typing import Any

import pytest

from crownhead.errors import EngineError
from crownhead.parallel import Pool, Tick, Work, WorkersLostError, pool
from refused import refused


@contextmanager
def kept() -> Iterator[dict[str, int]]:
    yield {"tasks": 0}


def double(kept: dict[str, int], number: int, tick: Tick) -> tuple[int, int]:
    kept["tasks"] += 1
    for _ in range(number):
        tick()
    return 2 * number, kept["tasks"]


def failing(_: object, number: int, __: Tick) -> int:
    raise EngineError(f"{number} cannot be done")


def killed(_: object, number: int, __: Tick) -> int:
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_task_is_done_and_its_steps_are_counted(jobs: int) -> None:
    told: list[int] = []
    with pool(Work(kept, double), jobs=jobs, watch=told.append) as workers:
        results = dict(workers.results(range(1, 7)))
    assert {task: result for task, (result, _) in results.items()} == {
        n: 2 * n for n in range(1, 7)
    }
    assert (told[-1], told) == (sum(range(1, 7)), sorted(told))
    # A worker keeps its state between tasks.
    assert max(tasks for _, tasks in results.values()) >= 6 // jobs
    assert not active_children()


def test_no_more_is_begun_than_workers_can_do() -> None:
    begun: list[int] = []

    def tasks() -> Iterator[int]:
        for number in range(1, 7):
            begun.append(number)
            yield number

    with pool(Work(kept, double), jobs=2) as workers:
        results = workers.results(tasks())
        next(results)
        assert len(begun) == 2
        assert len(list(results)) == 5


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_of_a_task_comes_back(jobs: int) -> None:
    with (
        pool(Work(kept, failing), jobs=jobs) as workers,
        pytest.raises(EngineError, match="1 cannot be done"),
    ):
        list(workers.results([1]))


def test_a_worker_that_is_killed_is_told() -> None:
    with (
        pool(Work(kept, killed), jobs=2) as workers,
        refused(WorkersLostError, "workers.lost"),
    ):
        list(workers.results([2]))
    assert not active_children()


def test_workers_that_were_killed_before_a_task_are_told() -> None:
    def tasks() -> Iterator[int]:
        yield 1
        for process in active_children():
            process.kill()
            process.join()
        yield 3

    with (
        pool(Work(kept, killed), jobs=2) as workers,
        refused(WorkersLostError, "workers.lost"),
    ):
        list(workers.results(tasks()))


def test_a_worker_that_is_lost_while_another_starts_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Then the pipes for the new worker are closed or reused."""

    def start(self: ProcessPoolExecutor) -> None:
        setattr(self, "_broken", "a worker was lost")  # noqa: B010 - as its own thread does
        raise ValueError("bad value(s) in fds_to_keep")

    monkeypatch.setattr(ProcessPoolExecutor, "_adjust_process_count", start)
    with (
        pool(Work(kept, killed), jobs=2) as workers,
        refused(WorkersLostError, "workers.lost"),
    ):
        list(workers.results([1, 3]))


class Mortal(Executor):
    """Runs in this process, and fails like a lost worker at its third task."""

    def __init__(self) -> None:
        self.given = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        self.given += 1
        future: Future[Any] = Future()
        if self.given == 3:
            future.set_exception(BrokenProcessPool())
        else:
            future.set_result((fn(*args), 0))
        return future


def test_what_is_done_is_kept_when_a_worker_is_lost() -> None:
    executor = Mortal()
    workers: Pool[int, str] = Pool(lambda task: executor.submit(str, task), room=4)
    done: deque[tuple[int, str]] = deque()
    with pytest.raises(WorkersLostError):
        done.extend(workers.results(range(4)))  # what came before the error counts
    assert sorted(done) == [(0, "0"), (1, "1"), (3, "3")]


@pytest.mark.parametrize("jobs", [1, 2])
def test_tasks_wait_for_what_they_need(jobs: int) -> None:
    needs = {
        8: [4, 2],
        4: [2, 99],
        2: [1],
        1: [],
        3: [1],
    }  # what is not among them is there already
    with pool(Work(kept, double), jobs=jobs) as workers:
        done = [task for task, _ in workers.results_in_order(needs)]
    assert sorted(done) == sorted(needs)
    for task, needed in needs.items():
        assert all(done.index(one) < done.index(task) for one in needed if one in needs)
    with pool(Work(kept, double), jobs=1) as workers, pytest.raises(ValueError, match=r"1: \{2\}"):
        list(workers.results_in_order({1: [2], 2: [1]}))
