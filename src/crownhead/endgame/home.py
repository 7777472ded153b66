"""The tables of a data folder, which are built in the background."""

import logging
import os
from pathlib import Path
from threading import Event, Thread
from typing import Final

from crownhead.endgame.build import Build
from crownhead.endgame.tables import HOME_DISTANCES, HOME_PIECES, EndgameTables, folder_in
from crownhead.errors import CrownheadError
from crownhead.files import path_of
from crownhead.machine import be_patient
from crownhead.messages import say

_LOG: Final = logging.getLogger(__name__)
_VARIABLE: Final = "CROWNHEAD_ENDGAME"
_OFF: Final = "off"


def folder_of(data: Path) -> Path | None:
    """The folder of the tables for a data folder; None if they are turned off."""
    chosen = os.environ.get(_VARIABLE)
    if chosen == _OFF:
        return None
    return Path(chosen) if chosen else folder_in(data)


def tables_of(data: str | Path) -> EndgameTables | None:
    """The tables for a data folder, if any."""
    folder = folder_of(path_of(data, "data"))
    if folder is None or not folder.is_dir():
        return None
    tables = EndgameTables.open(folder)
    return tables if tables.most_pieces else None


class _StoppedError(CrownheadError):
    """Ends building."""


class HomeTables:
    """The tables for a data folder, which are built in the background the first time."""

    def __init__(self, data: str | Path) -> None:
        self._data = path_of(data, "data")
        self._tables: EndgameTables | None = None
        self._closing = Event()
        self._thread = Thread(target=self._ready, name="endgame", daemon=True)
        self._thread.start()

    def get(self) -> EndgameTables | None:
        """The tables, or None until they are built."""
        return self._tables

    def close(self) -> None:
        """Stop building, to continue the next time."""
        self._closing.set()
        self._thread.join()

    def _ready(self) -> None:
        folder = folder_of(self._data)
        if folder is None:
            return
        try:
            for build in (
                Build(folder, HOME_DISTANCES, distance=True),
                Build(folder, HOME_PIECES),
            ):
                if build.left():
                    be_patient()
                    build.run(jobs=1, watch=self._go_on)
                self._tables = tables_of(self._data)
        except _StoppedError:
            return
        except CrownheadError as error:  # such as a full disk
            _LOG.warning(say("log.endgame", why=error))

    def _go_on(self, *_: int) -> None:
        if self._closing.is_set():
            raise _StoppedError
