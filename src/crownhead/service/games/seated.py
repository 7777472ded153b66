"""Seats on several devices: a link gives a seat to another browser."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any, Final

from crownhead.errors import GameError
from crownhead.pieces import Side
from crownhead.service.contract import MessageView
from crownhead.service.games import view
from crownhead.service.games.seating import Seating, Visitor
from crownhead.service.games.stored import StoredGame

_CODE_BYTES: Final = 6
MOST_A_DAY: Final = 100  # games that a guest can begin; nobody plays as many
_DAY: Final = 24 * 3600.0


class SeatedGame(StoredGame):
    """A stored game whose seats are given away and taken back. Any thread may call."""

    def invite(self, side: Side, *, by: Visitor, name: str | None = None) -> str:
        """Keep a person's seat for whoever follows a link with the code that is returned.

        The asker, who is called `name`, has the other seat.
        """
        with self._lock:
            if side not in self._persons():
                raise GameError("that side is played by the computer; let a person play it first")
            if side in self._seating.owners:
                raise GameError("somebody has that seat already")
            record, other = self._record, side.other.value
            owners, invitations = dict(record.owners), dict(record.invitations)
            code = invitations.setdefault(side.value, secrets.token_hex(_CODE_BYTES))
            names: dict[str, Any] = {}
            if side.other in self._persons() and other not in (*owners, *invitations):
                owners[other] = by.id
                names = {f"{other}_name": name} if name else {}
            if (owners, invitations) != (record.owners, record.invitations):
                self._seat_again(owners=owners, invitations=invitations, **names)
            return code

    def invitation(self, side: Side) -> str | None:
        """The code of the link to a seat that waits for somebody."""
        return self._seating.invitations.get(side)

    def sit(self, side: Side, visitor: str, code: str, name: str | None = None) -> bool:
        """Give the seat that a link leads to; False if it is taken, and the browser only watches.

        Who has a seat in this game keeps it.
        """
        with self._lock:
            if visitor in self._seating.owners.values():
                return True
            if side not in self._persons() or self._seating.invitations.get(side) != code:
                return False
            owners, invitations = dict(self._record.owners), dict(self._record.invitations)
            del invitations[side.value]
            owners[side.value] = visitor
            names = {f"{side.value}_name": name} if name else {}
            message = view.message_view("seat-taken", side)
            self._seat_again(message, owners=owners, invitations=invitations, **names)
            return True

    def check_often(self, by: Visitor | None) -> None:
        """Refuse a rematch to a guest who begins one game after another: they all stay on disk."""
        if by is None or by.is_host:
            return
        if self._store.count_seats(by.id, seconds=_DAY) >= MOST_A_DAY:
            raise GameError(
                f"you have begun {MOST_A_DAY} games in a day; the host can begin the next one"
            )

    def rename(self, visitor: str, name: str | None) -> None:
        """Call whoever has a seat of their own by another name."""
        with self._lock:
            seating = self._seating
            names: dict[str, Any] = {
                f"{side.value}_name": name
                for side, owner in seating.owners.items()
                if owner == visitor and seating.names[side] != name
            }
            if names:
                self._seat_again(**names)

    def free_seats(self) -> None:
        """Let everybody at this program play both sides again; links to seats are void."""
        with self._lock:
            self._seat_again(view.message_view("seats-freed"), owners={}, invitations={})

    def _seat_again(self, message: MessageView | None = None, **changes: Any) -> None:
        """Write who sits where, so that other programs see it too."""
        self._seating = Seating.of(replace(self._record, **changes))
        self._commit(message=message, **changes)
