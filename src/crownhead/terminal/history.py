"""Lines typed in earlier games, for the arrow keys: a short file readable only by its owner."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from prompt_toolkit.history import History

from crownhead.errors import CrownheadError
from crownhead.files import draft, refuse_unreadable

FILE_NAME: Final = "terminal-history"
_KEPT: Final = 500  # lines kept when the file has twice as many
_LONGEST: Final = 200  # letters of a line; longer ones are not kept
_LARGEST: Final = 4 * _KEPT * _LONGEST  # letters of the file that are read


class TypedLines(History):
    """Lines in a file, the newest last; if the file cannot be written, they are lost."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path

    def load_history_strings(self) -> Iterable[str]:
        """The lines of earlier games, the newest first."""
        lines = self._read()
        if len(lines) > 2 * _KEPT:
            lines = lines[-_KEPT:]
            self._replace(lines)
        return reversed(lines)

    def store_string(self, string: str) -> None:
        """Add a line to the file."""
        line = " ".join(string.split())
        if not line or len(line) > _LONGEST:
            return
        with suppress(OSError):
            if self._path.exists() and not self._path.is_file():
                return
            number = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            with os.fdopen(number, "w", encoding="utf-8", errors="replace") as file:
                file.write(f"{line}\n")

    def _read(self) -> list[str]:
        try:
            refuse_unreadable(self._path)
            with self._path.open(encoding="utf-8", errors="replace") as file:
                text = file.read(_LARGEST)
        except (OSError, CrownheadError):
            return []
        return [line[:_LONGEST] for line in text.splitlines() if line.isprintable() and line]

    def _replace(self, lines: Iterable[str]) -> None:
        """Replace the file with a shorter one."""
        with suppress(CrownheadError), draft(self._path, replace=True, mode=0o600) as part:
            text = "".join(f"{line}\n" for line in lines)
            part.write_text(text, encoding="utf-8", errors="replace")
