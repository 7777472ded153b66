"""How many are served at once: guests leave room for the host, and none takes all that guests have."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator
from typing import Final

from crownhead.service import Visitor

_MOST_SOCKETS: Final = 32  # pages of one guest that are told of every change


class Places:
    """Counts requests and live pages that are served, out of `most` connections. One loop may use it."""

    def __init__(self, most: int) -> None:
        self._most_of_guests = max(1, most // 2)  # the rest is the host's
        self._of_guests = 0
        self._sockets: Counter[str] = Counter()

    def refusal(self, visitor: Visitor | None, *, socket: bool) -> tuple[int, str] | None:
        """Why somebody cannot be served now, as a status and a sentence."""
        if visitor is not None and visitor.is_host:
            return None
        if socket and visitor is not None and self._sockets[visitor.id] >= _MOST_SOCKETS:
            return 429, f"You have {_MOST_SOCKETS} pages open here; close one of them first."
        if self._of_guests >= self._most_of_guests:
            return 503, "Too many guests are here at once; try again in a moment."
        return None

    @contextlib.contextmanager
    def taken(self, visitor: Visitor | None, *, socket: bool) -> Iterator[None]:
        """Take a place while somebody is served."""
        if visitor is not None and visitor.is_host:
            yield
            return
        name = visitor.id if visitor is not None and socket else None
        self._of_guests += 1
        if name is not None:
            self._sockets[name] += 1
        try:
            yield
        finally:
            self._of_guests -= 1
            if name is not None:
                self._sockets[name] -= 1
                self._sockets += Counter()  # forgets those who have left
