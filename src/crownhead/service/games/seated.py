"""Seats on several devices: a link gives a seat to another browser."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from crownhead.errors import GameError
from crownhead.pieces import BLACK, WHITE, Side
from crownhead.service.contract import MessageView
from crownhead.service.games import view
from crownhead.service.games.seating import Seating, Visitor, invitation_code, invited_by
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
            other, owner = side.other, self._seating.owners.get(side)
            if side not in self._persons():
                raise GameError("that side is played by the computer; let a person play it first")
            code = invitation_code(owner) if owner else secrets.token_hex(_CODE_BYTES)
            if code is None:
                raise GameError("somebody has that seat already")
            names: dict[str, str] = {}
            if other in self._persons() and other not in self._seating.owners:
                self._store.take_seat(self.id, other.value, by.id)
                names = {f"{other.value}_name": name} if name else {}
            if not owner:
                self._store.take_seat(self.id, side.value, invited_by(code))
                self._seat_again(names)
            return code

    def invitation(self, side: Side) -> str | None:
        """The code of the link to a seat that waits for somebody."""
        return invitation_code(self._seating.owners.get(side))

    def sit(self, side: Side, visitor: str, code: str, name: str | None = None) -> bool:
        """Give the seat that a link leads to; False if it is taken, and the browser only watches.

        Who has a seat in this game keeps it.
        """
        with self._lock:
            owners = self._seating.owners
            if visitor in owners.values():
                return True
            if side not in self._persons() or owners.get(side) != invited_by(code):
                return False
            self._store.take_seat(self.id, side.value, visitor)
            names = {f"{side.value}_name": name} if name else {}
            self._seat_again(names, view.message_view("seat-taken", side))
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
            names = {
                f"{side.value}_name": name
                for side, owner in seating.owners.items()
                if owner == visitor and seating.names[side] != name
            }
            if names:
                self._seat_again(names)

    def free_seats(self) -> None:
        """Let everybody at this program play both sides again; links to seats are void."""
        with self._lock:
            for side in (BLACK, WHITE):
                self._store.free_seat(self.id, side.value)
            self._seat_again({}, view.message_view("seats-freed"))

    def _seat_again(
        self, names: Mapping[str, str | None], message: MessageView | None = None
    ) -> None:
        """Write who sits where, so that other programs see it too."""
        changes: dict[str, Any] = dict(names)
        self._seating = Seating.of(replace(self._record, **changes), self._store.seats(self.id))
        self._commit(message=message, **changes)
