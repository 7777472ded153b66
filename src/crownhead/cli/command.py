"""Commands, options and arguments on top of Click: help from the catalogue, numbers in a range.

The help of a command, an option or an argument is a key of the catalogue, such as `help.review.seconds`.
It is looked up when the help is shown. Click's own messages are replaced by ours.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from importlib import import_module
from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from crownhead import _quiet
from crownhead.errors import excerpt, unknown_name
from crownhead.messages import Message, figure, say
from crownhead.tables import rows_of

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_LARGE: Final = 1e6  # larger numbers need commas
_WHOLE_SENTENCE: Final = 1000  # letters of a line in the list of commands; Click breaks it
_Function = TypeVar("_Function", bound=Callable[..., Any])


class UsageError(click.UsageError):
    """A mistake in the command line, as a message."""

    def __init__(self, message: Message, context: click.Context | None = None) -> None:
        super().__init__(message.key, context)
        self.said = message


class _Spoken:
    """A parameter or command whose help is a key of the catalogue."""

    _said: Message | None = None

    @property
    def help(self) -> str | None:
        """The text of the help."""
        return None if self._said is None else str(self._said)

    @help.setter  # noqa: A003 as Click calls it
    def help(self, key: str | Message | None) -> None:
        self._said = Message(key) if isinstance(key, str) else key


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
        kind = self._range
        return say(f"help.range.{kind}", **self._limits) if kind != "any" else ""

    @property
    def _range(self) -> str:
        if math.isinf(self._most):
            return "any" if math.isinf(self._least) else "from"
        return "between"

    @property
    def _limits(self) -> dict[str, str]:
        limits = {"least": self._least, "most": self._most}
        return {name: _shown(one) for name, one in limits.items() if not math.isinf(one)}

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read a number, or raise a `UsageError`."""
        try:
            number = self._kind(value)
        except ValueError:
            number = math.nan  # outside every range
        if number in (math.inf, -math.inf) or not self._least <= number <= self._most:
            kind = "whole" if self._kind is int else "real"
            given = {"name": _name(param, ctx), "value": excerpt(value)}
            message = Message(f"usage.{kind}.{self._range}", {**given, **self._limits})
            raise UsageError(message, ctx)
        return number


def _name(param: click.Parameter | None, ctx: click.Context | None) -> str:
    """The name of a parameter, as in its help."""
    if isinstance(param, click.Argument) and ctx is not None:
        return param.make_metavar(ctx)
    return param.opts[-1] if param is not None else ""


def _shown(limit: float) -> str:
    """Write a limit for people.

    >>> _shown(0.5), _shown(65535), _shown(10_000_000)
    ('0.5', '65535', '10,000,000')
    """
    return figure(limit, ",.0f" if limit >= _LARGE else "g")


class Option(_Spoken, click.Option):
    """An option whose help includes its default and range."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        key = settings.pop("help")  # Click wants a string; this may be a message
        super().__init__(*args, **settings)
        self.help = key

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The option and its help, with its variable, default and range in brackets."""
        row = super().get_help_record(ctx)
        if row is None:
            return None
        extra = self.get_help_extra(ctx)
        notes = []
        if "envvars" in extra:
            notes.append(say("help.variable", name=", ".join(extra["envvars"])))
        if "default" in extra:
            notes.append(say("help.default", value=extra["default"]))
        if isinstance(self.type, Number) and self.type.bounds:
            notes.append(self.type.bounds)
        return row[0], "  ".join([self.help or "", *([f"[{'; '.join(notes)}]"] if notes else [])])


class Argument(_Spoken, click.Argument):
    """An argument."""


def option(
    shown: str, key: str | Message, *, name: str | None = None, **settings: Any
) -> Callable[[_Function], _Function]:
    """An option in the form of its help: `--depth N` takes a value, `--json` and `--book/--no-book` do not.

    The parameter has the option's name unless `name` is given.
    """
    names, _, metavar = shown.partition(" ")
    settings |= {"metavar": metavar} if metavar else {"is_flag": True}
    declared = (*names.split(","), *([name] if name else []))
    return click.option(*declared, cls=Option, help=key, **settings)


def number(
    shown: str,
    key: str,
    least: float = -math.inf,
    most: float = math.inf,
    kind: Callable[[Any], float] = int,
    **settings: Any,
) -> Callable[[_Function], _Function]:
    """An option whose value is a number in a range."""
    return option(shown, key, type=Number(least, most, kind), **settings)


def argument(name: str, key: str, **settings: Any) -> Callable[[_Function], _Function]:
    """A positional argument."""
    return click.argument(name, cls=Argument, help=key, **settings)


def several(name: str, metavar: str, key: str, **settings: Any) -> Callable[[_Function], _Function]:
    """A positional argument that can be repeated."""
    return argument(name, key, nargs=-1, metavar=metavar, **({"required": True} | settings))


