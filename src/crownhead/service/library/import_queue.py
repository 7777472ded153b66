"""Background imports, one at a time."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

from crownhead.errors import LibraryError, NotFoundError, StoreError, excerpt
from crownhead.files import system_message
from crownhead.library.importing import ImportProgress, ImportStoppedError, import_games
from crownhead.service.contract import message_view, view_of
from crownhead.service.jobs import Job, JobQueue
from crownhead.service.library.library_contract import ImportView
from crownhead.service.library.library_view import fault_views
from crownhead.store.library.library_store import LibraryStore
from crownhead.store.values import new_name

_MOST_WAITING: Final = 8
_MOST_ENDED: Final = 16
# Seconds that an import pauses after every few hundred games, so that pages stay responsive.
_PAUSE: Final = 0.02


@dataclass(slots=True)
class _Import(Job):
    """An import that is waiting, running or over."""

    collection: str
    source: str
    open: Callable[[], IO[bytes]]
    path: Path | None  # our own temporary file, removed at the end
    progress: ImportProgress = field(default_factory=ImportProgress)

    def view(self) -> ImportView:
        """The progress so far."""
        progress, done = self.progress, self.state == "done"
        share = min(1.0, progress.read / progress.size) if progress.size else None
        return view_of(
            ImportView,
            progress,
            id=progress.number or None,
            job=self.name,
            collection=self.collection,
            source=self.source,
            state=self.state,
            present=progress.added,
            share=1.0 if done else share,
            faults=fault_views(list(progress.faults)),
            detail=self.detail and message_view(self.detail),
            started=None,
        )


class Importer(JobQueue[_Import]):
    """The imports since the program started. Added games stay, however one ends. Any thread may call."""

    def __init__(self, library: LibraryStore) -> None:
        super().__init__("imports", most_waiting=_MOST_WAITING, most_ended=_MOST_ENDED)
        self._library = library

    def ask(
        self,
        collection: str,
        source: str,
        opened: Callable[[], IO[bytes]],
        path: Path | None = None,
        size: int | None = None,
    ) -> ImportView:
        """Queue the import of a file. `path` is removed at the end, whatever happens."""
        job = _Import(new_name(), collection, source, opened, path)
        job.progress.size = size
        with self._lock:
            self._add(job)
            return job.view()

    def view(self, name: str) -> ImportView:
        """The progress of an import."""
        return self._job(name).view()

    def views(self) -> list[ImportView]:
        """Waiting, running and recently ended imports, the newest first."""
        with self._lock:
            return [job.view() for job in reversed(self._jobs.values())]

    def stop(self, name: str) -> ImportView:
        """Stop an import; what it added is kept, and can be undone."""
        job = self._job(name)
        with self._lock:
            self._stop(job)
        return job.view()

    def _job(self, name: str) -> _Import:
        if (job := self._jobs.get(name)) is None:
            raise NotFoundError("imports.missing", name=excerpt(name))
        return job

    def _moved(self, job: _Import) -> None:
        if job.path is not None and job.state not in ("waiting", "running"):
            job.path.unlink(missing_ok=True)

    # ---- in the worker thread

    def _do(self, job: _Import) -> None:
        def watch(progress: ImportProgress) -> None:
            job.progress = progress
            if job.is_stopped:
                raise ImportStoppedError("imports.stopped")

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
        except OSError as error:
            raise LibraryError("imports.unreadable", why=system_message(error)) from error

    def _rest(self) -> None:
        with suppress(StoreError):  # the next import will report it
            self._library.positions.load(lambda: self._closing)
