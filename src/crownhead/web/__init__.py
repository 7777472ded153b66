"""The game in the browser: a small server on this machine, and the page that it serves."""

from crownhead.web.connections import Patience
from crownhead.web.server import Settings, serve

__all__ = ["Patience", "Settings", "serve"]
