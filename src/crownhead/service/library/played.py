"""Copies games played here into the library when they end."""

import logging
from collections.abc import Callable
from dataclasses import replace
from threading import Lock
from typing import Final

from crownhead.errors import CrownheadError, DamagedError, NotFoundError, StoreError
from crownhead.library.entry import entry_of
from crownhead.pieces import BLACK, WHITE
from crownhead.service.games.live import SECONDS_TO_WAIT
from crownhead.service.games.storing import pdn_tags, player_name, recorded_game, session_of
from crownhead.store import GameStore, StoredGame
from crownhead.store.library.entries import LibraryEntry

_LOG: Final = logging.getLogger(__name__)
_AT_ONCE: Final = 200
#: Games added while a search waits; the others are added in the background.
A_FEW: Final = 20


class PlayedGames:
    """Keeps the collection of games played here up to date. Any thread may call."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._lock = Lock()
        self._seen: object = None  # the state of the games when all had been added
        self._broken: set[tuple[str, int]] = set()  # unreadable ones

    def catch_up(
        self, limit: int | None = None, *, until: Callable[[], bool] = lambda: False
    ) -> None:
        """Add games that have ended, and remove those that go on again."""
        with self._lock:
            self._catch_up(limit, until, None)

    def catch_up_in_passing(self, limit: int | None = A_FEW) -> None:
        """The same for readers, who do not wait for writers.

        What is still missing comes with the next read.
        """
        if not self._lock.acquire(timeout=SECONDS_TO_WAIT):
            return
        try:
            self._catch_up(limit, lambda: False, SECONDS_TO_WAIT)
        except StoreError as error:
            _LOG.debug("finished games are added to the library later: %s", error)
        finally:
            self._lock.release()

    def _catch_up(
        self, limit: int | None, until: Callable[[], bool], patience: float | None
    ) -> None:
        state = self._store.library.state_of_games()
        if state == self._seen:
            return
        self._store.run(self._store.library.take_out_going, patience=patience)
        left = limit
        while left is None or left > 0:
            found = self._store.library.unseen(_AT_ONCE if left is None else left)
            fresh = [one for one in found if one not in self._broken]
            if not fresh or until():
                break
            for game_id, version in fresh:
                self._bring_in(game_id, version, patience)
            left = None if left is None else left - len(fresh)
        else:
            return  # there may be more
        self._seen = state

    def _bring_in(self, game_id: str, version: int, patience: float | None) -> None:
        try:
            entry = self._entry(self._store.load(game_id), version)
            self._store.run(lambda: self._store.library.mirror(entry), patience=patience)
        except NotFoundError:
            return  # deleted meanwhile
        except CrownheadError as error:
            if isinstance(error, StoreError) and not isinstance(error, DamagedError):
                raise  # the file is locked or full: the game may be sound
            self._broken.add((game_id, version))
            _LOG.debug("game %s cannot be read: %s", game_id, error)

    def _entry(self, stored: StoredGame, version: int) -> LibraryEntry:
        session = session_of(stored)
        game = recorded_game(session, book=False)
        names = {side.label: player_name(session.seating, side) for side in (BLACK, WHITE)}
        game.tags |= pdn_tags(stored, game, *names.values())
        game.tags.pop("Opening", None)  # found again when needed
        for node in game.root.main_line():
            node.clock = None  # stays with the game itself
        for tag in [tag for tag, name in names.items() if name is None]:
            del game.tags[tag]
        return replace(entry_of(game.record), game=stored.id, seen=version)
