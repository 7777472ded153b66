"""The game in a terminal."""

from crownhead.errors import needing

with needing("app", "the game in a terminal"):
    from crownhead.terminal.start import Settings, run

__all__ = ["Settings", "run"]
