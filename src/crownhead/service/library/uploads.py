"""Uploads: browsers send files in pieces, so that no request is large or slow."""

import contextlib
import time
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Final

from crownhead.errors import ConflictError, LibraryError, NotFoundError, excerpt
from crownhead.files import system_message
from crownhead.store.library.living import Sign, remove_dead
from crownhead.store.values import new_name

#: Bytes of a whole file.
LARGEST: Final = 512 * 1024 * 1024
_MOST: Final = 8
_PREFIX: Final = "upload-"


@dataclass(slots=True)
class _Upload:
    """A partly received file."""

    name: str
    path: Path
    size: int = 0
    touched: float = field(default_factory=time.monotonic)


class Uploads:
    """Uploads in progress. Any thread may call."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()
        self._open: dict[str, _Upload] = {}
        self._own = f"{_PREFIX}{new_name()}"
        self._sign = Sign(folder, self._own)
        _drop_left_behind(folder)

    def begin(self, name: str) -> str:
        """Begin an upload and return its name; the oldest unfinished one makes room."""
        with self._lock:
            while len(self._open) >= _MOST:
                oldest = min(self._open, key=lambda one: self._open[one].touched)
                self._open.pop(oldest).path.unlink(missing_ok=True)
            upload_id = new_name()
            path = self._folder / f"{self._own}-{upload_id}.part"
            try:
                path.touch(mode=0o600)
            except OSError as error:
                raise _trouble(error) from None
            self._open[upload_id] = _Upload(Path(name).name or "games.pdn", path)
            return upload_id

    def put(self, upload_id: str, at: int, piece: bytes) -> int:
        """Store the piece that begins at a byte; return the bytes received. A piece may be sent again."""
        with self._lock:
            upload = self._find(upload_id)
            if not 0 <= at <= upload.size:
                raise ConflictError("uploads.wrong-piece", at=at, count=upload.size)
            try:
                _write(upload.path, at, piece)
            except LibraryError:
                del self._open[upload_id]
                _remove(upload.path)  # free the disk
                raise
            upload.size = max(upload.size, at + len(piece))
            upload.touched = time.monotonic()
            return upload.size

    def name_of(self, upload_id: str) -> str:
        """The file's name on the sender's machine."""
        return self._find(upload_id).name

    def take(self, upload_id: str) -> tuple[Path, str]:
        """Hand over the whole file and its name; the caller removes it."""
        with self._lock:
            upload = self._find(upload_id)
            del self._open[upload_id]
        return upload.path, upload.name

    def drop(self, upload_id: str) -> None:
        """Cancel an upload."""
        self.take(upload_id)[0].unlink(missing_ok=True)

    def close(self) -> None:
        """Remove all unfinished uploads."""
        with self._lock:
            for upload in self._open.values():
                upload.path.unlink(missing_ok=True)
            self._open.clear()
        self._sign.take_back()

    def _find(self, upload_id: str) -> _Upload:
        if (found := self._open.get(upload_id)) is None:
            raise NotFoundError("uploads.missing", name=excerpt(upload_id))
        return found


def _write(path: Path, at: int, piece: bytes) -> None:
    if at + len(piece) > LARGEST:
        raise LibraryError("uploads.too-large", count=LARGEST // 2**20)
    try:
        with path.open("r+b") as file:
            file.seek(at)
            file.write(piece)
    except OSError as error:
        raise _trouble(error) from None


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)


def _drop_left_behind(folder: Path) -> None:
    """Remove the files of servers that are gone."""
    living = remove_dead(folder, _PREFIX)
    for old in folder.glob(f"{_PREFIX}*.part"):
        if not old.name.startswith(living):
            _remove(old)


def _trouble(error: OSError) -> LibraryError:
    return LibraryError("uploads.not-saved", why=system_message(error))
