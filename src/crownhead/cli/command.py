"""What commands are made of, over Click: options as their help shows them, and numbers in a range."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from crownhead import _quiet
from crownhead.errors import excerpt
from crownhead.tables import rows_of

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_LARGE: Final = 1e6  # from here on, numbers are hard to read without commas
_Function = TypeVar("_Function", bound=Callable[..., Any])


class Number(click.ParamType[float]):
    """A number in a range.

    >>> Number(0, 9)("7"), Number(0.5, kind=float)("2")
    (7, 2.0)
    """

    name = "number"

    def __init__(
        self, least: float = -math.inf, most: float = math.inf, kind: Callable[[Any], float] = int
    ) -> None:
        self._least = least
        self._most = most
        self._kind = kind

    @property
    def bounds(self) -> str:
        """The range in words.

        >>> Number(1, 120).bounds, Number(1).bounds, Number().bounds
        ('1 to 120', 'at least 1', '')
        """
        if math.isinf(self._most):
            return "" if math.isinf(self._least) else f"at least {_shown(self._least)}"
        return f"{_shown(self._least)} to {_shown(self._most)}"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read a number, or say what is wanted."""
        try:
            number = self._kind(value)
        except ValueError:
            number = math.nan  # which is in no range
        if number in (math.inf, -math.inf) or not self._least <= number <= self._most:
            wanted = "a whole number" if self._kind is int else "a number"
            if self.bounds:
                wanted += f" {'of' if math.isinf(self._most) else 'from'} {self.bounds}"
            self.fail(f"give {wanted}, not '{excerpt(value)}'", param, ctx)
        return number


def _shown(limit: float) -> str:
    """A limit as people write it.

    >>> _shown(0.5), _shown(65535), _shown(10_000_000)
    ('0.5', '65535', '10,000,000')
    """
    return f"{limit:,.0f}" if limit >= _LARGE else f"{limit:g}"


class _Option(click.Option):
    """An option whose help tells the range of its number."""

    def get_help_extra(self, ctx: click.Context) -> Any:
        """What stands in brackets behind the help."""
        extra = super().get_help_extra(ctx)
        if isinstance(self.type, Number) and self.type.bounds:
            extra["range"] = self.type.bounds
        return extra


def option(
    shown: str, words: str, *, name: str | None = None, **settings: Any
) -> Callable[[_Function], _Function]:
    """An option as its help shows it: `--depth N` takes a value, `--json` and `--book/--no-book` do not.

    It has its own name as a parameter, unless another is given.
    """
    names, _, metavar = shown.partition(" ")
    settings |= {"metavar": metavar} if metavar else {"is_flag": True}
    declared = (*names.split(","), *([name] if name else []))
    return click.option(*declared, cls=_Option, help=words, **settings)


def number(
    shown: str,
    words: str,
    least: float = -math.inf,
    most: float = math.inf,
    kind: Callable[[Any], float] = int,
    **settings: Any,
) -> Callable[[_Function], _Function]:
    """An option whose value is a number in a range."""
    return option(shown, words, type=Number(least, most, kind), **settings)


def several(
    name: str, metavar: str, words: str, **settings: Any
) -> Callable[[_Function], _Function]:
    """An argument that is given once or more often."""
    settings = {"required": True} | settings
    return click.argument(name, nargs=-1, metavar=metavar, help=words, **settings)


def completing(names: Iterable[str]) -> dict[str, Any]:
    """What an option needs for a shell to complete these names."""

    def begun(_context: click.Context, _option: click.Parameter, incomplete: str) -> list[str]:
        return [name for name in names if name.startswith(incomplete)]

    return {"shell_complete": begun}


class Group(click.Group):
    """A group whose help shows the commands, which people look for, above the options."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, then the options."""
        self.format_commands(ctx, formatter)
        click.Command.format_options(self, ctx, formatter)


@dataclass(frozen=True, slots=True)
class Entry:
    """A command in the list of all: the section it stands in, and a line that says what it does.

    It is in the module of its name, unless another is given.
    """

    section: str
    line: str
    module: str = ""


class Commands(Group):
    """All commands, those that most people want first; the list is known without loading any."""

    entries: Final = MappingProxyType(
        {row.pop("name"): Entry(**row) for row in rows_of(__file__, "commands.csv")}
    )

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The commands in the order of the list."""
        return list(self.entries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Load the module of a command."""
        entry = self.entries.get(cmd_name)
        if entry is None:
            return None
        with _quiet.loading():
            module = import_module(f"crownhead.cli.{entry.module or cmd_name}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; for a name that is none, the nearest is suggested."""
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as error:
            raise click.NoSuchCommand(
                error.command_name, possibilities=self.entries, ctx=ctx
            ) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
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

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete a command's name without loading the commands."""
        from click.shell_completion import CompletionItem  # only shells ask

        return [
            *(
                CompletionItem(name, help=entry.line)
                for name, entry in self.entries.items()
                if name.startswith(incomplete)
            ),
            *click.Command.shell_complete(self, ctx, incomplete),
        ]
