"""Background jobs: they wait, run one at a time, and can be stopped."""

import logging
from abc import ABC, abstractmethod
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Lock
from typing import Final, Generic, Literal, TypeVar

from crownhead.errors import BusyError, CrownheadError, GameError
from crownhead.messages import Message

_LOG: Final = logging.getLogger(__name__)
JobState = Literal["waiting", "running", "done", "failed", "stopped"]


@dataclass(slots=True)
class Job:
    """A job that is waiting, running or over."""

    name: str
    state: JobState = field(default="waiting", kw_only=True)
    detail: Message | None = field(default=None, kw_only=True)  # why it failed
    is_stopped: bool = field(default=False, kw_only=True)  # a running job ends a little later


_J = TypeVar("_J", bound=Job)


class JobQueue(ABC, Generic[_J]):
    """Runs one job at a time, in the order they were asked for. Any thread may call."""

    def __init__(self, name: str, *, most_waiting: int, most_ended: int) -> None:
        self._lock = Lock()
        self._jobs: dict[str, _J] = {}  # by name, in order of arrival
        self._closing = False
        self._worker = ThreadPoolExecutor(1, name)
        self._name = name  # also the beginning of the key of its refusal
        self._most_waiting = most_waiting
        self._most_ended = most_ended  # ended jobs to remember

    def close(self) -> None:
        """Stop all jobs, and wait until the last has ended."""
        with self._lock:
            self._closing = True
            for job in list(self._jobs.values()):
                self._stop(job)
        self._worker.shutdown()

    # ---- call these with the lock held

    def _add(self, job: _J) -> None:
        """Queue a job; an earlier one with this name is stopped."""
        if self._closing:
            raise GameError("service.stopping")
        old = self._jobs.pop(job.name, None)
        if old is not None:
            self._stop(old)
        if len(self._in_state("waiting")) >= self._most_waiting:
            raise BusyError(f"{self._name}.too-many", count=self._most_waiting)
        self._jobs[job.name] = job
        self._moved(job)
        self._worker.submit(self._work, job)

    def _stop(self, job: _J) -> None:
        """Stop a job; a waiting one ends at once."""
        job.is_stopped = True
        if job.state == "waiting":
            self._end(job, "stopped")

    def _end(self, job: _J, state: JobState, detail: Message | None = None) -> None:
        job.state, job.detail = state, detail
        self._moved(job)
        for old in self._in_state("done", "failed", "stopped")[: -self._most_ended]:
            del self._jobs[old.name]

    def _in_state(self, *states: JobState) -> list[_J]:
        return [job for job in self._jobs.values() if job.state in states]

    def _moved(self, job: _J) -> None:
        """React when a job starts waiting, starts running, or ends."""

    # ---- in the worker thread, without the lock

    @abstractmethod
    def _do(self, job: _J) -> None:
        """Run a job; a stopped one may end with any error."""

    def _rest(self) -> None:
        """Do work that can wait until a job has ended."""

    def _work(self, job: _J) -> None:
        with self._lock:
            if job.is_stopped:
                return
            job.state = "running"
            self._moved(job)
        state, detail = self._outcome(job)
        with self._lock:
            self._end(job, state, detail)
        self._rest()

    def _outcome(self, job: _J) -> tuple[JobState, Message | None]:
        """Run a job; return how it ended and why."""
        try:
            self._do(job)
        except Exception as error:
            if job.is_stopped:
                return "stopped", None
            if isinstance(error, CrownheadError):
                return "failed", error.message
            _LOG.exception("a job of the %s failed: %s", self._name, job.name)
            return "failed", Message("service.fault")
        return "done", None
