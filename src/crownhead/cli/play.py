"""The game in the browser: what `crownhead` does without a command."""

import os
from pathlib import Path
from typing import Any

from crownhead import _quiet
from crownhead.cli.command import number, option
from crownhead.errors import CrownheadError, StoreError, excerpt


def _folder(text: str | Path) -> Path:
    """A folder given as an option; shells do not expand the ~ in --data=~/games."""
    if not str(text).strip():
        raise CrownheadError("cli.data-empty")
    try:
        return Path(text).expanduser()
    except RuntimeError:  # raised for an unknown user
        raise CrownheadError("cli.data-no-user", folder=excerpt(text)) from None


with_host = option(
    "--host ADDRESS",
    "help.crownhead.host",
    default="127.0.0.1",
)
with_port = number("--port N", "help.crownhead.port", 1, 65535)
with_browser = option("--browser/--no-browser", "help.crownhead.browser", default=True)
with_data = option(
    "--data DIR",
    "help.option.data",
    envvar="CROWNHEAD_DATA",
    show_envvar=True,
    type=_folder,
)
with_token = option(
    "--token WORD",
    "help.crownhead.token",
    envvar="CROWNHEAD_TOKEN",
    show_envvar=True,
)
with_share = option("--share", "help.crownhead.share")
with_book = option("--book/--no-book", "help.option.book", default=True)
with_seed = number("--seed N", "help.option.seed")


def own_data_folder() -> Path:
    """The folder of games, for commands without a --data option."""
    chosen = os.environ.get("CROWNHEAD_DATA")
    return data_folder(_folder(chosen) if chosen else None)


def data_folder(given: Path | None) -> Path:
    """The folder of games: the given one, or the user's own."""
    from platformdirs import user_data_path  # only this needs it

    return given if given is not None else user_data_path("crownhead", appauthor=False)


def folder_with_games(given: Path | None) -> Path:
    """The folder of games for a command that only reads; an error if there are none."""
    from crownhead.files import shown
    from crownhead.store.database import FILE_NAME  # only these need it

    folder = data_folder(given)
    if not (folder / FILE_NAME).exists() and (folder.is_dir() or not folder.exists()):
        raise StoreError("cli.no-games", folder=shown(folder))
    return folder


def play(host: str, data: Path | None, **chosen: Any) -> None:
    """Start the server and open the page."""
    with _quiet.loading():
        from crownhead.web import Settings, serve  # other commands need no web server

    serve(Settings(data_folder(data), _address(host), **chosen))


def _address(host: str) -> str:
    """Strip the brackets that an address has in a URL.

    >>> _address("[::1]"), _address("::1"), _address(" localhost ")
    ('::1', '::1', 'localhost')
    """
    host = host.strip()
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    if not host:
        raise CrownheadError("cli.host-empty")
    if "[" in host or "]" in host:
        raise CrownheadError("cli.host-brackets", host=excerpt(host))
    return host
