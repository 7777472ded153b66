"""The engine for other programs."""

import sys

from crownhead.cli.command import command
from crownhead.errors import EngineError


@command("help.hub")
def hub() -> None:
    """Speak Hub until the other program ends it."""
    from crownhead.book import OpeningBook  # no other command needs all this
    from crownhead.engine.hub import HubSession

    if sys.__stdin__ is None or sys.__stdout__ is None:  # closed by whoever started it
        raise EngineError("hub.no-streams")
    HubSession(sys.stdin.buffer, sys.stdout.buffer, open_book=OpeningBook.open).run()
