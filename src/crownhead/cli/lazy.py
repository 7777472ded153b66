"""Commands that are loaded when they are run, so that none waits for the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import typer
import typer.core
import typer.main

from crownhead import _quiet
from crownhead.cli.plain import SETTINGS, PlainCommand, PlainGroup


@dataclass(frozen=True, slots=True)
class Entry:
    """A command in the list of all: the section it stands in, and a line that says what it does.

    The function has the command's name and is in the module of that name, unless another is given.
    """

    section: str
    line: str
    module: str | None = None


class _Loaded(MutableMapping[str, Any]):
    """The commands by name, each made when somebody asks for it."""

    def __init__(self, entries: Mapping[str, Entry]) -> None:
        self._entries = entries
        self._made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            with _quiet.loading():
                module = import_module(f"crownhead.cli.{self._entries[name].module or name}")
            self._made[name] = _as_command(name, getattr(module, name))
        return self._made[name]

    def __setitem__(self, name: str, command: Any) -> None:
        self._made[name] = command

    def __delitem__(self, name: str) -> None:
        del self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


def _as_command(name: str, what: Any) -> Any:
    """Make a command of a function, or a group of a Typer application."""
    if isinstance(what, typer.Typer):
        group = typer.main.get_command(what)
        group.name = name
        return group
    alone = typer.Typer(rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False)
    alone.command(name, cls=PlainCommand, context_settings=dict(SETTINGS))(what)
    return typer.main.get_command(alone)


class LazyGroup(PlainGroup):
    """A group whose list of commands is known without loading any; subclasses name the entries."""

    entries: Mapping[str, Entry]

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{**settings, "commands": None})
        self.commands = _Loaded(self.entries)

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """The commands in the order of the list."""
        return list(self.entries)

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        """Write the commands section by section."""
        broad = max(map(len, self.entries))
        for section in dict.fromkeys(entry.section for entry in self.entries.values()):
            with formatter.section(section):
                formatter.write_dl(
                    [
                        (f"{name:<{broad}}", entry.line)
                        for name, entry in self.entries.items()
                        if entry.section == section
                    ]
                )

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Complete a command's name without loading the commands."""
        loaded = self.commands
        self.commands = {
            name: typer.core.TyperCommand(name, help=entry.line)
            for name, entry in self.entries.items()
        }
        try:
            return super().shell_complete(ctx, incomplete)
        finally:
            self.commands = loaded
