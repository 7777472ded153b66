"""The command line. It handles input and output, and decides nothing.

A command's module is imported when the command is run or its help is shown: the list of commands is
a table of names and one-line descriptions. Files that a command writes are drafts, synced and then
renamed. Whatever is wrong is one sentence on standard error and exit code 2.
`tests/test_cli_start.py` limits what small commands may load.
"""

import io
import os
import sys
import threading
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NoReturn

import click

from crownhead.cli import play
from crownhead.cli.command import Commands, Option, UsageError, option
from crownhead.errors import CrownheadError, excerpt, needing
from crownhead.files import system_message
from crownhead.interrupts import terminate_by_default
from crownhead.messages import Message

_LONGEST_NAME: Final = 160  # letters of an argument in a message


def _complete(context: click.Context, asked: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        from crownhead.cli import completion  # imports Click's shell scripts

        getattr(completion, asked.human_readable_name)()
        context.exit()


_COMPLETES: Final[Mapping[str, Any]] = MappingProxyType(
    {"is_eager": True, "expose_value": False, "callback": _complete}
)


@click.group(
    cls=Commands,
    invoke_without_command=True,
    subcommand_metavar="[COMMAND] ...",
    context_settings={"show_default": True, "help_option_names": ["-h", "--help"]},
    help="help.crownhead",
)
@play.with_browser
@play.with_share
@play.with_host
@play.with_port
@play.with_token
@play.with_data
@play.with_seed
@play.with_book
@click.version_option(
    None,
    "--version",
    message="crownhead %(version)s",
    package_name="crownhead",
    cls=Option,
    help="help.crownhead.version",
)
@option("--install-completion", "help.crownhead.install-completion", **_COMPLETES)
@option("--show-completion", "help.crownhead.show-completion", **_COMPLETES)
@click.pass_context
def app(context: click.Context, /, **chosen: Any) -> None:
    """Open the game in the browser if no command is named."""
    if context.invoked_subcommand is None:
        play.play(**chosen)


def main() -> None:
    """Run the command line: an error is one line on standard error and exit code 2."""
    _open_what_is_closed()
    terminate_by_default()  # the terminal's game and the server handle signals themselves
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # for letters that the terminal lacks
    try:
        try:
            with needing("app", "command"):
                code = _run()
        finally:
            sys.stdout.flush()
    except CrownheadError as error:
        _fail(error)
    except click.UsageError as error:
        _fail(_usage(error))
    except (MemoryError, UnicodeEncodeError, RuntimeError) as error:
        _fail(_lacking(error))
    except BrokenPipeError:
        # The reader of our output, such as head, has closed the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        _fail(_trouble(error))
    sys.exit(code)


def _run() -> int:
    """Run the typed command, or answer a shell's request for completion."""
    if "_CROWNHEAD_COMPLETE" in os.environ:
        app(prog_name="crownhead")
    try:
        with app.make_context("crownhead", sys.argv[1:]) as context:
            app.invoke(context)
    except click.exceptions.Exit as end:
        return end.exit_code
    return 0


def _lacking(error: MemoryError | UnicodeEncodeError | RuntimeError) -> Message:
    """Say what the system lacks; re-raise any other error."""
    if isinstance(error, UnicodeEncodeError):
        return Message("cli.not-text")
    if isinstance(error, MemoryError):
        return Message("cli.no-memory")
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    # Python has no class for this error. Any thread may have been asked to start it.
    if trace and trace.tb_frame.f_code is threading.Thread.start.__code__:
        return Message("cli.no-threads")
    raise error


def _open_what_is_closed() -> None:
    """Open the null device for closed standard streams.

    A file opened later, such as the database, would otherwise get one of their numbers,
    and what is printed would be written into it.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDONLY if number == 0 else os.O_WRONLY)  # the lowest number
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115


def _fail(wrong: object) -> NoReturn:
    print(f"crownhead: {_shortened(str(wrong))}", file=sys.stderr)
    sys.exit(2)


def _usage(error: click.UsageError) -> Message:
    """What is wrong with the command line, and where its help is."""
    fault = error.said if isinstance(error, UsageError) else error.format_message()
    command = "crownhead" if error.ctx is None else error.ctx.command_path
    return Message("usage.see", {"fault": fault, "command": command})


def _shortened(sentence: str) -> str:
    """Shorten long arguments in a message."""
    typed = {part for argument in sys.argv[1:] for part in (argument, argument.partition("=")[2])}
    for part in sorted(typed, key=len, reverse=True):
        if len(part) > _LONGEST_NAME:
            for form in (part, repr(part)[1:-1]):
                sentence = sentence.replace(form, excerpt(part, _LONGEST_NAME))
    return sentence


def _trouble(error: OSError) -> Message:
    why = system_message(error)
    if error.filename is None:
        return Message("cli.no-output", {"why": why})
    name = excerpt(error.filename, _LONGEST_NAME)
    return Message("cli.cannot-use", {"name": name, "why": why})
