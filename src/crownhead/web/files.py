"""The page's files. Versioned addresses let browsers cache them for good."""

from __future__ import annotations

import hashlib
import os
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from fastapi.staticfiles import StaticFiles
from starlette.responses import PlainTextResponse, Response
from starlette.types import Scope

from crownhead.messages import catalogue, say
from crownhead.tables import rows_of
from crownhead.themes import THEMES
from crownhead.web.messages import CHOICES, scripts
from crownhead.web.models import LIMITS

if TYPE_CHECKING:
    import jinja2


STATIC: Final = Path(__file__).parent / "static"
_THEMES: Final = STATIC / "css" / "themes.css"
_INDENTATION: Final = re.compile("^ +", re.MULTILINE)
_COMMENT: Final = re.compile(r"^ *(?://.*|/\*(?:[^*]|\*(?!/))*\*/)$", re.MULTILINE)
_ROOT: Final = "/static/"
_MARK: Final = "v-"
_FOR_EVER: Final = "max-age=31536000, immutable"


def version(folder: Path = STATIC) -> str:
    """A version of all files; changes with any of them.

    >>> version() == version()
    True
    """
    seen = hashlib.blake2b("".join([*scripts().values(), board_styles()]).encode(), digest_size=4)
    for path in sorted(folder.rglob("*")):
        status = path.stat()
        seen.update(f"{path.relative_to(folder)} {status.st_mtime_ns} {status.st_size}\n".encode())
    return _MARK + seen.hexdigest()


def document(name: str, **values: object) -> str:
    """A page without indentation, with versioned addresses of files.

    >>> from crownhead.messages import say
    >>> f"<title>{say('page.title', title='Library')}</title>" in document("library")
    True
    """
    template = _templates().get_template(f"{name}.html")
    return _INDENTATION.sub(
        "",
        template.render(values, name=name, files=_ROOT + version(), language=catalogue().language),
    )


@cache
def _templates() -> jinja2.Environment:
    import jinja2  # the server starts faster without it

    folder = jinja2.FileSystemLoader([Path(__file__).parent / "templates", STATIC])
    environment = jinja2.Environment(
        loader=folder,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals |= {"say": say, "limits": LIMITS, "choices": CHOICES}
    return environment


@cache
def _without_comments(path: Path, _time: float) -> str:
    """A script or style sheet without comments, which are a seventh of the bytes; line numbers stay."""
    text = path.read_text(encoding="utf-8") + (board_styles() if path == _THEMES else "")
    return _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text)


class Files(StaticFiles):
    """Serves files with or without a version; browsers revalidate those without."""

    def get_path(self, scope: Scope) -> str:
        """The path of a file without its version."""
        path = super().get_path(scope)
        first, _, rest = path.partition(os.sep)
        return rest if first.startswith(_MARK) and rest else path

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file; messages are made from the catalogue."""
        script = scripts().get(path)
        if script is None:
            return await super().get_response(path, scope)
        headers = {"cache-control": _lasting(scope)}
        return PlainTextResponse(script, headers=headers, media_type="text/javascript")

    def file_response(self, full_path: Any, stat_result: Any, scope: Scope, *more: Any) -> Response:
        """A file with its cache lifetime."""
        path = Path(full_path)
        if path.suffix in (".js", ".css"):
            text = _without_comments(path, stat_result.st_mtime)
            kind = "text/css" if path.suffix == ".css" else "text/javascript"
            answer: Response = PlainTextResponse(text, media_type=kind)
        else:
            answer = super().file_response(full_path, stat_result, scope, *more)
        answer.headers["cache-control"] = _lasting(scope)
        return answer


def _lasting(scope: Scope) -> str:
    """The cache lifetime: unlimited if the address names a version."""
    return _FOR_EVER if scope["path"].startswith(_ROOT + _MARK) else "no-cache"


@cache
def board_styles() -> str:
    """The board colours as a CSS rule for each theme: those of `themes.csv`, and what only the page shows.

    For each theme, `boards.csv` has the colours of square marks and, in `instead`, the variables that
    differ from pictures.

    >>> board_styles()[:55]
    '[data-theme="classic"]{--square-light:#efe4c8;--square-'
    """
    rules = []
    for row in rows_of(__file__, "boards.csv"):
        name, instead = row.pop("theme"), row.pop("instead")
        theme = THEMES[name]
        values = {
            "square-light": theme.light,
            "square-dark": theme.dark,
            "frame": theme.frame,
            "number": theme.number,
            "last": theme.trail,
            "last-ink": theme.trail_number,
            "veins": "1" if theme.grain else "0",
            "b-groove": theme.black.groove,
        }
        for side, disc in (("b", theme.black), ("w", theme.white)):
            values |= {
                f"{side}-face": disc.face,
                f"{side}-line": disc.outline,
                f"{side}-crown": disc.crown,
            }
        values |= {mark.replace("_", "-"): colour for mark, colour in row.items()}
        values |= dict(pair.split(":") for pair in instead.split())
        variables = "".join(f"--{variable}:{value};" for variable, value in values.items())
        rules.append(f'[data-theme="{name}"]{{{variables}}}\n')
    return "".join(rules)