def completing(names: Callable[[], Iterable[str]]) -> dict[str, Any]:
    """Settings of an option that a shell completes from these names."""

    def begun(_context: click.Context, _option: click.Parameter, incomplete: str) -> list[str]:
        return [name for name in names() if name.startswith(incomplete)]

    return {"shell_complete": begun}


class Command(_Spoken, click.Command):
    """A command that raises `UsageError` for a wrong command line."""

    allow_extra_args = True  # refused below

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Click's own option, with our text."""
        found = super().get_help_option(ctx)
        if found is not None:
            found.help = say("help.option.help")
        return found

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the command line."""
        try:
            rest = super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            known = [name for one in self.get_params(ctx) for name in _names(one)]
            raise UsageError(_unknown("option", error.option_name, known), ctx) from None
        except click.BadOptionUsage as error:
            raise UsageError(self._misused(error.option_name), ctx) from None
        except click.MissingParameter as error:
            missing = {"name": _name(error.param, ctx)}
            raise UsageError(Message("usage.missing", missing), ctx) from None
        if rest and not isinstance(self, click.Group) and not ctx.resilient_parsing:
            arguments = " ".join(map(excerpt, rest))
            raise UsageError(
                Message("usage.extra", {"arguments": arguments, "count": len(rest)}), ctx
            )
        return rest

    def _misused(self, name: str) -> Message:
        """The message for an unexpected or a missing value."""
        found = next(one for one in self.params if name in _names(one))
        if isinstance(found, click.Option) and found.is_flag:
            return Message("usage.no-value", {"name": name})
        return Message("usage.value", {"name": name, "count": found.nargs})

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the usage line."""
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, f"{say('help.usage')} ")

    def format_arguments(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the arguments."""
        arguments = [one for one in self.params if isinstance(one, click.Argument)]
        _write(formatter, "help.arguments", (one.get_help_record(ctx) for one in arguments))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options."""
        options = [one for one in self.get_params(ctx) if isinstance(one, click.Option)]
        _write(formatter, "help.options", (one.get_help_record(ctx) for one in options))


def _write(
    formatter: click.HelpFormatter, title: str, found: Iterable[tuple[str, str] | None]
) -> None:
    rows = [one for one in found if one is not None]
    if rows:
        with formatter.section(say(title)):
            formatter.write_dl(rows)


def _names(param: click.Parameter) -> list[str]:
    return [*param.opts, *param.secondary_opts] if isinstance(param, click.Option) else []


def _unknown(kind: str, name: str, known: Iterable[str]) -> Message:
    """The message for an unknown name, with the nearest known one if there is any."""
    found = unknown_name(kind, name, known)
    return found if found.key == "unknown.near" else found.values["unknown"]


class Group(Command, click.Group):
    """A group whose help shows the commands above the options."""

    command_class = Command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; suggest the nearest name for an unknown one."""
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as error:
            known = self.list_commands(ctx)
            raise UsageError(_unknown("command", error.command_name, known), ctx) from None

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, then the options."""
        self.format_commands(ctx, formatter)
        super().format_options(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, each with the first sentence of its help."""
        commands = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        _write(
            formatter,
            "help.commands",
            ((name, one.get_short_help_str(_WHOLE_SENTENCE)) for name, one in commands if one),
        )


def command(key: str) -> Callable[[Callable[..., None]], Command]:
    """A command, named like its function."""
    return click.command(cls=Command, help=key)


def group(name: str, key: str) -> Group:
    """A group of commands; alone it only reports that a command is missing."""
    return Group(
        name,
        callback=_need_a_command,
        invoke_without_command=True,
        subcommand_metavar="COMMAND ...",
        help=key,
    )


@click.pass_context
def _need_a_command(context: click.Context) -> None:
    if context.invoked_subcommand is None:
        raise UsageError(Message("usage.no-command"), context)


class Commands(Group):
    """All commands, the most common ones first; their modules are imported on use."""

    #: The rows of the list by name: sections, and modules with other names.
    rows: Final = MappingProxyType({row["name"]: row for row in rows_of(__file__, "commands.csv")})

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The commands in the order of the list."""
        return list(self.rows)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Load the module of a command."""
        if cmd_name not in self.rows:
            return None
        with _quiet.loading():
            module = import_module(f"crownhead.cli.{self.rows[cmd_name]['module'] or cmd_name}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the commands by section."""
        broad = max(map(len, self.rows))
        for section, rows in groupby(self.rows.values(), lambda row: row["section"]):
            lines = ((f"{row['name']:<{broad}}", say(f"command.{row['name']}")) for row in rows)
            _write(formatter, f"command.section.{section}", lines)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete a command's name without loading the commands."""
        from click.shell_completion import CompletionItem  # only shells ask

        begun = [name for name in self.rows if name.startswith(incomplete)]
        return [
            *(CompletionItem(name, help=say(f"command.{name}")) for name in begun),
            *click.Command.shell_complete(self, ctx, incomplete),
        ]
