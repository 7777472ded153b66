"""The engine for other programs."""

from __future__ import annotations

import sys

import typer

from crownhead.errors import EngineError


def register(app: typer.Typer) -> None:
    """Add this command to the command line."""
    app.command()(hub)


def hub() -> None:
    """Let another program use the engine: speak Hub on standard input and output."""
    from crownhead.engine.hub import HubSession  # no other command needs it

    if sys.stdin is None or sys.stdout is None:  # closed by whoever started it
        raise EngineError("hub needs standard input and output; another program speaks to it there")
    HubSession(sys.stdin.buffer, sys.stdout.buffer).run()
