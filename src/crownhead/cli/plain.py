"""Commands and groups of Typer with plain help, which read their values without Pydantic."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Any, Final

import typer
import typer.core

from crownhead.cli.values import read_plainly

SETTINGS: Final = MappingProxyType({"help_option_names": ["-h", "--help"]})
_RANGES: Final = (
    (re.compile(r"([0-9.]+)<=x<=([0-9.]+)"), r"\1 to \2"),
    (re.compile(r"x>=([0-9.]+)"), r"at least \1"),
)
_TYPES: Final = re.compile(r"<(?:int|float)(?: range)?>")


class _Plain:
    """What a command and a group have in common."""

    def get_params(self, ctx: Any) -> Any:
        """The parameters, the one for help among them."""
        return read_plainly(super().get_params(ctx))  # type: ignore[misc]

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The arguments by their names alone."""
        pieces = super().collect_usage_pieces(ctx)  # type: ignore[misc]
        return [re.sub(r"\{(.*?)(?:\.\.\.)?\}", r"\1", piece) for piece in pieces]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments and options, their types and ranges in words."""
        arguments, options = [], []
        for one in self.get_params(ctx):
            record = one.get_help_record(ctx)
            if record is None:
                continue
            if one.param_type_name == "argument":
                arguments.append((one.metavar or one.name.upper(), one.help or ""))
            else:
                options.append((_TYPES.sub("N", record[0]), _in_words(record[1])))
        for title, rows in (("Arguments", arguments), ("Options", options)):
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)


def _in_words(text: str) -> str:
    """Say ranges as people do.

    >>> _in_words("Threads.  [default: 1; x>=1]"), _in_words("Plies.  [1<=x<=120]")
    ('Threads.  [default: 1; at least 1]', 'Plies.  [1 to 120]')
    """
    for pattern, words in _RANGES:
        text = pattern.sub(words, text)
    return text


class PlainCommand(_Plain, typer.core.TyperCommand):
    """A command with plain help."""


class PlainGroup(_Plain, typer.core.TyperGroup):
    """A group with plain help."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the commands, which people look for, above the options."""
        self.format_commands(ctx, formatter)
        super().format_options(ctx, formatter)


def plain_group(words: str) -> typer.Typer:
    """A group of commands, which are added to it, with this help."""
    group = typer.Typer(
        cls=PlainGroup,
        help=words,
        rich_markup_mode=None,
        add_completion=False,
        context_settings=dict(SETTINGS),
        pretty_exceptions_enable=False,
    )
    group.callback()(lambda: None)  # a group, also with one command
    return group
