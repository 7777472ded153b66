"""Imports that run in the background, one at a time: asked for, watched, stopped."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Condition, Thread
from typing import IO, Final

from crownhead.errors import (
    BusyError,
    CrownheadError,
    LibraryError,
    NotFoundError,
    StoreError,
    excerpt,
)
from crownhead.library.importing import ImportProgress, ImportStoppedError, import_games
from crownhead.service.library_contract import ImportStateCode, ImportView
from crownhead.service.library_view import progress_view
from crownhead.store.library import LibraryStore
from crownhead.store.names import new_name

_LOG: Final = logging.getLogger(__name__)
_MOST_WAITING: Final = 8
_MOST_ENDED: Final = 16
# After every few hundred games the page has so many seconds for itself.
_PAUSE: Final = 0.02


@dataclass(slots=True)
class _Job:
    """An import that waits, runs or has ended."""

    name: str
    collection: str
    source: str
    open: Callable[[], IO[bytes]]
    path: Path | None  # a file that is ours, and is removed at the end
    state: ImportStateCode = "waiting"
    progress: ImportProgress = field(default_factory=ImportProgress)
    detail: str | None = None
    stopped: bool = False

    def view(self) -> ImportView:
        """How far it is."""
        return progress_view(
            self.name, self.collection, self.source, self.state, self.progress, self.detail
        )


class Importer:
    """One import at a time, in the order in which they were asked for. Any thread may call."""

    def __init__(self, library: LibraryStore) -> None:
        self._library = library
        self._changed = Condition()
        self._jobs: dict[str, _Job] = {}
        self._closing = False
        self._worker: Thread | None = None

    def ask(
        self,
        collection: str,
        source: str,
        opened: Callable[[], IO[bytes]],
        path: Path | None = None,
        size: int | None = None,
    ) -> ImportView:
        """Import a file when its turn comes. `path` is removed at the end, whatever happens."""
        with self._changed:
            if self._closing:
                raise LibraryError("Crownhead is shutting down")
            waiting = [job for job in self._jobs.values() if job.state == "waiting"]
            if len(waiting) >= _MOST_WAITING:
                raise BusyError(f"{_MOST_WAITING} files wait to be imported; try again later")
            job = _Job(new_name(), collection, source, opened, path)
            job.progress.size = size
            self._jobs[job.name] = job
            self._forget_old()
            if self._worker is None:
                self._worker = Thread(target=self._work, name="imports", daemon=True)
                self._worker.start()
            self._changed.notify_all()
            return job.view()

    def view(self, name: str) -> ImportView:
        """How far an import is."""
        return self._job(name).view()

    def views(self) -> list[ImportView]:
        """Imports that wait, run, or have failed in this sitting, the newest first."""
        with self._changed:
            return [job.view() for job in reversed(self._jobs.values())]

    def stop(self, name: str) -> ImportView:
        """Stop an import; what it has brought is kept, and can be undone."""
        job = self._job(name)
        with self._changed:
            job.stopped = True
            if job.state == "waiting":
                self._end(job, "stopped")
        return job.view()

    def close(self) -> None:
        """Stop everything; what was brought is kept."""
        with self._changed:
            self._closing = True
            for job in self._jobs.values():
                job.stopped = True
                if job.state == "waiting":
                    self._end(job, "stopped")
            self._changed.notify_all()
            worker = self._worker
        if worker is not None:
            worker.join()

    def _job(self, name: str) -> _Job:
        with self._changed:
            if name not in self._jobs:
                raise NotFoundError(f"there is no import '{excerpt(name)}'")
            return self._jobs[name]

    def _forget_old(self) -> None:
        ended = [one for one in self._jobs.values() if one.state not in ("waiting", "running")]
        for old in ended[:-_MOST_ENDED]:
            del self._jobs[old.name]

    def _end(self, job: _Job, state: ImportStateCode, detail: str | None = None) -> None:
        job.state, job.detail = state, detail
        if job.path is not None:
            job.path.unlink(missing_ok=True)

    # ---- in the worker

    def _work(self) -> None:
        while (job := self._next()) is not None:
            state, detail = self._run(job)
            with self._changed:
                self._end(job, state, detail)
            with suppress(StoreError):  # the next import will tell
                self._library.positions.load(lambda: self._closing)

    def _next(self) -> _Job | None:
        with self._changed:
            while True:
                if self._closing:
                    return None
                for job in self._jobs.values():
                    if job.state == "waiting":
                        job.state = "running"
                        return job
                self._changed.wait()

    def _run(self, job: _Job) -> tuple[ImportStateCode, str | None]:
        def watch(progress: ImportProgress) -> None:
            job.progress = progress
            if job.stopped:
                raise ImportStoppedError("the import was stopped; what it has brought is kept")

        try:
            with job.open() as file:
                size = job.progress.size
                job.progress = import_games(
                    self._library,
                    job.collection,
                    file,
                    job.source,
                    size=size,
                    watch=watch,
                    pause=_PAUSE,
                )
        except ImportStoppedError:
            return "stopped", None
        except CrownheadError as error:
            return "failed", str(error)
        except OSError as error:
            return "failed", f"the file cannot be read: {error.strerror or error}"
        except Exception:
            _LOG.exception("%s could not be imported", job.source)
            return "failed", "an error"
        return "done", None
