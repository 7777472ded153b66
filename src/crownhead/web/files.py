"""The page's files. Their addresses name a version, so browsers keep them and fetch only what is new."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any, Final

from fastapi.staticfiles import StaticFiles
from starlette.responses import Response
from starlette.types import Scope

STATIC: Final = Path(__file__).parent / "static"
_ROOT: Final = "/static/"
_MARK: Final = "v-"
_FACTS: Final = "<!--\n"
_FOR_EVER: Final = "max-age=31536000, immutable"


def version(folder: Path = STATIC) -> str:
    """A name for the files as they are now; it changes with any of them.

    >>> version() == version()
    True
    """
    seen = hashlib.blake2b(digest_size=4)
    for path in sorted(folder.rglob("*")):
        status = path.stat()
        seen.update(f"{path.relative_to(folder)} {status.st_mtime_ns} {status.st_size}\n".encode())
    return _MARK + seen.hexdigest()


def document(name: str) -> str:
    """A page with the drawings that all pages share, in which the addresses of files name their version.

    >>> "<title>Library - Crownhead</title>" in document("library.html")
    True
    """
    text = _text(name)
    if text.startswith(_FACTS):
        text = _framed(name.partition(".")[0], text)
    text = text.replace("{sprite}\n", _text("sprite.html"))
    return text.replace(f'"{_ROOT}', f'"{_ROOT}{version()}/')


def _framed(page: str, text: str) -> str:
    """A page in the frame that all but the game have; it begins with what the frame must know of it."""
    head, _, content = text.removeprefix(_FACTS).partition("-->\n")
    facts = dict(line.split(": ", 1) for line in head.splitlines())
    facts["styles"] = "\n".join(
        f'<link rel="stylesheet" href="{_ROOT}css/{style}.css">'
        for style in facts["styles"].split()
    )
    framed = _text("frame.html")
    for name, value in {**facts, "page": page, "content": content}.items():
        framed = framed.replace(f"{{{name}}}", value)
    return framed


def _text(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


class Files(StaticFiles):
    """Files with or without a version; of those without one, the browser asks each time."""

    def get_path(self, scope: Scope) -> str:
        """The path of a file, whatever its version is called."""
        path = super().get_path(scope)
        first, _, rest = path.partition(os.sep)
        return rest if first.startswith(_MARK) and rest else path

    def file_response(self, full_path: Any, stat_result: Any, scope: Scope, *more: Any) -> Response:
        """A file, and how long to keep it."""
        answer = super().file_response(full_path, stat_result, scope, *more)
        named = scope["path"].startswith(_ROOT + _MARK)
        answer.headers["cache-control"] = _FOR_EVER if named else "no-cache"
        return answer
