"""The WebSocket of a game's page, which a test can cut, silence and delay.

It is taken within the page, so that the page can serve the next test; a route of Playwright's cannot be
taken off.
"""

from __future__ import annotations

import json
from typing import Any

from serving import wait_for

from browser.conftest import Complaints
from browser.table import Table

_TAKE = """() => {
  const line = { made: 0, isCut: false, isSilent: false, isHeld: false, swallowed: 0, held: [] };
  window.line = line;
  window.WebSocket = class extends window.WebSocket {
    constructor(address) {
      super(line.isCut ? new URL("/nowhere", address) : address);
      line.made += 1;
      line.socket = this;
    }
    send(message) {
      if (line.isSilent) line.swallowed += 1;
      else super.send(message);
    }
    addEventListener(kind, listener) {
      const wait = (event) => (line.isHeld ? line.held.push({ listener, event }) : listener(event));
      super.addEventListener(kind, kind === "message" ? wait : listener);
    }
  };
}"""
_LET = """() => {
  line.isHeld = false;
  const { listener, event } = line.held.splice(0).at(-1);
  listener(event);
}"""


class Line:
    """The connection of the game on a table, from now on."""

    def __init__(self, table: Table, complaints: Complaints) -> None:
        complaints.allow("WebSocket connection")  # a new one is refused while the line is cut
        self._page = table.page
        self._page.evaluate(_TAKE)
        table.show(table.id)

    def cut(self) -> None:
        """Break the connection; new ones fail until the line is repaired."""
        self._page.evaluate("line.isCut = true; line.socket.close()")

    def mend(self) -> None:
        """Let the page's next try succeed."""
        self._page.evaluate("line.isCut = false")

    def silence(self) -> None:
        """Swallow the page's messages from now on."""
        self._page.evaluate("line.isSilent = true")

    @property
    def swallowed(self) -> int:
        """The number of messages from the page."""
        return int(self._page.evaluate("line.swallowed"))

    @property
    def made(self) -> int:
        """The number of connection attempts by the page."""
        return int(self._page.evaluate("line.made"))

    def hear(self, message: dict[str, Any]) -> None:
        """Deliver a message to the page as if the server had sent it."""
        said = "said => line.socket.dispatchEvent(new MessageEvent('message', { data: said }))"
        self._page.evaluate(said, json.dumps(message))

    def hold(self) -> None:
        """Hold back the server's messages."""
        self._page.evaluate("line.isHeld = true")

    def let_newest(self, ply: int) -> None:
        """Wait until the view of a ply is held back, and deliver only that."""
        newest = "line.held.length ? JSON.parse(line.held.at(-1).event.data).game?.ply : 0"
        wait_for(lambda: self._page.evaluate(newest) == ply)
        self._page.evaluate(_LET)
