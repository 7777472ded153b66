"""The engine for other programs."""

from __future__ import annotations

import sys

import typer


def register(app: typer.Typer) -> None:
    """Add this command to the command line."""
    app.command()(hub)


def hub() -> None:
    """Let another program use the engine: speak Hub on standard input and output."""
    from crownhead.engine.hub import HubSession  # no other command needs it

    HubSession(sys.stdin.buffer, sys.stdout.buffer).run()
