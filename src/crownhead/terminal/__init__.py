"""The game in a terminal.

One thread shows the game. Typed lines, news and signals meet in the inbox, where that thread takes
them one by one. Prompt Toolkit reads keys and draws the typed line in a thread of its own, and
displays write through it. Scripts and simple terminals have no such line, and Prompt Toolkit is not
loaded.
"""

from crownhead.errors import needing

with needing("app", "terminal"):
    from crownhead.terminal.start import Settings, run

__all__ = ["Settings", "run"]
