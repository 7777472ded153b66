"""Files that a review writes: none is replaced before all are written."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path

from crownhead.files import writable_file


def replace_together(outputs: Sequence[tuple[Path, Iterable[str]]]) -> None:
    """Write texts to files, each beside its target first; none is replaced before all are written.

    A file that was there keeps its mode, and what links to it finds the new one.
    """
    with ExitStack() as unfinished:
        written = []
        for path, texts in outputs:
            real = writable_file(path)
            part = real.with_name(f"{real.name}.{os.getpid()}.part")
            part.unlink(missing_ok=True)
            unfinished.callback(part.unlink, missing_ok=True)
            with part.open("x", encoding="utf-8", newline="\n") as file:
                file.writelines(texts)
            if real.exists():
                part.chmod(real.stat().st_mode & 0o7777)
            written.append((part, path))
        # Much time may have passed: look again at all of them before the first is replaced.
        for part, real in [(part, writable_file(path)) for part, path in written]:
            part.replace(real)
