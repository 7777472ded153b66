"""The game in the browser: what `crownhead` does without a command."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

HostOption = Annotated[
    str, typer.Option(help="The address to serve on; another than this machine's needs --token.")
]
PortOption = Annotated[
    int | None, typer.Option(help="The port; by default the last one, or any.", min=1, max=65535)
]
BrowserOption = Annotated[
    bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")
]
DataOption = Annotated[
    Path | None,
    typer.Option(
        help="The folder of your games.", metavar="DIR", envvar="CROWNHEAD_DATA", show_envvar=True
    ),
]
TokenOption = Annotated[
    str | None,
    typer.Option(help="What others must know to play.", envvar="CROWNHEAD_TOKEN", show_envvar=True),
]
ShareOption = Annotated[
    bool,
    typer.Option("--share", help="Let devices in your home network join by links from the page."),
]
SeedOption = Annotated[int | None, typer.Option(help="Make the computer's chance repeatable.")]


def data_folder(given: Path | None) -> Path:
    """Where games are kept: the folder given, or the person's own."""
    from platformdirs import user_data_path  # only this needs it

    return given if given is not None else user_data_path("crownhead", appauthor=False)


def play(
    host: str,
    port: int | None,
    browser: bool,
    data: Path | None,
    token: str | None,
    seed: int | None,
    share: bool,
) -> None:
    """Start the server and open the page."""
    from crownhead.web import Settings, serve  # other commands need no web server

    serve(Settings(data_folder(data), host, port, browser, token, seed, share))
