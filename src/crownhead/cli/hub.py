"""The engine for other programs."""

from __future__ import annotations

import sys

from crownhead.errors import EngineError


def hub() -> None:
    """Let another program use the engine: speak Hub on standard input and output."""
    from crownhead.engine.hub import HubSession  # no other command needs it

    if sys.__stdin__ is None or sys.__stdout__ is None:  # closed by whoever started it
        raise EngineError("hub needs standard input and output; another program speaks to it there")
    HubSession(sys.stdin.buffer, sys.stdout.buffer).run()
