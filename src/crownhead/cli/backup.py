"""Backup of all games to one file, and restore."""

import sys
from pathlib import Path

from crownhead.cli.command import argument, command, option
from crownhead.cli.play import data_folder, folder_with_games, with_data
from crownhead.cli.shared import progress_bar
from crownhead.messages import figure, say

_with_file = argument("file", "help.backup.file", type=Path)


@command("help.backup")
@_with_file
@option("--replace", "help.backup.replace")
@with_data
def backup(file: Path, replace: bool, data: Path | None) -> None:
    """Copy everything to one file."""
    from crownhead.store.backup import back_up

    with progress_bar() as bar:
        task = bar.add_task(say("progress.copying"), total=None)
        size = back_up(
            folder_with_games(data),
            file,
            replace=replace,
            watch=lambda done, pages: bar.update(task, completed=done, total=pages),
            tell=lambda notice: print(notice, file=sys.stderr),
        )
    print(say("cli.backup.wrote", file=file, size=figure(size / 1e6, ",.1f")))


@command("help.restore")
@_with_file
@option("--replace", "help.restore.replace")
@with_data
def restore(file: Path, replace: bool, data: Path | None) -> None:
    """Bring back a backup."""
    from crownhead.store import backup

    aside = backup.restore(
        data_folder(data), file, replace=replace, tell=lambda notice: print(notice, file=sys.stderr)
    )
    print(
        say("cli.restore.kept", file=file, aside=aside)
        if aside
        else say("cli.restore.done", file=file)
    )
