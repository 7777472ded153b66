"""A copy of all your games in one file, and the way back."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from crownhead.cli.play import DataOption, data_folder, folder_with_games
from crownhead.cli.shared import progress_bar

_File = Annotated[Path, typer.Argument(help="The file of the backup.", metavar="FILE")]


def backup(
    file: _File,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace an earlier backup of this name.")
    ] = False,
    data: DataOption = None,
) -> None:
    """Copy all games, analyses, collections and settings to one file, also while Crownhead runs."""
    from crownhead.store.backup import back_up

    with progress_bar(wanted=True) as bar:
        task = bar.add_task("copying", total=None)
        size = back_up(
            folder_with_games(data),
            file,
            replace=replace,
            watch=lambda done, pages: bar.update(task, completed=done, total=pages),
            tell=lambda notice: print(notice, file=sys.stderr),
        )
    print(f"wrote {file} ({size / 1e6:,.1f} MB); crownhead restore {file} brings it back")


def restore(
    file: _File,
    replace: Annotated[
        bool, typer.Option("--replace", help="Restore even if it lacks games that you have now.")
    ] = False,
    data: DataOption = None,
) -> None:
    """Bring back a backup. What you have now is kept beside it, and newer games are not lost unasked."""
    from crownhead.store import backup

    aside = backup.restore(
        data_folder(data),
        file,
        replace=replace,
        tell=lambda notice: print(notice, file=sys.stderr),
    )
    print(f"restored {file}" + (f"; what was there before is in {aside}" if aside else ""))
