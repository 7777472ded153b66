"""Background jobs: one at a time, in order, stopped and remembered."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event

import pytest

from crownhead.errors import BusyError, GameError
from crownhead.messages import Message
from crownhead.service.jobs import Job, JobQueue
from refused import refused
from service.reviewing import wait


class Chores(JobQueue[Job]):
    """Jobs that run until they are stopped, or end at once, as their names say."""

    def __init__(self) -> None:
        super().__init__("reviews", most_waiting=3, most_ended=2)
        self.begun: list[str] = []
        self.stopped = Event()

    def add(self, name: str) -> Job:
        job = Job(name)
        with self._lock:
            self._add(job)
        return job

    def stop(self, job: Job) -> None:
        with self._lock:
            self._stop(job)

    def names(self) -> list[str]:
        with self._lock:
            return list(self._jobs)

    def _do(self, job: Job) -> None:
        self.begun.append(job.name)
        if job.name == "bad":
            raise GameError("the board is on fire")
        if job.name == "broken":
            raise ZeroDivisionError
        while job.name.startswith("long") and not job.is_stopped:
            self.stopped.wait(0.001)
        if job.is_stopped:
            raise ZeroDivisionError  # whether it succeeds or fails


@pytest.fixture
def chores() -> Iterator[Chores]:
    made = Chores()
    yield made
    made.close()


def ended(job: Job) -> tuple[str, Message | None]:
    wait(lambda: job.state not in ("waiting", "running"))
    return job.state, job.detail


def test_jobs_are_done_in_their_order_and_say_how_they_ended(chores: Chores) -> None:
    long = chores.add("long")
    wait(lambda: long.state == "running")
    jobs = [chores.add(name) for name in ("good", "bad", "broken")]
    assert {job.state for job in jobs} == {"waiting"}
    chores.stop(long)
    assert ended(long) == ("stopped", None)
    ends = [
        ("done", None),
        ("failed", Message("the board is on fire")),
        ("failed", Message("service.fault")),
    ]
    assert [ended(job) for job in jobs] == ends
    assert chores.begun == ["long", "good", "bad", "broken"]
    wait(lambda: chores.names() == ["bad", "broken"])  # only two are remembered


def test_one_that_waits_is_stopped_at_once_and_never_begun(chores: Chores) -> None:
    long, other = chores.add("long"), chores.add("other")
    chores.stop(other)
    assert ended(other) == ("stopped", None)
    chores.stop(long)
    assert ended(chores.add("good")) == ("done", None)
    assert "other" not in chores.begun


def test_a_name_is_there_once_and_too_many_are_refused(chores: Chores) -> None:
    first = chores.add("long")
    wait(lambda: first.state == "running")
    second = chores.add("long")
    wait(lambda: second.state == "running")
    assert ended(first) == ("stopped", None)
    for number in range(3):
        chores.add(f"long {number}")
    with refused(BusyError, "reviews.too-many"):
        chores.add("one more")


def test_closing_ends_all_and_refuses_more(chores: Chores) -> None:
    jobs = [chores.add(name) for name in ("long", "long 2", "good")]
    chores.close()
    assert {job.state for job in jobs} == {"stopped"}
    assert "good" not in chores.begun
    with refused(GameError, "service.stopping"):
        chores.add("late")
