"""The game in the browser: a small server on this machine, and the page that it serves."""

from crownhead.errors import needing

with needing("app", "the game in the browser"):
    from crownhead.web.connections import Patience
    from crownhead.web.server import Settings, serve

__all__ = ["Patience", "Settings", "serve"]
