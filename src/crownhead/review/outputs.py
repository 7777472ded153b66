"""Files that a review writes: looked at before the work begins, replaced together when it is done."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path

from crownhead.errors import StoreError


def real_file(path: Path) -> Path:
    """The file that is really meant, behind links; what cannot be written is refused.

    Only a plain file is ever replaced: a pipe or a device in its place would be lost.
    """
    try:
        real = path.resolve()
        exists, plain, circle = real.exists(), real.is_file(), real.is_symlink()
    except RuntimeError:  # so older Pythons tell of links in a circle; newer ones do not
        circle = True
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror}") from None
    if circle:
        raise StoreError(f"cannot write {path}: its links lead nowhere")
    if real.is_dir():
        raise StoreError(f"cannot write {path}: it is a folder")
    if exists and not plain:
        raise StoreError(f"cannot write {path}: it is there already and is not a plain file")
    if not real.parent.is_dir():
        raise StoreError(f"cannot write {path}: there is no folder {real.parent}")
    # What is new is written beside it first.
    if not (os.access(real.parent, os.W_OK) and (not exists or os.access(real, os.W_OK))):
        raise StoreError(f"cannot write {path}: it is not yours to write")
    return real


def replace_together(outputs: Sequence[tuple[Path, Iterable[str]]]) -> None:
    """Write texts to files, each beside its target first; none is replaced before all are written.

    A file that was there keeps its mode, and what links to it finds the new one.
    """
    with ExitStack() as unfinished:
        written = []
        for path, texts in outputs:
            real = real_file(path)
            part = real.with_name(f"{real.name}.{os.getpid()}.part")
            part.unlink(missing_ok=True)
            unfinished.callback(part.unlink, missing_ok=True)
            with part.open("x", encoding="utf-8", newline="\n") as file:
                file.writelines(texts)
            if real.exists():
                part.chmod(real.stat().st_mode & 0o7777)
            written.append((part, path))
        # Much time may have passed: look again at all of them before the first is replaced.
        for part, real in [(part, real_file(path)) for part, path in written]:
            part.replace(real)
